// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.evaluate;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Calibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Allowance;
import dev.demilune.budget.PaidPlan;
import dev.demilune.data.Table;
import dev.demilune.mechanism.NoisyCounts;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import java.util.function.DoubleFunction;

/**
 * What a private evaluation would do for a guarantee, and how exact it can be: from public numbers.
 *
 * @param guarantee what is to be charged
 * @param adjacency what one person can change
 * @param classes the number of labels
 * @param withTotals whether the rows predicted right and wrong are counted apart as well
 * @param withScores whether scores are counted by class as well
 * @param noise of every count
 * @param event what will be done with the rows
 */
public record EvaluationPlan(
    Guarantee guarantee,
    Adjacency adjacency,
    int classes,
    boolean withTotals,
    boolean withScores,
    NoisyCounts noise,
    PrivacyEvent event)
    implements PaidPlan {

  /** The matrix of more classes does not fit into memory, and would be noise. */
  public static final int MOST_CLASSES = 1000;

  // A little below what can be drawn, because noise is rounded up.
  private static final double MOST_NOISE = 0.999 * NoisyCounts.LARGEST_SCALE;

  /**
   * Plans for a number of classes and a guarantee.
   *
   * @throws DemiluneException if there are too many classes, or the noise is too large to be drawn
   */
  public static EvaluationPlan of(int classes, Adjacency adjacency, Guarantee guarantee) {
    return of(classes, adjacency, guarantee, /* withScores= */ false);
  }

  /** As above, and for two classes with counts of scores, at twice the noise, if wanted. */
  static EvaluationPlan of(
      int classes, Adjacency adjacency, Guarantee guarantee, boolean withScores) {
    if (classes > MOST_CLASSES) {
      throw new DemiluneException(
          "a private evaluation counts at most " + MOST_CLASSES + " classes, got " + classes);
    }
    int moved = adjacency.contributionsChanged();
    boolean withTotals = classes > 2; // then the matrix has more noise in its sums than half of ε
    int releases = withTotals || withScores ? 2 : 1;
    DoubleFunction<PrivacyEvent> atScale = scale -> event(new NoisyCounts(scale, moved), releases);
    double scale;
    if (guarantee instanceof PureDp pure) {
      double least = Math.max(NoisyCounts.SMALLEST_SCALE, releases * moved / pure.epsilon());
      if (!(least < MOST_NOISE)) {
        throw new DemiluneException(
            "the noise for "
                + guarantee.describe()
                + " is larger than can be drawn: use a larger ε");
      }
      scale = Calibration.smallestNoise(pure, least, atScale);
    } else {
      scale = Calibration.smallestNoise((ApproximateDp) guarantee, atScale);
    }
    NoisyCounts noise = new NoisyCounts(scale, moved);
    return new EvaluationPlan(
        guarantee, adjacency, classes, withTotals, withScores, noise, event(noise, releases));
  }

  @Override
  public String doneBy() {
    return "private-evaluation";
  }

  @Override
  public PrivacyEvent charged() {
    return event;
  }

  /**
   * Reads a private table to its end, row by row, and releases its counts with noise; the caller
   * closes it. Nothing a row's values hold can make it throw.
   *
   * @param allowance charged for this plan, or for its guarantee
   * @throws DemiluneException if the table does not have the model's columns and labels
   */
  public PrivateEvaluation run(Classifier classifier, Table table, Allowance allowance) {
    return PrivateEvaluation.of(this, classifier, table, allowance);
  }

  private static PrivacyEvent event(NoisyCounts noise, int releases) {
    return releases == 1
        ? noise.event()
        : new PrivacyEvent.Repeated(
            new PrivacyEvent.DiscreteLaplace(noise.scale(), 1),
            (long) releases * noise.countsMoved());
  }

  /** How many cells of noise the count of right answers has, and that of wrong ones. */
  int cellsOfRight() {
    return withTotals ? 1 : classes;
  }

  int cellsOfWrong() {
    return withTotals ? 1 : classes * (classes - 1);
  }

  /**
   * Returns the largest half-width to expect of the accuracy's interval for a number of rows: that
   * of an accuracy of one half.
   */
  public double halfWidth(long rows) {
    ShareInterval interval =
        ShareInterval.of(
            (rows + 1) / 2,
            rows / 2,
            noise,
            cellsOfRight(),
            cellsOfWrong(),
            PrivateEvaluation.FAILURE);
    return (interval.high() - interval.low()) / 2;
  }

  /** Returns the largest error of a single count, with 95 % certainty. */
  public long countError() {
    return noise.tail(1, PrivateEvaluation.FAILURE / 2);
  }
}
