// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.budget.Ledger;
import dev.demilune.data.Table;
import dev.demilune.data.VectorTable;
import dev.demilune.evaluate.Evaluation;
import dev.demilune.learn.Goal;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Shape;
import dev.demilune.learn.perturb.ObjectivePerturbation;
import dev.demilune.learn.perturb.OutputPerturbation;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.util.List;
import org.junit.jupiter.api.Test;

class HardMarginTest {

  private static final ApproximateDp TARGET = ApproximateDp.of(1, 1e-6);

  /** μ = 1/4.22467889 at (1, 1e-6), and Φ(-1.644854) = 0.05: 50(6.94897 + 2.99573) = 497.2. */
  @Test
  void theEstimateIsThatOfTheFormula() {
    Shape shape = new Shape(10_000, 50, 2, Adjacency.ADD_OR_REMOVE_ONE);
    Goal goal = new Goal(0.1, 0.1, 0.1);
    assertThat(HardMargin.expectedRows(shape, TARGET, goal)).hasValue(498);
    // A replaced row moves sums twice as far: 50(13.8979 + 2.99573) = 844.7.
    Shape replaced = new Shape(10_000, 50, 2, Adjacency.REPLACE_ONE);
    assertThat(HardMargin.expectedRows(replaced, TARGET, goal)).hasValue(845);
    // Beyond 1/margin² more features make rows no harder.
    Shape wide = new Shape(10_000, 5_000, 2, Adjacency.ADD_OR_REMOVE_ONE);
    assertThat(HardMargin.expectedRows(wide, TARGET, goal)).hasValue(995);
    assertThat(HardMargin.expectedRows(shape, PureDp.of(1), goal)).isEmpty();
    Shape many = new Shape(10_000, 50, 10, Adjacency.ADD_OR_REMOVE_ONE);
    assertThat(HardMargin.expectedRows(many, TARGET, goal)).isEmpty();
  }

  @Test
  void directionsAreCountedExactly() {
    assertThat(new Goal(0.1, 0.1, 0.1).directions(1_000)).isEqualTo(100);
    assertThat(new Goal(0.5, 0.1, 0.1).directions(1_000)).isEqualTo(4);
    assertThat(new Goal(0.3, 0.1, 0.1).directions(1_000)).isEqualTo(11);
    assertThat(new Goal(1, 0.1, 0.1).directions(1_000)).isEqualTo(1);
    assertThat(new Goal(0.01, 0.1, 0.1).directions(7)).isEqualTo(7);
  }

  /**
   * With the rows of the estimate the error is as wished, and with a quarter of them it is not.
   * Measured: 2.6 to 6.4 percent, against 29 to 36; fixed seeds. (margin-erm, which takes one pass
   * over few rows, has 40, and states no estimate.)
   */
  @Test
  void learnersDoAsExpectedOnTheHardestRows() {
    int directions = 25;
    Goal goal = new Goal(0.2, 0.1, 0.1);
    Shape shape = new Shape(1, directions, 2, Adjacency.ADD_OR_REMOVE_ONE);
    int rows = (int) HardMargin.expectedRows(shape, TARGET, goal).orElseThrow();
    for (Learner learner :
        List.of(
            NoisyDescent.withDefaults(),
            BatchPerceptron.withDefaults(),
            PrivateSvm.withDefaults(),
            ProjectedSgd.withDefaults(),
            ObjectivePerturbation.withDefaults(),
            OutputPerturbation.withDefaults())) {
      double enough = meanError(learner, rows, directions);
      double few = meanError(learner, rows / 4, directions);
      assertThat(enough).as(learner.name()).isBetween(0.02, goal.error());
      assertThat(few).as(learner.name()).isGreaterThan(0.2);
    }
  }

  /** Mean over 20 tables: rows ±e_i of random sign, labels by one random vertex of the cube. */
  private static double meanError(Learner learner, int rows, int directions) {
    double sum = 0;
    for (int seed = 0; seed < 20; seed++) {
      Randomness random = Randomness.reproducible(seed);
      boolean[] signs = new boolean[directions];
      for (int i = 0; i < directions; i++) {
        signs[i] = random.nextBits(1) == 1;
      }
      double[][] features = new double[rows][directions];
      int[] labels = new int[rows];
      for (int r = 0; r < rows; r++) {
        int direction = (int) UniformInteger.below(directions, random);
        boolean up = random.nextBits(1) == 1;
        features[r][direction] = up ? 1 : -1;
        labels[r] = up == signs[direction] ? 1 : 0;
      }
      Schema schema =
          Schema.vectors(directions, LabelSet.numbered(2))
              .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
              .expectedRows(rows)
              .build();
      BoundedDataset data = BoundedDataset.of(schema, VectorTable.of(features, labels));
      try (Ledger ledger =
          Ledger.inMemory("hard", Adjacency.ADD_OR_REMOVE_ONE, TARGET, random.stream("noise"))) {
        Classifier model = learner.fit(data, ledger.spend("hard", TARGET)).model();
        sum += error(model, signs);
      }
    }
    return sum / 20;
  }

  private static double error(Classifier model, boolean[] signs) {
    double[][] features = new double[2 * signs.length][signs.length];
    int[] labels = new int[2 * signs.length];
    for (int i = 0; i < signs.length; i++) {
      features[2 * i][i] = 1;
      labels[2 * i] = signs[i] ? 1 : 0;
      features[2 * i + 1][i] = -1;
      labels[2 * i + 1] = signs[i] ? 0 : 1;
    }
    try (Table table = VectorTable.of(features, labels)) {
      return 1 - Evaluation.onPublic(model, table).accuracy();
    }
  }
}
