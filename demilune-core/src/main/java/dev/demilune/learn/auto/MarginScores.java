// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.auto;

import dev.demilune.mechanism.GeneralizedExponential;
import dev.demilune.rows.BoundedDataset;

/**
 * How well each margin suits some rows: the least loss at that margin, and a public penalty for
 * small ones.
 *
 * <p><b>Claim.</b> Adding, removing or replacing a row, or its label, moves a margin's score by at
 * most its {@link #sensitivity}.
 *
 * <p><b>Proof.</b> The loss of a row at a weight vector of the unit ball is between 0 and b = 1/2 +
 * r/ρ, where r bounds the length of a row with its constant. So a row more raises the least loss by
 * between 0 and b: it cannot fall, and the old minimizer costs at most b more. Replacing a row is
 * removing one and adding one, a fall and a rise of at most b each: at most b in all. The mean over
 * classes moves no more. {@link LeastMarginLoss} returns a number between the least loss and τ
 * above it, so on two tables they are apart by at most b + τ; rounding down to units of 2^-10 adds
 * less than one unit. The penalty is public. Where the table has more rows than {@link #mostRows},
 * only the first of them count, and a row added or removed replaces at most one of these. ∎
 *
 * <p>That limit is public: it keeps rounding errors far below τ, and the search short where there
 * are many more rows than were declared, so that no table makes it fail.
 */
final class MarginScores {

  /** Margins 1/2 to 1/64, the largest first. */
  static final int MOST = 6;

  private static final double UNITS = 1024;

  // Part of the loss's definition, per row: makes the minimizer unique and the search short.
  private static final double REGULARIZATION = 0.02;

  // At most this many times the declared rows are read.
  private static final long MOST_TIMES_DECLARED = 4;

  private final BoundedDataset data;
  private final long publicRows;

  MarginScores(BoundedDataset data, long publicRows) {
    this.data = data;
    this.publicRows = Math.max(1, publicRows);
  }

  static double margin(int index) {
    return Math.scalb(1.0, -1 - index);
  }

  /** Returns how many margins are worth trying for a number of rows: down to one over its root. */
  static int count(long publicRows) {
    int halfLog = (int) Math.ceil(0.5 * Math.log((double) Math.max(4, publicRows)) / Math.log(2));
    return Math.min(MOST, Math.max(2, halfLog));
  }

  private double largestLoss(int index) {
    return MarginLoss.largestLoss(MarginLoss.length(data), margin(index));
  }

  /** How many rows are looked at, at most. */
  long mostRows() {
    int features = data.features();
    double length = MarginLoss.length(data);
    double most = (double) MOST_TIMES_DECLARED * publicRows;
    for (int i = 0; i < MOST; i++) {
      double perRow =
          2 * MarginLoss.valueErrorPerRow(features, length, margin(i))
              + 5 * MarginLoss.gradientErrorPerRow(features, length, margin(i));
      // A tenth of what the search could bear, for the errors of gradients on its way.
      most = Math.min(most, tolerance(i) / 40 / perRow);
    }
    return (long) most;
  }

  private double tolerance(int index) {
    return largestLoss(index) / 2;
  }

  /** In units of 2^-10; depends on the schema alone. */
  long sensitivity(int index) {
    // b + τ of the proof, rounded up, and one unit for rounding the score down.
    return (long) Math.ceil((largestLoss(index) + tolerance(index)) * UNITS) + 1;
  }

  GeneralizedExponential choice(double epsilon) {
    long[] sensitivities = new long[count(publicRows)];
    for (int i = 0; i < sensitivities.length; i++) {
      sensitivities[i] = sensitivity(i);
    }
    return GeneralizedExponential.of(epsilon, /* failureProbability= */ 0.05, sensitivities);
  }

  /**
   * The scores in units of 2^-10, small ones being good. They are private.
   *
   * @param noise √features over μ of the learner: what its noise costs at margin 1, in rows
   */
  long[] scores(double noise) {
    long mostRows = mostRows();
    double regularization = REGULARIZATION * Math.min(publicRows, mostRows);
    long[] scores = new long[count(publicRows)];
    for (int i = 0; i < scores.length; i++) {
      MarginLoss loss = new MarginLoss(data, margin(i), regularization, mostRows);
      double least = LeastMarginLoss.of(loss, tolerance(i));
      double penalty = (Math.sqrt((double) publicRows) + noise) / margin(i);
      // The penalty is rounded by itself: it is public and cancels between neighbors.
      scores[i] = (long) Math.floor(least * UNITS) + (long) (penalty * UNITS);
    }
    return scores;
  }
}
