// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Calibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.learn.RowOutlook;
import dev.demilune.learn.Shape;
import dev.demilune.mechanism.Exponential;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.schema.Schema;
import java.util.Locale;

/**
 * A budget of ε, with δ = 0, that several private choices share in equal parts.
 *
 * @param epsilon of one choice
 * @param choices how many there are
 * @param scoreRange by how much a neighbor can move the mistakes of one halfspace more than those
 *     of another: 1 where a row is there or not, because it then counts against some halfspaces and
 *     for none; 2 where something is replaced
 */
public record PureChoices(double epsilon, int choices, int scoreRange) {

  /** What plans assume where the number of rows is not known before the charge. */
  private static final double ROWS_IF_UNKNOWN = 1e5;

  /** Below this all weights of a choice are within a twentieth of one another. */
  private static final double LEAST_TILT = 0.05;

  /**
   * Divides the budget. Of a promise with a δ only ε is spent.
   *
   * @throws DemiluneException if choices would not depend on the rows
   */
  public static PureChoices of(Shape shape, Guarantee guarantee, int choices) {
    double whole = guarantee.epsilon();
    PureChoices parts =
        new PureChoices(
            whole * Rounding.PART_DOWN / choices, // down: the parts add up to no more than ε
            choices,
            shape.adjacency().contributionsChanged());
    // Public numbers only: that a plan is refused says nothing about the rows.
    double tilt = parts.tilt(shape.rows() > 0 ? (double) shape.rows() : Schema.MOST_ROWS);
    if (tilt < LEAST_TILT) {
      throw new DemiluneException(
          String.format(
              Locale.ROOT,
              "with ε = %.3g all choices are as good as uniform, whatever the %s say: ask for an ε"
                  + " of at least %.3g, or bring %.2g times the rows",
              whole,
              shape.rows() > 0 ? shape.rows() + " rows" : "rows",
              whole * LEAST_TILT / tilt,
              LEAST_TILT / tilt));
    }
    return parts;
  }

  /**
   * Divides the budget as {@link #of} does, but where there is a δ each choice costs what makes all
   * of them together cost ε and δ: bounded ranges compose better than they add.
   */
  public static PureChoices composed(Shape shape, Guarantee guarantee, int choices) {
    PureChoices parts = of(shape, guarantee, choices);
    if (!(guarantee instanceof ApproximateDp target)) {
      return parts;
    }
    int range = parts.scoreRange();
    // Calibration looks for noise, which is 1/ε of a choice here: the safe end is a smaller ε.
    double noise =
        Calibration.smallestNoise(
            target, some -> new PureChoices(1 / some, choices, range).event());
    return new PureChoices(1 / noise, choices, range);
  }

  /** Returns the number of rows that the work of a plan is estimated for. */
  public static double rowsToWeigh(Shape shape) {
    return shape.rows() > 0 ? (double) shape.rows() : ROWS_IF_UNKNOWN;
  }

  /** By how much all rows together can favor one halfspace over another, as a logarithm. */
  public double tilt(double rows) {
    return epsilon * rows / scoreRange;
  }

  public Exponential mechanism() {
    return new Exponential(epsilon, scoreRange);
  }

  /**
   * Returns a number m: with probability 0.95 the chosen one of N candidates makes at most m
   * mistakes more than the best. Those with more have together at most N·exp(-ε·m/r) times the
   * weight of the best.
   */
  double mistakes(double logCandidates) {
    return scoreRange / epsilon * (logCandidates + Math.log(20));
  }

  /** Says where the number of rows comes from: no choice needs it. */
  public static String rows(Shape shape) {
    return shape.rows() > 0 || shape.adjacency().rowCountIsPublic()
        ? RowOutlook.rows(shape, /* bought= */ false)
        : "private, and not needed";
  }

  /** Says how far choices are from the best of their candidates, and whether that is near. */
  public String outlook(Shape shape, double logCandidates) {
    return outlookOf(shape, mistakes(logCandidates));
  }

  /** Says the same where the number of mistakes is known otherwise. */
  public String outlookOf(Shape shape, double mistakes) {
    String each =
        String.format(
            Locale.ROOT,
            "a choice makes at most %.3g mistakes more than the best of its candidates (with"
                + " probability 0.95)",
            mistakes);
    if (shape.rows() == 0) {
      return (shape.adjacency().rowCountIsPublic()
              ? "the row count is public and known once the rows are read; "
              : "the row count is private and not needed; ")
          + each;
    }
    double rows = (double) shape.rows();
    return String.format(Locale.ROOT, "rows times budget is %.3g; ", choices * tilt(rows))
        + each
        + (4 * mistakes > rows
            ? String.format(
                Locale.ROOT,
                ": expect little better than guessing, from about %.2g rows on it gets useful",
                4 * mistakes)
            : String.format(Locale.ROOT, ", %.2g %% of the rows", 100 * mistakes / rows));
  }

  public PrivacyEvent event() {
    PrivacyEvent one = mechanism().event();
    return choices == 1 ? one : new PrivacyEvent.Repeated(one, choices);
  }
}
