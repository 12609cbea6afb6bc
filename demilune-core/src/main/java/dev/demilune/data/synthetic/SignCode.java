// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data.synthetic;

import dev.demilune.internal.Check;

/** Sign vectors over √d, any two of which differ in at least a given fraction of coordinates. */
final class SignCode {

  private static final int ATTEMPTS = 10_000; // for each codeword

  private SignCode() {}

  /**
   * Draws random codewords; each is redrawn until it is far enough from those before it.
   *
   * @param distance the least fraction of coordinates in which two of them must differ
   * @throws IllegalArgumentException if {@code members} codewords were not found
   */
  static double[][] draw(int features, int members, double distance, Draws draws) {
    Check.atLeastOne("members", members);
    double[][] code = new double[members][features];
    double size = 1 / Math.sqrt(features);
    for (int i = 0; i < members; i++) {
      int attempt = 0;
      do {
        if (attempt++ == ATTEMPTS) {
          throw new IllegalArgumentException(
              "members must be at most "
                  + i
                  + " in "
                  + features
                  + " features: no further sign vector was found that differs from all others in "
                  + distance
                  + " of its coordinates");
        }
        for (int j = 0; j < features; j++) {
          code[i][j] = draws.sign() * size;
        }
        // random vectors differ in half of the signs: few repeats
      } while (tooClose(code, i, distance));
    }
    return code;
  }

  private static boolean tooClose(double[][] code, int last, double distance) {
    for (int i = 0; i < last; i++) {
      int different = 0;
      for (int j = 0; j < code[i].length; j++) {
        different += code[i][j] == code[last][j] ? 0 : 1;
      }
      if (different < distance * code[i].length) {
        return true;
      }
    }
    return false;
  }
}
