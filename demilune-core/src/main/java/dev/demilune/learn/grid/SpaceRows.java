// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import java.math.BigInteger;

/**
 * Rows of three integers each, as one halfspace sees them: private.
 *
 * @param values three for each row, in order
 * @param positive whether a row belongs on the positive side
 */
@SuppressWarnings("ArrayRecordComponent") // arrays that this package fills
record SpaceRows(int[] values, boolean[] positive) {

  int size() {
    return positive.length;
  }

  int value(int row, int coordinate) {
    return values[FaceLattice.SPACE * row + coordinate];
  }

  boolean isPositive(int row) {
    return positive[row];
  }

  /** Returns how many rows are wrong for a normal, counted in integers. */
  long mistakes(long[] normal) {
    long wrong = 0;
    for (int i = 0; i < positive.length; i++) {
      BigInteger product = BigInteger.ZERO;
      for (int j = 0; j < FaceLattice.SPACE; j++) {
        product =
            product.add(BigInteger.valueOf(normal[j]).multiply(BigInteger.valueOf(value(i, j))));
      }
      wrong += product.signum() > 0 == positive[i] ? 0 : 1;
    }
    return wrong;
  }
}
