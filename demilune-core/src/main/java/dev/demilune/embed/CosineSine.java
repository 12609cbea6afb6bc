// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

/**
 * Cosine and sine in plain double arithmetic: the same bits everywhere, at a fraction of the price
 * of {@link StrictMath}.
 *
 * <p>The angle is brought to at most an eighth of a turn by subtracting quarter turns, and Taylor's
 * series is summed to the 16th and 17th power there; what is left out is below 1e-17. Reducing the
 * angle errs by a multiple of it: the error of the result is below 4e-16·(1 + |angle|), which for
 * angles beyond 1e15 means that it is some point of the circle and no more.
 */
final class CosineSine {

  private static final double QUARTERS_PER_RADIAN = 2 / Math.PI;
  private static final double RADIANS_PER_QUARTER = Math.PI / 2;

  private CosineSine() {}

  /** Writes length·cos(angle) and length·sin(angle) at two consecutive places. */
  static void point(double angle, double length, double[] into, int at) {
    double quarters = angle * QUARTERS_PER_RADIAN;
    double whole = Math.rint(quarters);
    double x = (quarters - whole) * RADIANS_PER_QUARTER;
    double z = x * x;
    double cosine = 1.0 / 20922789888000.0; // 1/16!
    cosine = cosine * z - 1.0 / 87178291200.0;
    cosine = cosine * z + 1.0 / 479001600;
    cosine = cosine * z - 1.0 / 3628800;
    cosine = cosine * z + 1.0 / 40320;
    cosine = cosine * z - 1.0 / 720;
    cosine = cosine * z + 1.0 / 24;
    cosine = cosine * z - 0.5;
    cosine = cosine * z + 1;
    double sine = 1.0 / 355687428096000.0; // 1/17!
    sine = sine * z - 1.0 / 1307674368000.0;
    sine = sine * z + 1.0 / 6227020800.0;
    sine = sine * z - 1.0 / 39916800;
    sine = sine * z + 1.0 / 362880;
    sine = sine * z - 1.0 / 5040;
    sine = sine * z + 1.0 / 120;
    sine = sine * z - 1.0 / 6;
    sine = x + x * z * sine;
    switch ((int) ((long) whole & 3)) {
      case 0 -> {
        into[at] = length * cosine;
        into[at + 1] = length * sine;
      }
      case 1 -> {
        into[at] = -length * sine;
        into[at + 1] = length * cosine;
      }
      case 2 -> {
        into[at] = -length * cosine;
        into[at + 1] = -length * sine;
      }
      default -> {
        into[at] = length * sine;
        into[at + 1] = -length * cosine;
      }
    }
  }
}
