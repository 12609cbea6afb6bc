/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.data;

import dev.demilune.internal.Check;

/** Sign vectors over √d, no two of which are closer than a share of their coordinates. */
final class SignCode {

  private static final int ATTEMPTS = 10_000; // for each codeword

  private SignCode() {}

  /**
   * Draws codewords at random, again and again until each is far enough from those before.
   *
   * @param distance the share of coordinates in which two of them must differ at least
   * @throws IllegalArgumentException if so many were not found
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
