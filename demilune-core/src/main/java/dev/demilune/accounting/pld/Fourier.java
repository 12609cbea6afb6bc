// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import dev.demilune.accounting.numeric.Rounding;

/**
 * The discrete Fourier transform of a power-of-two length, with a proved bound on its error.
 *
 * <p>{@link #forward} takes numbers in natural order and leaves frequencies in bit-reversed order;
 * {@link #inverse} undoes it, up to the factor 1/N. The frequency opposite to the one at position i
 * is at {@link #opposite}.
 *
 * <p><b>Claim.</b> Each number computed is off by at most {@link #error}(N) times the sum of the
 * absolute values of all inputs.
 *
 * <p><b>Proof.</b> There are log₂ N levels, and at each a number is added to or subtracted from
 * another, after or before one of the two is multiplied by a root of unity. Exactly one path leads
 * from each input to each output, and without rounding its weight has absolute value 1. A root's
 * computed value is off by at most 3u: its angle, at most π/4 after reflections that are exact, is
 * off by 1.2u, and its sine and cosine by one unit in the last place each. A complex product is off
 * by at most 2√2 u (1 + u) of itself: each part is a sum of two products whose absolute values add
 * up to at most that of the whole. A sum is off by u of itself. So a level multiplies a path's
 * weight by a factor within 1 ± 7u, and log₂ N levels, N ≤ 2^30, by one within 1 ± 7.1u log₂ N. ∎
 */
final class Fourier {

  /** Real and imaginary parts of e^(-πiφ(i)), φ(i) being i with its bits mirrored at the point. */
  private static final class Roots {

    final double[] cosines;
    final double[] sines;

    Roots(double[] cosines, double[] sines) {
      this.cosines = cosines;
      this.sines = sines;
    }
  }

  // Shared: every table has the same beginning, whichever thread stored it.
  private static volatile Roots roots = new Roots(new double[] {1}, new double[] {0});

  private Fourier() {}

  /** Error of one output per unit of the inputs' sum of absolute values. */
  static double error(int length) {
    return 8
        * Rounding.UNIT
        * (32 - Integer.numberOfLeadingZeros(length)); // one level more than needed
  }

  /** Position of frequency -f mod N if f is at this position; the same for any N. */
  static int opposite(int position) {
    // -f keeps the lowest bit set in f and changes all bits above it; here bits are reversed.
    return position == 0 ? 0 : position ^ (Integer.highestOneBit(position) - 1);
  }

  static void forward(double[] re, double[] im) {
    int length = re.length;
    Roots table = rootsFor(length / 2);
    // One level of the proof per turn; the block's number is its root's, bits mirrored.
    for (int half = length / 2, blocks = 1; half > 0; half /= 2, blocks *= 2) {
      for (int block = 0; block < blocks; block++) {
        forwardBlock(re, im, 2 * half * block, half, table.cosines[block], table.sines[block]);
      }
    }
  }

  private static void forwardBlock(
      double[] re, double[] im, int start, int half, double cos, double sin) {
    for (int i = start, j = start + half; i < start + half; i++, j++) {
      double x = re[j] * cos - im[j] * sin; // a complex product: off by 2√2 u (1 + u) of itself
      double y = re[j] * sin + im[j] * cos;
      re[j] = re[i] - x; // a sum: off by u of itself
      im[j] = im[i] - y;
      re[i] += x;
      im[i] += y;
    }
  }

  static void inverse(double[] re, double[] im) {
    int length = re.length;
    Roots table = rootsFor(length / 2);
    // The levels of forward in reverse order, each with the conjugate roots: as many roundings.
    for (int half = 1, blocks = length / 2; blocks > 0; half *= 2, blocks /= 2) {
      for (int block = 0; block < blocks; block++) {
        inverseBlock(re, im, 2 * half * block, half, table.cosines[block], table.sines[block]);
      }
    }
  }

  private static void inverseBlock(
      double[] re, double[] im, int start, int half, double cos, double sin) {
    for (int i = start, j = start + half; i < start + half; i++, j++) {
      double x = re[i] - re[j]; // here the sum comes before the product
      double y = im[i] - im[j];
      re[i] += re[j];
      im[i] += im[j];
      re[j] = x * cos + y * sin;
      im[j] = y * cos - x * sin;
    }
  }

  private static Roots rootsFor(int count) {
    Roots known = roots;
    if (known.cosines.length >= count) {
      return known;
    }
    double[] cosines = new double[count];
    double[] sines = new double[count];
    for (int i = 0; i < count; i++) {
      // φ in [0, 1) is exact: the bits of i, mirrored.
      double turn = Integer.reverse(i) >>> 1; // φ · 2^31
      double phi = turn * 0x1p-31;
      cosines[i] = cosine(phi);
      sines[i] = -cosine(Math.abs(0.5 - phi)); // sin πφ = cos π(½ - φ), and ½ - φ is exact
    }
    Roots larger = new Roots(cosines, sines);
    roots = larger; // two threads may compute the same table; either is right
    return larger;
  }

  /** cos πφ for φ in [0, 1), the angle brought below π/4 without rounding. */
  private static double cosine(double phi) {
    if (phi > 0.5) {
      return -cosine(1 - phi);
    }
    // StrictMath, so that the table is the same on every machine.
    return phi <= 0.25 ? StrictMath.cos(Math.PI * phi) : StrictMath.sin(Math.PI * (0.5 - phi));
  }
}
