// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Accountant;
import dev.demilune.feasibility.Constraints.Bounds;
import dev.demilune.mechanism.FlatSearch;
import dev.demilune.mechanism.RecursiveSearch;
import dev.demilune.mechanism.StepFunction;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A private linear program: its coordinates, its first function, its law and its promise. */
class ObjectiveTest {

  private static final Bounds SMALL = Bounds.of(new long[] {2, 1}, 1);

  private final SplittableRandom random = new SplittableRandom(11);

  @Test
  void constraintsInOtherUnknownsHoldWhereTheGivenOnesDo() {
    for (int i = 0; i < 300; i++) {
      int unknowns = 1 + i % 4;
      Constraints constraints = Instances.SMALL.next(random, 5, unknowns);
      Objective objective = objective(unknowns);
      List<Rational> other = Instances.coordinates(random, unknowns);
      List<Rational> point = objective.solution(other);
      Constraints changed = objective.constraints(constraints);
      for (int row = 0; row < 5; row++) {
        int[] one = {row};
        assertThat(changed.select(one).depth(other))
            .isEqualTo(constraints.select(one).depth(point));
      }
      // The first unknown is the objective over the common divisor of its coefficients.
      Rational scaled = objective.value(point);
      assertThat(scaled.signum()).isEqualTo(other.get(0).signum());
      assertThat(other.get(0).signum() == 0 ? scaled : scaled.dividedBy(other.get(0)))
          .matches(ratio -> ratio.denominator().equals(BigInteger.ONE));
    }
  }

  private Objective objective(int unknowns) {
    long[] coefficients = random.longs(unknowns, -4, 5).toArray();
    coefficients[random.nextInt(unknowns)] = random.nextInt(1, 7);
    return Objective.of(coefficients);
  }

  /** v by all points where constraints are tight, and q by its definition, on whole domains. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 3, 6})
  void theFirstSliceIsTheCrossing(long threshold) {
    for (int i = 0; i < 40; i++) {
      Constraints rows = rows(random.nextInt(1, 6)); // in the unknowns t, x
      DepthSlices depth = new DepthSlices(rows);
      StepFunction slice = new ObjectiveSlices(depth, threshold, 5).slice(List.of());
      RationalDomain domain = depth.domain(List.of());
      int size = domain.size().intValueExact();
      long[] violated = new long[size];
      long least = rows.size();
      for (int number = size - 1; number >= 0; number--) {
        Rational t = domain.value(BigInteger.valueOf(number));
        least = Math.min(least, rows.size() - BruteForce.deepest(rows, List.of(t)));
        violated[number] = least;
      }
      for (int number = 0; number < size; number++) {
        long below = threshold - violated[number];
        long expected =
            number == size - 1 ? below : Math.min(below, violated[number + 1] - threshold);
        assertThat(slice.valueAt(BigInteger.valueOf(number))).isEqualTo(5 + expected);
      }
      StepFunction envelope = slice.envelope();
      for (int piece = 0; piece < slice.pieces(); piece++) {
        assertThat(envelope.valueAt(slice.first(piece))).isEqualTo(slice.value(piece));
      }
    }
  }

  private Constraints rows(int count) {
    long[][] normals = new long[count][];
    long[] right = new long[count];
    for (int i = 0; i < count; i++) {
      normals[i] = new long[] {random.nextInt(-2, 3), random.nextInt(-1, 2)};
      right[i] = random.nextInt(-1, 2);
    }
    return Constraints.of(normals, right, SMALL);
  }

  /** The whole law of the point, over all points there are, on neighboring tables. */
  @Test
  void noPointIsMoreLikelyByMoreThanTheGuarantee() {
    Objective objective = Objective.of(1, 0);
    double worst = 0;
    double worstAdded = 0;
    for (int i = 0; i < 25; i++) {
      Constraints all = rows(random.nextInt(2, 6));
      int last = all.size() - 1;
      Constraints one = all.select(IntStream.range(0, last).toArray());
      Constraints other = all.select(IntStream.rangeClosed(1, last).toArray());
      worst = Math.max(worst, loss(one, other, objective, Adjacency.REPLACE_ONE));
      worstAdded = Math.max(worstAdded, loss(all, one, objective, Adjacency.ADD_OR_REMOVE_ONE));
    }
    assertThat(worst).isBetween(0.5, 1.0); // a sensitivity of two would be seen
    assertThat(worstAdded).isBetween(0.5, 1.0);
  }

  /**
   * A row that no point satisfies raises the first function below the crossing and lowers it above:
   * its values move either way also where a row is added.
   */
  @Test
  void valuesMoveEitherWayWhereARowIsAdded() {
    long[][] normals = new long[31][];
    long[] right = new long[31];
    for (int i = 0; i < 30; i++) {
      normals[i] = new long[] {-1, 0}; // t ≤ 0
    }
    normals[30] = new long[] {0, 0};
    right[30] = 1;
    Constraints all = Constraints.of(normals, right, SMALL);
    Constraints one = all.select(IntStream.range(0, 30).toArray());
    StepFunction longer = new ObjectiveSlices(new DepthSlices(all), 1, 0).slice(List.of());
    StepFunction shorter = new ObjectiveSlices(new DepthSlices(one), 1, 0).slice(List.of());
    BigInteger last = longer.size().subtract(BigInteger.ONE);
    assertThat(longer.value(0) - shorter.value(0)).isEqualTo(1);
    assertThat(longer.valueAt(last) - shorter.valueAt(last)).isEqualTo(-1);
    // By the first coordinate alone, which has two thirds of ε; counted one way it would be more
    // than 1.
    assertThat(loss(all, one, Objective.of(1, 0), Adjacency.ADD_OR_REMOVE_ONE)).isBetween(0.6, 1.0);
  }

  private static double loss(
      Constraints one, Constraints other, Objective objective, Adjacency adjacency) {
    DeepPointPlan plan = DeepPoint.of(SMALL, adjacency).maximizing(objective).plan(PureDp.of(1));
    // A threshold at which the function turns on these few rows; the plan's is larger than they
    // are, and privacy holds for any.
    Map<List<Rational>, Double> first = law(one, plan, 1);
    Map<List<Rational>, Double> second = law(other, plan, 1);
    return first.keySet().stream()
        .mapToDouble(point -> Math.abs(Math.log(first.get(point) / second.get(point))))
        .max()
        .orElseThrow();
  }

  private static Map<List<Rational>, Double> law(
      Constraints constraints, DeepPointPlan plan, long threshold) {
    DepthSlices depth = new DepthSlices(constraints);
    ObjectiveSlices slices = new ObjectiveSlices(depth, threshold, 0);
    Map<List<Rational>, Double> law = new HashMap<>();
    choices(slices, List.of(), plan)
        .forEach(
            (number, p) ->
                choices(slices, List.of(number), plan)
                    .forEach(
                        (next, q) ->
                            law.merge(depth.point(List.of(number, next)), p * q, Double::sum)));
    return law;
  }

  private static Map<BigInteger, Double> choices(
      ObjectiveSlices slices, List<BigInteger> chosen, DeepPointPlan plan) {
    FlatSearch search = (FlatSearch) plan.searches().get(chosen.size());
    StepFunction slice = slices.slice(chosen);
    Map<BigInteger, Double> weights = new HashMap<>();
    double sum = 0;
    for (int i = 0; i < slice.size().intValueExact(); i++) {
      BigInteger number = BigInteger.valueOf(i);
      double weight = Math.exp(search.epsilon() / search.shift().range() * slice.valueAt(number));
      weights.put(number, weight);
      sum += weight;
    }
    double all = sum;
    weights.replaceAll((number, weight) -> weight / all);
    return weights;
  }

  /** With a budget so large that losses are zero: at least the optimum, and one row or two. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void theObjectiveIsAtLeastTheOptimumAndFewRowsAreViolated(int unknowns) {
    for (int run = 0; run < 12; run++) {
      long[] hidden = random.longs(unknowns, -3, 4).toArray();
      Constraints constraints = around(hidden, 24);
      Objective objective = objective(unknowns).tolerating(run % 3);
      DeepPoint search =
          DeepPoint.of(constraints.bounds(), Adjacency.ADD_OR_REMOVE_ONE)
              .expecting(24)
              .maximizing(objective);
      DeepPointPlan plan = search.plan(PureDp.of(20_000));
      List<Rational> point = plan.choose(constraints, Randomness.reproducible(run));
      int violated = 24 - constraints.depth(point);
      assertThat((long) violated).isLessThanOrEqualTo(plan.deficit());
      assertThat(plan.deficit()).isLessThan(24);
      Rational reached = objective.value(point);
      for (List<Rational> other : BruteForce.points(constraints, List.of())) {
        if (constraints.depth(other) >= 24 - objective.tolerated()) {
          assertThat(reached).isGreaterThanOrEqualTo(objective.value(other));
        }
      }
    }
  }

  /** A box around a hidden point and constraints that it satisfies: bounded, and feasible. */
  private Constraints around(long[] hidden, int rows) {
    List<long[]> normals = new ArrayList<>();
    long[] right = new long[rows];
    for (int i = 0; i < rows; i++) {
      long[] normal = random.longs(hidden.length, -3, 4).toArray();
      if (i < 2 * hidden.length) {
        normal = new long[hidden.length];
        normal[i / 2] = i % 2 == 0 ? 1 : -1;
      }
      normals.add(normal);
      for (int j = 0; j < hidden.length; j++) {
        right[i] += normal[j] * hidden[j];
      }
      right[i] -= random.nextInt(3);
    }
    return Instances.of(normals.toArray(long[][]::new), right);
  }

  @Test
  void anObjectiveWithoutABoundGoesToTheEndOfTheDomain() {
    Bounds bounds = Bounds.of(new long[] {1, 1}, 4);
    Constraints constraints =
        Constraints.of(new long[][] {{1, 0}, {0, 1}, {0, -1}}, new long[] {-1, -2, -2}, bounds);
    List<Rational> point =
        DeepPoint.of(bounds, Adjacency.REPLACE_ONE)
            .expecting(3)
            .maximizing(Objective.of(2, 0))
            .plan(PureDp.of(5_000))
            .choose(constraints, Randomness.reproducible(1));
    assertThat(point.get(0)).isEqualTo(new VertexSpace(bounds, List.of()).domain().highest());
  }

  /** The plan takes the recursion where the objective has astronomically many values. */
  @Test
  void theRecursionIsTakenWhereItLosesLess() {
    long huge = 1L << 40;
    Bounds bounds = Bounds.of(new long[] {huge, huge, huge}, huge);
    DeepPoint search =
        DeepPoint.of(bounds, Adjacency.REPLACE_ONE)
            .expecting(200)
            .maximizing(Objective.of(1, 1, 1));
    DeepPointPlan plan = search.plan(ApproximateDp.of(1, 1e-6));
    assertThat(plan.searches().get(0)).isInstanceOf(RecursiveSearch.class);
    assertThat(plan.searches().get(0).shift().range()).isEqualTo(2);
    assertThat(Accountant.best(plan.charged()).epsilon(1e-6)).isLessThanOrEqualTo(1);
    assertThat(plan.deficit()).isLessThan(search.plan(PureDp.of(1)).deficit());
    Constraints one = Constraints.of(new long[][] {{1, 2, 3}}, new long[] {4}, bounds);
    assertThat(plan.choose(one, Randomness.reproducible(1))).hasSize(3);
  }

  @Test
  void refusesWhatIsNoObjective() {
    assertThatThrownBy(() -> Objective.of(0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an objective needs a coefficient that is not 0");
    DeepPoint search = DeepPoint.of(SMALL, Adjacency.REPLACE_ONE);
    assertThatThrownBy(() -> search.maximizing(Objective.of(1, 2, 3)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                DeepPoint.of(Bounds.of(new long[] {1L << 40, 1}, 1), Adjacency.REPLACE_ONE)
                    .maximizing(Objective.of(1L << 40, (1L << 40) + 1)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("pass 2^63");
  }
}
