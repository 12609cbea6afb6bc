// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;

/**
 * Random numbers for embeddings and for candidates to choose from, drawn from a public seed.
 *
 * <p>They matter for accuracy, not for privacy: they are public. So they are ordinary doubles, but
 * the same doubles on every machine: only IEEE 754 arithmetic and {@link StrictMath}. The stream
 * has its own purpose, which no noise uses.
 */
public final class PublicDraw {

  private final Randomness randomness;
  private long bits;
  private int bitsLeft;

  /** Starts the stream of a public seed for one purpose. */
  public PublicDraw(long draw, String purpose) {
    // "embedding": no noise has this purpose
    randomness = Randomness.reproducible(draw).stream("embedding").stream(purpose);
  }

  /** Returns 1 or -1. */
  public double sign() {
    if (bitsLeft == 0) { // 64 signs from one word
      bits = randomness.nextLong();
      bitsLeft = Long.SIZE;
    }
    double sign = (bits & 1) == 0 ? 1 : -1;
    bits >>>= 1;
    bitsLeft--;
    return sign;
  }

  /** Returns {@code count} signs. */
  double[] signs(int count) {
    double[] signs = new double[count];
    for (int i = 0; i < count; i++) {
      signs[i] = sign();
    }
    return signs;
  }

  /** Returns a uniform integer from 0 to below the bound. */
  int below(int bound) {
    return (int) UniformInteger.below(bound, randomness);
  }

  /** Returns a uniform number strictly between 0 and 1. */
  public double uniform() {
    // the middle of a cell: never 0, so its logarithm is finite
    return (randomness.nextBits(52) + 0.5) * 0x1p-52;
  }

  /** Returns a standard normal number (Box and Muller 1958). */
  public double normal() {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(uniform()));
    // the sine would be a second number; it is not used
    return radius * StrictMath.cos(2 * StrictMath.PI * uniform());
  }

  /**
   * Returns a chi-square number: twice a gamma number with half the degrees of freedom as shape.
   */
  double chiSquare(double freedom) {
    return 2 * gamma(freedom / 2);
  }

  /** The rejection sampler of Marsaglia and Tsang (2000): one to two attempts. */
  private double gamma(double shape) {
    if (shape < 1) {
      return gamma(shape + 1) * StrictMath.pow(uniform(), 1 / shape); // boosts a shape below one
    }
    double d = shape - 1.0 / 3; // d and c as in the paper
    double c = 1 / StrictMath.sqrt(9 * d);
    while (true) {
      double x = normal();
      double root = 1 + c * x;
      double v = root * root * root;
      // accepted with probability above 0.95
      if (v > 0 && StrictMath.log(uniform()) < 0.5 * x * x + d * (1 - v + StrictMath.log(v))) {
        return d * v;
      }
    }
  }

  /**
   * Returns {@code count} distinct integers below a bound, in the order drawn (Fisher and Yates).
   */
  public int[] withoutReplacement(int count, int bound) {
    int[] all = new int[bound];
    for (int i = 0; i < bound; i++) {
      all[i] = i;
    }
    int[] chosen = new int[count];
    for (int i = 0; i < count; i++) {
      int other = i + (int) UniformInteger.below(bound - i, randomness);
      chosen[i] = all[other];
      all[other] = all[i]; // position i is not read again: no full swap is needed
    }
    return chosen;
  }
}
