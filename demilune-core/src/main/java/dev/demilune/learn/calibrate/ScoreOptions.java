// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.calibrate;

import dev.demilune.DemiluneException;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Settings;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainedModel;
import dev.demilune.model.Classifier;
import dev.demilune.model.ScoreCalibration;
import dev.demilune.model.ScoreCells;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How classes count in training, whether scores are calibrated, and which class is predicted: what
 * a gradient learner does besides descending.
 *
 * @param prior of the calibration
 */
public record ScoreOptions(
    ClassWeights weights, boolean calibrated, Decision decision, ScorePrior prior) {

  /** Whether scores are calibrated. */
  public static final Setting<Boolean> CALIBRATION =
      Setting.onOff(
          "calibration",
          false,
          "whether 4 % of μ² buy noisy counts of scores by class, for probabilities");

  /** Neither weights nor probabilities. */
  public static final ScoreOptions NONE =
      new ScoreOptions(ClassWeights.OFF, false, Decision.BY_WEIGHTS, ScorePrior.LOG_ODDS);

  // Shares of μ²: class counts are few large numbers, and a calibration has two parameters.
  private static final double CLASS_COUNT_SHARE = 0.02;
  private static final double SCORE_SHARE = 0.04;

  /** Returns what a learner's settings say; of a learner that has weights only, no calibration. */
  public static ScoreOptions of(Settings values, ScorePrior prior) {
    return values.has(CALIBRATION.name())
        ? new ScoreOptions(
            values.get(ClassWeights.SETTING),
            values.get(CALIBRATION),
            values.get(Decision.SETTING),
            prior)
        : new ScoreOptions(values.get(ClassWeights.SETTING), false, Decision.BY_WEIGHTS, prior);
  }

  /**
   * Checks the options for a number of classes.
   *
   * @throws DemiluneException if they do not fit
   */
  public void require(Shape shape) {
    weights.require(shape.classes());
    decision.require(shape.classes(), calibrated);
  }

  /** Returns the share of μ² for class counts. */
  public double classCountShare() {
    return weights.isBalanced() ? CLASS_COUNT_SHARE : 0;
  }

  /** Returns the share of μ² for counts of scores. */
  public double scoreShare() {
    return calibrated ? SCORE_SHARE : 0;
  }

  /** The cells of the scores: in log odds, as the prior expects them. */
  public ScoreCells cells() {
    return ScoreCells.ofLogOdds(1 / prior.scale());
  }

  /**
   * Returns the model whose scores are to be counted. Scores of a weighted loss are log odds of
   * weighted classes, f_k·p_k; without the logarithms of the factors they are those of the rows.
   *
   * @param factors of the classes in training
   */
  public Classifier unweighted(Classifier model, Optional<double[]> factors) {
    return factors
        .<Classifier>map(
            f -> model.shifted(Arrays.stream(f).map(x -> -Math.log(x) / prior.scale()).toArray()))
        .orElse(model);
  }

  /**
   * Returns the calibrated model and what it was told to predict.
   *
   * @param model as {@link #unweighted} returned it
   */
  public TrainedModel finish(Classifier model, NoisyScores scores, Optional<double[]> factors) {
    ScoreCalibration calibration = scores.calibration(prior);
    double[] ones = new double[scores.classes()];
    Arrays.fill(ones, 1);
    double[] costs = decision.costs(scores, calibration, factors.orElse(ones));
    Classifier decided = model.calibrated(calibration).decidingBy(costs);
    return new TrainedModel(decided, released(decided.requireCalibration()));
  }

  private static Map<String, String> released(ScoreCalibration calibration) {
    return calibration.classes() == 2
        ? Map.of("decision-threshold", String.format(Locale.ROOT, "%.6g", calibration.threshold()))
        : Map.of();
  }
}
