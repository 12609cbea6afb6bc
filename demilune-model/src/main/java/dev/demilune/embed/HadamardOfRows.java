// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

/**
 * Transforms of several vectors of integers at once, by plain loops.
 *
 * <p>Each index has an array of its own, with one place for each vector. So all arrays of a loop
 * are read and written at the same place, which lets the compiler use vector instructions: of two
 * parts of one array it cannot know that they do not overlap. With eight arrays in a loop it gives
 * up; hence four.
 */
final class HadamardOfRows implements RowTransforms {

  static final HadamardOfRows PLAIN = new HadamardOfRows();

  // Adding this leaves the nearest integer in the lowest bits of the sum, up to 2^51.
  private static final double ROUNDER = 0x1.8p52;

  private HadamardOfRows() {}

  @Override
  public void scale(int[] values, int count, double by) {
    for (int v = 0; v < count; v++) {
      values[v] = (int) Double.doubleToRawLongBits(by * values[v] + ROUNDER);
    }
  }

  @Override
  public void transform(int[][] values, int vectors, int[] negative) {
    for (int i = 0; i < values.length; i++) {
      if (negative[i] != 0) {
        negate(values[i], vectors);
      }
    }
    transform(values, vectors);
  }

  private static void negate(int[] values, int vectors) {
    for (int v = 0; v < vectors; v++) {
      values[v] = -values[v];
    }
  }

  private static void transform(int[][] values, int vectors) {
    int n = values.length;
    int h = 1;
    for (; h * 4L <= n; h *= 4) { // two levels per pass
      for (int base = 0; base < n; base += 4 * h) {
        for (int i = base; i < base + h; i++) {
          four(values[i], values[i + h], values[i + 2 * h], values[i + 3 * h], vectors);
        }
      }
    }
    if (h * 2L <= n) { // one level is left
      for (int i = 0; i < h; i++) {
        two(values[i], values[i + h], vectors);
      }
    }
  }

  private static void four(int[] one, int[] two, int[] three, int[] four, int vectors) {
    for (int v = 0; v < vectors; v++) {
      int a0 = one[v] + two[v];
      int a1 = one[v] - two[v];
      int a2 = three[v] + four[v];
      int a3 = three[v] - four[v];
      one[v] = a0 + a2;
      two[v] = a1 + a3;
      three[v] = a0 - a2;
      four[v] = a1 - a3;
    }
  }

  private static void two(int[] one, int[] two, int vectors) {
    for (int v = 0; v < vectors; v++) {
      int a = one[v];
      int b = two[v];
      one[v] = a + b;
      two[v] = a - b;
    }
  }
}
