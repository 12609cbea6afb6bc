// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.evaluate;

import dev.demilune.mechanism.NoisyCounts;
import java.util.function.DoublePredicate;
import org.apache.commons.numbers.gamma.RegularizedBeta;

/**
 * A confidence interval for a share of a population, from noisy counts of a sample.
 *
 * <p><b>Claim.</b> Let each of a number of rows be a hit with probability p, independently, and let
 * the numbers of hits and of misses be released with noise. Then p lies outside the interval with
 * probability at most {@code failure}, chance in the rows and in the noise counted together.
 *
 * <p><b>Proof.</b> Each end may fail with β = failure/2. The noise of the hits is k or more with
 * probability at most β/10 ({@link NoisyCounts#tail}), so there are h hits or more, h being the
 * noisy count less k - 1; likewise there are m misses or fewer but for β/10. The lower bound of
 * Clopper and Pearson at 8β/10, from the true counts, fails with at most that probability; it grows
 * with the hits and falls with the misses, so from h and m it is no higher. Together β. The upper
 * end is the lower end for misses, mirrored. ∎
 *
 * <p><b>Source.</b> Clopper and Pearson, Biometrika 26 (1934).
 *
 * @param low at least 0
 * @param high at most 1
 */
public record ShareInterval(double low, double high) {

  private static final double NOISE_SHARE = 0.1; // cheap: tails of the noise are exponential

  static ShareInterval of(
      long hits, long misses, NoisyCounts noise, int hitCells, int missCells, double failure) {
    double side = failure / 2;
    double sampling = side * (1 - 2 * NOISE_SHARE);
    long hitError = noise.tail(hitCells, side * NOISE_SHARE) - 1;
    long missError = noise.tail(missCells, side * NOISE_SHARE) - 1;
    return new ShareInterval(
        lower(hits - hitError, misses + missError, sampling),
        1 - lower(misses - missError, hits + hitError, sampling));
  }

  /** Returns the interval of exact counts. */
  static ShareInterval of(long hits, long misses, double failure) {
    return new ShareInterval(
        lower(hits, misses, failure / 2), 1 - lower(misses, hits, failure / 2));
  }

  /**
   * Returns the share below which at least this many hits, and at most this many misses, would be
   * that unlikely.
   */
  private static double lower(long hits, long misses, double probability) {
    if (hits <= 0) {
      return 0;
    }
    double a = hits;
    double b = Math.max(0, misses) + 1.0;
    return largest(p -> RegularizedBeta.value(p, a, b) < probability);
  }

  /** The largest p, or nearly, for which the predicate holds; it turns from true to false. */
  private static double largest(DoublePredicate isLow) {
    double low = 0;
    double high = 1;
    for (int i = 0; i < 60; i++) {
      double middle = 0.5 * (low + high);
      if (isLow.test(middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
