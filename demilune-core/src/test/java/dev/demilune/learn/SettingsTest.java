// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.learn.auto.Learners;
import dev.demilune.learn.gradient.BatchPerceptron;
import dev.demilune.learn.gradient.GradientSettings;
import dev.demilune.learn.gradient.NoisyDescent;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {

  @ParameterizedTest
  @CsvSource({
    "noisy-descent, loss, softmax",
    "noisy-descent, steps, 17",
    "noisy-descent, score-noise, 0.25",
    "noisy-descent, momentum, 0.9",
    "noisy-descent, centering, off",
    "noisy-descent, robust, 0.05",
    "noisy-descent, rate, 0.1",
    "batch-perceptron, margin, 0.3",
    "batch-perceptron, rounds, 5",
    "batch-perceptron, centering, off",
    "batch-perceptron, rate, 0.25",
    "batch-perceptron, classes, one-vs-rest",
    "batch-perceptron, stop-below, 0.01",
    "batch-perceptron, published-error, 0.1",
    "private-svm, regularization, 0.01",
    "private-svm, steps, 17",
    "private-svm, centering, off",
    "private-svm, rate, 0.25",
    "objective-perturbation, regularization, 3.5",
    "output-perturbation, regularization, 3.5",
    "projected-sgd, margin, 0.25",
    "projected-sgd, slack, 0.8",
    "projected-sgd, steps, 7",
    "projected-sgd, runs, 3",
    "projected-sgd, projection, 40",
    "projected-sgd, projection, off",
    "projected-sgd, public-seed, 2",
    "projected-sgd, rate, 0.25",
    "grid-aggregate, blocks, 300",
    "grid-aggregate, combine, mean",
    "grid-aggregate, rounds, 3",
    "grid-aggregate, bits, 12",
    "grid-aggregate, regularization, 0.01",
    "grid-aggregate, projection, 4",
    "grid-aggregate, public-seed, 2",
    "grid-aggregate, intercept, off",
    "margin-erm, margin, 0.25",
    "margin-erm, runs, 3",
    "margin-erm, projection, 40",
    "margin-erm, projection, off",
    "margin-erm, public-seed, 2",
  })
  void aSettingChangesItselfAndNothingElse(String name, String key, String value) {
    Learner before = Learners.named(name);

    Learner after = before.with(key, value);

    assertThat(after.settings().get(key)).isEqualTo(value).isNotEqualTo(before.settings().get(key));
    assertThat(after.settings().keySet()).containsExactlyElementsOf(before.settings().keySet());
    assertThat(after.with(key, before.settings().get(key))).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "noisy-descent | loss | squared | setting 'loss' must be one of hinge, softmax, got"
            + " 'squared'",
        "noisy-descent | steps | 0 | setting 'steps' must be a whole number from 1 to 100000 or"
            + " auto, got '0'",
        "noisy-descent | steps | many | setting 'steps' must be a whole number from 1 to 100000 or"
            + " auto, got 'many'",
        "noisy-descent | pace | NaN | setting 'score-noise' must be a number from 1.0E-6 to"
            + " 1000000.0, got 'NaN'",
        "noisy-descent | momentum | 1 | setting 'momentum' must be a number from 0.0 to 0.99, got"
            + " '1'",
        "noisy-descent | centering | yes | setting 'centering' must be on or off, got 'yes'",
        "noisy-descent | rate | 0 | setting 'rate' must be a number from 1.0E-9 to 1.0, got '0'",
        "batch-perceptron | rate | 1.5 | setting 'rate' must be a number from 1.0E-9 to 1.0, got"
            + " '1.5'",
        "noisy-descent | rounds | 3 | noisy-descent has no setting 'rounds'; it has loss, steps,"
            + " score-noise, momentum, centering, robust, rate, class-weights, calibration,"
            + " decision",
        "batch-perceptron | margin | 1 | setting 'margin' must be a number from 0.0 to 0.999 or"
            + " auto, got '1'",
        "private-svm | regularization | -1 | setting 'regularization' must be a number from 0.0 to"
            + " 1000000.0, got '-1'",
        "objective-perturbation | regularization | 0 | setting 'regularization' must be a number"
            + " from 0.001 to 1.0E12 or auto, got '0'",
        "output-perturbation | lambda | 1 | output-perturbation has no setting 'lambda'; it has"
            + " regularization",
        "private-svm | pace | 1 | private-svm has no setting 'pace'; it has regularization, steps,"
            + " centering, rate, classes, class-weights, calibration, decision",
        "projected-sgd | margin | 2 | setting 'margin' must be a number from 0.001 to 1.0 or auto,"
            + " got '2'",
        "projected-sgd | runs | 0 | setting 'runs' must be a whole number from 1 to 100, got '0'",
        "grid-aggregate | blocks | 0 | setting 'blocks' must be a whole number from 1 to 16777216"
            + " or auto, got '0'",
        "grid-aggregate | bits | 31 | setting 'bits' must be a whole number from 1 to 30, got '31'",
        "grid-aggregate | regularization | 0 | setting 'regularization' must be a number from"
            + " 1.0E-6 to 1.0, got '0'",
        "margin-erm | margin | 0 | setting 'margin' must be a number from 1.0E-9 to 1000000.0 or"
            + " auto, got '0'",
        "margin-erm | projection | -1 | setting 'projection' must be a whole number from 1 to"
            + " 2147483647, auto or off, got '-1'",
        "batch-perceptron | steps | 3 | batch-perceptron has no setting 'steps'; it has margin,"
            + " rounds, centering, rate, classes, stop-below, published-error, row-lengths,"
            + " class-weights",
      })
  void aBadSettingIsRefusedWithTheRule(String name, String key, String value, String message) {
    assertThatThrownBy(() -> Learners.named(name).with(key, value))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(message);
  }

  @Test
  void anUnknownLearnerIsRefusedWithTheListOfThoseThereAre() {
    assertThatThrownBy(() -> Learners.named("forest"))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "there is no learner 'forest'; choose one of "
                + Learners.all().stream().map(Learner::name).collect(Collectors.joining(", ")))
        .hasMessageContaining(
            "noisy-descent, batch-perceptron, projected-sgd, margin-erm, private-svm");
  }

  @ParameterizedTest
  @CsvSource({
    "noisy-descent, pace, score-noise, 0.25",
    "noisy-descent, centring, centering, off",
    "batch-perceptron, stop, stop-below, 0.01",
    "batch-perceptron, published, published-error, 0.1",
    "projected-sgd, draw, public-seed, 2",
    "sphere-choice, kept, margin-kept, 0.5",
    "margin-choice, share, choice-share, 0.3",
    "kernel-margin, pace, score-noise, 0.25",
    "auto, centring, centering, off",
  })
  void aFormerNameIsStillTaken(String name, String former, String now, String value) {
    Learner learner = Learners.named(name);

    assertThat(learner.with(former, value)).isEqualTo(learner.with(now, value));
    assertThat(learner.with(former, value).settings())
        .containsEntry(now, value)
        .doesNotContainKey(former);
    assertThat(learner.nameOf(former)).isEqualTo(now);
  }

  @Test
  void typedValuesAreHeldToTheSameRange() {
    NoisyDescent descent = NoisyDescent.withDefaults();
    assertThat(descent.with(NoisyDescent.STEPS, 17)).isEqualTo(descent.with("steps", "17"));
    assertThatThrownBy(
            () -> BatchPerceptron.withDefaults().with(BatchPerceptron.MARGIN, Double.NaN))
        .isInstanceOf(DemiluneException.class)
        .hasMessage("setting 'margin' must be a number from 0.0 to 0.999 or auto, got 'NaN'");
    assertThatThrownBy(() -> descent.with(GradientSettings.RATE, 0.0))
        .isInstanceOf(DemiluneException.class)
        .hasMessage("setting 'rate' must be a number from 1.0E-9 to 1.0, got '0.0'");
    assertThatThrownBy(() -> descent.with(BatchPerceptron.ROUNDS, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("noisy-descent has no setting 'rounds'");
  }
}
