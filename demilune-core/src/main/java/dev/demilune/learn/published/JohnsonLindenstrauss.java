// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.published;

/**
 * How many random signs keep lengths: the lemma of Johnson and Lindenstrauss with the constants of
 * Achlioptas (2003).
 *
 * <p>For a matrix of k × d independent signs over √k, the squared length of a fixed vector is
 * changed by more than a share η with probability at most 2·exp(-k(η²/4 - η³/6)). Both papers leave
 * these constants to an O.
 *
 * <p>If the squared lengths of u + v and u - v, for unit vectors u and v, are kept within η, then
 * so is their inner product: it is a quarter of the difference, and |u + v|² + |u - v|² = 4.
 */
public final class JohnsonLindenstrauss {

  private JohnsonLindenstrauss() {}

  /** Returns how many directions keep one squared length within a share, but for a failure. */
  public static double directions(double distortion, double failure) {
    return Math.ceil(Math.log(2 / failure) / rate(distortion));
  }

  /** Returns the share within which so many directions keep one; infinity if it exceeds one. */
  public static double distortion(double directions, double failure) {
    double rate = Math.log(2 / failure) / directions;
    if (rate > rate(1)) {
      return Double.POSITIVE_INFINITY;
    }
    double low = 0;
    double high = 1; // the rate grows up to here
    for (int i = 0; i < 60; i++) {
      double middle = (low + high) / 2;
      if (rate(middle) < rate) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  private static double rate(double distortion) {
    double squared = distortion * distortion;
    return squared / 4 - squared * distortion / 6;
  }
}
