// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.DemiluneException;
import dev.demilune.data.VectorTable;
import dev.demilune.model.LinearClassifier;
import dev.demilune.model.ScoreCalibration;
import dev.demilune.privacy.Adjacency;
import dev.demilune.robust.CertifiedRadius;
import dev.demilune.robust.RobustAccuracy;
import dev.demilune.schema.CellTally;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EvaluationTest {

  /** One feature; scores are -x and x for two classes, and 0 for a third. */
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

  private static VectorTable table(double[] values, int... labels) {
    double[][] rows = new double[values.length][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new double[] {values[i]};
    }
    return VectorTable.of(rows, labels);
  }

  @Test
  void countsRowsByClassAndPrediction() {
    Evaluation evaluation =
        Evaluation.onPublic(
            model(2), table(new double[] {-1, -2, 3, 4, 5, -6, 1, 1}, 0, 0, 0, 1, 1, 1, 1, 1));
    assertThat(evaluation.rows()).isEqualTo(8);
    assertThat(evaluation.confusion(0, 0)).isEqualTo(2);
    assertThat(evaluation.confusion(0, 1)).isEqualTo(1);
    assertThat(evaluation.confusion(1, 0)).isEqualTo(1);
    assertThat(evaluation.confusion(1, 1)).isEqualTo(4);
    assertThat(evaluation.accuracy()).isEqualTo(0.75);
    assertThat(evaluation.balancedAccuracy()).isCloseTo((2 / 3.0 + 0.8) / 2, within(1e-15));
  }

  @Test
  void balancedAccuracyLeavesOutClassesThatDoNotOccur() {
    Evaluation evaluation =
        Evaluation.onPublic(model(3), table(new double[] {-1, -2, 3, 4}, 0, 0, 1, 0));
    assertThat(evaluation.balancedAccuracy()).isCloseTo((2 / 3.0 + 1) / 2, within(1e-15));
    assertThat(evaluation.auc()).isEmpty(); // three classes
  }

  @Test
  void logLossIsThatOfTheSoftmaxOfTheScores() {
    Evaluation evaluation = Evaluation.onPublic(model(2), table(new double[] {0.5, -2}, 1, 1));
    double expected = (Math.log1p(Math.exp(-1)) + Math.log1p(Math.exp(4))) / 2;
    assertThat(evaluation.logLoss()).isCloseTo(expected, within(1e-15));
  }

  @Test
  void logLossOfHugeScoresDoesNotOverflow() {
    LinearClassifier model =
        LinearClassifier.of(model(2).schema(), new double[][] {{0}, {1e6}}, new double[2]);
    Evaluation evaluation = Evaluation.onPublic(model, table(new double[] {10, 10}, 1, 0));
    assertThat(evaluation.logLoss()).isEqualTo(5e5);
  }

  @Test
  void aucCountsTiesHalf() {
    Evaluation evaluation =
        Evaluation.onPublic(model(2), table(new double[] {1, 2, 2, 3}, 0, 0, 1, 1));
    assertThat(evaluation.auc()).hasValue(3.5 / 4);
    assertThat(Evaluation.onPublic(model(2), table(new double[] {0.0, -0.0}, 0, 1)).auc())
        .hasValue(0.5);
  }

  @Test
  void aucEqualsTheCountOfAllPairs() {
    SplittableRandom random = new SplittableRandom(1);
    double[] values = new double[3000];
    int[] labels = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      labels[i] = random.nextInt(2);
      values[i] = random.nextInt(20) / 4.0 + labels[i] * 0.5 - 2;
    }
    long halves = 0;
    long pairs = 0;
    for (int i = 0; i < values.length; i++) {
      for (int j = 0; j < values.length; j++) {
        if (labels[i] == 1 && labels[j] == 0) {
          pairs++;
          halves += values[i] > values[j] ? 2 : values[i] == values[j] ? 1 : 0;
        }
      }
    }
    assertThat(Evaluation.onPublic(model(2), table(values, labels)).auc().orElseThrow())
        .isCloseTo(halves / 2.0 / pairs, within(1e-15));
  }

  /** Published values of Clopper and Pearson's interval, and formulas where there are any. */
  @Test
  void sharesHaveExactIntervals() {
    assertThat(Measured.share(0, 10).high()).isCloseTo(1 - Math.pow(0.025, 0.1), within(1e-9));
    assertThat(Measured.share(0, 10).low()).isZero();
    assertThat(Measured.share(10, 10).low()).isCloseTo(Math.pow(0.025, 0.1), within(1e-9));
    assertThat(Measured.share(5, 10).low()).isCloseTo(0.1871, within(5e-5));
    assertThat(Measured.share(5, 10).high()).isCloseTo(0.8129, within(5e-5));
    Measured few =
        Evaluation.onPublic(model(2), table(new double[] {1, -1}, 1, 1)).measuredAccuracy();
    assertThat(few.value()).isEqualTo(0.5);
    assertThat(few.high() - few.low()).isGreaterThan(0.97); // two rows tell nothing
  }

  @Test
  void meansAndAreasHaveNormalIntervals() {
    // Of 1, 1, 1, 5 the mean is 2 and the variance 3.
    Measured mean = Measured.mean(8, 28, 4);
    assertThat(mean.high() - mean.value()).isCloseTo(1.959964 * Math.sqrt(3.0 / 4), within(1e-9));
    assertThat(Measured.mean(1, 1, 1).low()).isEqualTo(1);
    // Wilson's interval of 20 of 25.
    Measured area = Measured.area(0.8, 100, 25);
    assertThat(area.low()).isCloseTo(0.6087, within(5e-5));
    assertThat(area.high()).isCloseTo(0.9114, within(5e-5));
    assertThat(Measured.area(1, 4, 4).low()).isLessThan(0.52); // four rows tell nothing
  }

  @Test
  void theMajorityIsKnownAndItsLogLoss() {
    Evaluation some = Evaluation.onPublic(model(2), table(new double[] {1, 1, 1, -1}, 1, 1, 1, 0));
    assertThat(some.majorityShare()).isEqualTo(0.75);
    assertThat(some.logLossOfShares())
        .isCloseTo(-0.75 * Math.log(0.75) - 0.25 * Math.log(0.25), within(1e-12));
  }

  @Test
  void aCalibratedModelHasACurveOfItsProbabilities() {
    assertThat(Evaluation.onPublic(model(2), table(new double[] {1}, 1)).calibrationCurve())
        .isEmpty();
    // Scores are -x and x: the log odds are 2x, and 0.95 is in the last bin.
    double sure = Math.log(19) / 2;
    LinearClassifier model = model(2).calibrated(ScoreCalibration.of(1, 0, 0));
    List<ScoreCurves.Point> points =
        Evaluation.onPublic(model, table(new double[] {sure, sure, sure, -sure}, 1, 1, 0, 0))
            .calibrationCurve();
    assertThat(points).hasSize(2);
    assertThat(points.get(0).predicted()).isCloseTo(0.05, within(1e-12));
    assertThat(points.get(0).observed()).isZero();
    assertThat(points.get(1).rows()).isEqualTo(3);
    assertThat(points.get(1).from()).isEqualTo(0.9);
    assertThat(points.get(1).predicted()).isCloseTo(0.95, within(1e-12));
    assertThat(points.get(1).observed()).isCloseTo(2 / 3.0, within(1e-12));
    assertThat(points.get(1).interval().low()).isLessThan(0.2);
  }

  @Test
  void aucIsEmptyWhenOneClassIsMissing() {
    assertThat(Evaluation.onPublic(model(2), table(new double[] {1, 2}, 1, 1)).auc()).isEmpty();
  }

  @Test
  void anUnknownLabelIsRefusedWithItsLine() {
    assertThatThrownBy(() -> Evaluation.onPublic(model(2), table(new double[] {1, 2, 3}, 1, 0, 7)))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "rows in memory:3: the label is not one of the schema's labels; correct it or leave the"
                + " row out");
    assertThatThrownBy(
            () -> RobustAccuracy.onPublic(model(2), table(new double[] {1, 2, 3}, 1, 0, 7)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageStartingWith("rows in memory:3: ");
  }

  @Test
  void noRowsAndNoLabelsAreRefused() {
    assertThatThrownBy(() -> Evaluation.onPublic(model(2), table(new double[0])))
        .isInstanceOf(DemiluneException.class)
        .hasMessage("rows in memory: there are no rows to score");
    assertThatThrownBy(() -> Evaluation.onPublic(model(2), VectorTable.of(new double[][] {{1}})))
        .isInstanceOf(DemiluneException.class);
  }

  @Test
  void robustAccuracyCountsRowsThatAreRightAndOutOfReach() {
    RobustAccuracy robust =
        RobustAccuracy.onPublic(model(2), table(new double[] {1, 2, 3, -4, 5}, 1, 1, 1, 1, 0));
    assertThat(robust.rows()).isEqualTo(5);
    assertThat(robust.accuracy()).isEqualTo(0.6);
    assertThat(robust.at(0.99)).isEqualTo(0.6);
    assertThat(robust.at(1)).isEqualTo(0.4); // radii are rounded down: 1 is not certified at 1
    assertThat(robust.at(2.5)).isEqualTo(0.2);
    assertThat(robust.at(3)).isZero();
    assertThat(robust.radiusKeeping(0)).isCloseTo(3, within(1e-9));
    assertThat(robust.radiusKeeping(0.5)).isCloseTo(2, within(1e-9));
    assertThat(robust.radiusKeeping(1)).isCloseTo(1, within(1e-9));
  }

  @Test
  void predictionsComeOneByOneWithTheirLines() {
    LinearClassifier model = model(2);
    List<String> seen = new ArrayList<>();
    long rows =
        Predictor.of(model)
            .walk(
                VectorTable.of(new double[][] {{2}, {-3}, {0}}),
                (line, predicted, scores, radius, copies) ->
                    seen.add(line + " " + predicted + " " + scores[1] + " " + radius));
    assertThat(rows).isEqualTo(3);
    assertThat(seen).containsExactly("1 1 2.0 NaN", "2 0 -3.0 NaN", "3 0 0.0 NaN");
  }

  @Test
  void predictionsCarryTheirRadiusWhenAskedTo() {
    LinearClassifier model = model(2);
    List<Double> radii = new ArrayList<>();
    Predictor.withRadius(model)
        .walk(
            VectorTable.of(new double[][] {{2}, {-3}}),
            (line, predicted, scores, radius, copies) -> radii.add(radius));
    CertifiedRadius certified = CertifiedRadius.of(model);
    assertThat(radii)
        .containsExactly(
            certified.radius(model.schema().encode(new double[] {2})),
            certified.radius(model.schema().encode(new double[] {-3})));
  }

  /** Several batches, scored on other threads while later rows are read. */
  @Test
  void manyRowsComeInTheirOrderWithTheSameBitsAndTheirOwnCopies() {
    LinearClassifier model = model(2);
    Random random = new Random(7);
    double[][] values = new double[5_000][1];
    for (double[] row : values) {
      row[0] = random.nextGaussian();
    }
    VectorTable table = VectorTable.of(values);
    List<Long> lines = new ArrayList<>();
    long rows =
        Predictor.of(model)
            .walk(
                table,
                CellTally.of(model.schema()),
                () -> new Object[] {table.line()}, // of the row that is being read
                (line, predicted, scores, radius, copies) -> {
                  double[] alone = new double[2];
                  EncodedRow row = model.schema().encode(values[(int) line - 1]);
                  assertThat(predicted).isEqualTo(model.predict(row, alone));
                  assertThat(scores).containsExactly(alone);
                  assertThat(copies).containsExactly(line);
                  lines.add(line);
                });
    assertThat(rows).isEqualTo(5_000);
    assertThat(lines).isSorted().hasSize(5_000).doesNotHaveDuplicates();
  }

  /** The first rows of a table that is exactly as long as batches are must not be lost. */
  @Test
  void tablesOfAnyLengthAreReadToTheirEnd() {
    for (int length : new int[] {0, 1, 255, 256, 257, 512, 1_024, 1_025}) {
      long[] seen = {0};
      long rows =
          Predictor.of(model(2))
              .walk(
                  VectorTable.of(new double[length][1]),
                  (line, predicted, scores, radius, copies) -> seen[0]++);
      assertThat(rows).isEqualTo(length);
      assertThat(seen[0]).isEqualTo(length);
    }
  }
}
