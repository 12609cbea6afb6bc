// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.learn.ModelMemory;
import dev.demilune.learn.Shape;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import java.util.ArrayList;
import java.util.List;

/**
 * How the budget of {@link ObjectivePerturbation} is divided, fixed before any row is read.
 *
 * @param problems how many objectives are perturbed: one for two classes, else one per class
 * @param minimum one perturbed objective's ε, and its δ, 0 for a pure guarantee
 * @param threshold ε₀, which the loss's sharpness over λ may not exceed
 * @param tilt the law of the linear term
 * @param sides the row count where it is private, and the noise on the minima for what search and
 *     rounding may move them
 */
record ObjectivePlan(
    int problems, TiltedMinimum minimum, double threshold, Tilt tilt, CountAndWeights sides) {

  // What the side releases may use of μ: they add to ε at basic composition, so they get little.
  private static final double OUTPUT_PART = 0.007;
  private static final double DECLARED_COUNT_PART = 0.007;
  private static final double BOUGHT_COUNT_PART = 0.03;
  private static final double DELTA_LEFT = 0.05;

  // Of ε where a row is replaced; see the proof of ObjectivePerturbation.
  private static final double THRESHOLD_PART = 1.0 / 3;

  // The accountant finds the privacy cost of the whole to a thousandth.
  private static final double PRICED = 0.998;

  static ObjectivePlan of(Shape shape, Guarantee guarantee) {
    ModelMemory.require(shape);
    if (guarantee instanceof PureDp pure) {
      return pure(shape, pure);
    }
    // The sides are small Gaussians: their parts of μ are chosen, their cost is then computed.
    double mu = GaussianCalibration.mu(guarantee);
    double countPart = CountAndWeights.countPart(shape, DECLARED_COUNT_PART, BOUGHT_COUNT_PART);
    CountAndWeights sides =
        CountAndWeights.gaussian(shape, guarantee, 1 / (mu * countPart), 1 / (mu * OUTPUT_PART));
    // The sides' ε at a part of δ; minima get the rest by basic composition.
    double sidesEpsilon =
        Accountant.best(new PrivacyEvent.Composed(sides.events()))
            .epsilon(DELTA_LEFT * guarantee.delta());
    int problems = Shape.outputs(shape.classes());
    double epsilon = (PRICED * guarantee.epsilon() - sidesEpsilon) / problems;
    // K objectives compose by addition of ε and of δ.
    double delta = (1 - DELTA_LEFT) * guarantee.delta() / problems;
    // Adding or removing: ε₀ = ε costs nothing. Replacing: ε - ε₀ must leave room for the third
    // term of δ.
    double threshold = shape.adjacency().rowCountIsPublic() ? THRESHOLD_PART * epsilon : epsilon;
    return new ObjectivePlan(
        problems,
        new TiltedMinimum(epsilon, delta, shape.adjacency().contributionsChanged()),
        threshold,
        new Tilt.Gaussian(
            smallestNoise(shape.adjacency(), epsilon, threshold, delta), shape.features() + 1),
        sides);
  }

  /** Pure parts of ε add up, and the curvature is free: see the proof of ObjectivePerturbation. */
  private static ObjectivePlan pure(Shape shape, PureDp guarantee) {
    double forCount =
        guarantee.epsilon()
            * CountAndWeights.countPart(shape, DECLARED_COUNT_PART, BOUGHT_COUNT_PART);
    double forOutput = guarantee.epsilon() * OUTPUT_PART;
    CountAndWeights sides = CountAndWeights.pure(shape, guarantee, forCount, forOutput);
    int problems = Shape.outputs(shape.classes());
    // The factors lower ε and raise the scale, so that no rounding of sums or quotients costs more.
    double epsilon = (guarantee.epsilon() - forCount - forOutput) * Rounding.SUM_DOWN / problems;
    int changed = shape.adjacency().contributionsChanged();
    return new ObjectivePlan(
        problems,
        new TiltedMinimum(epsilon, /* delta= */ 0, changed),
        epsilon / changed,
        new Tilt.L2Laplace(changed / epsilon * Rounding.SUM_UP, shape.features() + 1),
        sides);
  }

  /** Returns the least noise, up to 0.2 %, with which the δ of the proof is small enough. */
  private static double smallestNoise(
      Adjacency adjacency, double epsilon, double threshold, double delta) {
    // Starts at what the first term alone needs; the other terms only add to δ.
    double noise =
        adjacency.contributionsChanged()
            * GaussianCalibration.noiseMultiplier(ApproximateDp.of(epsilon, delta), 1);
    while (!(delta(adjacency, noise, epsilon, threshold) <= delta)) {
      noise *= 1.002; // upwards only: the first noise that suffices is the safe end
    }
    return noise;
  }

  /** Returns the δ at ε of an objective with this noise; the proof is with the learner. */
  static double delta(Adjacency adjacency, double noise, double epsilon, double threshold) {
    if (adjacency.addsOrRemoves()) {
      return gaussian(noise, epsilon);
    }
    double sum =
        gaussian(noise / 2, epsilon) // Q(1, 1): two rows pull apart, μ = 2/σ
            + gaussian(noise, epsilon) // Q(0, 1)
            + gaussian(noise, epsilon - threshold); // Q(1, 0) + ε₀
    return sum * Rounding.SUM_UP; // up: the sum of three bounds rounds twice
  }

  private static double gaussian(double noise, double epsilon) {
    return Accountant.best(new PrivacyEvent.GaussianSum(noise)).delta(epsilon);
  }

  /** Returns what is done with the rows. */
  PrivacyEvent event() {
    List<PrivacyEvent> events = new ArrayList<>(sides.events());
    PrivacyEvent one = minimum.event();
    events.add(problems == 1 ? one : new PrivacyEvent.Repeated(one, problems));
    return new PrivacyEvent.Composed(events);
  }
}
