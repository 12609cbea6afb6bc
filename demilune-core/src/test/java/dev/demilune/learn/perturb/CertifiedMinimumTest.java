// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.budget.Ledger;
import dev.demilune.data.VectorTable;
import dev.demilune.learn.Learner;
import dev.demilune.learn.gradient.HostileRows;
import dev.demilune.learn.gradient.Margins;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Gradients and minima against decimals of sixty digits, on tables that try to break a bound. */
class CertifiedMinimumTest {

  private static final class Trial {
    private final HostileRows hostile;
    private final BoundedDataset data;
    private final FadingHinge loss;
    private final double lambda;
    private final double[] tilt;

    Trial(int seed, int count) {
      int features = 1 + seed % 5;
      hostile = new HostileRows(seed, features, 2);
      RowBound bound = seed % 2 == 0 ? RowBound.scale() : RowBound.clip(0.7);
      Schema schema = hostile.schema(Adjacency.ADD_OR_REMOVE_ONE, bound);
      data = HostileRows.bound(schema, hostile.rows(count), hostile.labels(count));
      loss = new FadingHinge(Math.pow(10, hostile.random().nextDouble(-2, 1.5)));
      lambda = Math.pow(10, hostile.random().nextDouble(-2, 3));
      tilt = new double[features + 1];
      for (int j = 0; j < tilt.length && seed % 3 != 0; j++) {
        tilt[j] = hostile.random().nextDouble(-40, 40);
      }
    }

    PenalizedHinge objective() {
      return new PenalizedHinge(data, 1, loss, lambda, tilt);
    }

    BigDecimal[] exactGradient(double[] weights) {
      return ExactHinge.gradient(data, 1, loss.sharpness(), lambda, tilt, weights);
    }

    double tolerance(long mostRows) {
      return CertifiedMinimum.tolerance(data, loss, lambda, mostRows, Margins.length(tilt));
    }
  }

  @Test
  void theErrorOfAGradientIsWithinItsBound() {
    double closest = 0;
    for (int seed = 0; seed < 400; seed++) {
      Trial trial = new Trial(seed, seed % 40);
      double[] weights = trial.hostile.weights(1);
      PenalizedHinge.Point point = trial.objective().at(weights);
      double error = ExactHinge.distance(trial.exactGradient(weights), point.gradient());

      assertThat(error).as("seed %d", seed).isLessThanOrEqualTo(point.error());
      closest = Math.max(closest, error / point.error());
    }
    // The bound holds for the worst roundings all at once; a hundredth of it is reached.
    assertThat(closest).isGreaterThan(0.001);
  }

  @Test
  void theGradientAtTheMinimumIsWithinTheTolerance() {
    for (int seed = 0; seed < 300; seed++) {
      Trial trial = new Trial(seed, seed % 60);
      double tolerance = trial.tolerance(100);
      double[] weights = new CertifiedMinimum(trial.objective(), tolerance).weights();
      double length = ExactHinge.distance(trial.exactGradient(weights), new double[weights.length]);

      assertThat(length).as("seed %d", seed).isLessThanOrEqualTo(tolerance);
      assertThat(tolerance).isLessThan(1e-6);
    }
  }

  @Test
  void descentAloneEndsToo() {
    for (int seed = 0; seed < 60; seed++) {
      Trial trial = new Trial(seed, seed % 20);
      double tolerance = trial.tolerance(trial.data.privateSize());
      if (trial.objective().mostCurvature() > 300 * trial.lambda) {
        continue; // it would take as many steps, and some
      }
      double[] newton = new CertifiedMinimum(trial.objective(), tolerance).weights();
      CertifiedMinimum withoutNewton = new CertifiedMinimum(trial.objective(), tolerance, 0);
      double[] descent = withoutNewton.weights();

      for (int j = 0; j < newton.length; j++) {
        newton[j] -= descent[j];
      }
      assertThat(Margins.length(newton)).isLessThanOrEqualTo(2 * tolerance / trial.lambda);
    }
  }

  @Test
  void hostileTablesTakeFewNewtonSteps() {
    for (int seed = 0; seed < 200; seed++) {
      Trial trial = new Trial(seed, seed % 10 == 0 ? 5_000 : seed);
      CertifiedMinimum search = new CertifiedMinimum(trial.objective(), trial.tolerance(9_999), 60);

      assertThat(search.byNewton()).as("seed %d", seed).isPresent();
    }
  }

  /** Rows that can all meet the margin at once are the hardest: there the curvature jumps. */
  @Test
  void tablesWithoutContradictionTakeFewNewtonStepsToo() {
    SplittableRandom random = new SplittableRandom(5);
    for (int features : new int[] {1, 5, 50}) {
      for (boolean oneClass : new boolean[] {true, false}) {
        double[][] rows = new double[3_000][features];
        int[] labels = new int[rows.length];
        for (int i = 0; i < rows.length; i++) {
          rows[i] = random.doubles(features, -1, 1).toArray();
          labels[i] = oneClass || rows[i][0] > 0 ? 1 : 0;
        }
        Schema schema =
            Schema.vectors(features, LabelSet.numbered(2))
                .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
                .build();
        BoundedDataset data = HostileRows.bound(schema, rows, labels);
        for (double lambda : new double[] {0.001, 0.1, 10}) {
          FadingHinge loss = new FadingHinge(10);
          double[] noTilt = new double[features + 1];
          double tolerance = CertifiedMinimum.tolerance(data, loss, lambda, 9_999, 0);
          CertifiedMinimum search =
              new CertifiedMinimum(
                  new PenalizedHinge(data, 1, loss, lambda, noTilt), tolerance, 60);

          assertThat(search.byNewton()).as("%d features, λ = %s", features, lambda).isPresent();
        }
      }
    }
  }

  /**
   * Rows that can be separated, and the same with one that cannot: with the loss that the smallest
   * penalty allows, both are found by Newton's steps. (A loss of sharpness 10 would not be: the
   * time of a fit would tell the two tables apart.)
   */
  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 1e-2, 1})
  @Timeout(60)
  void separableRowsAreNoSlowerThanOthers(double regularization) {
    Learner learner =
        OutputPerturbation.withDefaults().with("regularization", Double.toString(regularization));
    for (boolean contrary : new boolean[] {false, true}) {
      SplittableRandom random = new SplittableRandom(1);
      double[][] rows = new double[300][];
      int[] labels = new int[300];
      for (int i = 0; i < rows.length; i++) {
        rows[i] = random.doubles(20, -1, 1).toArray();
        labels[i] = rows[i][0] > 0 ? 1 : 0;
        rows[i][0] += labels[i] == 1 ? 0.3 : -0.3;
      }
      labels[0] = contrary ? 1 - labels[0] : labels[0];
      BoundedDataset data =
          BoundedDataset.of(
              Schema.vectors(20, LabelSet.numbered(2))
                  .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
                  .expectedRows(300)
                  .build(),
              VectorTable.of(rows, labels));
      ApproximateDp guarantee = ApproximateDp.of(1, 1e-6);
      try (Ledger ledger =
          Ledger.inMemory("rows", data.adjacency(), guarantee, Randomness.reproducible(1))) {
        assertThat(learner.fit(data, ledger.spend("model", guarantee)).model().linear().classes())
            .isEqualTo(2);
      }
    }
  }
}
