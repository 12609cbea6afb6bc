// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

/**
 * One row on the integer grid: its nonzero entries and their squared norm.
 *
 * <p><b>Claim.</b> For every row, the sum of the squares of its integers is at most R², where R is
 * {@link #RADIUS}, and they depend on the row and the row bound only.
 *
 * <p><b>Proof.</b> The real row has n nonzero entries and is scaled to norm at most R - √n/2.
 * Rounding moves each of the n entries by at most 1/2, so the row by at most √n/2, and by the
 * triangle inequality the rounded row has norm at most R. This holds for real numbers. Doubles may
 * be off in the last place, so the sum of squares is then computed in integers (each entry is first
 * clipped to [-R, R], so n·R² fits in a long), and if it is too large, entries are moved toward
 * zero until the sum is at most R². This terminates, since the zero row passes. No other row is
 * read. ∎
 *
 * <p>The loss of √n/2 is at most 0.4 % of the norm up to 65,536 nonzero entries.
 */
public final class RowGrid {

  /** Radius of the unit ball in grid units. */
  public static final int RADIUS = 32_000;

  private static final long LARGEST_SQUARED_NORM = (long) RADIUS * RADIUS;

  private int[] indices = new int[16];
  private int[] values = new int[16];
  private int size;
  private int squaredNorm;

  /** Sets this to an encoded row, rounded to the grid. */
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

  /** Enforces the claim: computes the norm in integers, shrinks if needed, drops zeros. */
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
