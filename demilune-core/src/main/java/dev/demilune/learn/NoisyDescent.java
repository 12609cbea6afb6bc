/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.learn;

import dev.demilune.budget.Allowance;
import dev.demilune.internal.Check;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.schema.BoundedDataset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Full-batch gradient descent on a linear model for all classes at once, with noise on every summed
 * gradient.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency; the
 * certificate's event is what was released: a row count if none was declared, the sum of rows, and
 * one summed gradient per step.
 *
 * <p><b>Proof.</b> Rows enter through {@link NoisyReleases} only; its proof bounds each release,
 * and {@link ReleasePlan} chooses the noise so that their composition, priced by exact Gaussian DP,
 * fits the guarantee. The joint gradient over all classes has one sensitivity, √2 per unit row
 * before it is brought to length one ({@link Loss}): no class has a budget of its own. Step count,
 * step size and momentum are functions of public quantities and of released ones; the rest is
 * post-processing. ∎
 *
 * <p><b>Sampling.</b> Rounded Gaussian noise on exact integer sums.
 *
 * <p><b>Relies on.</b> Ranges, labels and the expected row count chosen without the data; one row
 * per person.
 *
 * <p><b>Source.</b> Noisy gradient descent is due to Song, Chaudhuri and Sarwate (2013) and
 * Bassily, Smith and Thakurta (2014). We depart from them: rows are centred on a noisy mean and
 * brought back to length one; active rows pull with equal strength; the step size comes from the
 * noise, not from the loss (see {@link #rate}); the second half of the iterates is averaged.
 *
 * @param loss which loss
 * @param steps number of full-batch steps; 0 for the rule: 80 for two classes, 120 for more, 30
 *     when a robust margin is asked for
 * @param pace noise that all steps together may leave in a score of a unit row, in units of the
 *     margin
 * @param momentum heavy-ball momentum
 * @param centring whether rows are centred on a noisy mean
 * @param robust margin asked for relative to the length of the weights; 0 for the plain loss
 */
public record NoisyDescent(
    LossKind loss, int steps, double pace, double momentum, boolean centring, double robust)
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

  // A larger step overshoots: the pull of a unit row has length one, and the margin is one.
  // More classes share the pull, so they take a longer step.
  private static final double LARGEST_RATE_FOR_TWO_CLASSES = 25;
  private static final double LARGEST_RATE_PER_CLASS = 15;

  // Fewer than this and the weights cannot reach the margin at all, noise or not.
  private static final double SHORTEST_PATH = 20;

  public NoisyDescent {
    Check.between("steps", steps, 0, 100_000);
    Check.positive("pace", pace);
    Check.notNegative("robust", robust);
    if (!(momentum >= 0 && momentum < 1)) {
      throw new IllegalArgumentException(
          "momentum must be at least 0 and below 1, got " + momentum);
    }
  }

  /** Returns the learner in its default configuration, which needs no tuning. */
  public static NoisyDescent withDefaults() {
    return new NoisyDescent(LossKind.HINGE, 0, 0.42, 0.3, true, 0);
  }

  @Override
  public String name() {
    return "noisy-descent";
  }

  @Override
  public String summary() {
    return "full-batch gradient descent with noisy sums, hinge or softmax loss over all classes"
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
    return settings;
  }

  @Override
  public NoisyDescent with(String key, String value) {
    return switch (key) {
      case "loss" ->
          new NoisyDescent(
              Setting.oneOf(key, value, LossKind.class), steps, pace, momentum, centring, robust);
      case "steps" ->
          new NoisyDescent(
              loss,
              Setting.wholeNumberOrAuto(key, value, 100_000),
              pace,
              momentum,
              centring,
              robust);
      case "pace" ->
          new NoisyDescent(
              loss, steps, Setting.number(key, value, 1e-6, 1e6), momentum, centring, robust);
      case "momentum" ->
          new NoisyDescent(
              loss, steps, pace, Setting.number(key, value, 0, 0.99), centring, robust);
      case "centring" ->
          new NoisyDescent(loss, steps, pace, momentum, Setting.onOff(key, value), robust);
      case "robust" ->
          new NoisyDescent(loss, steps, pace, momentum, centring, Setting.number(key, value, 0, 1));
      default -> throw Setting.unknown(name(), key, settings());
    };
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    return GradientPlans.plan(name(), shape, guarantee, plannedSteps(shape.classes()), centring);
  }

  @Override
  public PrivateFit fit(BoundedDataset data, Allowance allowance, Progress progress) {
    allowance.requireAdjacency(data.adjacency());
    ReleasePlan plan = ReleasePlan.of(data, allowance, plannedSteps(data.classes()), centring);
    NoisyReleases releases = new NoisyReleases(data, plan, allowance.use(data.adjacency()));
    double signal = plan.mu() * releases.rows() / data.adjacency().contributionsChanged();
    LinearClassifier model = train(data, releases, signal, progress);
    return new PrivateFit(model, allowance.certify(name(), settings(), releases.event()));
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    Releases releases = new ExactReleases(data, centring);
    return new UnprotectedFit(train(data, releases, Double.POSITIVE_INFINITY, Progress.NONE));
  }

  private LinearClassifier train(
      BoundedDataset data, Releases releases, double signal, Progress progress) {
    return new LinearTraining(data, releases, plannedSteps(data.classes()), momentum)
        .run(rate(signal, data.features(), data.classes()), ruleAt(data.classes()), progress);
  }

  private int plannedSteps(int classes) {
    if (steps > 0) {
      return steps;
    }
    if (robust > 0) {
      // A margin that grows with the weights is met by few large steps; many small ones chase it.
      return 30;
    }
    return classes == 2 ? 80 : 120;
  }

  /**
   * The step size. T steps of size r leave noise of standard deviation about rT/(μn) in the score
   * of a unit row, whatever the dimension; {@code pace} says how much of the margin, which is one,
   * that may be, and up to twice that where there are few features. Heavy-ball momentum stretches
   * every step by 1/(1 - momentum).
   */
  private double rate(double signal, int features, int classes) {
    double share = pace * Math.max(1, Math.min(2, 256.0 / features));
    double path = Math.max(share * signal, SHORTEST_PATH);
    double largest = classes == 2 ? LARGEST_RATE_FOR_TWO_CLASSES : LARGEST_RATE_PER_CLASS * classes;
    return (1 - momentum) * Math.min(path / plannedSteps(classes), largest);
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
