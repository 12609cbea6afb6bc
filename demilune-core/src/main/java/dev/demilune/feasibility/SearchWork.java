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
 * <p>With u unknowns left, {@link VertexSearch} makes rows tight until a line is left, and sorts
 * the thresholds of all n rows there: about n²/2 of them for two unknowns, n³/8 for three and n⁴/28
 * for four, if signs are balanced, each in a time that grows with log n. With many rows planes are
 * divided ({@link PlaneSearch}) and far fewer thresholds are sorted, how many depends on the rows.
 * The estimate is for rows that a point satisfies, with random normals. At worst, with as many rows
 * for a constraint as against it, nothing can be passed over.
 */
final class SearchWork {

  /** The time for which a sample is sized by default. */
  private static final double SECONDS_BY_DEFAULT = 60;

  /** Longer work is refused. */
  private static final double MOST_SECONDS = 12 * 3600.0;

  /**
   * The time of a threshold over the logarithm of their number, on two cores: half of the processor
   * time, which was 5 to 10 ns for two to four unknowns.
   */
  private static final double SECONDS_PER_STEP = 4e-9;

  /** The same where integers need more than 64 bits: 46e-9 on 300 rows and three unknowns. */
  private static final double SECONDS_PER_LARGE_STEP = 3e-8;

  /**
   * The time that dividing a plane of n rows takes over n^1.5, on two cores, for two, three and
   * four unknowns: the more planes, the fewer of them come near the deepest points. Measured in
   * processor time, which is twice that: 22 s for 30,000 rows, 15 s for 1,000 and 107 s for 500;
   * 100,000 rows were not done after 118 s.
   */
  private static final double[] SECONDS_PER_PLANE = {2.5e-6, 4.7e-7, 1e-7};

  /** How much longer that takes where integers are large: an assumption, on the safe side. */
  private static final double LARGE_DIVIDED = 3;

  private SearchWork() {}

  /**
   * Returns how many planes are searched for one coordinate, if no two rows are equal and signs are
   * balanced.
   *
   * @param left the number of unknowns that are not fixed, that coordinate included
   */
  static double planes(int left, long rows) {
    double planes = 1;
    double open = (double) rows; // to be made tight: those of one sign of an unknown are
    for (int unknowns = left; unknowns > 2; unknowns--) {
      planes *= open / 2;
      open *= 0.75; // later rows, or rows of the other sign
    }
    return planes;
  }

  /** Returns how many thresholds are sorted for one coordinate where no plane is divided. */
  static double thresholds(int left, long rows) {
    if (left == 1) {
      return (double) rows;
    }
    double open = rows * Math.pow(0.75, Math.max(0, left - 3));
    double segments = left == 2 ? open / 2 : open / 4; // of a plane
    return planes(left, rows) * segments * (double) rows;
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
      double atEnds = left > 1 ? 2 * seconds(left - 1, rows, SECONDS_PER_LARGE_STEP) : 0;
      seconds += seconds(left, rows, each) + atEnds;
    }
    return seconds;
  }

  private static double seconds(int left, long rows, double each) {
    double swept =
        thresholds(left, rows) * each * Math.log((double) Math.max(2, rows)) / Math.log(2);
    if (left == 1 || left - 2 >= SECONDS_PER_PLANE.length || rows < VertexSearch.FEW_ROWS) {
      return swept;
    }
    double larger = each > SECONDS_PER_STEP ? LARGE_DIVIDED : 1;
    return planes(left, rows) * Math.pow((double) rows, 1.5) * SECONDS_PER_PLANE[left - 2] * larger;
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
