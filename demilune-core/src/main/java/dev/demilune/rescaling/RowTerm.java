// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rescaling;

import java.io.Serializable;

/** An integer vector for each row, of bounded norm, to be summed over rows in any order. */
public interface RowTerm extends Serializable {

  /** Returns the number of integers. */
  int entries();

  /**
   * Adds what a row contributes.
   *
   * @param image of the row, signed and of length one up to rounding
   */
  void addTo(long[] sums, double[] image);
}
