// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Ledger;
import dev.demilune.data.VectorTable;
import dev.demilune.mechanism.NoisyCounts;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PrivateEvaluationTest {

  /** One feature; the sign of x decides between the first two classes. */
  private static LinearClassifier model(int classes) {
    Schema schema =
        Schema.vectors(1, LabelSet.numbered(classes))
            .adjacency(Adjacency.REPLACE_ONE)
            .rows(RowBound.clip(10))
            .build();
    double[][] weights = new double[classes][1];
    weights[0][0] = -10;
    weights[1][0] = 10;
    return LinearClassifier.of(schema, weights, new double[classes]);
  }

  /** Rows of two classes, of which the given share is predicted right. */
  private static VectorTable table(int rows, double accuracy, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] values = new double[rows][];
    int[] labels = new int[rows];
    for (int i = 0; i < rows; i++) {
      labels[i] = i % 2;
      boolean right = random.nextDouble() < accuracy;
      values[i] = new double[] {right == (labels[i] == 1) ? 1 : -1};
    }
    return VectorTable.of(values, labels);
  }

  private static PrivateEvaluation score(
      int classes, VectorTable table, Adjacency adjacency, Guarantee price, long seed) {
    Ledger ledger = Ledger.inMemory("held out", adjacency, price, Randomness.reproducible(seed));
    LinearClassifier model = model(classes);
    EvaluationPlan plan = PrivateEvaluation.plan(model, adjacency, price);
    return plan.run(model, table, ledger.spend("score", plan));
  }

  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void withLittleNoiseItIsThePublicEvaluation(Adjacency adjacency) {
    for (int classes = 2; classes <= 4; classes++) {
      Evaluation exact = Evaluation.onPublic(model(classes), table(2000, 0.8, 1));
      PrivateEvaluation noisy = score(classes, table(2000, 0.8, 1), adjacency, PureDp.of(200), 2);
      assertThat(noisy.rows()).isEqualTo(2000);
      assertThat(noisy.accuracy()).isEqualTo(exact.accuracy());
      assertThat(noisy.balancedAccuracy()).isEqualTo(exact.balancedAccuracy());
      for (int actual = 0; actual < classes; actual++) {
        for (int predicted = 0; predicted < classes; predicted++) {
          assertThat(noisy.confusion(actual, predicted))
              .isEqualTo(exact.confusion(actual, predicted));
        }
      }
      assertThat(noisy.accuracyInterval().low()).isBetween(0.75, exact.accuracy());
      assertThat(noisy.accuracyInterval().high()).isBetween(exact.accuracy(), 0.85);
    }
  }

  @Test
  void plansForAnyEpsilonOrSaysWhyNot() {
    NoisyCounts least = EvaluationPlan.of(2, Adjacency.ADD_OR_REMOVE_ONE, PureDp.of(1e300)).noise();
    assertThat(least.scale()).isEqualTo(NoisyCounts.SMALLEST_SCALE);
    assertThatThrownBy(() -> EvaluationPlan.of(2, Adjacency.ADD_OR_REMOVE_ONE, PureDp.of(1e-13)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageEndingWith("is larger than can be drawn: use a larger ε");
  }

  @Test
  void noiseIsWhatThePriceAllows() {
    // Two classes, one row added: one count moves by one. Replaced: two do.
    assertThat(EvaluationPlan.of(2, Adjacency.ADD_OR_REMOVE_ONE, PureDp.of(0.5)).noise())
        .isEqualTo(new NoisyCounts(2, 1));
    assertThat(EvaluationPlan.of(2, Adjacency.REPLACE_ONE, PureDp.of(0.5)).noise())
        .isEqualTo(new NoisyCounts(4, 2));
    assertThat(EvaluationPlan.of(2, Adjacency.REPLACE_LABEL, PureDp.of(0.5)).noise())
        .isEqualTo(new NoisyCounts(4, 2));
    // More classes: the matrix, and right and wrong, for half each.
    assertThat(EvaluationPlan.of(3, Adjacency.REPLACE_ONE, PureDp.of(0.5)).event())
        .isEqualTo(new PrivacyEvent.Repeated(new PrivacyEvent.DiscreteLaplace(8, 1), 4));
    EvaluationPlan approximate =
        EvaluationPlan.of(10, Adjacency.REPLACE_ONE, ApproximateDp.of(0.5, 1e-6));
    assertThat(Accountant.best(approximate.event()).epsilon(1e-6)).isBetween(0.499, 0.5);
    assertThat(approximate.noise().scale()).isLessThan(8);
  }

  @Test
  void countsOfScoresTakeHalfOfThePriceUnlessLeftOut() {
    assertThat(PrivateEvaluation.plan(model(2), Adjacency.REPLACE_ONE, PureDp.of(0.5)).event())
        .isEqualTo(new PrivacyEvent.Repeated(new PrivacyEvent.DiscreteLaplace(8, 1), 4));
    assertThat(
            PrivateEvaluation.planOfCounts(model(2), Adjacency.REPLACE_ONE, PureDp.of(0.5)).noise())
        .isEqualTo(new NoisyCounts(4, 2));
    assertThat(PrivateEvaluation.plan(model(3), Adjacency.REPLACE_ONE, PureDp.of(1)).withScores())
        .isFalse();
  }

  /** Every row of a small table removed or replaced by every other: at most one or two cells. */
  @Test
  void oneRowMovesOneCellAndAReplacedOneTwo() {
    LinearClassifier model = model(3);
    double[] xs = {-1, 1, 0};
    List<double[]> rows = List.of(new double[] {-1}, new double[] {1}, new double[] {1});
    int[] labels = {0, 2, 1};
    long[] all = cells(model, rows, labels);
    for (int row = 0; row < 3; row++) {
      List<double[]> fewer = new ArrayList<>(rows);
      fewer.remove(row);
      int[] rest = new int[2];
      for (int i = 0, j = 0; i < 3; i++) {
        if (i != row) {
          rest[j++] = labels[i];
        }
      }
      assertThat(moved(all, cells(model, fewer, rest))).isEqualTo(1);
      for (double x : xs) {
        for (int label = 0; label < 3; label++) {
          List<double[]> replaced = new ArrayList<>(rows);
          replaced.set(row, new double[] {x});
          int[] relabeled = labels.clone();
          relabeled[row] = label;
          assertThat(moved(all, cells(model, replaced, relabeled))).isIn(0, 2);
        }
      }
    }
  }

  private static long[] cells(LinearClassifier model, List<double[]> rows, int[] labels) {
    Evaluation exact =
        Evaluation.onPublic(model, VectorTable.of(rows.toArray(double[][]::new), labels));
    long[] cells = new long[9];
    for (int i = 0; i < 9; i++) {
      cells[i] = exact.confusion(i / 3, i % 3);
    }
    return cells;
  }

  private static int moved(long[] one, long[] other) {
    int moved = 0;
    for (int i = 0; i < one.length; i++) {
      assertThat(Math.abs(one[i] - other[i])).isLessThanOrEqualTo(1);
      moved += one[i] == other[i] ? 0 : 1;
    }
    return moved;
  }

  /** The true accuracy of 0.8 lies within, noise and sampling counted, in 95 % of runs or more. */
  @Test
  void intervalsHoldAsOftenAsTheySay() {
    int runs = 2000;
    int missed = 0;
    int missedBalanced = 0;
    double width = 0;
    for (int i = 0; i < runs; i++) {
      PrivateEvaluation noisy =
          score(2, table(400, 0.8, i), Adjacency.ADD_OR_REMOVE_ONE, PureDp.of(1), i);
      ShareInterval interval = noisy.accuracyInterval();
      ShareInterval balanced = noisy.balancedAccuracyInterval();
      missed += interval.low() <= 0.8 && 0.8 <= interval.high() ? 0 : 1;
      missedBalanced += balanced.low() <= 0.8 && 0.8 <= balanced.high() ? 0 : 1;
      width += (interval.high() - interval.low()) / runs;
    }
    // 100 misses are allowed; 150 would come once in a million runs of a right interval.
    assertThat(missed).isLessThan(150);
    assertThat(missedBalanced).isLessThan(150);
    // Intervals that forgot the noise would be 0.08 wide and miss three times as often.
    assertThat(width).isBetween(0.09, 0.2);
  }

  @Test
  void thePlanSaysHowExactItWillBe() {
    EvaluationPlan plan = EvaluationPlan.of(2, Adjacency.ADD_OR_REMOVE_ONE, PureDp.of(1));
    assertThat(plan.halfWidth(10_000)).isCloseTo(0.0113, within(1e-3));
    assertThat(plan.halfWidth(100)).isBetween(0.1, 0.3);
    assertThat(EvaluationPlan.of(2, Adjacency.ADD_OR_REMOVE_ONE, PureDp.of(1e-3)).halfWidth(100))
        .isEqualTo(0.5);
    assertThat(plan.countError()).isEqualTo(4); // P(|Z| ≥ 4) = 2·e^-4/(1 + 1/e) = 0.027
  }

  @Test
  void noRowsGiveNoNumberAndNoFault() {
    int without = 0;
    for (long seed = 0; seed < 20; seed++) {
      PrivateEvaluation noisy =
          score(2, table(0, 0, 1), Adjacency.ADD_OR_REMOVE_ONE, PureDp.of(1), seed);
      assertThat(noisy.rows()).isNotNegative();
      without += Double.isNaN(noisy.accuracy()) ? 1 : 0;
      assertThat(noisy.accuracyInterval().low()).isZero();
      assertThat(noisy.accuracyInterval().high()).isEqualTo(1);
    }
    assertThat(without).isBetween(3, 17);
  }

  @Test
  void certifiesWhatWasCharged() {
    Guarantee price = ApproximateDp.of(0.3, 1e-7);
    PrivateEvaluation noisy = score(3, table(500, 0.9, 1), Adjacency.REPLACE_ONE, price, 1);
    assertThat(noisy.certificate().learner()).isEqualTo("private-evaluation");
    assertThat(noisy.certificate().event()).isEqualTo(noisy.plan().event().toString());
    assertThat(noisy.certificate().charged()).isEqualTo(price);
    assertThat(noisy.certificate().adjacency()).isEqualTo(Adjacency.REPLACE_ONE);
  }

  @Test
  void refusesMoreClassesThanFit() {
    assertThatThrownBy(() -> EvaluationPlan.of(1001, Adjacency.REPLACE_ONE, PureDp.of(1)))
        .hasMessage("a private evaluation counts at most 1000 classes, got 1001");
  }
}
