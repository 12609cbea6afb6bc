// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.additive;

import java.util.Arrays;

/** Piecewise linear curves. */
final class Curves {

  private Curves() {}

  /** Returns the value at x of the curve through the given points; x must not decrease. */
  static double at(double[] points, double[] values, double x) {
    int found = Arrays.binarySearch(points, x);
    if (found >= 0) {
      return values[found];
    }
    int right = -found - 1;
    if (right == 0) {
      return values[0];
    }
    if (right == points.length) {
      return values[right - 1];
    }
    double share = (x - points[right - 1]) / (points[right] - points[right - 1]);
    return (1 - share) * values[right - 1] + share * values[right];
  }
}
