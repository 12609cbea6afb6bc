// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.survey;

import dev.demilune.schema.FeatureRange;
import java.math.BigDecimal;
import java.util.Arrays;

/** The public points among which the ends of a range are chosen: finite, increasing. */
final class ValueGrid {

  private static final int STEPS = 10_000;
  private static final int FEWEST_UNITS = 100;
  private static final double SMALL = 0.01;
  private static final int SMALLEST_POWER = -6;
  private static final int LARGEST_POWER = 12;

  private final double[] points;
  private final String description;

  private ValueGrid(double[] points, String description) {
    this.points = points;
    this.description = description;
  }

  /** Returns zero and all numbers of two decimal digits from 1e-6 to 1e12, of either sign. */
  static ValueGrid ofTwoDigits() {
    int half = 90 * (LARGEST_POWER - SMALLEST_POWER) + 1;
    double[] points = new double[2 * half + 1];
    for (int i = 0; i < half; i++) {
      BigDecimal digits = BigDecimal.valueOf(10 + i % 90);
      double value = digits.scaleByPowerOfTen(SMALLEST_POWER - 1 + i / 90).doubleValue();
      points[half + 1 + i] = value;
      points[half - 1 - i] = -value;
    }
    return new ValueGrid(points, "numbers of two digits within 1e12");
  }

  /** Returns whole steps where there are 100 to 10,000 of them, and 10,000 equal ones elsewhere. */
  static ValueGrid between(double low, double high) {
    if (!(low < high && Math.abs(low) <= 1e300 && Math.abs(high) <= 1e300)) {
      throw new IllegalArgumentException(
          "an outer range must be within 1e300 with low < high, got " + low + ".." + high);
    }
    BigDecimal from = new BigDecimal(Double.toString(low)); // as people write it
    BigDecimal width = new BigDecimal(Double.toString(high)).subtract(from);
    boolean whole = low == Math.rint(low) && high == Math.rint(high);
    double units = width.doubleValue();
    int steps = whole && units >= FEWEST_UNITS && units <= STEPS ? (int) units : STEPS;
    double[] points = new double[steps + 1];
    int count = 0;
    for (int i = 0; i <= steps; i++) {
      BigDecimal along = width.multiply(BigDecimal.valueOf(i)).divide(BigDecimal.valueOf(STEPS));
      double point =
          steps == STEPS
              ? from.add(along).doubleValue()
              : from.add(BigDecimal.valueOf(i)).doubleValue();
      if (count == 0 || point > points[count - 1]) { // ends a few doubles apart have fewer points
        points[count++] = point;
      }
    }
    return new ValueGrid(
        Arrays.copyOf(points, count), (count - 1) + " steps from " + low + " to " + high);
  }

  int size() {
    return points.length;
  }

  double point(int index) {
    return points[index];
  }

  /** Returns the index of the largest point that is not above the value, or 0. */
  int atOrBelow(double value) {
    int at = Arrays.binarySearch(points, value + 0.0); // -0 becomes 0
    return at >= 0 ? at : Math.max(0, -at - 2);
  }

  /** Returns the index of the smallest point that is not below the value, or the last. */
  int atOrAbove(double value) {
    int at = Arrays.binarySearch(points, value + 0.0);
    return at >= 0 ? at : Math.min(points.length - 1, -at - 1);
  }

  /** Returns the range, with an end that is as good as zero beside the other put to zero. */
  FeatureRange withZero(double low, double high) {
    boolean hasZero = points[0] <= 0 && points[points.length - 1] >= 0;
    boolean lowIsZero = hasZero && low > 0 && low < SMALL * high;
    boolean highIsZero = hasZero && high < 0 && high > SMALL * low;
    return new FeatureRange(lowIsZero ? 0 : low, highIsZero ? 0 : high);
  }

  @Override
  public String toString() {
    return description;
  }
}
