// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.auto;

import dev.demilune.learn.MarginRule;
import dev.demilune.learn.Shape;
import dev.demilune.model.LinearClassifier;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.List;

/**
 * The margins to choose from, a function of public numbers, and their scores.
 *
 * <p>From 1/2 down, each the last one over √2: about log2 n of them, down to 1/√n, as far as the
 * learner takes them and has the time for them.
 *
 * @param unit what a distance in the unit ball is multiplied with to be a margin of the learner
 * @param margins the largest first, as the learner's setting has them
 */
record MarginGrid(double unit, List<Double> margins) {

  // Of the rows: what the margin of the rule costs, and half of it twice as much.
  private static final double PENALTY = 0.25;

  private static final long ROWS_IF_UNKNOWN = 1L << 16;

  static MarginGrid of(MarginRule rule, Shape shape) {
    long rows = shape.rows() == 0 ? ROWS_IF_UNKNOWN : shape.rows();
    double least = Math.max(1 / Math.sqrt((double) rows), rule.affordable(shape));
    List<Double> margins = new ArrayList<>();
    for (int i = 2; margins.size() < 2 || Math.pow(2, -i / 2.0) >= least * (1 - 1e-9); i++) {
      margins.add(Math.rint(1e5 * Math.pow(2, -i / 2.0)) / 1e5); // five digits: people read them
    }
    return new MarginGrid(rule.unit(shape.classes()), List.copyOf(margins));
  }

  /**
   * Returns the score of each margin, small ones being good: how many rows would not keep it, and
   * what asking for a small one costs. They are private.
   *
   * @param first a model that may be published
   * @param rows their public or bought number
   * @param byRule the margin that {@link MarginRule} has for so many rows
   */
  long[] scores(BoundedDataset data, LinearClassifier first, long rows, double byRule) {
    double[] distances = margins.stream().mapToDouble(margin -> margin / unit).toArray();
    long[] scores = MarginCounts.of(data, first, distances);
    for (int i = 0; i < scores.length; i++) {
      // Rounded by itself: it is public and cancels between neighbors.
      scores[i] += Math.round(PENALTY * (double) rows * byRule / margins.get(i));
    }
    return scores;
  }
}
