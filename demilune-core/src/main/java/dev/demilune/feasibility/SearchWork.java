// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import dev.demilune.DemiluneException;
import dev.demilune.feasibility.Constraints.Bounds;
import java.util.List;
import java.util.Locale;

/**
 * Estimates how long exact searches take, and how many rows are feasible: from the number of rows
 * that are drawn, of unknowns, and the declared bounds, which are all public.
 *
 * <p>With u unknowns left, {@link SliceLevels} makes every set of u - 1 rows tight once and sorts
 * the thresholds of all n rows on the line that is left: C(n, u - 1)·n thresholds, about n^u/(u -
 * 1)!, each in a time that grows with log n.
 */
final class SearchWork {

  /** The time for which a sample is sized by default. */
  private static final double SECONDS_BY_DEFAULT = 60;

  /** Longer work is refused. */
  private static final double MOST_SECONDS = 12 * 3600.0;

  /**
   * The time of a threshold over the logarithm of their number, on two cores. Measured in processor
   * time, which is twice that, with two to five unknowns: 5.1e-9 on 16,000 rows, 7.0e-9 on 600,
   * 9.7e-9 on 150 and 12.5e-9 on 110, where the other coordinates show.
   */
  private static final double SECONDS_PER_STEP = 4e-9;

  /** The same where integers need more than 64 bits: 46e-9 on 300 rows and three unknowns. */
  private static final double SECONDS_PER_LARGE_STEP = 3e-8;

  private SearchWork() {}

  /**
   * Returns how many thresholds are sorted for one coordinate, if no two rows are equal.
   *
   * @param left the number of unknowns that are not fixed, that coordinate included
   */
  static double thresholds(int left, long rows) {
    double sets = 1; // of left - 1 rows
    for (int i = 1; i < left; i++) {
      sets *= Math.max(0, (double) rows - i + 1) / i;
    }
    return sets * (double) rows;
  }

  /** Returns an estimate of the time that the searches of all coordinates take. */
  static double seconds(Bounds bounds, long rows) {
    int unknowns = bounds.columns().size();
    boolean small = LongFlat.fits(new VertexSpace(bounds, List.of()).columns());
    double seconds = 0;
    for (int left = unknowns; left >= 1; left--) {
      // Coordinates that are fixed multiply right sides by their denominators.
      double each = small && left == unknowns ? SECONDS_PER_STEP : SECONDS_PER_LARGE_STEP;
      // The greatest depths at both ends of the range are searches with one unknown less.
      double ends = left > 1 ? 2 * thresholds(left - 1, rows) : 0;
      seconds += (thresholds(left, rows) + ends) * each;
    }
    return seconds * Math.log((double) Math.max(2, rows)) / Math.log(2);
  }

  /** Returns the largest number of rows that can be searched in a time. */
  static long rows(Bounds bounds, double seconds) {
    long low = 1;
    long high = Integer.MAX_VALUE;
    while (low < high) {
      long middle = (low + high + 1) >>> 1; // rounds up, so that low = middle makes progress
      if (seconds(bounds, middle) <= seconds) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Returns the largest number of rows for which there is a sample. */
  static long mostRows(DeepPoint settings) {
    boolean samples = RowSample.isPossible(settings.adjacency());
    return samples && settings.sampleRows() == 0
        ? Integer.MAX_VALUE
        : rows(settings.bounds(), MOST_SECONDS);
  }

  /** Returns the number of rows for which a sample is sized by default. */
  static long rowsByDefault(Bounds bounds) {
    return rows(bounds, SECONDS_BY_DEFAULT);
  }

  /**
   * Returns the sample of rows to draw.
   *
   * @throws DemiluneException if working on them would take too long
   */
  static RowSample sample(DeepPoint settings) {
    long rows = settings.expectedRows();
    Bounds bounds = settings.bounds();
    boolean canSample = RowSample.isPossible(settings.adjacency());
    long most = settings.sampleRows() > 0 ? settings.sampleRows() : rowsByDefault(bounds);
    long drawn = canSample ? Math.min(rows, most) : rows; // from public numbers alone
    if (seconds(bounds, drawn) > MOST_SECONDS) {
      throw new DemiluneException(
          String.format(
              Locale.ROOT,
              "exact work on %d rows and %d variables takes about %.2g hours: %s at most %d rows",
              drawn,
              settings.unknowns(),
              seconds(bounds, drawn) / 3600,
              canSample ? "sample" : "for replaced labels samples save nothing, so bring",
              rows(bounds, MOST_SECONDS)));
    }
    return new RowSample(rows, drawn, settings.adjacency());
  }
}
