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
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The support vector machine by noisy gradient steps: hinge loss of margin one and a penalty on the
 * weights' norm, the baseline that margin learners are compared with.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency; the
 * certificate's event is what was released: a row count if none was declared, the sum of rows if
 * they are centered, and one summed gradient per step; counts by class if weights are to be
 * balanced, and counts of scores if they are calibrated.
 *
 * <p><b>Proof.</b> Rows enter through {@link NoisyReleases} only; its proof bounds every release,
 * on all rows or on a secret sample of them, and {@link ReleasePlan} chooses the noise so that the
 * privacy cost of their composition is within the guarantee. The hinge loss over all classes has
 * one gradient, brought to length one ({@link Loss}), and so have all machines of one class against
 * the rest together: one budget for all classes, not one each. The penalty's gradient λw is a
 * function of released weights; it is added after the noise and is never clipped together with a
 * row's part. Sums are divided by the expected number of rows, not by the true one. All steps are
 * run and charged. ∎
 *
 * <p><b>Sampling.</b> Rounded Gaussian noise on exact integer sums; rows are taken by exact coins.
 *
 * <p><b>Relies on.</b> Ranges, labels and the expected row count chosen without the data; one row
 * per person, or a column that names the person.
 *
 * <p><b>Source.</b> The baseline of Ghazi, Kumar, Manurangsi and Nguyen (2021), appendix G.3, which
 * is noisy gradient descent (Bassily, Smith and Thakurta 2014) on the loss of Cortes and Vapnik
 * (1995). We depart from it: by default several classes share the hinge loss of Crammer and Singer
 * (2001) instead of one machine per class; the step size comes from the noise instead of a grid;
 * rows are centered on a noisy mean unless told otherwise; the second half of the iterates is
 * averaged.
 *
 * @param values of the settings
 */
public record PrivateSvm(Settings values) implements ConfiguredLearner<PrivateSvm> {

  /** The weight of the penalty. */
  public static final Setting<Double> REGULARIZATION =
      Setting.number("regularization", 0, 1e6, 1e-4, "weight of |w|²/2 beside the mean hinge loss");

  /** The number of steps. */
  public static final Setting<Integer> STEPS =
      Setting.integer("steps", 1, 100_000, 80, "number of steps");

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "private-svm",
          "support vector machine by noisy gradient steps, hinge loss with L2 penalty",
          "baseline of Ghazi, Kumar, Manurangsi, Nguyen 2021",
          List.of(
              REGULARIZATION,
              STEPS,
              GradientSettings.CENTERING,
              GradientSettings.RATE,
              BatchPerceptron.CLASSES,
              ClassWeights.SETTING,
              ScoreOptions.CALIBRATION,
              Decision.SETTING),
          LearnerDescription.ANY_ADJACENCY,
          Set.of(GuaranteeKind.APPROXIMATE),
          AuditCase.on(AuditCase.Table.MANY_DECLARED).with("steps", "4").with("centering", "off"),
          "accuracy");

  private static final HardMargin ROWS = new HardMargin(/* factor= */ 2, /* turns= */ 0.8);

  // The noise that all steps together may leave in a score, in units of the margin: the pace of
  // NoisyDescent, whose step size this is, without momentum.
  private static final double PACE = 0.42;

  // A step shrinks the weights by this factor at most; from 1 on they would swing.
  private static final double MOST_SHRINKING = 0.5;

  /** Returns the learner in its default configuration. */
  public static PrivateSvm withDefaults() {
    return new PrivateSvm(DESCRIPTION.defaults());
  }

  @Override
  public LearnerDescription description() {
    return DESCRIPTION;
  }

  @Override
  public PrivateSvm withValues(Settings others) {
    return new PrivateSvm(others);
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    return GradientPlans.of(this, shape, guarantee, schedule(), options(), this::train);
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    return RowsNeeded.asymptotic(
        ROWS.expectedRows(shape, guarantee, goal, values.get(STEPS)),
        "asymptotic only, as for all noisy descent: √features/(error · margin · ε), up to"
            + " logarithms (Bassily, Smith, Thakurta 2014)");
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    return GradientPlans.withoutPrivacy(this, data, options(), this::train);
  }

  private ScoreOptions options() {
    return ScoreOptions.of(values, ScorePrior.MARGIN);
  }

  private LinearClassifier train(
      BoundedDataset data, GradientReleases releases, double signal, Progress progress) {
    int classes = data.classes();
    LinearTraining training =
        new LinearTraining(
            data, releases, schedule(), Descent.regularized(values.get(REGULARIZATION)));
    if (oneVsRest(classes) && values.get(GradientSettings.CENTERING)) {
      training = training.withThresholds();
    }
    RowRule rule = rule(classes);
    return training.run(stepSize(signal, classes), weights -> rule, progress);
  }

  private RowRule rule(int classes) {
    if (oneVsRest(classes)) {
      double[] margins = new double[classes];
      Arrays.fill(margins, 1);
      return Loss.oneVsRest(margins);
    }
    return classes == 2 ? Loss.HINGE.binary(1) : Loss.HINGE.joint(Margins.constant(1));
  }

  private boolean oneVsRest(int classes) {
    return classes > 2
        && values.get(BatchPerceptron.CLASSES) == BatchPerceptron.Classes.ONE_VS_REST;
  }

  private Schedule schedule() {
    return Schedule.even(values.get(STEPS), values.get(GradientSettings.RATE));
  }

  /** The step size of {@link NoisyDescent}, kept below what the penalty bears. */
  private double stepSize(double signal, int classes) {
    return Math.min(
        StepSize.of(PACE, signal, values.get(STEPS), classes),
        MOST_SHRINKING / values.get(REGULARIZATION));
  }
}
