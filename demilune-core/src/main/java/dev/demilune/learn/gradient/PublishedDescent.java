// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.DemiluneException;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Projection;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainedModel;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.published.SingleRowDescent;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import java.util.Locale;

/**
 * Algorithms 1 and 3 of Nguyen, Ullman and Zakynthinou (2020) with their own constants, in so far
 * as they are private: n² steps on one row each, their noise and step sizes, the last weights, and
 * the best of ⌈ln(8/β)⌉ runs. For tables of toy size: to see what the constants cost.
 *
 * <p><b>Claim.</b> Runs and choice together are within (ε, δ).
 *
 * <p><b>Proof.</b> A step takes each row with probability 1/n, one on average, where the paper
 * draws one of n: so the step is a Gaussian sum on a Poisson sample, whose price is known under
 * every adjacency. Its noise is the larger one of the paper's and of what the accountant asks for
 * ({@link ReleasePlan}). {@link BestOfRuns} divides the budget: half of ε for the choice, the other
 * half and δ among the runs, by basic composition. As published, the choice comes on top of the
 * whole ε. ∎
 *
 * <p><b>Source.</b> Nguyen, Ullman and Zakynthinou (2020). We depart from them, besides: the choice
 * counts errors, whose sensitivity is one, where the paper leaves that of the loss open; weights
 * begin at zero.
 */
final class PublishedDescent {

  /** Beyond, n² steps take hours. */
  static final int MOST_ROWS = 1_000;

  private static final double FAILURE = 0.05; // β

  private PublishedDescent() {}

  /**
   * @throws DemiluneException if the constants do not apply, or ask for too much
   */
  static Plan plan(ProjectedSgd learner, Shape shape, Guarantee guarantee) {
    if (!(guarantee instanceof ApproximateDp target)) {
      throw new DemiluneException(
          "the published constants are for an ε and a δ, and not for " + guarantee.describe());
    }
    if (shape.classes() != 2) {
      throw new DemiluneException(
          "the published constants are for two classes, and there are " + shape.classes());
    }
    if (shape.rows() == 0) {
      throw new DemiluneException(
          "the published constants ask for n² steps: declare the expected number of rows");
    }
    if (shape.rows() > MOST_ROWS) {
      throw new DemiluneException(
          String.format(
              Locale.ROOT,
              "the published constants ask for n² = %.3g steps in each of %d runs: use at most %d"
                  + " rows, or published-error=off",
              SingleRowDescent.steps((double) shape.rows()),
              SingleRowDescent.runs(FAILURE),
              MOST_ROWS));
    }
    return new BestOfRuns<>(
            learner, SingleRowDescent.runs(FAILURE), /* share= */ 0.5, PublishedDescent::oneRun)
        .dividedEvenly(shape, target);
  }

  private static Plan oneRun(ProjectedSgd learner, Shape shape, Guarantee guarantee) {
    double margin = learner.values().get(ProjectedSgd.MARGIN);
    double asked =
        SingleRowDescent.directions(
            margin,
            SingleRowDescent.failureOfLength(
                (double) shape.rows(), learner.values().get(ProjectedSgd.PUBLISHED), FAILURE));
    Projection projection =
        new Projection(
            Projection.Kind.SIGNS,
            (int) Math.min(asked, Integer.MAX_VALUE), // as many as features, or more: none
            learner.values().get(Projection.DRAW));
    Shape images = projection.images(shape, margin);
    // σ/(nL), the noise in units of one row's gradient.
    double noise =
        SingleRowDescent.noise(
                margin, (double) shape.rows(), guarantee.epsilon(), guarantee.delta())
            / (shape.rows() * SingleRowDescent.slope(margin));
    int steps = Math.toIntExact(shape.rows() * shape.rows()); // at most MOST_ROWS²
    // A multiplier is relative to what a neighbor changes: one row's gradient, or two.
    Schedule schedule =
        Schedule.last(steps, 1.0 / shape.rows(), noise / shape.adjacency().contributionsChanged());
    ReleasePlan releases = ReleasePlan.of(images, guarantee, schedule, /* centered= */ false);
    return TrainingPlan.of(
        learner,
        shape,
        guarantee,
        releases.event(),
        GradientPlans.outlook(images, releases)
            .with(Projection.KEY, shape.features() + " to " + images.features() + " features"),
        (rows, run) ->
            TrainedModel.of(
                learner.trainOnImages(
                    rows,
                    projection,
                    releases,
                    run,
                    (data, sums, signal, progress) ->
                        new LinearTraining(data, sums, schedule, Descent.within(1))
                            .run(
                                step -> stepSize(step, noise, images.features()),
                                weights -> Loss.HINGE.binary(0.96 * margin),
                                progress))));
  }

  /**
   * η(t)·nL, how far the gradient of one row moves the weights, where η(t) = 2/√(t(n²L² + mσ²)).
   *
   * @param noise σ/(nL)
   */
  static double stepSize(int step, double noise, int directions) {
    return 2 / Math.sqrt(step * (1 + directions * noise * noise));
  }
}
