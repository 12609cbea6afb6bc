// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import dev.demilune.internal.Check;

/**
 * The bound that holds for everything that is (ε, δ)-differentially private.
 *
 * <p><b>Claim.</b> If the runs are (ε, δ)-private, the bound exceeds ε with probability at most the
 * false-alarm rate.
 *
 * <p><b>Proof.</b> Let p and q be the probabilities of guessing "it is there" with and without the
 * canary. Privacy says p ≤ e^ε q + δ and, for the opposite guess, 1 - q ≤ e^ε (1 - p) + δ. So ε is
 * at least ln((p - δ)/q) and ln((1 - q - δ)/(1 - p)); both grow with p and fall with q. {@link
 * ClopperPearson} bounds p from below and q from above, each wrong at half the rate; both
 * directions use the same two bounds. ∎
 *
 * <p><b>Source.</b> Kairouz, Oh and Viswanath (2015); Jagielski, Ullman and Oprea (2020).
 *
 * @param delta the claimed δ
 */
public record EventBound(double delta) implements EpsilonBound {

  public EventBound {
    Check.notNegative("delta", delta);
  }

  @Override
  public double of(int truePositives, int falsePositives, int runs, double falseAlarm) {
    double p = ClopperPearson.lower(truePositives, runs, falseAlarm / 2);
    double q = ClopperPearson.upper(falsePositives, runs, falseAlarm / 2);
    return Math.max(0, Math.max(logRatio(p - delta, q), logRatio(1 - q - delta, 1 - p)));
  }

  private static double logRatio(double more, double less) {
    // A few ulps below covers the rounding of the logarithm and of the differences before it.
    return more > 0 ? Math.log(more / less) - 1e-12 : 0;
  }

  @Override
  public String describe() {
    return "any event";
  }
}
