// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import dev.demilune.DemiluneException;
import java.util.Locale;

/**
 * Estimates how long exact searches take, and how many rows are feasible: the slice envelope of u
 * unknowns and n rows takes about n^u·log n steps.
 */
final class SearchWork {

  /** The time for which a sample is sized by default. */
  private static final double SECONDS_BY_DEFAULT = 60;

  /** Longer work is refused. */
  private static final double MOST_SECONDS = 12 * 3600.0;

  /** The time of a step of the sweep on two cores, measured: 6e-9 on 4,000 rows. */
  private static final double SECONDS_PER_STEP = 1e-8;

  private SearchWork() {}

  /** Returns an estimate of the time that the searches of all coordinates take. */
  static double seconds(int unknowns, long rows) {
    double steps = 0;
    for (int left = 1; left <= unknowns; left++) {
      steps += Math.pow((double) rows, left); // one search for each number of unknowns left
    }
    return steps * Math.log((double) Math.max(2, rows)) / Math.log(2) * SECONDS_PER_STEP;
  }

  /** Returns the largest number of rows that can be searched in a time. */
  static long rows(int unknowns, double seconds) {
    long low = 1;
    long high = Integer.MAX_VALUE;
    while (low < high) {
      long middle = (low + high + 1) >>> 1; // rounds up, so that low = middle makes progress
      if (seconds(unknowns, middle) <= seconds) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /**
   * Returns the sample of rows to draw.
   *
   * @throws DemiluneException if working on them would take too long
   */
  static RowSample sample(DeepPoint settings) {
    long rows = settings.expectedRows();
    int unknowns = settings.unknowns();
    boolean canSample = RowSample.isPossible(settings.adjacency());
    long most =
        settings.sampleRows() > 0 ? settings.sampleRows() : rows(unknowns, SECONDS_BY_DEFAULT);
    long drawn = canSample ? Math.min(rows, most) : rows; // from public numbers alone
    if (seconds(unknowns, drawn) > MOST_SECONDS) {
      throw new DemiluneException(
          String.format(
              Locale.ROOT,
              "exact work on %d rows and %d variables takes about %.2g hours: %s at most %d rows",
              drawn,
              unknowns,
              seconds(unknowns, drawn) / 3600,
              canSample ? "sample" : "for replaced labels samples save nothing, so bring",
              rows(unknowns, MOST_SECONDS)));
    }
    return new RowSample(rows, drawn, settings.adjacency());
  }
}
