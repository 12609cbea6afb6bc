// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.evaluate;

import java.util.ArrayList;
import java.util.List;

/** Counts public rows by predicted probability, in ten bins of the same width. */
final class CalibrationBins {

  private static final int BINS = 10;

  private final long[] rows = new long[BINS];
  private final long[] hits = new long[BINS];
  private final double[] sums = new double[BINS];

  /** Adds a row that was said to be a hit with this probability. */
  void add(double probability, boolean hit) {
    int bin = Math.min(BINS - 1, (int) (BINS * probability));
    rows[bin]++;
    hits[bin] += hit ? 1 : 0;
    sums[bin] += probability;
  }

  /** The bins that have rows. */
  List<ScoreCurves.Point> points() {
    List<ScoreCurves.Point> points = new ArrayList<>();
    for (int bin = 0; bin < BINS; bin++) {
      if (rows[bin] > 0) {
        Measured share = Measured.share(hits[bin], rows[bin]);
        points.add(
            new ScoreCurves.Point(
                (double) bin / BINS,
                (bin + 1.0) / BINS,
                rows[bin],
                sums[bin] / rows[bin],
                share.value(),
                new ShareInterval(share.low(), share.high())));
      }
    }
    return points;
  }
}
