// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import java.util.Locale;
import java.util.Optional;

/** What a plan says about its rows: the source of their number, and what to expect of it. */
public final class RowOutlook {

  private RowOutlook() {}

  /** Says where the number of rows comes from. */
  public static String rows(Shape shape, boolean bought) {
    if (shape.rows() > 0) {
      return Long.toString(shape.rows());
    }
    return bought ? "bought" : "public, counted when they are read";
  }

  /**
   * Says what to expect.
   *
   * @param boughtWith the part of the budget that a row count is bought with, if it is
   * @param signal rows times budget, see {@link RowsTimesBudget}
   */
  public static String of(Shape shape, Optional<String> boughtWith, double signal) {
    if (shape.rows() == 0) {
      return boughtWith
          .map(
              part -> "the row count is private and will be bought with " + part + " of the budget")
          .orElse(
              "the row count is public and known once the rows are read: nothing is spent on it,"
                  + " and the noise is then planned for it");
    }
    if (signal < RowsTimesBudget.WEAK) {
      return String.format(
          Locale.ROOT,
          "rows times budget is only %.3g: expect little better than guessing, from about 10 on it"
              + " gets useful",
          signal);
    }
    return RowsTimesBudget.describe(signal)
        + " (10 is weak, 1000 comes close to training without privacy)";
  }
}
