// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.budget.Ledger;
import dev.demilune.data.VectorTable;
import dev.demilune.embed.PublicDraw;
import dev.demilune.learn.Learner;
import dev.demilune.mechanism.Exponential;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import dev.demilune.testkit.ChiSquare;
import dev.demilune.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What is chosen against the exponential mechanism's law, enumerated by plain arithmetic. Every
 * assertion: one false alarm in a million runs.
 */
@Tag("slow")
class ChoiceLawTest {

  private static final double FALSE_ALARM = 1e-6;
  private static final int FITS = 10_000;

  // None lies so that a point of the net is right by just the margin.
  private static final double[][] ROWS = {
    {0.9, 0.1}, {0.5, 0.8}, {-0.3, 0.9}, {0.2, -0.7}, {-0.6, -0.55}, {0.99, -0.1}, {0.7, 0.65}
  };
  private static final int[] LABELS = {1, 1, 0, 0, 0, 1, 1};

  private static BoundedDataset data(Adjacency adjacency) {
    return BoundedDataset.of(
        Schema.vectors(2, LabelSet.numbered(2))
            .adjacency(adjacency)
            .intercept(0)
            .rows(RowBound.clip(1))
            .expectedRows(ROWS.length)
            .build(),
        VectorTable.of(ROWS, LABELS));
  }

  /**
   * All integer points of squared length 11²·2/4, rounded up, or less; a row is right if its share
   * of s·p is 0.1.
   */
  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void aNetIsChosenFromByItsLaw(Adjacency adjacency) {
    Learner learner =
        NetChoice.withDefaults().with("margin", "1").with("cover", "net").with("slack", "0.1");
    double step = 0.2 / Math.sqrt(2);
    List<double[]> points = new ArrayList<>();
    for (int a = -8; a <= 8; a++) {
      for (int b = -8; b <= 8; b++) {
        if (a * a + b * b <= 61) {
          points.add(new double[] {a * step, b * step});
        }
      }
    }
    check(learner, adjacency, points, /* epsilon= */ 1.5, 0.1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void randomDirectionsAreChosenFromByTheirLaw(Adjacency adjacency) {
    Learner learner =
        NetChoice.withDefaults()
            .with("cover", "random")
            .with("candidates", "25")
            .with("slack", "0");
    List<double[]> points = new ArrayList<>();
    PublicDraw draw = new PublicDraw(1, "cover 0, round 1");
    for (int i = 0; i < 25; i++) {
      points.add(new double[] {draw.normal(), draw.normal()});
    }
    check(learner, adjacency, points, /* epsilon= */ 0.7, 0);
  }

  /**
   * Three directions of a base measure that is not uniform, one of them without mistakes: the law
   * of the last trial, by hand.
   */
  @Test
  void rejectionHasItsLaw() {
    int[] mistakes = {0, 3, 1};
    double[] base = {0.125, 0.5, 0.375};
    double halt = 0.25;
    PureChoices choices = new PureChoices(0.8, 1, 2);
    SphereRejection rejection =
        new SphereRejection(
            randomness -> {
              long eighth = randomness.nextBits(3);
              return new int[] {eighth == 0 ? 0 : eighth < 5 ? 1 : 2};
            },
            (direction, coin) -> {
              for (int i = 0; i < mistakes[direction[0]]; i++) {
                if (!coin.toss()) {
                  return false;
                }
              }
              return true;
            },
            /* halvings= */ 2,
            choices);
    long[] seen = new long[3];
    Randomness randomness = Seeds.randomness("rejection");
    for (int i = 0; i < 200_000; i++) {
      seen[rejection.choose(randomness)[0]]++;
    }
    double[] law = new double[3];
    double[] neverHalted = new double[3];
    for (int i = 0; i < 3; i++) {
      double kept = Math.exp(-0.4 * mistakes[i]);
      law[i] = base[i] * (halt + (1 - halt) * kept);
      neverHalted[i] = base[i] * kept;
    }
    assertThat(ChiSquare.pValue(seen, normalized(law))).isGreaterThan(FALSE_ALARM);
    // And it would be seen if the coin did nothing.
    assertThat(ChiSquare.pValue(seen, normalized(neverHalted))).isLessThan(FALSE_ALARM);
  }

  private static double[] normalized(double[] weights) {
    double sum = Arrays.stream(weights).sum();
    return Arrays.stream(weights).map(weight -> weight / sum).toArray();
  }

  /** The circle's quarters, and the arcs of few mistakes, against all directions one by one. */
  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void directionsOfThePlaneAreChosenByTheirLaw(Adjacency adjacency) {
    double range = adjacency == Adjacency.ADD_OR_REMOVE_ONE ? 1 : 2;
    double epsilon = 0.3 * range;
    Learner learner = SphereChoice.withDefaults().with("margin", "0.4").with("intercept", "off");
    int cells = 12;
    double[] law = new double[cells];
    double[] wrong = new double[cells];
    for (int number = 0; number < PlaneDirections.POINTS; number++) {
      int[] point = PlaneDirections.point(number);
      double length = Math.hypot(point[0], point[1]);
      int mistakes = 0;
      for (int i = 0; i < ROWS.length; i++) {
        double share = (point[0] * ROWS[i][0] + point[1] * ROWS[i][1]) / length;
        mistakes += (LABELS[i] == 1 ? share : -share) < 0.38 ? 1 : 0;
      }
      law[cell(point[0], point[1], cells)] += Math.exp(-epsilon * mistakes / range);
      wrong[cell(point[0], point[1], cells)] += Math.exp(-epsilon * mistakes / (3 - range));
    }
    long[] seen = new long[cells];
    Randomness runs = Seeds.randomness("circle");
    BoundedDataset data = data(adjacency);
    PureDp guarantee = PureDp.of(epsilon);
    for (int run = 0; run < 6_000; run++) {
      try (Ledger ledger =
          Ledger.inMemory("law", adjacency, guarantee, runs.stream("run " + run))) {
        LinearClassifier model = learner.fit(data, ledger.spend("law", guarantee)).model().linear();
        seen[cell(model.weight(1, 0), model.weight(1, 1), cells)]++;
      }
    }
    assertThat(ChiSquare.pValue(seen, normalized(law)))
        .as("seed %d", Seeds.seed())
        .isGreaterThan(FALSE_ALARM);
    assertThat(ChiSquare.pValue(seen, normalized(wrong)))
        .as("seed %d", Seeds.seed())
        .isLessThan(FALSE_ALARM);
  }

  /** A round of refinement: all directions of a plane in three dimensions, one by one. */
  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void directionsOfARoundAreChosenByTheirLaw(Adjacency adjacency) {
    int range = adjacency == Adjacency.ADD_OR_REMOVE_ONE ? 1 : 2;
    UnitRows rows = UnitRows.of(data(adjacency), /* constant= */ 10_000);
    Plane plane = Plane.of(new double[] {1, 2, 2}, new double[] {0.5, -1, 3});
    int cells = 12;
    double[] law = new double[cells];
    double[] wrong = new double[cells];
    for (int number = 0; number < PlaneDirections.POINTS; number++) {
      int[] point = PlaneDirections.point(number);
      int[] normal = plane.at(point);
      int mistakes = 0;
      for (int i = 0; i < LABELS.length; i++) {
        int product = UnitRows.product(rows.values(0), 3 * i, normal);
        mistakes += (LABELS[i] == 1 ? product : -product) <= 0 ? 1 : 0;
      }
      law[cell(point[0], point[1], cells)] += Math.exp(-0.3 * mistakes);
      wrong[cell(point[0], point[1], cells)] += Math.exp(-0.6 * mistakes);
    }
    long[] seen = new long[cells];
    CircleChoice circle = new CircleChoice(rows.onto(plane.first(), plane.second()), 1, 1);
    Exponential mechanism = new PureChoices(0.3 * range, 1, range).mechanism();
    Randomness runs = Seeds.randomness("round");
    for (int run = 0; run < 20_000; run++) {
      int[] point = circle.choose(mechanism, runs);
      seen[cell(point[0], point[1], cells)]++;
    }
    assertThat(ChiSquare.pValue(seen, normalized(law)))
        .as("seed %d", Seeds.seed())
        .isGreaterThan(FALSE_ALARM);
    assertThat(ChiSquare.pValue(seen, normalized(wrong)))
        .as("seed %d", Seeds.seed())
        .isLessThan(FALSE_ALARM);
  }

  private static int cell(double x, double y, int cells) {
    return (int) Math.min(cells - 1, (Math.atan2(y, x) / (2 * Math.PI) + 0.5) * cells);
  }

  private static void check(
      Learner learner, Adjacency adjacency, List<double[]> points, double epsilon, double margin) {
    double range = adjacency == Adjacency.ADD_OR_REMOVE_ONE ? 1 : 2;
    Map<Integer, Double> weights = new LinkedHashMap<>();
    Map<Integer, Double> halved = new LinkedHashMap<>();
    for (double[] point : points) {
      int mistakes = 0;
      for (int i = 0; i < ROWS.length; i++) {
        double length = Math.hypot(ROWS[i][0], ROWS[i][1]);
        double share = (point[0] * ROWS[i][0] + point[1] * ROWS[i][1]) / length;
        mistakes += (LABELS[i] == 1 ? share : -share) < margin ? 1 : 0;
      }
      int direction = direction(points, point[0], point[1]);
      weights.merge(direction, Math.exp(-epsilon * mistakes / range), Double::sum);
      halved.merge(direction, Math.exp(-epsilon * mistakes / (3 - range)), Double::sum);
    }
    Map<Integer, Long> seen = new LinkedHashMap<>();
    Randomness runs = Seeds.randomness("choice law");
    BoundedDataset data = data(adjacency);
    PureDp guarantee = PureDp.of(epsilon);
    for (int run = 0; run < FITS; run++) {
      try (Ledger ledger =
          Ledger.inMemory("law", adjacency, guarantee, runs.stream("run " + run))) {
        LinearClassifier model = learner.fit(data, ledger.spend("law", guarantee)).model().linear();
        seen.merge(direction(points, model.weight(1, 0), model.weight(1, 1)), 1L, Long::sum);
      }
    }
    assertThat(pValue(weights, seen)).as("seed %d", Seeds.seed()).isGreaterThan(FALSE_ALARM);
    // And twice or half of ε in the exponent would be seen.
    assertThat(pValue(halved, seen)).as("seed %d", Seeds.seed()).isLessThan(FALSE_ALARM);
  }

  private static double pValue(Map<Integer, Double> weights, Map<Integer, Long> seen) {
    double sum = weights.values().stream().mapToDouble(Double::doubleValue).sum();
    List<Long> observed = new ArrayList<>(List.of(0L));
    List<Double> expected = new ArrayList<>(List.of(0.0));
    weights.forEach(
        (direction, weight) -> {
          double probability = weight / sum;
          long count = seen.getOrDefault(direction, 0L);
          if (probability * FITS < 2 * ChiSquare.LEAST_EXPECTED) {
            observed.set(0, observed.get(0) + count); // rare ones share a cell
            expected.set(0, expected.get(0) + probability);
          } else {
            observed.add(count);
            expected.add(probability);
          }
        });
    if (expected.get(0) * FITS < ChiSquare.LEAST_EXPECTED) {
      long rare = observed.remove(0);
      double rareExpected = expected.remove(0);
      observed.set(0, observed.get(0) + rare);
      expected.set(0, expected.get(0) + rareExpected);
    }
    return ChiSquare.pValue(
        observed.stream().mapToLong(Long::longValue).toArray(),
        expected.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** The first of the points in the same direction, up to rounding; zero has none. */
  private static int direction(List<double[]> points, double x, double y) {
    for (int i = 0; i < points.size(); i++) {
      double[] point = points.get(i);
      double across = point[0] * y - point[1] * x;
      double along = point[0] * x + point[1] * y;
      if ((x == 0 && y == 0 && Math.hypot(point[0], point[1]) == 0)
          || (along > 0 && Math.abs(across) < 1e-4 * along)) {
        return i;
      }
    }
    throw new AssertionError("no candidate has the direction (" + x + ", " + y + ")");
  }
}
