// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data.synthetic;

import dev.demilune.internal.Check;
import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * Linear constraints satisfied by one hidden point: synthetic data for private linear feasibility.
 *
 * <p>The point has integer coordinates between -20 and 20. Coefficients are uniform integers of
 * bounded absolute value, not all zero; the right side is the value at the point, less a slack that
 * is uniform from 0 to that bound.
 *
 * @param variables the number of coordinates
 * @param largest the largest absolute value of a coefficient
 */
public record HiddenPoint(int variables, int largest) {

  private static final int FURTHEST = 20;

  public HiddenPoint {
    Check.between("variables", variables, 1, 1_000);
    Check.between("largest", largest, 1, 1_000_000);
  }

  /** Returns a bound on the absolute values of the right sides. */
  public long largestRightSide() {
    return (long) variables * largest * FURTHEST + largest;
  }

  /**
   * Writes a CSV file with a header and {@code rows} constraints.
   *
   * @param uniformBits returns 64 uniform bits at each call
   */
  public void write(Appendable csv, long rows, LongSupplier uniformBits) throws IOException {
    Check.between("rows", rows, 0, Long.MAX_VALUE);
    Draws draws = new Draws(uniformBits);
    long[] hidden = new long[variables];
    for (int j = 0; j < variables; j++) {
      hidden[j] = draws.below(2 * FURTHEST + 1) - (long) FURTHEST;
      csv.append("a").append(Integer.toString(j + 1)).append(',');
    }
    csv.append("b\n");
    for (long row = 0; row < rows; row++) {
      long[] normal = normal(draws);
      long right = -draws.below(largest + 1); // the slack: the hidden point satisfies every row
      for (int j = 0; j < variables; j++) {
        right += normal[j] * hidden[j]; // at most 2·10^10 in all: exact
        csv.append(Long.toString(normal[j])).append(',');
      }
      csv.append(Long.toString(right)).append('\n');
    }
  }

  private long[] normal(Draws draws) {
    long[] normal = new long[variables];
    boolean zero = true;
    while (zero) {
      for (int j = 0; j < variables; j++) {
        normal[j] = draws.below(2 * largest + 1) - (long) largest;
        zero &= normal[j] == 0;
      }
    }
    return normal;
  }
}
