// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

/**
 * What maps of rows do to many integers at once: sign-Hadamard transforms of several vectors, and
 * products that are rounded. Whatever computes them, the integers are the same.
 */
public interface RowTransforms {

  /** The number of vectors is rounded up to a multiple of this. */
  int LANES = 16;

  /**
   * Negates entries, then applies the Walsh-Hadamard matrix, in place and modulo 2^32.
   *
   * @param values an array for each entry of the vectors, a power of two of them; each has a place
   *     for every vector, rounded up to whole {@link #LANES}: what is at the places beyond may
   *     change
   * @param negative -1 for the entries to negate first, 0 for the others
   */
  void transform(int[][] values, int vectors, int[] negative);

  /**
   * Replaces integers by the nearest ones to their products with a number, ties to even, modulo
   * 2^32. The products must be below 2^51 in size.
   *
   * @param count rounded up to whole {@link #LANES}
   */
  void scale(int[] values, int count, double by);

  /** Returns plain loops, which need no instructions that a processor may not have. */
  static RowTransforms plain() {
    return HadamardOfRows.PLAIN;
  }
}
