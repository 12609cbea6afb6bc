// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.budget.Allowance;
import dev.demilune.internal.Check;
import dev.demilune.learn.Goal;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Plan;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Progress;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Shape;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.rows.BoundedDataset;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The support vector machine by noisy gradient steps: hinge loss of margin one and a penalty on the
 * weights' length, the baseline that margin learners are compared with.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency; the
 * certificate's event is what was released: a row count if none was declared, the sum of rows if
 * they are centred, and one summed gradient per step.
 *
 * <p><b>Proof.</b> Rows enter through {@link NoisyReleases} only; its proof bounds every release,
 * on all rows or on a secret sample of them, and {@link ReleasePlan} chooses the noise so that the
 * price of their composition fits the guarantee. The hinge loss over all classes has one gradient,
 * brought to length one ({@link Loss}): one budget for all classes, not one each. The penalty's
 * gradient λw is a function of released weights; it is added after the noise and is never clipped
 * together with a row's part. Sums are divided by the expected number of rows, not by the true one.
 * All steps are run and priced. ∎
 *
 * <p><b>Sampling.</b> Rounded Gaussian noise on exact integer sums; rows are taken by exact coins.
 *
 * <p><b>Relies on.</b> Ranges, labels and the expected row count chosen without the data; one row
 * per person.
 *
 * <p><b>Source.</b> The baseline of Ghazi, Kumar, Manurangsi and Nguyen (2021), appendix G.3, which
 * is noisy gradient descent (Bassily, Smith and Thakurta 2014) on the loss of Cortes and Vapnik
 * (1995). We depart from it: several classes share the hinge loss of Crammer and Singer (2001)
 * instead of one machine per class; the step size comes from the noise instead of a grid; rows are
 * centred on a noisy mean unless told otherwise; the second half of the iterates is averaged.
 *
 * @param regularization λ, the weight of |w|²/2 beside the mean hinge loss
 * @param steps number of steps
 * @param centring whether rows are centred on a noisy mean
 * @param rate the probability with which a step takes a row; 1 for full batches
 */
public record PrivateSvm(double regularization, int steps, boolean centring, double rate)
    implements Learner {

  private static final double MOST_REGULARIZATION = 1e6;

  // The noise that all steps together may leave in a score, in units of the margin: the pace of
  // NoisyDescent, whose step size this is, without momentum.
  private static final double PACE = 0.42;

  // A step shrinks the weights by this factor at most; from 1 on they would swing.
  private static final double MOST_SHRINKING = 0.5;

  public PrivateSvm {
    Check.notNegative("regularization", regularization);
    Check.between("steps", steps, 1, 100_000);
    if (!(rate >= BatchPerceptron.SMALLEST_RATE && rate <= 1)) {
      throw new IllegalArgumentException(
          "rate must lie between " + BatchPerceptron.SMALLEST_RATE + " and 1, got " + rate);
    }
  }

  /** Returns the learner in its default configuration. */
  public static PrivateSvm withDefaults() {
    return new PrivateSvm(1e-4, 80, true, 1);
  }

  @Override
  public String name() {
    return "private-svm";
  }

  @Override
  public String summary() {
    return "support vector machine by noisy gradient steps, hinge loss with L2 penalty (baseline of"
        + " Ghazi, Kumar, Manurangsi, Nguyen 2021)";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("regularization", Double.toString(regularization));
    settings.put("steps", Integer.toString(steps));
    settings.put("centring", Setting.text(centring));
    settings.put("rate", Double.toString(rate));
    return settings;
  }

  @Override
  public PrivateSvm with(String key, String value) {
    return switch (key) {
      case "regularization" ->
          new PrivateSvm(Setting.number(key, value, 0, MOST_REGULARIZATION), steps, centring, rate);
      case "steps" ->
          new PrivateSvm(
              regularization, Setting.wholeNumber(key, value, 1, 100_000), centring, rate);
      case "centring" -> new PrivateSvm(regularization, steps, Setting.onOff(key, value), rate);
      case "rate" ->
          new PrivateSvm(
              regularization,
              steps,
              centring,
              Setting.number(key, value, BatchPerceptron.SMALLEST_RATE, 1));
      default -> throw Setting.unknown(name(), key, settings());
    };
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    return GradientPlans.plan(name(), shape, guarantee, schedule(), centring);
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    return RowsNeeded.asymptotic(
        HardMargin.expectedRows(shape, guarantee, goal),
        "asymptotic only, as for all noisy descent: √features/(error · margin · ε), up to"
            + " logarithms (Bassily, Smith, Thakurta 2014)");
  }

  @Override
  public PrivateFit fit(BoundedDataset data, Allowance allowance, Progress progress) {
    allowance.requireAdjacency(data.adjacency());
    ReleasePlan plan = ReleasePlan.of(data, allowance, schedule(), centring);
    NoisyReleases releases = new NoisyReleases(data, plan, allowance.use(data.adjacency()));
    double signal = plan.mu() * releases.rows() / data.adjacency().contributionsChanged();
    LinearClassifier model = train(data, releases, signal, progress);
    return new PrivateFit(model, allowance.certify(name(), settings(), releases.event()));
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    GradientReleases releases = new ExactReleases(data, centring);
    return new UnprotectedFit(train(data, releases, Double.POSITIVE_INFINITY, Progress.NONE));
  }

  private LinearClassifier train(
      BoundedDataset data, GradientReleases releases, double signal, Progress progress) {
    RowRule rule =
        data.classes() == 2 ? Loss.HINGE.binary(1) : Loss.HINGE.joint(Margins.constant(1));
    return new LinearTraining(data, releases, schedule(), Descent.regularized(regularization))
        .run(stepSize(signal, data.classes()), weights -> rule, progress);
  }

  private Schedule schedule() {
    return Schedule.even(steps, rate);
  }

  /** The step size of {@link NoisyDescent}, kept below what the penalty bears. */
  private double stepSize(double signal, int classes) {
    return Math.min(StepSize.of(PACE, signal, steps, classes), MOST_SHRINKING / regularization);
  }
}
