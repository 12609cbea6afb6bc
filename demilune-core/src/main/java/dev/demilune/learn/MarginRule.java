// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.privacy.Guarantee;
import dev.demilune.rows.BoundedDataset;
import java.util.Arrays;
import java.util.Optional;

/**
 * Which margin a learner asks for where none is set: the smallest that rows and budget can bear.
 *
 * <p>Asking for the margin ρ costs about (1/√n + √d/(μn))/ρ in error, by the theorems on these
 * learners: a small sample, and the noise. Asking for more than the rows keep costs more than
 * asking for less. So the margin is a/√n + b·√d/(μn), within two ends. It is a function of public
 * numbers and costs nothing. The constants were measured for each learner (docs/decisions/0029).
 */
public enum MarginRule {
  BATCH_PERCEPTRON(1, 2, 1.0 / 8, 0.25),
  MARGIN_ERM(6, 1.5, 1.0 / 64, 0.5),
  PROJECTED_SGD(0.5, 2, 1.0 / 32, 0.25);

  /** The setting that the rule decides. */
  public static final String MARGIN = "margin";

  /** Settings of lengths that a learner's margin refers to; one where it has none. */
  public static final String RADIUS = "radius";

  public static final String ROW_NORM = "row-norm";

  private static final double BY_RULE = -1;

  private static final double SMALLEST = 0.001;

  // Of projected-sgd, whose steps are 4/margin²: about a minute.
  private static final double MOST_WORK = 2e11;

  // What a row costs besides its products.
  private static final double WORK_PER_ROW = 50;

  /** The margin where nobody says how many rows there are. */
  private static final double FOR_UNKNOWN_ROWS = 0.1;

  private final double ofSampling;
  private final double ofNoise;
  private final double least;
  private final double most;

  MarginRule(double ofSampling, double ofNoise, double least, double most) {
    this.ofSampling = ofSampling;
    this.ofNoise = ofNoise;
    this.least = least;
    this.most = most;
  }

  /** Returns a setting 'margin' that this rule decides unless it is set. */
  public static Setting<Double> setting(double least, double most, String purpose) {
    return Setting.number(
            MARGIN, least, most, BY_RULE, purpose + "; by rule from rows, features and budget")
        .or("auto", BY_RULE);
  }

  /** Returns whether a value of the setting leaves the margin to the rule. */
  public static boolean decides(double value) {
    return value == BY_RULE;
  }

  /** Returns the rule of the learner of this name, if it has one. */
  public static Optional<MarginRule> of(String learner) {
    return Arrays.stream(values()).filter(rule -> Setting.word(rule).equals(learner)).findFirst();
  }

  /** Returns the plan of a learner that leaves the margin to this rule. */
  public Plan plan(Learner learner, Shape shape, Guarantee guarantee) {
    return Plan.of(
        learner,
        () -> {
          String decided = text(learner, margin(shape, guarantee));
          return learner
              .with(MARGIN, decided)
              .plan(shape, guarantee)
              .orThrow()
              .decidedFor(learner, MARGIN, decided);
        });
  }

  /** Fits a learner that leaves the margin to this rule. */
  public UnprotectedFit fitWithoutPrivacy(Learner learner, BoundedDataset data) {
    double margin = marginWithoutNoise(Shape.of(data));
    return learner.with(MARGIN, text(learner, margin)).fitWithoutPrivacy(data);
  }

  /**
   * Returns the value of a learner's setting 'margin'.
   *
   * @param margin for weights and rows of length one
   */
  public static String text(Learner learner, double margin) {
    return Double.toString(margin * length(learner, RADIUS) * length(learner, ROW_NORM));
  }

  private static double length(Learner learner, String setting) {
    return Double.parseDouble(learner.settings().getOrDefault(setting, "1"));
  }

  /** Returns the margin for a table of this size, for weights and rows of length one. */
  public double margin(Shape shape, Guarantee guarantee) {
    return margin(shape, RowsTimesBudget.of(shape, guarantee));
  }

  /** Returns the margin for a table of this size where there is no noise. */
  public double marginWithoutNoise(Shape shape) {
    return margin(shape, shape.rows() == 0 ? 0 : Double.POSITIVE_INFINITY);
  }

  private double margin(Shape shape, double signal) {
    if (signal == 0) {
      return FOR_UNKNOWN_ROWS;
    }
    double margin = unit(shape.classes()) * bearable(shape, signal);
    double smallest = Math.max(least, affordable(shape));
    // Three digits: people read it.
    return Math.rint(1000 * Math.min(most, Math.max(smallest, margin))) / 1000;
  }

  /** Returns the smallest margin that the learner has the time for, or takes. */
  public double affordable(Shape shape) {
    if (this != PROJECTED_SGD) {
      return SMALLEST;
    }
    double weights = (shape.features() + 1.0) * Shape.outputs(shape.classes());
    double workPerStep = (double) shape.rows() * (weights + WORK_PER_ROW);
    return Math.max(SMALLEST, Math.sqrt(4 * workPerStep / MOST_WORK));
  }

  /**
   * Returns a/√n + b·√d/(μn), in the unit ball.
   *
   * @param signal μn
   */
  private double bearable(Shape shape, double signal) {
    return ofSampling / Math.sqrt((double) shape.rows())
        + ofNoise * Math.sqrt(shape.features() + 1.0) / signal;
  }

  /**
   * Returns how long the difference of two classes' weight vectors is where all weights fill the
   * learner's ball: what a distance in the unit ball is to be multiplied with, to be a margin of
   * this learner.
   */
  public double unit(int classes) {
    if (classes == 2) {
      return 1;
    }
    return switch (this) {
      case BATCH_PERCEPTRON -> 1; // distances in the unit ball
      case MARGIN_ERM -> Math.sqrt(2.0 / classes); // a ball of radius 1 for all classes
      case PROJECTED_SGD -> Math.sqrt(2.0 * classes); // a ball of radius K for K classes
    };
  }
}
