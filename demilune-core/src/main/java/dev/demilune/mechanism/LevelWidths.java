// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * How wide a quasi-concave function is at each height, in powers of two.
 *
 * <p>L(j) is the largest v such that at least 2^j consecutive points have values of at least v.
 * These points form an interval around the largest value, so growing an interval piece by piece,
 * the higher adjacent piece first, finds them all; L is constant over all j that a new width
 * allows.
 */
final class LevelWidths {

  private final List<BigInteger> starts = new ArrayList<>(); // of the steps of L
  private final List<Long> heights = new ArrayList<>();
  private final int count; // L(0), ..., L(count - 1); no interval is wide enough for L(count)

  private LevelWidths(StepFunction envelope) {
    count = envelope.size().bitLength(); // the largest j with 2^j ≤ size is count - 1
    int low = top(envelope);
    int high = low;
    int allowed = 0; // L(j) is known for all j below this
    while (true) {
      // The pieces outside are not above those inside; height is the smallest value inside.
      long height = Math.min(envelope.value(low), envelope.value(high));
      while (low > 0 && envelope.value(low - 1) >= height) {
        low--;
      }
      while (high + 1 < envelope.pieces() && envelope.value(high + 1) >= height) {
        high++;
      }
      // An interval of w points holds 2^j consecutive ones for every j below the bit length of w.
      int bits = envelope.last(high).subtract(envelope.first(low)).add(BigInteger.ONE).bitLength();
      if (bits > allowed) { // wider, but not by a power of two: no new L(j)
        starts.add(BigInteger.valueOf(allowed));
        heights.add(height);
        allowed = bits;
      }
      if (low == 0 && high + 1 == envelope.pieces()) {
        return;
      }
      // The higher neighbor first: the interval always holds the highest values of its width.
      boolean left =
          high + 1 == envelope.pieces()
              || (low > 0 && envelope.value(low - 1) >= envelope.value(high + 1));
      if (left) {
        low--;
      } else {
        high++;
      }
    }
  }

  static LevelWidths of(StepFunction envelope) {
    return new LevelWidths(envelope);
  }

  /** Returns the piece with the largest value; an envelope has only one. */
  static int top(StepFunction envelope) {
    int top = 0;
    for (int i = 1; i < envelope.pieces(); i++) {
      top = envelope.value(i) > envelope.value(top) ? i : top;
    }
    return top;
  }

  /** Returns L(j). */
  long height(int j) {
    int step = 0;
    while (step + 1 < heights.size() && starts.get(step + 1).intValueExact() <= j) {
      step++;
    }
    return heights.get(step);
  }

  /**
   * Returns the function min(L(j) - height, height - L(j + 1)) of j, which is largest where L
   * crosses the height. The last L(j + 1) counts as minus infinity; values are capped at the
   * largest allowed.
   */
  StepFunction crossing(long height) {
    List<BigInteger> pieces = new ArrayList<>();
    List<Long> values = new ArrayList<>();
    for (int step = 0; step < heights.size(); step++) {
      boolean lastStep = step + 1 == heights.size();
      BigInteger first = starts.get(step);
      BigInteger end = lastStep ? BigInteger.valueOf(count) : starts.get(step + 1);
      BigInteger last = end.subtract(BigInteger.ONE);
      long above = heights.get(step) - height; // both are below 2^61
      if (first.compareTo(last) < 0) { // inside a step L(j) = L(j + 1): min(a, -a) = -|a|
        pieces.add(first);
        values.add(capped(-Math.abs(above)));
      }
      pieces.add(last);
      // At a step's end L drops. After the last step L = -∞, so L(k) alone counts.
      values.add(capped(lastStep ? above : Math.min(above, height - heights.get(step + 1))));
    }
    return StepFunction.of(
        BigInteger.valueOf(count), pieces, values.stream().mapToLong(Long::longValue).toArray());
  }

  private static long capped(long value) {
    long most = StepFunction.LARGEST_VALUE;
    return Math.max(-most, Math.min(most, value)); // a cap moves no two values farther apart
  }
}
