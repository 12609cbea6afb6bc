// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;

/**
 * The numbers that embeddings, and candidates to choose from, are made of: drawn from a public
 * seed.
 *
 * <p>They are for the quality of what is made of them, not for privacy: everybody may know them. So
 * they are ordinary doubles, but the same doubles everywhere: only IEEE 754 arithmetic and {@link
 * StrictMath}. The stream has a purpose of its own, which no noise uses.
 */
public final class PublicDraw {

  private final Randomness randomness;
  private long bits;
  private int bitsLeft;

  /** Starts the stream of a public number for one purpose. */
  public PublicDraw(long draw, String purpose) {
    randomness = Randomness.reproducible(draw).stream("embedding").stream(purpose);
  }

  /** Returns 1 or -1. */
  public double sign() {
    if (bitsLeft == 0) {
      bits = randomness.nextLong();
      bitsLeft = Long.SIZE;
    }
    double sign = (bits & 1) == 0 ? 1 : -1;
    bits >>>= 1;
    bitsLeft--;
    return sign;
  }

  /** Returns so many signs. */
  double[] signs(int count) {
    double[] signs = new double[count];
    for (int i = 0; i < count; i++) {
      signs[i] = sign();
    }
    return signs;
  }

  /** Returns a uniform number between 0 and 1, never either. */
  public double uniform() {
    return (randomness.nextBits(52) + 0.5) * 0x1p-52;
  }

  /** Returns a standard normal number (Box and Muller 1958). */
  public double normal() {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(uniform()));
    return radius * StrictMath.cos(2 * StrictMath.PI * uniform());
  }

  /** Returns a chi-square number of so many degrees of freedom, twice a gamma one of half. */
  double chiSquare(double freedom) {
    return 2 * gamma(freedom / 2);
  }

  /** Rejection of Marsaglia and Tsang (2000): one to two attempts. */
  private double gamma(double shape) {
    if (shape < 1) {
      return gamma(shape + 1) * StrictMath.pow(uniform(), 1 / shape);
    }
    double d = shape - 1.0 / 3;
    double c = 1 / StrictMath.sqrt(9 * d);
    while (true) {
      double x = normal();
      double root = 1 + c * x;
      double v = root * root * root;
      if (v > 0 && StrictMath.log(uniform()) < 0.5 * x * x + d * (1 - v + StrictMath.log(v))) {
        return d * v;
      }
    }
  }

  /** Returns so many different integers below a bound, in the order drawn (Fisher and Yates). */
  int[] withoutReplacement(int count, int bound) {
    int[] all = new int[bound];
    for (int i = 0; i < bound; i++) {
      all[i] = i;
    }
    int[] chosen = new int[count];
    for (int i = 0; i < count; i++) {
      int other = i + (int) UniformInteger.below(bound - i, randomness);
      chosen[i] = all[other];
      all[other] = all[i];
    }
    return chosen;
  }
}
