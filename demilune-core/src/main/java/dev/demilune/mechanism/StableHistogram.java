// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.internal.Check;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.DiscreteLaplace;
import dev.demilune.random.Randomness;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Releases the values that occur often, without a list of possible values: every value that occurs
 * gets a noisy count, and those below a threshold are dropped.
 *
 * <p><b>Claim.</b> Let every row have one value or none. Let m be 1 where a row is added or
 * removed, 2 where one is replaced; Z discrete Laplace noise of the given scale; and d = P(1 + Z ≥
 * {@code threshold}). The noisy counts that reach the threshold are at least as private as the
 * composition of m releases of an integer of sensitivity one with this noise and a (0, m·d)-DP
 * step; in particular (m/scale, m·d)-DP. So is everything computed from them, such as the order of
 * the values.
 *
 * <p><b>Proof.</b> Values have independent noise, so the output is a product over values, and a
 * value whose count is the same on both tables reveals nothing. A neighbor moves the counts of at
 * most m values, by one each. Take one of them, with counts c and c + 1. If c ≥ 1, both tables
 * release it by the same function of c + Z and c + 1 + Z: post-processing of one integer with
 * noise. If c = 0, one table never releases it, the other does so with probability d; the two laws
 * of its part of the output are at total variation distance d, which is (0, d)-DP. So each moved
 * value is dominated by the composition of a noisy integer with a (0, d)-DP step, and m independent
 * ones by m of each. ∎
 *
 * <p><b>Sampling.</b> One exact draw of {@link DiscreteLaplace} for each value that occurs. P(Z ≥
 * k) = q^k/(1 + q) for k ≥ 1 and q = e^(-1/scale); {@link #slip} rounds it up by more than all
 * roundings of its computation.
 *
 * <p><b>Relies on.</b> One row per person; values that each depend on their own row alone; no
 * observer of time and memory, which grow with the number of values that occur.
 *
 * <p><b>Source.</b> Korolova, Kenthapadi, Mishra and Ntoulas, WWW 2009; Bun, Nissim and Stemmer,
 * ITCS 2016. We depart from them in drawing integer noise, which makes d exact, and in making each
 * of the two cases of the proof its own event instead of adding ε and δ.
 *
 * @param scale of the noise
 * @param threshold the smallest noisy count that is released; at least 2
 * @param adjacency what one person can change
 */
public record StableHistogram(double scale, long threshold, Adjacency adjacency) {

  public StableHistogram {
    new NoisyCounts(scale, adjacency.contributionsChanged()); // the same limits on the scale
    Check.between("threshold", threshold, 2, Long.MAX_VALUE / 2);
  }

  /** Returns the histogram with the smallest threshold for which the (0, δ)-DP step has this δ. */
  public static StableHistogram of(double scale, double delta, Adjacency adjacency) {
    if (!(delta > 1e-300 && delta < 1)) {
      throw new IllegalArgumentException("delta must be above 1e-300 and below 1, got " + delta);
    }
    new NoisyCounts(scale, adjacency.contributionsChanged());
    int moved = adjacency.contributionsChanged();
    // Start at the formula, then find the smallest threshold that slip(), which rounds up, accepts.
    // The inverse of q^(T-1)/(1 + q) = δ/m, up to roundings.
    double tail = -scale * (Math.log(delta / moved) + Math.log1p(Math.exp(-1 / scale)));
    long threshold = Math.max(2, 1 + (long) Math.ceil(tail));
    while (moved * slip(scale, threshold) > delta) {
      threshold++;
    }
    while (threshold > 2 && moved * slip(scale, threshold - 1) <= delta) {
      threshold--;
    }
    return new StableHistogram(scale, threshold, adjacency);
  }

  /**
   * Returns the values whose noisy counts reach the threshold, the largest first, with the counts.
   *
   * @param counts how often each value occurs, at least once
   */
  public <T extends Comparable<? super T>> Map<T, Long> release(
      Map<T, Long> counts, Randomness randomness) {
    return randomness.release(this, () -> Map.copyOf(counts), own -> frequent(counts, own));
  }

  private <T extends Comparable<? super T>> Map<T, Long> frequent(
      Map<T, Long> counts, Randomness randomness) {
    DiscreteLaplace noise = new NoisyCounts(scale, 1).noise();
    List<Map.Entry<T, Long>> kept = new ArrayList<>();
    // Sorted, so that a seeded run does not depend on the order of the rows.
    for (Map.Entry<T, Long> entry : new TreeMap<>(counts).entrySet()) {
      if (entry.getValue() < 1) {
        throw new IllegalArgumentException("a value that does not occur must not be in the map");
      }
      long noisy = entry.getValue() + noise.sample(randomness); // wraps around rather than throws
      if (noisy >= threshold) { // a count of 1 passes with probability d
        kept.add(Map.entry(entry.getKey(), noisy));
      }
    }
    kept.sort(
        Map.Entry.<T, Long>comparingByValue(Comparator.reverseOrder())); // stable: ties by key
    Map<T, Long> released = new LinkedHashMap<>();
    kept.forEach(entry -> released.put(entry.getKey(), entry.getValue()));
    return released;
  }

  /** Returns d, rounded up: the probability that a value that occurs once is released. */
  public double slip() {
    return slip(scale, threshold);
  }

  private static double slip(double scale, long threshold) {
    double tail = Math.exp(-(threshold - 1) / scale) / (1 + Math.exp(-1 / scale));
    // Rounds up; never 0, as a tail that underflows is still possible.
    return Math.min(1, Math.max(tail * Rounding.TAIL_UP, Double.MIN_NORMAL));
  }

  /** Returns the δ of the (0, δ)-DP step. */
  public double delta() {
    return Math.min(1, adjacency.contributionsChanged() * slip()); // exact: the factor is 1 or 2
  }

  /** Returns the privacy event of {@link #release}. */
  public PrivacyEvent event() {
    return PrivacyEvent.Composed.of(
        new NoisyCounts(scale, adjacency.contributionsChanged()).event(),
        new PrivacyEvent.Approximate(0, delta()));
  }
}
