// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.learn.ModelMemory;
import dev.demilune.learn.Shape;
import dev.demilune.mechanism.L2Laplace;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.mechanism.NoisySum;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How the budget of {@link ObjectivePerturbation} is spread, fixed before any row is seen.
 *
 * @param problems how many objectives are perturbed: one for two classes, else one per class
 * @param epsilon ε of one perturbed objective
 * @param delta δ of one perturbed objective; 0 for a pure guarantee
 * @param threshold ε₀, which the loss's sharpness over λ may not exceed
 * @param tilt the law of the linear term
 * @param count buys the row count where it is private
 * @param output the noise on the minimum, for what search and rounding may move it
 */
record ObjectivePlan(
    int problems,
    double epsilon,
    double delta,
    double threshold,
    Tilt tilt,
    Optional<NoisySum> count,
    VectorNoise output) {

  // What the side releases may use of μ: they add to ε at basic composition, so they get little.
  private static final double OUTPUT_PART = 0.007;
  private static final double DECLARED_COUNT_PART = 0.007;
  private static final double BOUGHT_COUNT_PART = 0.03;
  private static final double DELTA_LEFT = 0.05;

  // Of ε where a row is replaced; see the proof of ObjectivePerturbation.
  private static final double THRESHOLD_PART = 1.0 / 3;

  // The accountant finds the price of the whole to a thousandth.
  private static final double PRICED = 0.998;

  private static final double ROUNDING = 1e-9;

  static ObjectivePlan of(Shape shape, Guarantee guarantee) {
    ModelMemory.require(shape);
    if (guarantee instanceof PureDp pure) {
      return pure(shape, pure);
    }
    double mu = GaussianCalibration.mu(guarantee);
    if (!(guarantee instanceof ApproximateDp target)) {
      throw new DemiluneException(
          "a perturbed objective is priced by ε and δ, not by "
              + guarantee.describe()
              + ": give an ε and a δ, or use output-perturbation");
    }
    boolean counts = !shape.adjacency().rowCountIsPublic();
    double countPart = shape.rows() > 0 ? DECLARED_COUNT_PART : BOUGHT_COUNT_PART;
    Optional<NoisySum> count =
        counts ? Optional.of(NoisyIntegerSum.of(1, 1 / (mu * countPart))) : Optional.empty();
    VectorNoise output = new VectorNoise.Gaussian(1 / (mu * OUTPUT_PART));
    int problems = Shape.outputs(shape.classes());
    if (!VectorRelease.canBeDrawn((shape.features() + 1.0) * problems, output)) {
      throw VectorNoise.tooLarge(guarantee);
    }
    double sides =
        Accountant.best(new PrivacyEvent.Composed(sides(count, output)))
            .epsilon(DELTA_LEFT * target.delta());
    double epsilon = (PRICED * target.epsilon() - sides) / problems;
    double delta = (1 - DELTA_LEFT) * target.delta() / problems;
    double threshold = counts ? epsilon : THRESHOLD_PART * epsilon;
    return new ObjectivePlan(
        problems,
        epsilon,
        delta,
        threshold,
        new Tilt.Gaussian(
            smallestNoise(shape.adjacency(), epsilon, threshold, delta), shape.features() + 1),
        count,
        output);
  }

  /** Everything adds up, and the curvature is free: see the proof of ObjectivePerturbation. */
  private static ObjectivePlan pure(Shape shape, PureDp guarantee) {
    boolean counts = !shape.adjacency().rowCountIsPublic();
    double forCount =
        counts
            ? guarantee.epsilon() * (shape.rows() > 0 ? DECLARED_COUNT_PART : BOUGHT_COUNT_PART)
            : 0;
    double forOutput = guarantee.epsilon() * OUTPUT_PART;
    int problems = Shape.outputs(shape.classes());
    VectorNoise output = new VectorNoise.Pure(forOutput);
    if (!VectorRelease.canBeDrawn((shape.features() + 1.0) * problems, output)
        || (counts && !L2Laplace.canBeDrawn(1, forCount))) {
      throw VectorNoise.tooLarge(guarantee);
    }
    double epsilon = (guarantee.epsilon() - forCount - forOutput) * (1 - ROUNDING) / problems;
    int changed = shape.adjacency().contributionsChanged();
    return new ObjectivePlan(
        problems,
        epsilon,
        /* delta= */ 0,
        epsilon / changed,
        new Tilt.L2Laplace(changed / epsilon * (1 + ROUNDING), shape.features() + 1),
        counts ? Optional.of(L2Laplace.of(1, forCount)) : Optional.empty(),
        output);
  }

  /** Returns the least noise, up to 0.2 %, with which the δ of the proof is small enough. */
  private static double smallestNoise(
      Adjacency adjacency, double epsilon, double threshold, double delta) {
    double noise =
        adjacency.contributionsChanged()
            * GaussianCalibration.noiseMultiplier(ApproximateDp.of(epsilon, delta), 1);
    while (!(delta(adjacency, noise, epsilon, threshold) <= delta)) {
      noise *= 1.002;
    }
    return noise;
  }

  /** Returns the δ at ε of an objective with this noise; the proof is with the learner. */
  static double delta(Adjacency adjacency, double noise, double epsilon, double threshold) {
    if (adjacency == Adjacency.ADD_OR_REMOVE_ONE) {
      return gaussian(noise, epsilon);
    }
    double sum =
        gaussian(noise / 2, epsilon)
            + gaussian(noise, epsilon)
            + gaussian(noise, epsilon - threshold);
    return sum * (1 + ROUNDING);
  }

  private static double gaussian(double noise, double epsilon) {
    return Accountant.best(new PrivacyEvent.GaussianSum(noise)).delta(epsilon);
  }

  private static List<PrivacyEvent> sides(Optional<NoisySum> count, VectorNoise output) {
    List<PrivacyEvent> events = new ArrayList<>();
    count.ifPresent(mechanism -> events.add(mechanism.event()));
    events.add(output.event());
    return events;
  }

  /** Returns what is done with the rows. */
  PrivacyEvent event() {
    List<PrivacyEvent> events = sides(count, output);
    PrivacyEvent one =
        delta == 0 ? new PrivacyEvent.Pure(epsilon) : new PrivacyEvent.Approximate(epsilon, delta);
    events.add(problems == 1 ? one : new PrivacyEvent.Repeated(one, problems));
    return new PrivacyEvent.Composed(events);
  }
}
