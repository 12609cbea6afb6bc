// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.DemiluneException;
import dev.demilune.budget.Allowance;
import dev.demilune.embed.LinearEmbedding;
import dev.demilune.internal.Check;
import dev.demilune.learn.Goal;
import dev.demilune.learn.Learner;
import dev.demilune.learn.ModelMemory;
import dev.demilune.learn.Plan;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Projection;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Shape;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Large margins in any number of features: a random projection, and noisy subgradient descent on
 * the hinge loss of the margin within the unit ball.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency; the
 * certificate's event is what was released: a row count if none was declared and one sum of
 * subgradients per step, of every run, and the choice among the runs if there are several.
 *
 * <p><b>Proof.</b> The projection is drawn without the data ({@link Projection}), so it is enough
 * to speak of the images. They enter through {@link NoisyReleases} only; its proof bounds every
 * release. The subgradient of the loss max(0, κγ - y⟨w,z⟩)/(κγ - γ/10) has length L = 1/(κγ - γ/10)
 * for a unit row; rows pull with length one here and the step size carries L, which changes
 * nothing. Several runs: see {@link BestOfRuns}. ∎
 *
 * <p><b>Sampling.</b> Rounded Gaussian noise on exact integer sums; an exact choice.
 *
 * <p><b>Relies on.</b> Ranges, labels, the margin and the expected row count chosen without the
 * data; one row per person.
 *
 * <p><b>Source.</b> Nguyen, Ullman and Zakynthinou (2020), Algorithms 1 and 3. We depart from them:
 * full batches (or Poisson samples) and a few dozen steps instead of n² single rows, with exact
 * Gaussian DP instead of strong composition, about a thirteenth of the noise; as many directions as
 * keep margins in practice instead of 10^4 times as many; the whole budget covers runs and choice,
 * where the published algorithm spends it twice; the average of the weights is returned; more than
 * two classes share one loss. Images that are zero contribute nothing.
 *
 * @param margin γ, the margin that rows are expected to have, in the unit ball
 * @param slack κ, the part of the margin that images are asked to keep
 * @param steps number of steps of a run
 * @param runs how many runs; one needs no choice
 * @param projection of the rows
 * @param rate the probability with which a step takes a row; 1 for full batches
 */
public record ProjectedSgd(
    double margin, double slack, int steps, int runs, Projection projection, double rate)
    implements Learner {

  static final int MOST_RUNS = 100;

  public ProjectedSgd {
    if (!(margin > 0 && margin <= 1)) {
      throw new IllegalArgumentException("margin must be above 0 and at most 1, got " + margin);
    }
    if (!(slack > 0.1 && slack <= 1)) {
      throw new IllegalArgumentException("slack must be above 0.1 and at most 1, got " + slack);
    }
    if (!(rate >= BatchPerceptron.SMALLEST_RATE && rate <= 1)) {
      throw new IllegalArgumentException(
          "rate must lie between " + BatchPerceptron.SMALLEST_RATE + " and 1, got " + rate);
    }
    Check.between("steps", steps, 1, 100_000);
    Check.between("runs", runs, 1, MOST_RUNS);
  }

  /** Returns the learner in its default configuration. */
  public static ProjectedSgd withDefaults() {
    return new ProjectedSgd(0.1, 0.96, 25, 1, new Projection(Projection.Kind.SIGNS, 0, 1), 1);
  }

  @Override
  public String name() {
    return "projected-sgd";
  }

  @Override
  public String summary() {
    return "random projection and noisy descent on a margin loss, for large margins in many"
        + " features (Nguyen, Ullman, Zakynthinou 2020)";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("margin", Double.toString(margin));
    settings.put("slack", Double.toString(slack));
    settings.put("steps", Integer.toString(steps));
    settings.put("runs", Integer.toString(runs));
    settings.put(Projection.KEY, projection.text());
    settings.put("draw", Integer.toString(projection.draw()));
    settings.put("rate", Double.toString(rate));
    return settings;
  }

  @Override
  public ProjectedSgd with(String key, String value) {
    return switch (key) {
      case "margin" ->
          new ProjectedSgd(
              Setting.number(key, value, 1e-3, 1), slack, steps, runs, projection, rate);
      case "slack" ->
          new ProjectedSgd(
              margin, Setting.number(key, value, 0.2, 1), steps, runs, projection, rate);
      case "steps" ->
          new ProjectedSgd(
              margin, slack, Setting.wholeNumber(key, value, 1, 100_000), runs, projection, rate);
      case "runs" -> withRuns(Setting.wholeNumber(key, value, 1, MOST_RUNS));
      case Projection.KEY ->
          new ProjectedSgd(margin, slack, steps, runs, projection.with(value), rate);
      case "draw" ->
          new ProjectedSgd(
              margin,
              slack,
              steps,
              runs,
              projection.withDraw(Setting.wholeNumber(key, value, 0, Integer.MAX_VALUE)),
              rate);
      case "rate" ->
          new ProjectedSgd(
              margin,
              slack,
              steps,
              runs,
              projection,
              Setting.number(key, value, BatchPerceptron.SMALLEST_RATE, 1));
      default -> throw Setting.unknown(name(), key, settings());
    };
  }

  private ProjectedSgd withRuns(int other) {
    return new ProjectedSgd(margin, slack, steps, other, projection, rate);
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    if (runs > 1) {
      return new BestOfRuns(withRuns(1), runs).plan(shape, guarantee);
    }
    Shape images;
    try {
      ModelMemory.require(shape); // the model is one of the rows, not of their images
      images = projection.images(shape, margin);
    } catch (DemiluneException e) {
      return Plan.refused(name(), e.getMessage());
    }
    return GradientPlans.plan(name(), images, guarantee, schedule(), /* centring= */ false)
        .with(Projection.KEY, shape.features() + " to " + images.features() + " features");
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    return RowsNeeded.asymptotic(
        HardMargin.expectedRows(shape, guarantee, goal),
        "asymptotic only: 1/(error · margin² · ε), up to logarithms, whatever the number of"
            + " features (Nguyen, Ullman, Zakynthinou 2020, Theorem 6)");
  }

  @Override
  public PrivateFit fit(BoundedDataset data, Allowance allowance, Progress progress) {
    if (runs > 1) {
      return new BestOfRuns(withRuns(1), runs).fit(data, allowance, settings(), progress);
    }
    allowance.requireAdjacency(data.adjacency());
    ModelMemory.require(Shape.of(data));
    Optional<LinearEmbedding> map = projection.map(data.features(), margin);
    BoundedDataset view = Projection.images(data, map);
    ReleasePlan plan = ReleasePlan.of(view, allowance, schedule(), /* centred= */ false);
    Randomness randomness = allowance.use(data.adjacency());
    BoundedDataset images = map.isEmpty() ? view : view.kept();
    NoisyReleases releases = new NoisyReleases(images, plan, randomness);
    double signal = plan.mu() * releases.rows() / data.adjacency().contributionsChanged();
    LinearClassifier model = train(images, releases, signal, progress);
    return new PrivateFit(
        Projection.pullBack(data, map, model),
        allowance.certify(name(), settings(), releases.event()));
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    Optional<LinearEmbedding> map = projection.map(data.features(), margin);
    BoundedDataset images = map.isEmpty() ? data : Projection.images(data, map).kept();
    GradientReleases releases = new ExactReleases(images, /* centred= */ false);
    LinearClassifier model = train(images, releases, Double.POSITIVE_INFINITY, Progress.NONE);
    return new UnprotectedFit(Projection.pullBack(data, map, model));
  }

  private LinearClassifier train(
      BoundedDataset images, GradientReleases releases, double signal, Progress progress) {
    return new LinearTraining(images, releases, schedule(), Descent.within(1))
        .run(stepSize(signal, images), ruleAt(images.classes()), progress);
  }

  private Schedule schedule() {
    return Schedule.all(steps, rate);
  }

  /**
   * 1/(G√T), where G² is the mean square of a noisy subgradient of length one at most: 1 and the
   * noise, √T/(μn) in every coordinate.
   */
  private double stepSize(double signal, BoundedDataset images) {
    double weights = (images.features() + 1.0) * Shape.outputs(images.classes());
    double noise = Math.sqrt(steps) / signal;
    return 1 / Math.sqrt(steps * (1 + weights * noise * noise));
  }

  private Function<double[], RowRule> ruleAt(int classes) {
    double asked = slack * margin;
    RowRule rule =
        classes == 2 ? Loss.HINGE.binary(asked) : Loss.HINGE.joint(Margins.constant(asked));
    return weights -> rule;
  }
}
