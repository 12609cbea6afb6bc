// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.internal.Check;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Chooses a point between the smallest and the largest of private points of an ordered domain, as
 * close to their median as privacy allows.
 *
 * <p><b>Claim.</b> If every row is one point of 0, ..., size - 1, the choice has the privacy of the
 * search, whose {@link ValueShift} must be that of counts under the adjacency of the rows. If there
 * are at least n rows, n public, then, except with the search's failure probability, at least n/2 -
 * loss of them are at or below the chosen point, and at least n/2 - loss at or above it. So it lies
 * between the smallest and the largest row if n ≥ {@link #rowsNeeded}.
 *
 * <p><b>Proof.</b> Let Q(i) be the smaller of the number of rows ≤ i and of those ≥ i. The first
 * rises with i, the second falls: Q is quasi-concave. An added row raises one or both of them by
 * one and lowers none, so Q moves by at most one, and only up; a replaced row moves each count by
 * at most one. At the median both counts are at least n/2, so Q reaches n/2 rounded up, the
 * promise. The search returns a point that misses it by at most the loss, and Q ≥ 1 means that
 * there are rows on both sides: n/2 rounded up exceeds the loss if n ≥ 2·loss + 1. ∎
 *
 * <p><b>Sampling.</b> Exact, through the search; O(n log n) comparisons.
 *
 * <p><b>Relies on.</b> A public size and a public number of rows; where that number is private, a
 * public lower bound.
 *
 * <p><b>Source.</b> Beimel, Nissim and Stemmer (2013); Bun, Nissim, Stemmer and Vadhan (2015) for
 * the name. We depart from them nowhere; see {@link RecursiveSearch} for what is ours there.
 */
public record InteriorPoint(QuasiConcave search) {

  public InteriorPoint {
    Objects.requireNonNull(search, "search");
  }

  /** Returns the choice among {@code size} points with the least loss. */
  public static InteriorPoint of(
      BigInteger size,
      Adjacency adjacency,
      double epsilon,
      double delta,
      double failureProbability) {
    return new InteriorPoint(
        QuasiConcave.best(
            size, ValueShift.ofCounts(adjacency), epsilon, delta, failureProbability));
  }

  /** Returns the smallest n for which the claim puts the point between the rows. */
  public long rowsNeeded() {
    return 2 * search.loss() + 1; // the least n with n/2, rounded up, above the loss
  }

  /**
   * Chooses a point.
   *
   * @param points one for each row; those outside the domain count as its nearest end
   * @param rows n, a public number, not above the number of points
   */
  public BigInteger choose(List<BigInteger> points, long rows, Randomness randomness) {
    Check.between("rows", rows, 0, StepFunction.LARGEST_VALUE);
    // The promise is n/2 rounded up, from the public n and not from the number of points.
    return search.choose(depth(search.size(), points), (rows + 1) / 2, randomness);
  }

  /** Chooses a point, given points that are longs. */
  public BigInteger choose(long[] points, long rows, Randomness randomness) {
    return choose(Arrays.stream(points).mapToObj(BigInteger::valueOf).toList(), rows, randomness);
  }

  /** Returns the privacy event of one choice. */
  public PrivacyEvent event() {
    return search.event();
  }

  /** Returns the function Q of the proof, which is private. */
  static StepFunction depth(BigInteger size, List<BigInteger> points) {
    BigInteger[] sorted = points.toArray(BigInteger[]::new);
    BigInteger end = size.subtract(BigInteger.ONE);
    for (int i = 0; i < sorted.length; i++) {
      // clamped, as an exception would depend on the row
      sorted[i] = sorted[i].max(BigInteger.ZERO).min(end);
    }
    Arrays.sort(sorted);
    List<BigInteger> starts = new ArrayList<>(List.of(BigInteger.ZERO));
    List<Long> depths = new ArrayList<>(List.of(0L)); // below the smallest row Q is 0
    for (int first = 0; first < sorted.length; ) {
      int after = first;
      // equal rows are counted by both sides of their own point
      while (after < sorted.length && sorted[after].equals(sorted[first])) {
        after++;
      }
      // Rows ≤ i and rows ≥ i at the point itself, then at the points up to the next row.
      append(starts, depths, sorted[first], Math.min(after, sorted.length - first));
      BigInteger next = sorted[first].add(BigInteger.ONE);
      if (next.compareTo(size) < 0) { // no point follows the last one of the domain
        append(starts, depths, next, Math.min(after, sorted.length - after));
      }
      first = after;
    }
    return StepFunction.of(size, starts, depths.stream().mapToLong(Long::longValue).toArray());
  }

  /** Adds a piece; the piece before it is replaced if it starts at the same point. */
  private static void append(
      List<BigInteger> starts, List<Long> depths, BigInteger start, long depth) {
    int last = starts.size() - 1;
    if (starts.get(last).equals(start)) {
      depths.set(last, depth);
    } else {
      starts.add(start);
      depths.add(depth);
    }
  }
}
