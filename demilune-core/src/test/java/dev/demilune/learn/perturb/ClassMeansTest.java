// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Ledger;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Shape;
import dev.demilune.learn.gradient.HostileRows;
import dev.demilune.mechanism.L2Laplace;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClassMeansTest {

  private static final int R = BoundedDataset.GRID_RADIUS;

  private static BoundedDataset data(Adjacency adjacency, double[][] rows, int... labels) {
    Schema schema = Schema.vectors(2, LabelSet.numbered(3)).adjacency(adjacency).build();
    return HostileRows.bound(schema, rows, labels);
  }

  @Test
  void sumsAreThoseOfEachClassAndItsRows() {
    double[][] rows = {{1, 0}, {0, 1}, {0, -1}, {1, 0}};
    long[] sums = ClassSums.of(data(Adjacency.REPLACE_ONE, rows, 0, 1, 1, 2));
    assertThat(sums)
        .containsExactly(
            R, 0, R, 0, 0, 0, ClassSums.CONSTANT, 2L * ClassSums.CONSTANT, ClassSums.CONSTANT);
  }

  /** Unit rows as far apart as they can be: what the noise is made for, in integers. */
  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void neighborsMoveTheSumsByNoMoreThanTheNoiseIsMadeFor(Adjacency adjacency) {
    double[][] none = {{0, 1}};
    double[][] one = {{0, 1}, {1, 0}};
    double[][] opposite = {{0, 1}, {-1, 0}};
    L2Laplace pure = (L2Laplace) ClassSums.noise(adjacency, 3, PureDp.of(1));
    NoisyIntegerSum gaussian =
        (NoisyIntegerSum) ClassSums.noise(adjacency, 3, ApproximateDp.of(1, 1e-6));
    long[][] pairs =
        switch (adjacency) {
          case ADD_OR_REMOVE_ONE ->
              new long[][] {sums(adjacency, none, 0), sums(adjacency, one, 0, 1)};
          case REPLACE_ONE ->
              new long[][] {sums(adjacency, one, 0, 1), sums(adjacency, opposite, 0, 2)};
          case ADD_OR_REMOVE_PERSON -> throw new AssertionError("rows only");
          case REPLACE_LABEL ->
              new long[][] {sums(adjacency, one, 0, 1), sums(adjacency, one, 0, 2)};
        };
    double[] columns = new double[3];
    double squares = 0;
    for (int i = 0; i < pairs[0].length; i++) {
      double moved = pairs[0][i] - pairs[1][i];
      columns[i % 3] += moved * moved;
      squares += moved * moved;
    }
    double lengths = Arrays.stream(columns).map(Math::sqrt).sum();
    assertThat(lengths).isBetween(0.999 * pure.sensitivity(), (double) pure.sensitivity());
    double allowed = gaussian.sensitivitySquared().doubleValue();
    // Rows of one class that are replaced move one column by twice as much.
    double least = adjacency == Adjacency.REPLACE_ONE ? 0.49 * allowed : 0.999 * allowed;
    assertThat(squares).isBetween(least, allowed);
  }

  private static long[] sums(Adjacency adjacency, double[][] rows, int... labels) {
    return ClassSums.of(data(adjacency, rows, labels));
  }

  @Test
  void withoutNoiseARowGetsTheNearestMean() {
    double[][] rows = {{1, 0}, {0.6, 0.8}, {0, 1}, {0, 1}, {-1, 0}, {-1, 0}};
    BoundedDataset data = data(Adjacency.REPLACE_ONE, rows, 0, 0, 1, 1, 2, 2);
    Classifier model = ClassMeans.withDefaults().fitWithoutPrivacy(data).model();
    double[] means = {0.8, 0.4, 0, 1, -1, 0};
    for (int step = 0; step < 200; step++) {
      double[] row = {Math.cos(0.0314 * step), Math.sin(0.0314 * step)};
      int nearest = 0;
      for (int k = 1; k < 3; k++) {
        nearest = distance(row, means, k) < distance(row, means, nearest) ? k : nearest;
      }
      double[] scores = new double[3];
      model.scores(model.schema().encode(row), scores);
      for (int k = 0; k < 3; k++) {
        assertThat(scores[k]).as("step %d", step).isLessThanOrEqualTo(scores[nearest] + 1e-4);
      }
    }
  }

  private static double distance(double[] row, double[] means, int k) {
    return Math.hypot(row[0] - means[2 * k], row[1] - means[2 * k + 1]);
  }

  @Test
  void theProjectionKeepsTheNoiseShortBesideTheRows() {
    ClassMeans learner = ClassMeans.withDefaults();
    // 1.05·√(k(k + 2))/ε is to be at most a fifth of 600 rows: 113 directions.
    Plan plan = learner.plan(new Shape(6_000, 784, 10, Adjacency.ADD_OR_REMOVE_ONE), PureDp.of(1));
    assertThat(plan.details()).containsEntry("projection", "784 to 113 features");
    assertThat(plan.event()).contains(new PrivacyEvent.Pure(1));
    assertThat(
            learner
                .with("projection", "off")
                .plan(new Shape(6_000, 784, 10, Adjacency.ADD_OR_REMOVE_ONE), PureDp.of(1))
                .details())
        .containsEntry("projection", "784 to 784 features");
    assertThat(
            learner
                .plan(new Shape(600_000, 784, 10, Adjacency.ADD_OR_REMOVE_ONE), PureDp.of(1))
                .details())
        .containsEntry("projection", "784 to 784 features");
  }

  @Test
  void noiseThatCannotBeDrawnIsRefused() {
    Plan plan =
        ClassMeans.withDefaults()
            .plan(new Shape(100, 5, 2, Adjacency.REPLACE_ONE), PureDp.of(1e-9));
    assertThat(plan.runnable()).isFalse();
    assertThat(plan.reason())
        .isEqualTo(
            "the noise for ε = 0.000000001 is larger or smaller than can be drawn: use another ε or"
                + " δ");
  }

  @Test
  void aPureFitLearnsManyFeaturesFromFewRows() {
    int features = 400;
    Schema schema =
        Schema.vectors(features, LabelSet.numbered(2)).adjacency(Adjacency.REPLACE_ONE).build();
    double[][] rows = new double[4_000][features];
    int[] labels = new int[rows.length];
    Randomness draw = Randomness.reproducible(9);
    for (int i = 0; i < rows.length; i++) {
      labels[i] = i % 2;
      rows[i][0] = labels[i] == 0 ? -0.5 : 0.5;
      rows[i][1 + (int) (draw.nextBits(20) % (features - 1))] = 0.8;
    }
    BoundedDataset data = HostileRows.bound(schema, rows, labels);
    PureDp guarantee = PureDp.of(1);
    Classifier model;
    try (Ledger ledger =
        Ledger.inMemory("test", data.adjacency(), guarantee, Randomness.reproducible(1))) {
      model = ClassMeans.withDefaults().fit(data, ledger.spend("fit", guarantee)).model();
    }
    int right = 0;
    double[] scores = new double[2];
    for (int i = 0; i < rows.length; i++) {
      model.scores(model.schema().encode(rows[i]), scores);
      right += (scores[1] > scores[0] ? 1 : 0) == labels[i] ? 1 : 0;
    }
    assertThat(right).isGreaterThan(3_900);
  }
}
