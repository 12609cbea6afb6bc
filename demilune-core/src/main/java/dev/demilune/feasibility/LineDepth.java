// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The depth of the points with all coordinates fixed but the last: a step function of that
 * coordinate, as it is and not its envelope.
 *
 * <p><b>Claim.</b> The depth at t is {@link #leftmost}, plus what {@link #rise rises} at thresholds
 * up to t, minus what {@link #fall falls} at thresholds before t. Adding a constraint raises it
 * everywhere by 0 or 1, removing one lowers it by 0 or 1, and replacing one moves it by at most 1.
 *
 * <p><b>Proof.</b> A constraint on one unknown holds from its threshold on, or up to it, the
 * threshold included in both cases, or everywhere or nowhere. Far to the left those hold that hold
 * up to a threshold, or everywhere. The rest is the claim of {@link Constraints}. ∎
 */
public final class LineDepth {

  private final int leftmost;
  private final List<Rational> thresholds;
  private final int[] rises;
  private final int[] falls;
  private final int[] depths;

  private LineDepth(int leftmost, List<Rational> thresholds, int[] rises, int[] falls) {
    this.leftmost = leftmost;
    this.thresholds = thresholds;
    this.rises = rises;
    this.falls = falls;
    this.depths = new int[rises.length];
    int depth = leftmost;
    for (int i = 0; i < depths.length; i++) {
      depths[i] = depth + rises[i]; // at the threshold rising and falling rows hold
      depth = depths[i] - falls[i]; // just after it the falling ones do not
    }
  }

  /**
   * Computes the depth along the last coordinate.
   *
   * @param fixed all coordinates but the last
   */
  public static LineDepth of(Constraints constraints, List<Rational> fixed) {
    if (fixed.size() != constraints.unknowns() - 1) {
      throw new IllegalArgumentException("all coordinates but the last must be fixed");
    }
    Slice slice = Slice.of(constraints, fixed);
    Flat line = slice.flat();
    Map<Rational, int[]> changes = new TreeMap<>();
    int leftmost = slice.constant(); // rows that hold everywhere
    for (int row = 0; row < line.rows(); row++) {
      boolean rises = line.sign(row, 0) > 0; // a·t ≥ b holds from b/a on if a > 0, else up to it
      int weight = slice.weights().of(row);
      // Equal fractions are one key, exactly: order and equality of Rational agree.
      changes.computeIfAbsent(line.quotient(row, 0), t -> new int[2])[rises ? 0 : 1] += weight;
      leftmost += rises ? 0 : weight; // far to the left the falling rows hold
    }
    return new LineDepth(
        leftmost,
        changes.keySet().stream() // increasing, also when divided by a scale above 0
            .map(t -> Rational.of(t.numerator(), t.denominator().multiply(slice.scale())))
            .toList(),
        changes.values().stream().mapToInt(change -> change[0]).toArray(),
        changes.values().stream().mapToInt(change -> change[1]).toArray());
  }

  /** Returns the depth to the left of all thresholds. */
  public int leftmost() {
    return leftmost;
  }

  /** Returns the thresholds, increasing. */
  public List<Rational> thresholds() {
    return thresholds;
  }

  /** Returns by how much the depth is larger at a threshold than just before it. */
  public int rise(int threshold) {
    return rises[threshold];
  }

  /** Returns by how much the depth is smaller just after a threshold than at it. */
  public int fall(int threshold) {
    return falls[threshold];
  }

  /** Returns the depth at a coordinate. */
  public int depth(Rational coordinate) {
    int from = 0; // the thresholds before this one are not above the coordinate
    int to = thresholds.size();
    while (from < to) {
      int middle = (from + to) >>> 1; // unsigned: the sum may pass 2^31
      if (thresholds.get(middle).compareTo(coordinate) <= 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    if (from == 0) {
      return leftmost;
    }
    // Between two thresholds the depth is what is left after the falls of the one before.
    boolean atThreshold = thresholds.get(from - 1).equals(coordinate);
    return depths[from - 1] - (atThreshold ? 0 : falls[from - 1]);
  }

  /** Returns the greatest depth on the line. */
  public int best() {
    int best = leftmost;
    for (int depth : depths) {
      best = Math.max(best, depth);
    }
    return best;
  }
}
