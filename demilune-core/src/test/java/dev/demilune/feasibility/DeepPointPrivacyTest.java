// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.feasibility.Constraints.Bounds;
import dev.demilune.mechanism.FlatSearch;
import dev.demilune.mechanism.StepFunction;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The whole distribution of the point, over all points there are, on neighboring tables. */
class DeepPointPrivacyTest {

  private static final double EPSILON = 1;
  private static final Bounds BOUNDS = Bounds.of(new long[] {2, 1}, 1);

  private final Random random = new Random(5);

  @Test
  void noPointIsMoreLikelyByMoreThanTheGuarantee() {
    double worstReplaced = 0;
    double worstAdded = 0;
    for (int instance = 0; instance < 60; instance++) {
      Constraints all = constraints(2 + random.nextInt(5));
      int last = all.size() - 1;
      Constraints one = all.select(IntStream.range(0, last).toArray());
      Constraints other = all.select(IntStream.rangeClosed(1, last).toArray());
      worstReplaced = Math.max(worstReplaced, loss(one, other, Adjacency.REPLACE_ONE));
      worstAdded = Math.max(worstAdded, loss(all, one, Adjacency.ADD_OR_REMOVE_ONE));
    }
    assertThat(worstReplaced).isLessThanOrEqualTo(EPSILON);
    assertThat(worstAdded).isLessThanOrEqualTo(EPSILON);
    // And it would be seen if values moved twice as much, or ε were counted once for two searches.
    assertThat(2 * worstReplaced).isGreaterThan(EPSILON);
    assertThat(2 * worstAdded).isGreaterThan(EPSILON);
  }

  /**
   * Four and five unknowns, as halfspaces of three and four features have: too many points for a
   * list. Each coordinate has its exact law, given those before it, which a search with the other
   * table's rows could have chosen too; the losses of the coordinates add up to at most ε.
   */
  @Test
  void noCoordinateOfManyIsMoreLikelyByMoreThanItsPart() {
    double worst = 0;
    for (int instance = 0; instance < 40; instance++) {
      int features = 3 + instance % 2;
      GridHalfspace grid = new GridHalfspace(features, 2);
      int rows = 3 + random.nextInt(4);
      long[][] points = new long[rows][features];
      boolean[] positive = new boolean[rows];
      for (int i = 0; i < rows; i++) {
        Arrays.setAll(points[i], j -> random.nextInt(-2, 3));
        positive[i] = random.nextBoolean();
      }
      Constraints all = grid.constraints(points, positive);
      Constraints one = all.select(IntStream.range(0, rows - 1).toArray());
      Constraints other = all.select(IntStream.range(1, rows).toArray());
      boolean replaced = instance % 4 < 2;
      worst =
          Math.max(
              worst,
              replaced
                  ? lossByCoordinate(grid, one, other, Adjacency.REPLACE_ONE)
                  : lossByCoordinate(grid, all, one, Adjacency.ADD_OR_REMOVE_ONE));
    }
    assertThat(worst).isLessThanOrEqualTo(EPSILON).isGreaterThan(EPSILON / 4);
  }

  private static double lossByCoordinate(
      GridHalfspace grid, Constraints one, Constraints other, Adjacency adjacency) {
    DeepPointPlan plan = grid.search(adjacency).plan(PureDp.of(EPSILON));
    List<Rational> fixed = plan.choose(one, Randomness.reproducible(one.size()));
    double sum = 0;
    for (int i = 0; i < fixed.size(); i++) {
      FlatSearch search = (FlatSearch) plan.searches().get(i);
      List<Rational> before = fixed.subList(0, i);
      RationalDomain domain = new VertexSpace(grid.bounds(), before).domain();
      StepFunction first = DepthFunctions.of(one, before, domain, domain.size());
      StepFunction second = DepthFunctions.of(other, before, domain, domain.size());
      double scale = search.epsilon() / search.shift().range();
      double largest = 0;
      for (StepFunction places : List.of(first, second)) {
        for (int piece = 0; piece < places.pieces(); piece++) {
          BigInteger place = places.first(piece); // a law is constant between such places
          double loss = logProbability(first, place, scale) - logProbability(second, place, scale);
          largest = Math.max(largest, Math.abs(loss));
        }
      }
      assertThat(largest).isLessThanOrEqualTo(search.epsilon() * (1 + 1e-9));
      sum += largest;
    }
    return sum;
  }

  private static double logProbability(StepFunction depth, BigInteger place, double scale) {
    double sum = 0;
    for (int piece = 0; piece < depth.pieces(); piece++) {
      BigInteger size = depth.last(piece).subtract(depth.first(piece)).add(BigInteger.ONE);
      sum += size.doubleValue() * Math.exp(scale * depth.value(piece));
    }
    return scale * depth.valueAt(place) - Math.log(sum);
  }

  /** The largest logarithm of a ratio of probabilities, in both directions. */
  private static double loss(Constraints one, Constraints other, Adjacency adjacency) {
    DeepPointPlan plan = DeepPoint.of(BOUNDS, adjacency).plan(PureDp.of(EPSILON));
    Map<List<Rational>, Double> first = distribution(one, plan);
    Map<List<Rational>, Double> second = distribution(other, plan);
    assertThat(first.keySet()).isEqualTo(second.keySet());
    assertThat(first.values().stream().mapToDouble(Double::doubleValue).sum())
        .isBetween(1 - 1e-9, 1 + 1e-9);
    ToDoubleFunction<List<Rational>> ratio =
        point -> Math.abs(Math.log(first.get(point) / second.get(point)));
    return first.keySet().stream().mapToDouble(ratio).max().orElseThrow();
  }

  private static Map<List<Rational>, Double> distribution(
      Constraints constraints, DeepPointPlan plan) {
    Map<List<Rational>, Double> points = new HashMap<>();
    choices(constraints, List.of(), plan)
        .forEach(
            (x, p) ->
                choices(constraints, List.of(x), plan)
                    .forEach((y, q) -> points.merge(List.of(x, y), p * q, Double::sum)));
    return points;
  }

  /** With which probability a coordinate becomes which fraction. */
  private static Map<Rational, Double> choices(
      Constraints constraints, List<Rational> fixed, DeepPointPlan plan) {
    FlatSearch search = (FlatSearch) plan.searches().get(fixed.size());
    RationalDomain domain = new VertexSpace(BOUNDS, fixed).domain();
    StepFunction depth = DepthFunctions.of(constraints, fixed, domain, domain.size());
    double scale = search.epsilon() / search.shift().range();
    Map<Rational, Double> choices = new HashMap<>();
    double sum = 0;
    for (int i = 0; i < domain.size().intValueExact(); i++) {
      BigInteger number = BigInteger.valueOf(i);
      double weight = Math.exp(scale * depth.valueAt(number));
      choices.merge(domain.value(number), weight, Double::sum);
      sum += weight;
    }
    double all = sum;
    choices.replaceAll((value, weight) -> weight / all);
    return choices;
  }

  private Constraints constraints(int rows) {
    List<long[]> normals = new ArrayList<>();
    long[] right = new long[rows];
    for (int i = 0; i < rows; i++) {
      normals.add(new long[] {random.nextInt(-2, 3), random.nextInt(-1, 2)});
      right[i] = random.nextInt(-1, 2);
    }
    return Constraints.of(normals.toArray(long[][]::new), right, BOUNDS);
  }
}
