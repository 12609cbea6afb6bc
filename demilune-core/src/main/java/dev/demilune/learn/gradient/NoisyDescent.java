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
import java.util.function.Function;

/**
 * Gradient descent on a linear model for all classes at once, on all rows in every step or on a
 * secret sample of them, with noise on every summed gradient.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency; the
 * certificate's event is what was released: a row count if none was declared, the sum of rows, and
 * one summed gradient per step.
 *
 * <p><b>Proof.</b> Rows enter through {@link NoisyReleases} only; its proof bounds each release,
 * and {@link ReleasePlan} chooses the noise so that the price of their composition fits the
 * guarantee: exact Gaussian DP for full batches, and for sampled steps what {@link
 * dev.demilune.accounting.Accountant#best} says of the whole event. The joint gradient over all
 * classes has one sensitivity, √2 per unit row before it is brought to length one ({@link Loss}):
 * no class has a budget of its own. Step count, step size and momentum are functions of public
 * quantities and of released ones; the rest is post-processing. ∎
 *
 * <p><b>Sampling.</b> Rounded Gaussian noise on exact integer sums; rows are taken by exact coins.
 *
 * <p><b>Relies on.</b> Ranges, labels and the expected row count chosen without the data; one row
 * per person.
 *
 * <p><b>Source.</b> Noisy gradient descent is due to Song, Chaudhuri and Sarwate (2013) and
 * Bassily, Smith and Thakurta (2014). We depart from them: rows are centred on a noisy mean and
 * brought back to length one; active rows pull with equal strength; the step size comes from the
 * noise, not from the loss (see {@link #stepSize}); the second half of the iterates is averaged;
 * for more than two classes it is the last third, and steps that count less in the average have
 * more noise ({@link Schedule}).
 *
 * @param loss which loss
 * @param steps number of steps; 0 for the rule: 80 for two classes, 120 for more, and 2 over the
 *     robust margin where that is fewer, but at least 10
 * @param pace noise that all steps together may leave in a score of a unit row, in units of the
 *     margin
 * @param momentum heavy-ball momentum
 * @param centring whether rows are centred on a noisy mean
 * @param robust margin asked for relative to the length of the weights; 0 for the plain loss
 * @param rate the probability with which a step takes a row; 1 for full batches
 */
public record NoisyDescent(
    LossKind loss,
    int steps,
    double pace,
    double momentum,
    boolean centring,
    double robust,
    double rate)
    implements Learner {

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

  // Steps for a robust margin: this over the margin, but not fewer than so many.
  private static final double ROBUST_PATH = 2;
  private static final int FEWEST_STEPS = 10;

  public NoisyDescent {
    Check.between("steps", steps, 0, 100_000);
    Check.positive("pace", pace);
    Check.notNegative("robust", robust);
    if (!(rate >= BatchPerceptron.SMALLEST_RATE && rate <= 1)) {
      throw new IllegalArgumentException(
          "rate must lie between " + BatchPerceptron.SMALLEST_RATE + " and 1, got " + rate);
    }
    if (!(momentum >= 0 && momentum < 1)) {
      throw new IllegalArgumentException(
          "momentum must be at least 0 and below 1, got " + momentum);
    }
  }

  /** Returns the learner in its default configuration, which needs no tuning. */
  public static NoisyDescent withDefaults() {
    return new NoisyDescent(LossKind.HINGE, 0, 0.42, 0.3, true, 0, 1);
  }

  @Override
  public String name() {
    return "noisy-descent";
  }

  @Override
  public String summary() {
    return "gradient descent with noisy sums, hinge or softmax loss over all classes"
        + " (Song, Chaudhuri, Sarwate 2013; Bassily, Smith, Thakurta 2014)";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("loss", Setting.text(loss));
    settings.put("steps", steps == 0 ? "auto" : Integer.toString(steps));
    settings.put("pace", Double.toString(pace));
    settings.put("momentum", Double.toString(momentum));
    settings.put("centring", Setting.text(centring));
    settings.put("robust", Double.toString(robust));
    settings.put("rate", Double.toString(rate));
    return settings;
  }

  @Override
  public NoisyDescent with(String key, String value) {
    return switch (key) {
      case "loss" ->
          new NoisyDescent(
              Setting.oneOf(key, value, LossKind.class),
              steps,
              pace,
              momentum,
              centring,
              robust,
              rate);
      case "steps" ->
          new NoisyDescent(
              loss,
              Setting.wholeNumberOrAuto(key, value, 100_000),
              pace,
              momentum,
              centring,
              robust,
              rate);
      case "pace" ->
          new NoisyDescent(
              loss, steps, Setting.number(key, value, 1e-6, 1e6), momentum, centring, robust, rate);
      case "momentum" ->
          new NoisyDescent(
              loss, steps, pace, Setting.number(key, value, 0, 0.99), centring, robust, rate);
      case "centring" ->
          new NoisyDescent(loss, steps, pace, momentum, Setting.onOff(key, value), robust, rate);
      case "robust" ->
          new NoisyDescent(
              loss, steps, pace, momentum, centring, Setting.number(key, value, 0, 1), rate);
      case "rate" ->
          new NoisyDescent(
              loss,
              steps,
              pace,
              momentum,
              centring,
              robust,
              Setting.number(key, value, BatchPerceptron.SMALLEST_RATE, 1));
      default -> throw Setting.unknown(name(), key, settings());
    };
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    return GradientPlans.plan(name(), shape, guarantee, schedule(shape.classes()), centring);
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    return RowsNeeded.asymptotic(
        HardMargin.expectedRows(shape, guarantee, goal),
        "asymptotic only: √features/(error · margin · ε), up to logarithms, for the hinge loss of"
            + " that margin (Bassily, Smith, Thakurta 2014)");
  }

  @Override
  public PrivateFit fit(BoundedDataset data, Allowance allowance, Progress progress) {
    allowance.requireAdjacency(data.adjacency());
    ReleasePlan plan = ReleasePlan.of(data, allowance, schedule(data.classes()), centring);
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
    return new LinearTraining(
            data, releases, schedule(data.classes()), Descent.withMomentum(momentum))
        .run(stepSize(signal, data.features(), data.classes()), ruleAt(data.classes()), progress);
  }

  private Schedule schedule(int classes) {
    int planned = plannedSteps(classes);
    return classes == 2
        ? Schedule.even(planned, rate)
        : Schedule.matched(planned, (planned + 2) / 3, rate);
  }

  private int plannedSteps(int classes) {
    if (steps > 0) {
      return steps;
    }
    int plain = classes == 2 ? 80 : 120;
    // A margin that grows with the weights is met by few large steps; many small ones chase it.
    return (int) Math.max(FEWEST_STEPS, Math.min(plain, Math.rint(ROBUST_PATH / robust)));
  }

  /**
   * {@link StepSize}: {@code pace} says how much of the margin may be noise, and up to twice that
   * where there are few features. Heavy-ball momentum stretches every step by 1/(1 - momentum).
   */
  private double stepSize(double signal, int features, int classes) {
    double share = pace * Math.max(1, Math.min(2, 256.0 / features));
    return (1 - momentum) * StepSize.of(share, signal, plannedSteps(classes), classes);
  }

  private Function<double[], RowRule> ruleAt(int classes) {
    if (classes == 2) {
      return weights -> loss.rules.binary(Math.max(1, robust * Margins.length(weights)));
    }
    if (robust == 0) {
      RowRule rule = loss.rules.joint(Margins.constant(1));
      return weights -> rule;
    }
    return weights ->
        loss.rules.joint(Margins.proportional(weights, classes, robust, /* floor= */ 1));
  }
}
