// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.budget.Ledger;
import dev.demilune.data.VectorTable;
import dev.demilune.mechanism.NoisyCounts;
import dev.demilune.model.Classifier;
import dev.demilune.model.LinearClassifier;
import dev.demilune.model.ScoreCalibration;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Noisy counts of scores give AUC, losses and curves, and intervals that hold as they say. */
class ScoreCurvesTest {

  private static final ScoreCalibration CALIBRATION = ScoreCalibration.of(2, 0, -0.5);
  private static final double SPREAD = 3;

  /** A model whose score difference is three times the feature. */
  private static Classifier model() {
    Schema schema =
        Schema.vectors(1, LabelSet.numbered(2))
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .rows(RowBound.clip(1))
            .build();
    return LinearClassifier.of(schema, new double[][] {{0}, {SPREAD}}, new double[2]);
  }

  /** Rows whose labels have the probabilities of the calibration. */
  private static VectorTable table(int rows, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] values = new double[rows][];
    int[] labels = new int[rows];
    double[] p = new double[2];
    for (int i = 0; i < rows; i++) {
      values[i] = new double[] {2 * random.nextDouble() - 1};
      CALIBRATION.probabilities(new double[] {0, SPREAD * values[i][0]}, p);
      labels[i] = random.nextDouble() < p[1] ? 1 : 0;
    }
    return VectorTable.of(values, labels);
  }

  private static ScoreCurves curves(
      Classifier model, VectorTable table, double epsilon, long seed) {
    PureDp price = PureDp.of(epsilon);
    Ledger ledger =
        Ledger.inMemory(
            "held out", Adjacency.ADD_OR_REMOVE_ONE, price, Randomness.reproducible(seed));
    EvaluationPlan plan = PrivateEvaluation.plan(model, Adjacency.ADD_OR_REMOVE_ONE, price);
    return plan.run(model, table, ledger.spend("score", plan)).curves().orElseThrow();
  }

  @Test
  void withLittleNoiseTheNumbersAreThoseOfThePublicEvaluationUpToRounding() {
    Classifier model = model().calibrated(CALIBRATION);
    Evaluation exact = Evaluation.onPublic(model, table(20_000, 1));
    ScoreCurves curves = curves(model, table(20_000, 1), 1000, 2);
    assertClose(curves.auc(), exact.auc().orElseThrow());
    assertClose(curves.logLoss().orElseThrow(), exact.logLoss());
    assertClose(curves.brierScore().orElseThrow(), exact.brierScore().orElseThrow());
    assertThat(curves.auc().rounding()).isBetween(0.001, 0.02);
    assertThat(curves.calibrationCurve()).hasSize(12);
    for (ScoreCurves.Point point : curves.calibrationCurve()) {
      assertThat(point.predicted()).isBetween(point.from(), point.to());
      assertThat(point.observed()).isCloseTo(point.predicted(), within(0.05));
      assertThat(point.interval().low()).isLessThan(point.observed());
    }
    ScoreCurves.Lift half =
        curves.lift().stream().filter(lift -> lift.from() == 0.5).findFirst().orElseThrow();
    double found = exact.rowsOf(1);
    assertThat(half.found()).isBetween(0.5, 1.0);
    assertThat(half.lift()).isCloseTo(half.found() / half.rows(), within(1e-9));
    assertThat(half.rows()).isBetween(found / 20_000 - 0.2, found / 20_000 + 0.2);
  }

  private static void assertClose(ScoreCurves.Estimate estimate, double exact) {
    assertThat(estimate.value()).isCloseTo(exact, within(0.002)); // far less than rounding may do
    assertThat(Math.abs(estimate.value() - exact)).isLessThanOrEqualTo(estimate.rounding());
    assertThat(estimate.low()).isLessThan(exact);
    assertThat(estimate.high()).isGreaterThan(exact);
  }

  @Test
  void aModelWithoutProbabilitiesHasAucAndLiftOnly() {
    ScoreCurves curves = curves(model(), table(2_000, 1), 1, 2);
    assertThat(curves.calibrated()).isFalse();
    assertThat(curves.logLoss()).isEmpty();
    assertThat(curves.brierScore()).isEmpty();
    assertThat(curves.calibrationCurve()).isEmpty();
    assertThat(curves.auc().value()).isBetween(0.6, 1.0);
    assertThat(curves.lift()).isNotEmpty();
  }

  /** Scores of any size are told apart: the cells are in units of the model's weights. */
  @Test
  void theScaleOfScoresDoesNotMatter() {
    Classifier large =
        LinearClassifier.of(model().schema(), new double[][] {{0}, {3e5}}, new double[2]);
    ScoreCurves one = curves(model(), table(2_000, 1), 1, 2);
    ScoreCurves other = curves(large, table(2_000, 1), 1, 2);
    assertThat(other.auc()).isEqualTo(one.auc());
    assertThat(other.auc().rounding()).isLessThan(0.05);
    assertThat(other.lift().get(0).from()).isCloseTo(1e5 * one.lift().get(0).from(), within(1e-3));
  }

  /** One row adds one to one count, whatever it scores. */
  @Test
  void everyScoreHasACount() {
    for (double score : new double[] {Double.NaN, Double.NEGATIVE_INFINITY, -1, 0, 1e300}) {
      for (int label = 0; label < 2; label++) {
        assertThat(ScoreCurves.place(CALIBRATION, label, new double[] {0, score}))
            .isBetween(label * ScoreCurves.CELLS, (label + 1) * ScoreCurves.CELLS - 1);
      }
    }
    // A probability of one half is the lower end of its cell, also after a shift.
    Classifier shifted = model().calibrated(CALIBRATION).decidingBy(new double[] {1, 9});
    double even = 0.5 * Math.log(9); // the costs' odds over the scale: the offset has moved
    assertThat(ScoreCurves.place(shifted.requireCalibration(), 0, new double[] {0, even + 1e-9}))
        .isEqualTo(ScoreCurves.CELLS / 2);
    assertThat(ScoreCurves.place(shifted.requireCalibration(), 0, new double[] {0, even - 1e-9}))
        .isEqualTo(ScoreCurves.CELLS / 2 - 1);
  }

  /**
   * The intervals hold for the population in 95 % of cases or more; 1,000 draws of rows and noise.
   * A right interval misses 50 times, and 87 times or more once in a million; with twice the noise
   * that it counts on it would be seen.
   */
  @Test
  void intervalsHoldAsOftenAsTheySay() {
    Classifier model = model().calibrated(CALIBRATION);
    ScoreCurves population = curves(model, table(1_000_000, 99), 1e6, 1);
    int[] missed = misses(population, new NoisyCounts(4, 1), 4);
    assertThat(missed[0]).isLessThan(87);
    assertThat(missed[1]).isLessThan(87);
    assertThat(missed[2]).isLessThan(87);
    int[] tooNoisy = misses(population, new NoisyCounts(8, 1), 4);
    assertThat(tooNoisy[0]).isGreaterThan(87);
    assertThat(tooNoisy[1]).isGreaterThan(87);
    assertThat(tooNoisy[2]).isGreaterThan(87);
  }

  /**
   * How often AUC, log loss and Brier score are missed with noise of one scale and claims of
   * another.
   */
  private static int[] misses(ScoreCurves population, NoisyCounts drawn, double claimed) {
    int[] missed = new int[3];
    SplittableRandom random = new SplittableRandom(7);
    for (int run = 0; run < 1000; run++) {
      long[] counts = new long[2 * ScoreCurves.CELLS];
      double[] p = new double[2];
      for (int i = 0; i < 800; i++) {
        double[] scores = {0, SPREAD * (2 * random.nextDouble() - 1)};
        CALIBRATION.probabilities(scores, p);
        int label = random.nextDouble() < p[1] ? 1 : 0;
        counts[ScoreCurves.place(CALIBRATION, label, scores)]++;
      }
      drawn.release(counts, Randomness.reproducible(run));
      ScoreCurves noisy = new ScoreCurves(true, 1, counts, new NoisyCounts(claimed, 1));
      missed[0] += missed(noisy.auc(), population.auc());
      missed[1] += missed(noisy.logLoss().orElseThrow(), population.logLoss().orElseThrow());
      missed[2] += missed(noisy.brierScore().orElseThrow(), population.brierScore().orElseThrow());
    }
    return missed;
  }

  private static int missed(ScoreCurves.Estimate estimate, ScoreCurves.Estimate truth) {
    return estimate.low() <= truth.value() && truth.value() <= estimate.high() ? 0 : 1;
  }

  @Test
  void noRowsGiveNoNumberAndNoFault() {
    for (long seed = 0; seed < 20; seed++) {
      ScoreCurves curves =
          curves(
              model().calibrated(CALIBRATION),
              VectorTable.of(new double[0][], new int[0]),
              1,
              seed);
      assertThat(curves.auc().high()).isLessThanOrEqualTo(1);
      assertThat(curves.calibrationCurve()).hasSize(12);
      curves.lift();
      curves.logLoss();
    }
  }
}
