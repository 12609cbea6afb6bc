// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.learn.AuditCase;
import dev.demilune.learn.ConfiguredLearner;
import dev.demilune.learn.Goal;
import dev.demilune.learn.HardMargin;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.LearnerDescription.GuaranteeKind;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Progress;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Settings;
import dev.demilune.learn.Shape;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.learn.calibrate.ClassWeights;
import dev.demilune.learn.calibrate.Decision;
import dev.demilune.learn.calibrate.ScoreOptions;
import dev.demilune.learn.calibrate.ScorePrior;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.rows.BoundedDataset;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Gradient descent on a linear model for all classes at once, on all rows in every step or on a
 * secret sample of them, with noise on every summed gradient.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency; the
 * certificate's event is what was released: a row count if none was declared, the sum of rows, and
 * one summed gradient per step; counts by class if weights are to be balanced, and counts of scores
 * if they are calibrated.
 *
 * <p><b>Proof.</b> Rows enter through {@link NoisyReleases} only; its proof bounds each release,
 * and {@link ReleasePlan} chooses the noise so that the privacy cost of their composition is within
 * the guarantee: exact Gaussian DP for full batches, and for sampled steps what {@link
 * dev.demilune.accounting.Accountant#best} says of the whole event. The joint gradient over all
 * classes has one sensitivity, √2 per unit row before it is brought to length one ({@link Loss}):
 * no class has a budget of its own. Step count, step size and momentum are functions of public
 * quantities and of released ones; the rest is post-processing. ∎
 *
 * <p><b>Sampling.</b> Rounded Gaussian noise on exact integer sums; rows are taken by exact coins.
 *
 * <p><b>Relies on.</b> Ranges, labels and the expected row count chosen without the data; one row
 * per person, or a column that names the person.
 *
 * <p><b>Source.</b> Noisy gradient descent is due to Song, Chaudhuri and Sarwate (2013) and
 * Bassily, Smith and Thakurta (2014). We depart from them: rows are centered on a noisy mean and
 * brought back to length one; active rows pull with equal strength; the step size comes from the
 * noise, not from the loss (see {@link #stepSize}); the second half of the iterates is averaged;
 * for more than two classes it is the last third, and steps that count less in the average have
 * more noise ({@link Schedule}).
 *
 * @param values of the settings
 */
public record NoisyDescent(Settings values) implements ConfiguredLearner<NoisyDescent> {

  /** The losses to choose from. */
  public enum LossKind {
    /** Multi-class hinge loss. */
    HINGE(Loss.HINGE),
    /** Multinomial logistic loss. */
    SOFTMAX(Loss.SOFTMAX);

    private final Loss rules;

    LossKind(Loss rules) {
      this.rules = rules;
    }
  }

  // Steps for a robust margin: ROBUST_PATH over the margin, but at least FEWEST_STEPS.
  private static final double ROBUST_PATH = 2;
  private static final int FEWEST_STEPS = 10;

  private static final HardMargin ROWS = new HardMargin(/* factor= */ 2, /* turns= */ 0.8);

  /** Which loss. */
  public static final Setting<LossKind> LOSS = Setting.oneOf("loss", LossKind.HINGE, "which loss");

  /** The number of steps. */
  public static final Setting<Integer> STEPS =
      Setting.integer(
              "steps",
              1,
              100_000,
              0,
              "number of steps; by rule 80 for two classes, 120 for more, fewer for a robust"
                  + " margin")
          .or("auto", 0);

  /** The noise in scores. */
  public static final Setting<Double> PACE =
      Setting.number(
              "score-noise",
              1e-6,
              1e6,
              0.42,
              "noise that all steps together may leave in the score of a unit row, in units of the"
                  + " margin")
          .formerly("pace");

  /** Heavy-ball momentum. */
  public static final Setting<Double> MOMENTUM =
      Setting.number("momentum", 0, 0.99, 0.3, "heavy-ball momentum");

  /**
   * The margin relative to the norm of the weights. With several classes and the hinge loss a row
   * is pushed from the nearest boundary, {@link Loss#nearestBoundary}.
   */
  public static final Setting<Double> ROBUST =
      Setting.number(
          "robust",
          0,
          1,
          0,
          "margin asked for relative to the norm of the weights, for certified radii: about 0.08"
              + " more than 1.7 times the radius over the length of rows; 0 for the plain loss");

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "noisy-descent",
          "gradient descent with noisy sums, hinge or softmax loss over all classes",
          "Song, Chaudhuri, Sarwate 2013; Bassily, Smith, Thakurta 2014",
          List.of(
              LOSS,
              STEPS,
              PACE,
              MOMENTUM,
              GradientSettings.CENTERING,
              ROBUST,
              GradientSettings.RATE,
              ClassWeights.SETTING,
              ScoreOptions.CALIBRATION,
              Decision.SETTING),
          LearnerDescription.ANY_ADJACENCY,
          Set.of(GuaranteeKind.APPROXIMATE),
          AuditCase.on(AuditCase.Table.MANY_DECLARED).with("steps", "4").with("centering", "off"),
          "accuracy");

  /** Returns the learner in its default configuration, which needs no tuning. */
  public static NoisyDescent withDefaults() {
    return new NoisyDescent(DESCRIPTION.defaults());
  }

  @Override
  public LearnerDescription description() {
    return DESCRIPTION;
  }

  @Override
  public NoisyDescent withValues(Settings others) {
    return new NoisyDescent(others);
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    return GradientPlans.of(
        this, shape, guarantee, schedule(shape.classes()), options(), this::train);
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    return RowsNeeded.asymptotic(
        ROWS.expectedRows(shape, guarantee, goal, plannedSteps(shape.classes())),
        "asymptotic only: √features/(error · margin · ε), up to logarithms, for the hinge loss of"
            + " that margin (Bassily, Smith, Thakurta 2014)");
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    return GradientPlans.withoutPrivacy(this, data, options(), this::train);
  }

  private ScoreOptions options() {
    return ScoreOptions.of(
        values, values.get(LOSS) == LossKind.SOFTMAX ? ScorePrior.LOG_ODDS : ScorePrior.MARGIN);
  }

  private LinearClassifier train(
      BoundedDataset data, GradientReleases releases, double signal, Progress progress) {
    return new LinearTraining(
            data, releases, schedule(data.classes()), Descent.withMomentum(values.get(MOMENTUM)))
        .run(stepSize(signal, data.features(), data.classes()), ruleAt(data.classes()), progress);
  }

  private Schedule schedule(int classes) {
    int planned = plannedSteps(classes);
    double rate = values.get(GradientSettings.RATE);
    return classes == 2
        ? Schedule.even(planned, rate)
        : Schedule.matched(planned, (planned + 2) / 3, rate);
  }

  private int plannedSteps(int classes) {
    if (values.get(STEPS) > 0) {
      return values.get(STEPS);
    }
    int plain = classes == 2 ? 80 : 120;
    // A margin that grows with the weights is met by few large steps; many small ones chase it.
    return (int)
        Math.max(FEWEST_STEPS, Math.min(plain, Math.rint(ROBUST_PATH / values.get(ROBUST))));
  }

  /**
   * {@link StepSize}: {@link #PACE} says how much of the margin may be noise, and up to twice that
   * where there are few features. Heavy-ball momentum stretches every step by 1/(1 - momentum).
   */
  private double stepSize(double signal, int features, int classes) {
    double share = values.get(PACE) * Math.max(1, Math.min(2, 256.0 / features));
    return (1 - values.get(MOMENTUM)) * StepSize.of(share, signal, plannedSteps(classes), classes);
  }

  private Function<double[], RowRule> ruleAt(int classes) {
    Loss rules = values.get(LOSS).rules;
    double robust = values.get(ROBUST);
    if (classes == 2) {
      return weights -> rules.binary(Math.max(1, robust * Margins.length(weights)));
    }
    if (robust == 0) {
      RowRule rule = rules.joint(Margins.constant(1));
      return weights -> rule;
    }
    return weights -> {
      Margins margins = Margins.proportional(weights, classes, robust, /* floor= */ 1);
      return rules == Loss.HINGE ? Loss.nearestBoundary(margins) : rules.joint(margins);
    };
  }
}
