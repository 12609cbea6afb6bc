// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import dev.demilune.internal.Check;
import java.util.function.DoublePredicate;
import org.apache.commons.numbers.gamma.RegularizedBeta;

/**
 * Bounds on a probability from counted successes.
 *
 * <p><b>Claim.</b> The true probability is below {@link #lower} with probability at most the
 * false-alarm rate, and above {@link #upper} likewise, for every number of trials.
 *
 * <p><b>Proof.</b> With p below the lower bound, that many successes or more have a probability
 * below the rate: the bound is where it equals the rate, and it grows with p. P(X ≥ s) is the
 * regularized beta function I_p(s, n - s + 1). The bisections return their safe ends. ∎
 *
 * <p><b>Source.</b> Clopper and Pearson (1934), one-sided.
 */
public final class ClopperPearson {

  private ClopperPearson() {}

  /** A lower bound on the probability of success. */
  public static double lower(long successes, long trials, double falseAlarm) {
    check(successes, trials, falseAlarm);
    if (successes == 0) {
      return 0;
    }
    double a = successes;
    double b = trials - successes + 1.0;
    return bisect(p -> RegularizedBeta.value(p, a, b) < falseAlarm)[0];
  }

  /** An upper bound on the probability of success. */
  public static double upper(long successes, long trials, double falseAlarm) {
    check(successes, trials, falseAlarm);
    if (successes == trials) {
      return 1;
    }
    double a = successes + 1.0;
    double b = trials - successes;
    return bisect(p -> RegularizedBeta.complement(p, a, b) > falseAlarm)[1];
  }

  /** The two doubles, or nearly, between which a predicate turns from true to false. */
  private static double[] bisect(DoublePredicate isLow) {
    double low = 0;
    double high = 1;
    for (int i = 0; i < 200 && Math.nextUp(low) < high; i++) {
      double middle = 0.5 * (low + high);
      if (isLow.test(middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return new double[] {low, high};
  }

  private static void check(long successes, long trials, double falseAlarm) {
    Check.between("trials", trials, 1, Long.MAX_VALUE);
    Check.between("successes", successes, 0, trials);
    if (!(falseAlarm > 0 && falseAlarm < 1)) {
      throw new IllegalArgumentException("falseAlarm must lie in (0, 1), got " + falseAlarm);
    }
  }
}
