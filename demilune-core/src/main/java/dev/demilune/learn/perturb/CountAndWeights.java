// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.learn.Shape;
import dev.demilune.mechanism.L2Laplace;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.mechanism.NoisySum;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The noise of the two releases that both perturbations make: the row count where it is private,
 * and the weights of all minima together.
 *
 * @param count empty where the row count is public
 * @param weights the noise of the weights, whatever their sensitivity
 */
record CountAndWeights(Optional<NoisySum> count, VectorNoise weights) {

  /**
   * Returns the part of the budget that the count gets: none where it is public.
   *
   * @param ifDeclared the part if rows are declared, so that the count only bounds the search
   * @param ifBought the part if the count is all that is known of them
   */
  static double countPart(Shape shape, double ifDeclared, double ifBought) {
    if (isPublic(shape)) {
      return 0;
    }
    return shape.rows() > 0 ? ifDeclared : ifBought;
  }

  /**
   * Returns Gaussian noise for both.
   *
   * @param countMultiplier noise over sensitivity, for the count
   * @param weightsMultiplier noise over sensitivity, for the weights
   * @throws DemiluneException if it cannot be drawn
   */
  static CountAndWeights gaussian(
      Shape shape, Guarantee guarantee, double countMultiplier, double weightsMultiplier) {
    Optional<NoisySum> count =
        // One row is added or removed wherever the count is private: sensitivity one.
        isPublic(shape) ? Optional.empty() : Optional.of(NoisyIntegerSum.of(1, countMultiplier));
    VectorNoise weights = new VectorNoise.Gaussian(weightsMultiplier);
    requireDrawable(shape, guarantee, weights);
    return new CountAndWeights(count, weights);
  }

  /**
   * Returns pure noise for both.
   *
   * @throws DemiluneException if it cannot be drawn
   */
  static CountAndWeights pure(
      Shape shape, PureDp guarantee, double countEpsilon, double weightsEpsilon) {
    VectorNoise weights = new VectorNoise.Pure(weightsEpsilon);
    requireDrawable(shape, guarantee, weights);
    if (isPublic(shape)) {
      return new CountAndWeights(Optional.empty(), weights);
    }
    if (!L2Laplace.canBeDrawn(1, countEpsilon)) {
      throw VectorNoise.tooLarge(guarantee);
    }
    return new CountAndWeights(Optional.of(L2Laplace.of(1, countEpsilon)), weights);
  }

  private static boolean isPublic(Shape shape) {
    return shape.adjacency().rowCountIsPublic();
  }

  private static void requireDrawable(Shape shape, Guarantee guarantee, VectorNoise weights) {
    // In doubles: their product may be larger than an int.
    double entries = (shape.features() + 1.0) * Shape.outputs(shape.classes());
    if (!VectorRelease.canBeDrawn(entries, weights)) {
      throw VectorNoise.tooLarge(guarantee);
    }
  }

  /** Returns whether the count is the only thing that is known of the number of rows. */
  boolean isBought(Shape shape) {
    return shape.rows() == 0 && count.isPresent();
  }

  /** Returns what the releases are, in their order. */
  List<PrivacyEvent> events() {
    List<PrivacyEvent> events = new ArrayList<>();
    count.ifPresent(mechanism -> events.add(mechanism.event()));
    events.add(weights.event());
    return events;
  }
}
