// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

/**
 * The fast Walsh-Hadamard transform: v becomes Hv, with H the n × n matrix of entries (-1)^(number
 * of common one bits of i and j), in n·log2(n) additions.
 *
 * <p>H is symmetric and H·H = n·I, so H/√n is orthogonal.
 */
final class Hadamard {

  private Hadamard() {}

  /** Returns the smallest power of two that is not below a size. */
  static int paddedSize(int size) {
    return size <= 1 ? 1 : Integer.highestOneBit(size - 1) << 1;
  }

  /** Transforms in place; the length is a power of two. */
  static void transform(double[] v) {
    int n = v.length;
    int h = 1;
    // In longs: 8h may pass 2^31.
    for (; h * 8L <= n; h *= 8) { // three levels per pass
      eights(v, h);
    }
    if (h * 4L <= n) { // one or two levels are left if log2 n is no multiple of 3
      fours(v, h);
      h *= 4;
    }
    if (h * 2L <= n) {
      twos(v, h);
    }
  }

  /** Three levels at once: eight numbers stay in registers for 24 additions. */
  private static void eights(double[] v, int h) {
    for (int base = 0; base < v.length; base += 8 * h) {
      for (int i = base; i < base + h; i++) {
        double a0 = v[i] + v[i + h]; // first level: partners h apart
        double a1 = v[i] - v[i + h];
        double a2 = v[i + 2 * h] + v[i + 3 * h];
        double a3 = v[i + 2 * h] - v[i + 3 * h];
        double a4 = v[i + 4 * h] + v[i + 5 * h];
        double a5 = v[i + 4 * h] - v[i + 5 * h];
        double a6 = v[i + 6 * h] + v[i + 7 * h];
        double a7 = v[i + 6 * h] - v[i + 7 * h];
        double b0 = a0 + a2; // second level
        double b1 = a1 + a3;
        double b2 = a0 - a2;
        double b3 = a1 - a3;
        double b4 = a4 + a6;
        double b5 = a5 + a7;
        double b6 = a4 - a6;
        double b7 = a5 - a7;
        v[i] = b0 + b4; // third level
        v[i + h] = b1 + b5;
        v[i + 2 * h] = b2 + b6;
        v[i + 3 * h] = b3 + b7;
        v[i + 4 * h] = b0 - b4;
        v[i + 5 * h] = b1 - b5;
        v[i + 6 * h] = b2 - b6;
        v[i + 7 * h] = b3 - b7;
      }
    }
  }

  private static void fours(double[] v, int h) {
    for (int base = 0; base < v.length; base += 4 * h) {
      for (int i = base; i < base + h; i++) {
        double a0 = v[i] + v[i + h];
        double a1 = v[i] - v[i + h];
        double a2 = v[i + 2 * h] + v[i + 3 * h];
        double a3 = v[i + 2 * h] - v[i + 3 * h];
        v[i] = a0 + a2;
        v[i + h] = a1 + a3;
        v[i + 2 * h] = a0 - a2;
        v[i + 3 * h] = a1 - a3;
      }
    }
  }

  private static void twos(double[] v, int h) {
    for (int base = 0; base < v.length; base += 2 * h) {
      for (int i = base; i < base + h; i++) {
        double a = v[i];
        double b = v[i + h];
        v[i] = a + b;
        v[i + h] = a - b;
      }
    }
  }
}
