// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.auto;

/**
 * The hinge loss max(0, 1 - t) with its corner rounded: quadratic between 0 and 1.
 *
 * <p>It lies between the hinge less one half and the hinge, is convex, its slope is between -1 and
 * 0, and its slope's slope at most 1.
 */
final class SmoothHinge {

  private SmoothHinge() {}

  static double value(double t) {
    if (t >= 1) {
      return 0;
    }
    return t > 0 ? 0.5 * (1 - t) * (1 - t) : 0.5 - t;
  }

  static double slope(double t) {
    if (t >= 1) {
      return 0;
    }
    return t > 0 ? t - 1 : -1;
  }
}
