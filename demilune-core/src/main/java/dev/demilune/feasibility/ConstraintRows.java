// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import dev.demilune.rescaling.Coordinates;
import dev.demilune.rescaling.RowTerm;
import dev.demilune.rescaling.SignedRows;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Constraints as rows that a halfspace should contain: a·x ≥ b holds where (a, -b)·(x, 1) ≥ 0.
 * Numbers are divided by their public bounds.
 *
 * @param constraints the rows
 */
record ConstraintRows(Constraints constraints) implements SignedRows {

  private static final int ROWS_TOGETHER = 4096;

  @Override
  public int dimension() {
    return constraints.unknowns() + 1;
  }

  @Override
  public long[] sum(Coordinates coordinates, RowTerm term) {
    int parts = (constraints.size() + ROWS_TOGETHER - 1) / ROWS_TOGETHER;
    return IntStream.range(0, parts)
        .parallel()
        .mapToObj(part -> sumOf(part, coordinates, term))
        .reduce(new long[term.entries()], ConstraintRows::plus);
  }

  private long[] sumOf(int part, Coordinates coordinates, RowTerm term) {
    long[] sum = new long[term.entries()];
    int d = dimension();
    double[] columns = coordinates.columns();
    double[] image = new double[d];
    int end = Math.min(constraints.size(), (part + 1) * ROWS_TOGETHER);
    for (int row = part * ROWS_TOGETHER; row < end; row++) {
      Arrays.fill(image, 0);
      for (int j = 0; j < d; j++) {
        double value = scaled(row, j);
        for (int i = 0; i < d; i++) {
          image[i] += value * columns[j * d + i];
        }
      }
      if (Coordinates.toUnit(image)) {
        term.addTo(sum, image);
      }
    }
    return sum;
  }

  private double scaled(int row, int column) {
    double value =
        column < constraints.unknowns()
            ? constraints.coefficient(row, column)
            : -(double) constraints.rightSide(row);
    return value / bound(constraints.bounds(), column);
  }

  /** Returns the public number that a column is divided by; the right side is the last. */
  static double bound(Constraints.Bounds bounds, int column) {
    return Math.max(
        1, column < bounds.columns().size() ? bounds.columns().get(column) : bounds.right());
  }

  private static long[] plus(long[] one, long[] other) {
    long[] sum = new long[one.length]; // the identity of the reduction must not be written to
    for (int i = 0; i < sum.length; i++) {
      sum[i] = one[i] + other[i];
    }
    return sum;
  }
}
