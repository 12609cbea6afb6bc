// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An integer function on the points 0, 1, ..., size - 1 that is constant on few pieces. The size
 * may have a hundred thousand digits; only the pieces take memory.
 *
 * <p><b>Claim.</b> The {@link #envelope} is quasi-concave (it rises, then falls), is nowhere below
 * the function, and is the function itself where that is quasi-concave. If a neighbor moves every
 * value by at most one, it moves every value of the envelope by at most one; and if it moves all
 * values in one direction, it moves the envelope's in that direction too.
 *
 * <p><b>Proof.</b> The envelope at i is the smaller of the largest value up to i and the largest
 * value from i on. The first rises with i and the second falls, so the points where both reach some
 * v are an interval. Both are at least the value at i. If the function is quasi-concave, one of
 * them equals the value at i: otherwise there would be larger values on both sides. Maxima and
 * minima of numbers that move by at most one, or in one direction, move likewise. ∎
 *
 * <p><b>Relies on.</b> Nothing. The values are private: no message here quotes them.
 */
public final class StepFunction {

  /** Values must lie within this distance of zero, so that no difference of two overflows. */
  // differences stay within 2^61, the race's largest score
  public static final long LARGEST_VALUE = 1L << 60;

  private final BigInteger size;
  private final BigInteger[] starts;
  private final long[] values;

  private StepFunction(BigInteger size, BigInteger[] starts, long[] values) {
    this.size = size;
    this.starts = starts;
    this.values = values;
  }

  /**
   * Returns the function that has values[i] from starts[i] up to, but not including, starts[i + 1].
   *
   * @param starts increasing, the first of them 0, all below the size
   */
  public static StepFunction of(BigInteger size, List<BigInteger> starts, long[] values) {
    if (starts.isEmpty() || starts.size() != values.length) {
      throw new IllegalArgumentException("starts must be at least one and as many as values");
    }
    if (starts.get(0).signum() != 0 || starts.get(values.length - 1).compareTo(size) >= 0) {
      throw new IllegalArgumentException("starts must begin with 0 and end below the size");
    }
    for (int i = 0; i < values.length; i++) {
      if (i > 0 && starts.get(i - 1).compareTo(starts.get(i)) >= 0) {
        throw new IllegalArgumentException("starts must increase");
      }
      if (values[i] < -LARGEST_VALUE || values[i] > LARGEST_VALUE) {
        throw new IllegalArgumentException("values must be between -2^60 and 2^60");
      }
    }
    return new StepFunction(size, starts.toArray(BigInteger[]::new), values.clone());
  }

  /** Returns a builder of a function of the given size, which starts as 0 everywhere. */
  public static Builder builder(BigInteger size) {
    if (size.signum() <= 0) {
      throw new IllegalArgumentException("size must be at least 1");
    }
    return new Builder(size);
  }

  /** Returns the number of points. */
  public BigInteger size() {
    return size;
  }

  /** Returns the number of pieces. */
  public int pieces() {
    return values.length;
  }

  /** Returns the first point of a piece. */
  public BigInteger first(int piece) {
    return starts[piece];
  }

  /** Returns the last point of a piece. */
  public BigInteger last(int piece) {
    return (piece + 1 < starts.length ? starts[piece + 1] : size).subtract(BigInteger.ONE);
  }

  /** Returns the value of a piece. */
  public long value(int piece) {
    return values[piece];
  }

  /** Returns the index of the piece that contains a point of 0, ..., size - 1. */
  public int pieceOf(BigInteger point) {
    int found = Arrays.binarySearch(starts, point);
    return found >= 0 ? found : -found - 2; // the piece before the insertion point
  }

  /** Returns the value at a point of 0, ..., size - 1. */
  public long valueAt(BigInteger point) {
    return values[pieceOf(point)];
  }

  /**
   * Returns the function on more points, which have the value of its last point: a neighbor moves
   * them as it moves that one.
   *
   * @param larger at least the size
   */
  public StepFunction extendedTo(BigInteger larger) {
    if (larger.compareTo(size) < 0) {
      throw new IllegalArgumentException("a function is extended to no fewer points than it has");
    }
    return larger.equals(size) ? this : new StepFunction(larger, starts, values); // never written
  }

  /** Returns the least quasi-concave function that is nowhere below this one; see the claim. */
  public StepFunction envelope() {
    long[] raised = new long[values.length];
    long most = Long.MIN_VALUE;
    for (int i = 0; i < values.length; i++) {
      most = Math.max(most, values[i]);
      raised[i] = most; // the largest value up to i
    }
    most = Long.MIN_VALUE;
    for (int i = values.length - 1; i >= 0; i--) {
      most = Math.max(most, values[i]);
      raised[i] = Math.min(raised[i], most); // and the largest from i on: the envelope of the proof
    }
    return merged(raised);
  }

  /** Returns this function with other values, adjacent pieces of equal value merged. */
  private StepFunction merged(long[] others) {
    BigInteger[] kept = new BigInteger[others.length];
    long[] keptValues = new long[others.length];
    int count = 0;
    for (int i = 0; i < others.length; i++) {
      if (count == 0 || keptValues[count - 1] != others[i]) {
        kept[count] = starts[i];
        keptValues[count++] = others[i];
      }
    }
    return new StepFunction(size, Arrays.copyOf(kept, count), Arrays.copyOf(keptValues, count));
  }

  /** Collects changes, in any order. */
  public static final class Builder {

    private final BigInteger size;
    private final TreeMap<BigInteger, Long> changes = new TreeMap<>();

    private Builder(BigInteger size) {
      this.size = size;
      changes.put(BigInteger.ZERO, 0L); // the first piece must start at 0
    }

    /**
     * Adds a number to the values of all points ≥ {@code from}. A negative {@code from} counts as
     * 0; one at or above the size changes nothing.
     */
    public Builder add(BigInteger from, long change) {
      if (from.compareTo(size) < 0) {
        // overflows after 2^63 changes by one
        changes.merge(from.max(BigInteger.ZERO), change, Math::addExact);
      }
      return this;
    }

    /** Returns the function. */
    public StepFunction build() {
      BigInteger[] starts = changes.keySet().toArray(BigInteger[]::new);
      long[] values = new long[starts.length];
      long value = 0;
      int i = 0;
      for (Map.Entry<BigInteger, Long> change : changes.entrySet()) {
        value = Math.addExact(value, change.getValue());
        values[i++] = value;
      }
      return StepFunction.of(size, List.of(starts), values).merged(values);
    }
  }
}
