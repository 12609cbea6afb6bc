// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.internal.Check;
import dev.demilune.internal.Dyadic;
import dev.demilune.random.DiscreteLaplace;
import dev.demilune.random.Randomness;

/**
 * Adds discrete Laplace noise to counts of which one person changes only a few.
 *
 * <p><b>Claim.</b> If neighboring tables differ in at most m of the counts, {@code countsMoved},
 * and in each of these by at most one, the release is at least as private as m releases of one
 * integer of sensitivity one with the same noise. In particular it is (m/scale)-DP for any number
 * of counts.
 *
 * <p><b>Proof.</b> Every count has independent noise. A count that is the same on both tables has
 * the same law on both, independently of the rest, and reveals nothing. A count that differs by one
 * has the laws of Z and Z + 1, or of Z and Z - 1, which are the same pair by the symmetry of Z. So
 * neighbors are at most as distinguishable as m independent pairs (Z, Z + 1); and P(Z = k)/P(Z = k
 * - 1) is between e^(-1/scale) and e^(1/scale). ∎
 *
 * <p><b>Sampling.</b> One exact draw of {@link DiscreteLaplace} for each count, with the exact
 * value of the double as scale. A sum that leaves the 64-bit range wraps around, which is a
 * function of the noisy count.
 *
 * <p><b>Relies on.</b> The caller's countsMoved, which nothing here can check, and independent
 * uniform bits.
 *
 * <p><b>Source.</b> Ghosh, Roughgarden and Sundararajan, STOC 2009; Dwork, McSherry, Nissim and
 * Smith, TCC 2006, for histograms. We depart from them nowhere.
 *
 * @param scale of the noise: P(k) is proportional to exp(-|k|/scale)
 * @param countsMoved m, the largest number of counts that a neighbor moves, by one each
 */
public record NoisyCounts(double scale, int countsMoved) {

  /** The smallest scale: less noise would protect no one. */
  public static final double SMALLEST_SCALE = 0x1p-10;

  /** The largest scale that {@link DiscreteLaplace} draws. */
  public static final double LARGEST_SCALE = 0x1p40;

  public NoisyCounts {
    if (!(scale >= SMALLEST_SCALE && scale <= LARGEST_SCALE)) {
      throw new IllegalArgumentException("scale must be between 2^-10 and 2^40, got " + scale);
    }
    Check.atLeastOne("countsMoved", countsMoved);
  }

  /** Adds the noise to the counts, in place. */
  public void release(long[] counts, Randomness randomness) {
    DiscreteLaplace noise = noise();
    NoisyIntegers.release(
        this,
        counts,
        randomness,
        own -> {
          for (int i = 0; i < counts.length; i++) {
            counts[i] += noise.sample(own);
          }
        });
  }

  /** Returns the law of the noise of one count. */
  DiscreteLaplace noise() {
    Dyadic exact = Dyadic.of(scale);
    // the scale of the event, not a rounding of it
    return DiscreteLaplace.of(exact.numerator(), exact.denominator());
  }

  /** Returns the privacy event of {@link #release}. */
  public PrivacyEvent event() {
    // sensitivity one, for each count that moves
    PrivacyEvent one = new PrivacyEvent.DiscreteLaplace(scale, 1);
    return countsMoved == 1 ? one : new PrivacyEvent.Repeated(one, countsMoved);
  }

  /** Returns the standard deviation of the noise of one count. */
  public double noiseStandardDeviation() {
    double ratio = Math.exp(-1 / scale);
    // variance 2q/(1 - q)²; expm1 avoids cancellation
    return Math.sqrt(2 * ratio) / -Math.expm1(-1 / scale);
  }

  /**
   * Returns a k such that the noise of a sum of {@code counts} counts reaches k with at most the
   * given probability: the smallest one for one and two counts, by Chernoff's bound for more.
   *
   * <p><b>Proof.</b> Let q = e^(-1/scale) and k ≥ 1. For one count, P(Z ≥ k) = q^k/(1 + q). For
   * two, P(Z + Z' = n) = ((1 - q)/(1 + q))²·q^n·(n + 1 + 2q²/(1 - q²)) for n ≥ 0, the terms between
   * 0 and n being equal and those outside geometric; summed over n ≥ k this is ((1 - q)/(1 +
   * q))²·q^k·((k + 1 + 2q²/(1 - q²))/(1 - q) + q/(1 - q)²). For m counts, P(ΣZ ≥ k) ≤
   * M(λ)^m·e^(-λk) for every λ below 1/scale, where M(λ) = E e^(λZ) = (1 - q)²/((1 - q·e^λ)(1 -
   * q·e^-λ)); every λ gives a valid k, and the best of a grid of them is returned. ∎
   */
  public long tail(int counts, double probability) {
    Check.atLeastOne("counts", counts);
    if (!(probability > 0 && probability < 1)) {
      throw new IllegalArgumentException("probability must lie in (0, 1), got " + probability);
    }
    if (counts <= 2) {
      long low = 0; // the answer is above this
      long high = 1;
      // Ends by 2^50: at k = 800·scale the tail underflows, and the scale is at most 2^40.
      while (tailProbability(counts, high) > probability) {
        low = high;
        high *= 2;
      }
      while (high - low > 1) {
        long middle = low + (high - low) / 2;
        if (tailProbability(counts, middle) > probability) {
          low = middle;
        } else {
          high = middle;
        }
      }
      return high; // the safe end
    }
    double rate = 1 / scale;
    double best = Double.POSITIVE_INFINITY;
    // λ strictly between 0 and 1/scale, where M(λ) is finite
    for (int step = 1; step < 200; step++) {
      double lambda = rate * step / 200;
      // ln M(λ): factors as differences from 1, by expm1, as λ and the rate may be tiny.
      double logMoment =
          2 * Math.log(-Math.expm1(-rate))
              - Math.log(-Math.expm1(lambda - rate))
              - Math.log(-Math.expm1(-lambda - rate));
      best = Math.min(best, (counts * logMoment - Math.log(probability)) / lambda);
    }
    // rounds up: errs on the safe side
    return Math.max(1, (long) Math.ceil(best * Rounding.TAIL_UP));
  }

  /** P(Z ≥ k) or P(Z + Z' ≥ k) for k ≥ 1, rounded up. */
  private double tailProbability(int counts, long k) {
    double q = Math.exp(-1 / scale);
    double p = -Math.expm1(-1 / scale); // 1 - q without cancellation
    double power = Math.exp(-k / scale);
    double tail =
        counts == 1
            ? power / (1 + q)
            // The formula of the proof with (1 - q)² multiplied in: no division by the small p.
            : power * (p * (k + 1) + 2 * q * q / (1 + q) + q) / ((1 + q) * (1 + q));
    return tail * Rounding.TAIL_UP; // covers the roundings of the exponentials and products
  }
}
