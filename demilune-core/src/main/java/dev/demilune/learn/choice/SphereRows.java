// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import dev.demilune.random.Randomness;
import dev.demilune.random.RoundedGaussian;
import java.util.function.Function;

/**
 * Directions in more than two dimensions, and the rows that they get wrong.
 *
 * <p>Whether a row counts is a function of the direction and of that row alone.
 */
final class SphereRows implements SphereRejection.Mistakes {

  /** Coordinates of about 2^16: directions next to each other are 1e-5 radians apart. */
  private static final RoundedGaussian COORDINATE = RoundedGaussian.of(1 << 16);

  private final UnitRows rows;
  private final int positive;
  private final int threshold;

  SphereRows(UnitRows rows, int positive, int threshold) {
    this.rows = rows;
    this.positive = positive;
    this.threshold = threshold;
  }

  /** Returns directions near the uniform ones: rounded normal coordinates, not all of them zero. */
  static Function<Randomness, int[]> directions(int dimension) {
    return randomness -> {
      int[] direction = new int[dimension];
      boolean zero = true;
      while (zero) { // a public law: what is rejected here does not depend on the rows
        for (int j = 0; j < dimension; j++) {
          direction[j] = (int) COORDINATE.sample(randomness);
          zero &= direction[j] == 0;
        }
      }
      return direction;
    };
  }

  @Override
  public boolean allForgiven(int[] direction, SphereRejection.Coin coin) {
    double squares = 0;
    for (int value : direction) {
      squares += (double) value * value;
    }
    // A function of the direction alone: its rounding is the same for all rows and both tables.
    long asked = (long) Math.ceil(threshold * Math.sqrt(squares));
    int dimension = rows.dimension();
    for (int part = 0; part < rows.parts(); part++) {
      short[] values = rows.values(part);
      int[] labels = rows.labels(part);
      for (int i = 0; i < labels.length; i++) {
        // Cannot overflow: at most the product of the lengths, 2^15 and 2^41 (2^20 values of 32
        // bits).
        long product = 0;
        for (int j = 0; j < dimension; j++) {
          product += (long) values[i * dimension + j] * direction[j];
        }
        // A row of the margin or more is right; the coin is asked for the others, in their order.
        boolean wrong = (labels[i] == positive ? product : -product) < asked;
        if (wrong && !coin.toss()) {
          return false; // one coin showed false: the product of all is decided
        }
      }
    }
    return true;
  }
}
