// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import dev.demilune.mechanism.NoisySum;
import dev.demilune.random.Randomness;

/**
 * Releases real vectors as integers on a fine grid, with noise.
 *
 * <p><b>Claim.</b> If neighbors move all vectors together by at most s (L2), the release is what
 * the event of the given {@link VectorNoise} says.
 *
 * <p><b>Proof.</b> The grid g is a power of two, so dividing by it is exact, and rounding moves
 * each of the D entries by half a unit at most (entries too large for an integer are brought to the
 * largest, which moves no two apart). So the integers move by at most s/g + √D, which is rounded up
 * to the sensitivity Δ of a {@link NoisySum}. ∎
 *
 * <p>g is chosen so that √D is at most a 64th of s/g: rounding costs 2 % more noise at most.
 */
final class VectorRelease {

  private static final int FINENESS = 64;

  private final int entries;
  private final int gridBits;
  private final NoisySum sum;

  /**
   * @param sensitivity s, rounded up
   * @param entries D, the number of entries of all vectors together
   */
  VectorRelease(double sensitivity, int entries, VectorNoise noise) {
    this.entries = entries;
    double root = Math.ceil(Math.sqrt(entries)); // at least √D
    // A power of two not above s/(64√D): rounding is then at most a 64th of the sensitivity.
    this.gridBits = Math.getExponent(sensitivity / (FINENESS * root));
    // s/g + √D, both rounded up.
    long moved = (long) (Math.ceil(Math.scalb(sensitivity, -gridBits)) + root);
    this.sum = noise.forSensitivity(moved);
  }

  /** Returns whether such noise can be drawn for vectors of this size, at any sensitivity. */
  static boolean canBeDrawn(double entries, VectorNoise noise) {
    // The largest that moved can be: s/g is below 2 · 64√D, because g is the power of two next
    // below s/(64√D).
    return noise.canBeDrawn((2 * FINENESS + 1) * Math.ceil(Math.sqrt(entries)) + 1);
  }

  /** Returns the vectors on the grid, one after the other. */
  long[] integers(double[][] vectors) {
    long[] integers = new long[entries];
    int next = 0;
    for (double[] vector : vectors) {
      for (double entry : vector) {
        // scalb is exact; the cast saturates, which brings no two vectors further apart.
        integers[next++] = (long) Math.rint(Math.scalb(entry, -gridBits));
      }
    }
    return integers;
  }

  NoisySum sum() {
    return sum;
  }

  /** Returns the vectors after rounding and noise. */
  double[][] release(double[][] vectors, Randomness randomness) {
    long[] integers = integers(vectors);
    sum.release(integers, randomness); // what follows is post-processing
    double[][] released = new double[vectors.length][];
    int next = 0;
    for (int k = 0; k < vectors.length; k++) {
      released[k] = new double[vectors[k].length];
      for (int j = 0; j < released[k].length; j++) {
        released[k][j] = Math.scalb((double) integers[next++], gridBits);
      }
    }
    return released;
  }
}
