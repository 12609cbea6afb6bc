// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import java.util.stream.IntStream;

/**
 * Exact sums of unit rows: private until there is noise on them.
 *
 * <p>A row is added once or not at all, in integers, so that sums are the same on any number of
 * threads.
 */
final class RowSums {

  private RowSums() {}

  /** Adds a row of a part. */
  private interface Adding {
    void row(long[] sums, short[] values, int start, int label);
  }

  /** Returns the sum of the rows of each class: entry j·K + k for coordinate j and class k. */
  static long[] byClass(UnitRows rows, int classes) {
    int dimension = rows.dimension();
    return sum(
        rows,
        Math.multiplyExact(dimension, classes),
        (sums, values, start, label) -> {
          for (int j = 0; j < dimension; j++) {
            sums[j * classes + label] += values[start + j];
          }
        });
  }

  /**
   * Returns the sum of the rows, taken with their signs, whose product with a direction is too
   * small.
   *
   * @param threshold from which on a row is left out
   */
  static long[] withinMargin(UnitRows rows, int positive, int[] direction, int threshold) {
    return sum(
        rows,
        rows.dimension(),
        (sums, values, start, label) -> {
          int sign = label == positive ? 1 : -1;
          if (sign * UnitRows.product(values, start, direction) < threshold) {
            for (int j = 0; j < direction.length; j++) {
              sums[j] += sign * values[start + j];
            }
          }
        });
  }

  private static long[] sum(UnitRows rows, int size, Adding adding) {
    long[] total = new long[size];
    IntStream.range(0, rows.parts())
        .parallel()
        .forEach(
            part -> {
              long[] some = new long[size];
              int[] labels = rows.labels(part);
              for (int i = 0; i < labels.length; i++) {
                adding.row(some, rows.values(part), i * rows.dimension(), labels[i]);
              }
              synchronized (total) { // in any order: integer sums do not depend on it
                for (int j = 0; j < size; j++) {
                  total[j] += some[j];
                }
              }
            });
    return total;
  }
}
