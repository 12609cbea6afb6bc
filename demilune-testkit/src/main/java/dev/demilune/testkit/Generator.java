// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.internal.Check;
import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;
import java.util.List;

/**
 * Seeded inputs for property tests: ordinary ones, and those that break programs.
 *
 * <p>Not for noise: real numbers here are only as exact as doubles.
 */
public final class Generator {

  private static final double[] HOSTILE = {
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    0.0,
    -0.0,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    1e300,
    -1e300,
    1e-300,
    0x1p53 + 2,
  };

  private final Randomness randomness;

  private Generator(Randomness randomness) {
    this.randomness = randomness;
  }

  /** Returns a generator that gives the same inputs for the same randomness. */
  public static Generator of(Randomness randomness) {
    return new Generator(randomness);
  }

  /** Returns an integer from low to high, both included. */
  public int integer(int low, int high) {
    Check.between("high", high, low, Integer.MAX_VALUE);
    return (int) (low + UniformInteger.below((long) high - low + 1, randomness));
  }

  /** Returns a real number in [low, high). */
  public double number(double low, double high) {
    return low + (high - low) * (randomness.nextBits(53) * 0x1p-53);
  }

  /** Returns a normal number of mean 0 and variance 1, in double precision. */
  public double normal() {
    double radius = Math.sqrt(-2 * Math.log1p(-number(0, 1)));
    return radius * Math.cos(2 * Math.PI * number(0, 1));
  }

  /** Returns a vector of the given norm and a uniform direction. */
  public double[] vector(int dimension, double length) {
    double[] vector = new double[dimension];
    double squares = 0;
    for (int i = 0; i < dimension; i++) {
      vector[i] = normal();
      squares += vector[i] * vector[i];
    }
    double factor = length / Math.sqrt(squares);
    for (int i = 0; i < dimension; i++) {
      vector[i] *= factor;
    }
    return vector;
  }

  /** Returns a NaN, an infinite, tiny or huge number, or a negative zero. */
  public double hostileNumber() {
    return HOSTILE[integer(0, HOSTILE.length - 1)];
  }

  /** Returns one of the choices. */
  public <T> T oneOf(List<T> choices) {
    return choices.get(integer(0, choices.size() - 1));
  }
}
