// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import dev.demilune.internal.Check;
import java.math.BigInteger;

/**
 * A coin that shows true with a rational probability.
 *
 * <p><b>Claim.</b> True has probability exactly numerator/denominator.
 *
 * <p><b>Proof.</b> Of {@code denominator} equally likely integers, {@code numerator} are below the
 * numerator. ∎
 *
 * <p><b>Sampling.</b> One {@link UniformInteger}.
 */
public final class Bernoulli {

  private Bernoulli() {}

  /** True with probability numerator/denominator, which must lie in [0, 1]. */
  public static boolean draw(long numerator, long denominator, Randomness randomness) {
    Check.between("denominator", denominator, 1, Long.MAX_VALUE);
    Check.between("numerator", numerator, 0, denominator);
    return UniformInteger.below(denominator, randomness) < numerator; // integers only: no rounding
  }

  /** True with probability numerator/denominator, which must lie in [0, 1]. */
  public static boolean draw(BigInteger numerator, BigInteger denominator, Randomness randomness) {
    if (numerator.signum() < 0 || numerator.compareTo(denominator) > 0) {
      throw new IllegalArgumentException(
          "probability must lie in [0, 1], got " + numerator + "/" + denominator);
    }
    // 0/0 passes the check above; UniformInteger refuses it.
    return UniformInteger.below(denominator, randomness).compareTo(numerator) < 0;
  }
}
