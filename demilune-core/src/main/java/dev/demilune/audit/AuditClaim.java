// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.SequenceFold;
import dev.demilune.privacy.Guarantee;
import java.util.function.DoublePredicate;
import java.util.function.Predicate;

/** What is claimed, as two numbers, and how it can be refuted. */
public record AuditClaim(double epsilon, double delta) {

  // Beyond this no one is protected.
  private static final double LARGEST = 100;

  /** Returns the two numbers of a guarantee; a δ of 0 where it has none. */
  public static AuditClaim of(Guarantee guarantee) {
    return new AuditClaim(guarantee.epsilon(), guarantee.delta());
  }

  /** The tightest bound for what a learner says it releases. */
  EpsilonBound bound(PrivacyEvent event) {
    return delta > 0 && isGaussian(event) ? new GaussianBound(delta) : new EventBound(delta);
  }

  /** Whether Gaussian DP is tested, which says more than (ε, δ). */
  boolean testsGaussian(PrivacyEvent event) {
    return bound(event) instanceof GaussianBound;
  }

  /**
   * Returns the largest ε that is refuted, 0 if none is: along the trade-offs of Gaussian DP where
   * the learner claims it, else along those of (ε, δ).
   *
   * @param refutes whether a trade-off is refuted; then so is every stricter one
   */
  double largestRefuted(PrivacyEvent event, Predicate<GuessLimit> refutes) {
    return bound(event) instanceof GaussianBound gaussian
        ? gaussian.epsilon(largest(mu -> refutes.test(new GuessLimit.Gaussian(mu))))
        : largest(some -> refutes.test(new GuessLimit.Approximate(some, delta)));
  }

  private static double largest(DoublePredicate refuted) {
    double low = 0;
    double high = LARGEST;
    for (int i = 0; i < 50; i++) {
      double middle = 0.5 * (low + high);
      if (refuted.test(middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Whether everything that is released is a Gaussian sum of all rows. */
  static boolean isGaussian(PrivacyEvent event) {
    return event.fold(new SequenceFold.Every(PrivacyEvent.GaussianSum.class::isInstance));
  }
}
