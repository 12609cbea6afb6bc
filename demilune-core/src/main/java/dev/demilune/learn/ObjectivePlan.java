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

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How the budget of {@link ObjectivePerturbation} is spread, fixed before any row is seen.
 *
 * @param problems how many objectives are perturbed: one for two classes, else one per class
 * @param epsilon ε of one perturbed objective
 * @param delta δ of one perturbed objective
 * @param threshold ε₀, which the loss's sharpness over λ may not exceed
 * @param noise σ, the standard deviation of the tilt in each coordinate
 * @param count buys the row count where it is private
 * @param outputMultiplier the noise on the minimum, over what search and rounding may move it
 */
record ObjectivePlan(
    int problems,
    double epsilon,
    double delta,
    double threshold,
    double noise,
    Optional<NoisyIntegerSum> count,
    double outputMultiplier) {

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
    ReleasePlan.checkMemory(shape);
    double mu = GaussianCalibration.mu(guarantee); // refuses pure guarantees
    if (!(guarantee instanceof ApproximateDp target)) {
      throw new DemiluneException(
          "a perturbed objective is priced by ε and δ, not by "
              + guarantee.describe()
              + ": give an ε and a δ, or use output-perturbation");
    }
    boolean counts = !shape.adjacency().rowCountIsPublic();
    double countPart = shape.rows() > 0 ? DECLARED_COUNT_PART : BOUGHT_COUNT_PART;
    Optional<NoisyIntegerSum> count =
        counts ? Optional.of(NoisyIntegerSum.of(1, 1 / (mu * countPart))) : Optional.empty();
    double outputMultiplier = 1 / (mu * OUTPUT_PART);
    int problems = LinearTraining.outputs(shape.classes());
    if (!VectorRelease.canBeDrawn((shape.features() + 1.0) * problems, outputMultiplier)) {
      throw new DemiluneException(
          "the noise for "
              + guarantee.describe()
              + " is larger than can be drawn: use a larger ε or δ");
    }
    double sides =
        Accountant.best(new PrivacyEvent.Composed(sides(count, outputMultiplier)))
            .epsilon(DELTA_LEFT * target.delta());
    double epsilon = (PRICED * target.epsilon() - sides) / problems;
    double delta = (1 - DELTA_LEFT) * target.delta() / problems;
    double threshold = counts ? epsilon : THRESHOLD_PART * epsilon;
    return new ObjectivePlan(
        problems,
        epsilon,
        delta,
        threshold,
        smallestNoise(shape.adjacency(), epsilon, threshold, delta),
        count,
        outputMultiplier);
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

  private static List<PrivacyEvent> sides(
      Optional<NoisyIntegerSum> count, double outputMultiplier) {
    List<PrivacyEvent> events = new ArrayList<>();
    count.ifPresent(mechanism -> events.add(mechanism.event()));
    events.add(new PrivacyEvent.GaussianSum(outputMultiplier));
    return events;
  }

  /** Returns what is done with the rows. */
  PrivacyEvent event() {
    List<PrivacyEvent> events = sides(count, outputMultiplier);
    PrivacyEvent one = new PrivacyEvent.Approximate(epsilon, delta);
    events.add(problems == 1 ? one : new PrivacyEvent.Repeated(one, problems));
    return new PrivacyEvent.Composed(events);
  }
}
