// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.DemiluneException;
import dev.demilune.model.ScoreCalibration;
import dev.demilune.model.ScoreCells;
import dev.demilune.schema.LabelSet;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Weights, decisions and thresholds say what they take, and do it. */
class ClassWeightsTest {

  private static final LabelSet LABELS = LabelSet.of("no", "yes", "a=b");

  @Test
  void factorsAreAtMostOne() {
    assertThat(ClassWeights.of(1, 5, 2).factors(new double[3])).containsExactly(0.2, 1, 0.4);
    assertThat(ClassWeights.BALANCED.factors(new double[] {900, 100, 300}))
        .containsExactly(new double[] {1.0 / 9, 1, 1.0 / 3}, within(1e-15));
    double[] extreme = ClassWeights.of(1e-300, 1e-291, 1e-295).factors(null);
    assertThat(Arrays.stream(extreme).max().orElseThrow()).isEqualTo(1);
    assertThat(Arrays.stream(extreme).min().orElseThrow()).isPositive();
    assertThatThrownBy(() -> ClassWeights.of(1, 1e10))
        .hasMessage("class weights must be within a factor of 1.0E9 of each other");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0,1", "-1,2", "1,NaN", "1,Infinity", "", "1,,2", "even", "1;2"})
  void whatIsNoWeightIsRefused(String text) {
    assertThatThrownBy(() -> ClassWeights.SETTING.parse(text))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "setting 'class-weights' must be one weight above 0 per class, in the order of the"
                + " labels, as in 1,5, balanced or off, got '"
                + text
                + "'");
  }

  @Test
  void weightsAreReadAsTheyAreWritten() {
    for (String text : List.of("off", "balanced", "1.0,5.0", "0.25,1.0,3.0")) {
      assertThat(ClassWeights.SETTING.text(ClassWeights.SETTING.parse(text))).isEqualTo(text);
    }
    assertThat(ClassWeights.SETTING.parse("1, 5")).isEqualTo(ClassWeights.of(1, 5));
    assertThatThrownBy(() -> ClassWeights.of(1, 5).require(3))
        .hasMessage(
            "class-weights has 2 weights and there are 3 classes: give one for each, in the order"
                + " of the labels");
    ClassWeights.OFF.require(3);
    ClassWeights.BALANCED.require(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "no=1,yes=5,a=b=2; 1,5,2",
        "{yes: 5, a=b: 2, no: 1}; 1,5,2",
        "balanced; balanced",
        "1,5,2; 1,5,2"
      })
  void labelsBecomePositions(String text, String positions) {
    assertThat(ClassWeights.byPosition("class-weights", text, LABELS)).isEqualTo(positions);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "no=1,yes=5; class-weights needs a number for every label, and has none for 'a=b'",
        "no=1,maybe=5; class-weights names 'maybe', which is not a label: the labels are no, yes,"
            + " a=b",
        "no=1,no=2; class-weights needs one number for 'no', as in no=5",
        "no=1,yes; class-weights needs one number for 'yes', as in yes=5"
      })
  void labelsThatDoNotFitAreRefused(String text, String message) {
    assertThatThrownBy(() -> ClassWeights.byPosition("class-weights", text, LABELS))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "threshold=0",
        "threshold=1",
        "recall=1.5",
        "recall",
        "cost=1",
        "cost=1,0",
        "cost=1,x",
        "likely",
        "balanced-accuracy=1",
        "threshold=0.2,0.3"
      })
  void whatIsNoDecisionIsRefused(String text) {
    assertThatThrownBy(() -> Decision.SETTING.parse(text))
        .hasMessageStartingWith("setting 'decision' must be by-weights, balanced-accuracy")
        .hasMessageEndingWith("got '" + text + "'");
  }

  @Test
  void decisionsAreReadAsTheyAreWritten() {
    for (String text :
        List.of("by-weights", "balanced-accuracy", "threshold=0.2", "recall=0.8", "cost=1.0,5.0")) {
      assertThat(Decision.SETTING.parse(text)).hasToString(text);
    }
    assertThatThrownBy(() -> Decision.SETTING.parse("recall=0.8").require(3, true))
        .hasMessage("decision=recall=0.8 is for two classes, and there are 3: use cost");
    assertThatThrownBy(() -> Decision.SETTING.parse("cost=1,2").require(3, true))
        .hasMessageContaining("has 2 costs and there are 3 classes");
    assertThatThrownBy(() -> Decision.BALANCED.require(2, false))
        .hasMessage("decision=balanced-accuracy needs probabilities: set calibration=on as well");
    Decision.BY_WEIGHTS.require(3, false);
  }

  /** Counts of log odds without noise: hits 1 to 26 from the lowest cell up, one miss each. */
  private static NoisyScores counts(double deviation, int factor) {
    long[] counts = new long[52];
    for (int c = 0; c < 26; c++) {
      counts[c] = factor;
      counts[26 + c] = (long) factor * (c + 1);
    }
    return new NoisyScores(2, ScoreCells.ofLogOdds(1), counts, deviation);
  }

  @Test
  void decisionsBecomeCosts() {
    NoisyScores scores = counts(0, 1000);
    ScoreCalibration calibration = ScoreCalibration.of(1, 0, 0);
    double[] ones = {1, 1};
    assertThat(Decision.BY_WEIGHTS.costs(scores, calibration, new double[] {0.2, 1}))
        .containsExactly(0.2, 1);
    assertThat(Decision.SETTING.parse("threshold=0.2").costs(scores, calibration, ones))
        .containsExactly(0.2, 0.8);
    assertThat(Decision.SETTING.parse("cost=1,5").costs(scores, calibration, ones))
        .containsExactly(1, 5);
    // Shares 26/377 and 351/377 of the rows.
    assertThat(Decision.BALANCED.costs(scores, calibration, ones))
        .containsExactly(new double[] {377.0 / 26, 377.0 / 351}, within(1e-9));
  }

  @Test
  void theThresholdForARecallIsTheHighestThatIsSure() {
    // 0.9 of 351,000: all but about the 35,100 lowest, which are those of cells 0 to 7 (36,000).
    double sure = counts(0, 1000).scoreForRecall(0.9);
    assertThat(sure).isBetween(-2.0, -1.5);
    // With noise it is lower, and with nothing but noise there is none.
    double noisy = counts(200, 1000).scoreForRecall(0.9);
    assertThat(noisy).isLessThan(sure).isGreaterThan(-9.0);
    assertThat(counts(1e6, 1).scoreForRecall(0.9)).isEqualTo(Double.NEGATIVE_INFINITY);
    double[] costs =
        Decision.SETTING
            .parse("recall=0.9")
            .costs(counts(1e6, 1), ScoreCalibration.of(1, 0, 0), new double[] {1, 1});
    assertThat(costs[0]).isEqualTo(Decision.EVERYTHING); // every row is predicted positive
  }
}
