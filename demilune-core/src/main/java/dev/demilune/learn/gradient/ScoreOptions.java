// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.DemiluneException;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Settings;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainedModel;
import dev.demilune.learn.calibrate.ClassWeights;
import dev.demilune.learn.calibrate.Decision;
import dev.demilune.learn.calibrate.NoisyScores;
import dev.demilune.learn.calibrate.ScorePrior;
import dev.demilune.model.Classifier;
import dev.demilune.model.LinearClassifier;
import dev.demilune.model.ScoreCalibration;
import dev.demilune.model.ScoreCells;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * How classes count in training, whether scores are calibrated, and which class is predicted: what
 * a gradient learner does besides descending.
 *
 * @param prior of the calibration
 */
record ScoreOptions(
    ClassWeights weights, boolean calibrated, Decision decision, ScorePrior prior) {

  /** Whether scores are calibrated. */
  static final Setting<Boolean> CALIBRATION =
      Setting.onOff(
          "calibration",
          false,
          "whether 4 % of μ² buy noisy counts of scores by class, for probabilities");

  /** Neither weights nor probabilities. */
  static final ScoreOptions NONE =
      new ScoreOptions(ClassWeights.OFF, false, Decision.BY_WEIGHTS, ScorePrior.LOG_ODDS);

  // Shares of μ²: class counts are few large numbers, and a calibration has two parameters.
  private static final double CLASS_COUNT_SHARE = 0.02;
  private static final double SCORE_SHARE = 0.04;

  /** Returns what a learner's settings say; of a learner that has weights only, no calibration. */
  static ScoreOptions of(Settings values, ScorePrior prior) {
    return values.has(CALIBRATION.name())
        ? new ScoreOptions(
            values.get(ClassWeights.SETTING),
            values.get(CALIBRATION),
            values.get(Decision.SETTING),
            prior)
        : new ScoreOptions(
            values.get(ClassWeights.SETTING), false, Decision.BY_WEIGHTS, prior);
  }

  /**
   * Checks the options for a number of classes.
   *
   * @throws DemiluneException if they do not fit
   */
  void require(Shape shape) {
    weights.require(shape.classes());
    decision.require(shape.classes(), calibrated);
    if (calibrated && weights.isOn() && shape.classes() > 2) {
      throw new DemiluneException(
          "calibration with class-weights is for two classes, and there are "
              + shape.classes()
              + ": leave the weights out and set decision=balanced-accuracy or cost=...");
    }
  }

  double classCountShare() {
    return weights.isBalanced() ? CLASS_COUNT_SHARE : 0;
  }

  double scoreShare() {
    return calibrated ? SCORE_SHARE : 0;
  }

  /** The cells of the scores: in log odds, as the prior expects them. */
  ScoreCells cells() {
    return ScoreCells.ofLogOdds(1 / prior.scale());
  }

  /**
   * Returns the calibrated model and what it was told to predict.
   *
   * @param factors of the classes in training
   */
  TrainedModel finish(LinearClassifier model, NoisyScores scores, double[] factors) {
    ScoreCalibration calibration = scores.calibration(expected(factors));
    double[] costs = decision.costs(scores, calibration, factors);
    Classifier decided = model.calibrated(calibration).decidingBy(costs);
    Map<String, String> released = new LinkedHashMap<>();
    if (factors.length == 2) {
      released.put(
          "decision-threshold",
          String.format(Locale.ROOT, "%.6g", decided.requireCalibration().threshold()));
    }
    return new TrainedModel(decided, released);
  }

  /** Scores of a weighted loss are log odds of weighted classes: f₁p₁/(f₀p₀). */
  private ScorePrior expected(double[] factors) {
    return factors.length == 2 && weights.isOn()
        ? prior.around(Math.log(factors[0] / factors[1]))
        : prior;
  }
}
