// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.accounting.numeric.Arguments;
import dev.demilune.accounting.pld.PrivacyLoss;

/**
 * The privacy cost of one event: for every ε a δ, and for every δ an ε.
 *
 * <p>An accountant is made for an event, always gives the same answers, and may be used by several
 * threads. {@link #epsilon} and {@link #delta} are upper bounds: they may exceed the true cost by
 * rounding or by the looseness of a theorem, and are never below it. The intervals say by how much
 * at most. The true cost is that of the worst mechanism and the worst neighbors that the event
 * describes.
 */
public interface Accountant {

  /** Returns how the cost is computed, for a certificate. */
  String name();

  /**
   * Returns how the cost at this δ is computed: of several methods, the one that {@link #epsilon}
   * used.
   */
  default String nameAt(double delta) {
    Arguments.delta(delta);
    return name();
  }

  /** Returns how the cost at this ε is computed: by the method that {@link #delta} used. */
  default String nameAtEpsilon(double epsilon) {
    Arguments.epsilon(epsilon);
    return name();
  }

  /**
   * Returns an ε such that the event is (ε, δ)-differentially private: the smallest one this
   * accountant can prove. Infinity when there is none, as for Gaussian noise and δ = 0.
   *
   * @param delta at least 0 and below 1
   */
  double epsilon(double delta);

  /**
   * Returns a δ such that the event is (ε, δ)-differentially private: the smallest one this
   * accountant can prove, at most 1.
   *
   * @param epsilon at least 0
   */
  double delta(double epsilon);

  /** Returns bounds on the smallest ε at this δ; their upper end is {@link #epsilon}. */
  default Interval epsilonBetween(double delta) {
    return Interval.upTo(epsilon(delta), name() + " gives an upper bound only");
  }

  /** Returns bounds on the smallest δ at this ε; their upper end is {@link #delta}. */
  default Interval deltaBetween(double epsilon) {
    return Interval.upTo(delta(epsilon), name() + " gives an upper bound only");
  }

  /** Returns the cost at each of these ε, which must increase. */
  default PrivacyProfile profile(double... epsilons) {
    return PrivacyProfile.of(this, epsilons);
  }

  /** Returns the cost at evenly spaced ε, from 0 to where δ is 1e-12, but at most to 10,000. */
  default PrivacyProfile profile() {
    return PrivacyProfile.of(this, 100);
  }

  /** Returns the miss rate of the best membership attack at each of these false positive rates. */
  default TradeOff tradeOff(double... falsePositiveRates) {
    return TradeOff.of(profile(), falsePositiveRates);
  }

  /**
   * Returns the tightest accountant that is valid for the event.
   *
   * <p>Events of Gaussian sums only use exact Gaussian DP. Others use the privacy loss distribution
   * where the laws of all steps are known, or the smallest of the alternatives: basic composition
   * of pure steps, zero-concentrated and Rényi DP.
   *
   * @throws dev.demilune.DemiluneException with the reason, if the event has too little noise for
   *     any accountant, mixes adjacencies, or has (ε, δ) steps where no theorem is known
   */
  static Accountant best(PrivacyEvent event) {
    return AccountantChoice.of(event, PrivacyLoss.TOLERANCE);
  }

  /**
   * Returns the tightest accountant that is valid for the event, with intervals of another relative
   * width than the usual 0.001 where they are found by refining a grid. A wider one is faster, and
   * its upper end is still an upper bound.
   *
   * @param relativeWidth the target, between 1e-6 and 1; the interval has a note if it was not
   *     reached
   * @throws dev.demilune.DemiluneException for the same reasons as {@link #best(PrivacyEvent)}
   */
  static Accountant best(PrivacyEvent event, double relativeWidth) {
    return AccountantChoice.of(event, Arguments.relativeWidth(relativeWidth));
  }
}
