// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Which word was meant. */
public final class Spelling {

  private Spelling() {}

  /** Returns the candidate with the fewest slips to the word, the first of several. */
  public static String nearest(String word, List<String> candidates) {
    return candidates.stream()
        .min(Comparator.comparingInt(candidate -> slips(word, candidate)))
        .orElseThrow();
  }

  /** Letters left out, put in, exchanged for another or swapped with their neighbor. */
  public static int slips(String from, String to) {
    int[][] least = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        if (i == 0 || j == 0) {
          least[i][j] = i + j;
          continue;
        }
        int exchanged = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
        least[i][j] =
            Math.min(
                least[i - 1][j - 1] + exchanged, 1 + Math.min(least[i - 1][j], least[i][j - 1]));
        boolean swapped =
            i > 1
                && j > 1
                && from.charAt(i - 1) == to.charAt(j - 2)
                && from.charAt(i - 2) == to.charAt(j - 1);
        if (swapped) {
          least[i][j] = Math.min(least[i][j], least[i - 2][j - 2] + 1);
        }
      }
    }
    return least[from.length()][to.length()];
  }

  /** Returns the candidate that is written almost like the word; empty if none is. */
  public static Optional<String> almost(String word, List<String> candidates) {
    return candidates.isEmpty()
        ? Optional.empty()
        : Optional.of(nearest(word, candidates))
            .filter(found -> slips(word, found) <= Math.min(2, word.length() / 3));
  }
}
