// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.accounting.pld.PrivacyLoss;

/**
 * The price of one event: for every ε a δ, and for every δ an ε.
 *
 * <p>An accountant is made for an event, gives the same answers for ever, and may be used by
 * several threads. {@link #epsilon} and {@link #delta} are upper bounds: they may exceed the true
 * price by rounding or by the looseness of a theorem, and are never below it. The intervals say by
 * how much at most. The true price is that of the worst mechanism and the worst neighbors that the
 * event describes.
 */
public interface Accountant {

  /** Returns how the price is computed, for a certificate. */
  String name();

  /**
   * Returns how the price at this δ is computed: of several methods, the one whose answer {@link
   * #epsilon} gave.
   */
  default String nameAt(double delta) {
    Arguments.delta(delta);
    return name();
  }

  /**
   * Returns how the price at this ε is computed: by the method whose answer {@link #delta} gave.
   */
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

  /** Returns what is certain about the smallest ε at this δ; its upper end is {@link #epsilon}. */
  default Interval epsilonBetween(double delta) {
    return Interval.upTo(epsilon(delta), name() + " gives an upper bound only");
  }

  /** Returns what is certain about the smallest δ at this ε; its upper end is {@link #delta}. */
  default Interval deltaBetween(double epsilon) {
    return Interval.upTo(delta(epsilon), name() + " gives an upper bound only");
  }

  /** Returns the price at each of these ε, which must increase. */
  default PrivacyProfile profile(double... epsilons) {
    return PrivacyProfile.of(this, epsilons);
  }

  /** Returns the price at evenly spaced ε, from 0 to where δ is 1e-12 or no ε above 10,000. */
  default PrivacyProfile profile() {
    return PrivacyProfile.of(this, 100);
  }

  /** Returns what the best membership attack reaches at each of these rates of false positives. */
  default TradeOff tradeOff(double... falsePositiveRates) {
    return TradeOff.of(profile(), falsePositiveRates);
  }

  /**
   * Returns the tightest accountant that is valid for the event.
   *
   * <p>Only Gaussian sums: exact Gaussian DP. Otherwise the distribution of the privacy loss where
   * the laws of all steps are known, and then the others where it is not the smallest: basic
   * composition of pure steps, zero-concentrated and Rényi DP.
   *
   * @throws dev.demilune.DemiluneException if the event has too little noise to be priced, mixes
   *     adjacencies, or has (ε, δ) steps where no theorem is known, with the reason
   */
  static Accountant best(PrivacyEvent event) {
    return AccountantChoice.of(event, PrivacyLoss.TOLERANCE);
  }

  /**
   * Returns the tightest accountant that is valid for the event, with intervals of another relative
   * width than the usual 0.001 where they are found by refining a grid. A wider one is faster, and
   * its upper end is an upper bound all the same.
   *
   * @param relativeWidth between 1e-6 and 1; it is wished for, and the interval says if it was not
   *     reached
   * @throws dev.demilune.DemiluneException for the same reasons as {@link #best(PrivacyEvent)}
   */
  static Accountant best(PrivacyEvent event, double relativeWidth) {
    return AccountantChoice.of(event, Arguments.relativeWidth(relativeWidth));
  }
}
