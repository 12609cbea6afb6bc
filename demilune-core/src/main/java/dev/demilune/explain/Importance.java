// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.explain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How much a column matters, from what the model carries and from nothing else.
 *
 * <p>Where every column has released shares of the rows, the importance is the standard deviation
 * of what the column adds, over rows spread by these shares, and evenly within a segment. Otherwise
 * it is the difference of the largest and the least value that the column can add, which takes no
 * notice of how many rows are where. With more than two classes both are root mean squares over the
 * classes.
 */
final class Importance {

  private Importance() {}

  static boolean isByShares(List<Effect> effects) {
    return !effects.isEmpty() && effects.stream().noneMatch(effect -> effect.shares().isEmpty());
  }

  /** Returns the effects with their importance, the largest first; equals keep their order. */
  static List<Effect> sorted(List<Effect> effects, int lines) {
    boolean byShares = isByShares(effects);
    List<Effect> sorted = new ArrayList<>();
    for (Effect effect : effects) {
      double squares = 0;
      for (int line = 0; line < lines; line++) {
        double one = byShares ? Math.sqrt(variance(effect, line)) : spread(effect, line);
        squares += one * one / lines;
      }
      sorted.add(effect.withImportance(Math.sqrt(squares)));
    }
    sorted.sort(Comparator.comparingDouble(Effect::importance).reversed());
    return sorted;
  }

  private static double spread(Effect effect, int line) {
    return effect.highest(line).values().get(line) - effect.lowest(line).values().get(line);
  }

  private static double variance(Effect effect, int line) {
    double mean = 0;
    for (int i = 0; i < effect.points().size(); i++) {
      mean += effect.share(i) * effect.points().get(i).values().get(line);
    }
    double variance = 0;
    for (int i = 0; i < effect.points().size(); i++) {
      double off = effect.points().get(i).values().get(line) - mean;
      variance += effect.share(i) * off * off;
    }
    return variance;
  }
}
