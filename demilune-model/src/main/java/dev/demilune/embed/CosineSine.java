// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

/**
 * Cosine and sine in plain double arithmetic: the same bits on every machine, and much faster than
 * {@link StrictMath}.
 *
 * <p>Subtracting quarter turns reduces the angle to at most an eighth of a turn, where Taylor's
 * series is summed up to the 16th and 17th power; the remainder is below 1e-17. The reduction has
 * an error proportional to the angle: the error of the result is below 4e-16·(1 + |angle|). For
 * angles beyond 1e15 the result is an arbitrary point of the circle.
 */
public final class CosineSine {

  private static final double QUARTERS_PER_RADIAN = 2 / Math.PI;
  private static final double RADIANS_PER_QUARTER = Math.PI / 2;

  private CosineSine() {}

  /** Writes length·cos(angle) and length·sin(angle) at two consecutive places. */
  public static void point(double angle, double length, double[] into, int at) {
    double quarters = angle * QUARTERS_PER_RADIAN;
    double whole = Math.rint(quarters); // exact from here on up to 2^53 quarters
    double x = (quarters - whole) * RADIANS_PER_QUARTER; // the difference is exact: at most 1/2
    double z = x * x; // at most (π/4)²
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
    sine = x + x * z * sine; // the small term is added last: no digit of x is lost
    switch ((int) ((long) whole & 3)) { // the quadrant
      case 0 -> {
        into[at] = length * cosine;
        into[at + 1] = length * sine;
      }
      case 1 -> { // a quarter turn: (cos, sin) becomes (-sin, cos)
        into[at] = -length * sine;
        into[at + 1] = length * cosine;
      }
      case 2 -> {
        into[at] = -length * cosine;
        into[at + 1] = -length * sine;
      }
      default -> { // three quarters; a NaN angle is quadrant 0
        into[at] = length * sine;
        into[at + 1] = -length * cosine;
      }
    }
  }
}
