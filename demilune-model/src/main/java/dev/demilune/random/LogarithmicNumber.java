// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import dev.demilune.internal.Dyadic;
import java.math.BigInteger;

/**
 * Integers k ≥ 1 with probability proportional to (1-γ)^k/k: the logarithmic distribution.
 *
 * <p><b>Claim.</b> P(k) = (1-γ)^k/(k·ln(1/γ)), exactly.
 *
 * <p><b>Proof.</b> Toss coins of probability γ; the first true one is the k-th with probability
 * γ·(1-γ)^(k-1). Keep k with probability 1/k, or start again: a kept k has probability proportional
 * to (1-γ)^k/k, and Σ (1-γ)^k/k = ln(1/γ). ∎
 *
 * <p><b>Sampling.</b> {@link Bernoulli}, in integers; γ is the exact value of the double. The
 * expected number of attempts is about the mean, with 1/γ coins each on average.
 */
public final class LogarithmicNumber {

  private static final double SMALLEST_GAMMA = 1e-6;

  private final double gamma;
  private final BigInteger numerator;
  private final BigInteger denominator;

  private LogarithmicNumber(double gamma) {
    this.gamma = gamma;
    Dyadic exact = Dyadic.of(gamma);
    this.numerator = exact.numerator();
    this.denominator = exact.denominator();
  }

  /** Returns the law for γ, at least 10^-6 and below 1. */
  public static LogarithmicNumber of(double gamma) {
    if (!(gamma >= SMALLEST_GAMMA && gamma < 1)) {
      throw new IllegalArgumentException("gamma must be from 1e-6 to below 1, got " + gamma);
    }
    return new LogarithmicNumber(gamma);
  }

  /** Returns a law with nearly this mean, which must be above 1 and at most 1,000. */
  public static LogarithmicNumber ofMean(double mean) {
    if (!(mean > 1 && mean <= 1000)) {
      throw new IllegalArgumentException("mean must be above 1 and at most 1000, got " + mean);
    }
    double low = SMALLEST_GAMMA;
    double high = 1 - 0x1p-40; // its mean is 1 + 2^-41
    for (int i = 0; i < 100; i++) {
      double middle = Math.sqrt(low * high); // bisects the logarithm of γ
      if (mean(middle) > mean) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return of(low); // either end would do: the law is exact for the γ that is returned
  }

  public double gamma() {
    return gamma;
  }

  /** Returns the mean, (1/γ - 1)/ln(1/γ). */
  public double mean() {
    return mean(gamma);
  }

  /** Returns one draw. */
  public long sample(Randomness randomness) {
    while (true) {
      long k = 1;
      // geometric: 1/γ coins on average
      while (!Bernoulli.draw(numerator, denominator, randomness)) {
        k++;
      }
      if (Bernoulli.draw(1, k, randomness)) { // kept with probability 1/k
        return k;
      }
    }
  }

  private static double mean(double gamma) {
    return (1 - gamma) / gamma / -Math.log(gamma); // for choosing γ only; no draw depends on it
  }
}
