// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

/**
 * One row on the integer grid: the entries that are not zero, and the sum of their squares.
 *
 * <p><b>Claim.</b> Whatever the row, the sum of the squares of its integers is at most R², R being
 * {@link #RADIUS}, and they depend on the row and the row bound only.
 *
 * <p><b>Proof.</b> The real row has n nonzero entries and is scaled to length at most R - √n/2.
 * Rounding moves each of the n entries by at most 1/2, so the row by at most √n/2, and by the
 * triangle inequality the rounded row is no longer than R. This is for real numbers; doubles may be
 * off in the last place, so the sum of squares is then computed in integers (each entry is first
 * held between -R and R, so n·R² fits a long), and a row still too long has its entries moved
 * towards zero one by one until the sum is at most R². That ends, since the zero row passes. No
 * other row is looked at. ∎
 *
 * <p>The price of √n/2 is below 0.4 % of the length up to 65,536 nonzero entries.
 */
public final class RowGrid {

  /** Length of the unit ball in grid units. */
  public static final int RADIUS = 32_000;

  private static final long LARGEST_SQUARED_NORM = (long) RADIUS * RADIUS;

  private int[] indices = new int[16];
  private int[] values = new int[16];
  private int size;
  private int squaredNorm;

  /** Puts an encoded row on the grid, in place of the one before. */
  public void set(EncodedRow row, RowBound bound) {
    start(row.size());
    double length = row.norm();
    double allowed = RADIUS - Math.sqrt(row.size()) / 2;
    double factor = bound.factor(length) * RADIUS;
    if (factor * length > allowed) {
      factor = allowed / length;
    }
    for (int i = 0; i < row.size(); i++) {
      double rounded = Math.rint(row.value(i) * factor);
      add(row.index(i), (int) Math.max(-RADIUS, Math.min(RADIUS, rounded)));
    }
    finish();
  }

  public void start(int capacity) {
    if (indices.length < capacity) {
      indices = new int[Math.max(capacity, 2 * indices.length)];
      values = new int[indices.length];
    }
    size = 0;
  }

  public void add(int index, int value) {
    indices[size] = index;
    values[size] = value;
    size++;
  }

  /** Makes the claim true: measures in integers, shrinks if need be, drops zeros. */
  public void finish() {
    long sum = squares();
    for (; sum > LARGEST_SQUARED_NORM; sum = squares()) {
      for (int i = 0; i < size; i++) {
        values[i] -= Integer.signum(values[i]);
      }
    }
    squaredNorm = (int) sum; // R² < 2^30
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (values[i] != 0) {
        indices[kept] = indices[i];
        values[kept] = values[i];
        kept++;
      }
    }
    size = kept;
  }

  private long squares() {
    long sum = 0;
    for (int i = 0; i < size; i++) {
      sum += (long) values[i] * values[i];
    }
    return sum;
  }

  public int size() {
    return size;
  }

  public int index(int i) {
    return indices[i];
  }

  public int value(int i) {
    return values[i];
  }

  public int squaredNorm() {
    return squaredNorm;
  }
}
