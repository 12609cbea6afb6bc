// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema.file;

import dev.demilune.schema.FeatureRange;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Ranges as a person would write them: wider than the sample, with round ends. */
final class RoundRange {

  private static final double MARGIN = 0.1; // of the span, at each end
  private static final double LARGEST = 1e300;

  private RoundRange() {}

  /**
   * Returns a range around both numbers with a margin of a tenth of their distance at each end,
   * rounded outwards to about a tenth of the span's power of ten. Ranges of non-negative or
   * non-positive numbers stay so.
   */
  static FeatureRange around(double least, double largest) {
    double low = Math.max(-LARGEST, Math.min(LARGEST, least));
    double high = Math.max(-LARGEST, Math.min(LARGEST, largest));
    double span = high - low;
    if (!(span > Math.abs(high) * 1e-12)) {
      span = Math.max(1e-300, high == 0 ? 1 : Math.abs(high)); // effectively a single number
    }
    BigDecimal step = BigDecimal.ONE.scaleByPowerOfTen((int) Math.floor(Math.log10(span)));
    if (span / step.doubleValue() < 3) {
      step = step.multiply(new BigDecimal("0.2"));
    }
    double from = rounded(low - MARGIN * span, step, RoundingMode.FLOOR);
    double to = rounded(high + MARGIN * span, step, RoundingMode.CEILING);
    return new FeatureRange(
        low >= 0 ? Math.max(0, from) : from, high <= 0 && low < 0 ? Math.min(0, to) : to);
  }

  private static double rounded(double end, BigDecimal step, RoundingMode outwards) {
    return new BigDecimal(end).divide(step, 0, outwards).multiply(step).doubleValue();
  }
}
