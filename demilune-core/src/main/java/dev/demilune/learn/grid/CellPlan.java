// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.feasibility.RowSample;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Projection;
import dev.demilune.learn.Shape;
import dev.demilune.learn.choice.PureChoices;
import dev.demilune.privacy.Guarantee;
import java.util.Locale;

/**
 * What {@link PlaneChoice} does for a problem of a given size: decided from the settings and from
 * public quantities.
 *
 * @param sample the rows that each halfspace is chosen by
 * @param choices with the ε that each has on its sample
 */
record CellPlan(RowSample sample, PureChoices choices) {

  /** The time for which a sample is sized by default. */
  private static final double SECONDS_BY_DEFAULT = 60;

  /** Longer work is refused. */
  private static final double MOST_SECONDS = 12 * 3600.0;

  /** The time for a pair of rows on two cores: 4.5e-7 measured on 3,000 rows. */
  private static final double SECONDS_PER_PAIR = 6e-7;

  private static final double FAILURE = 0.05;

  /**
   * Plans choices.
   *
   * @param rows to draw at most; 0 for as many as take about a minute
   * @throws DemiluneException if it would take too long, or rows would not matter
   */
  static CellPlan of(Shape shape, Guarantee guarantee, int rows) {
    PureChoices whole = PureChoices.of(shape, guarantee, Shape.outputs(shape.classes()));
    RowSample sample = sample(shape, rows);
    return new CellPlan(
        sample,
        new PureChoices(sample.inside(whole.epsilon()), whole.choices(), whole.scoreRange()));
  }

  private static RowSample sample(Shape shape, int most) {
    long wanted = most > 0 ? most : rows(SECONDS_BY_DEFAULT);
    boolean canSample = RowSample.isPossible(shape.adjacency());
    long drawn = canSample ? Math.min(shape.rows(), wanted) : shape.rows();
    requireTime(drawn, canSample);
    return new RowSample(shape.rows(), drawn, shape.adjacency());
  }

  private static void requireTime(long rows, boolean canSample) {
    if (seconds(rows) > MOST_SECONDS) {
      throw new DemiluneException(
          String.format(
              Locale.ROOT,
              "an exact choice by %d rows takes about %.2g hours: %s at most %d rows",
              rows,
              seconds(rows) / 3600,
              canSample ? "sample" : "for replaced labels samples save nothing, so bring",
              rows(MOST_SECONDS)));
    }
  }

  private static double seconds(long rows) {
    return SECONDS_PER_PAIR * (double) rows * (double) rows;
  }

  private static long rows(double seconds) {
    return (long) Math.floor(Math.sqrt(seconds / SECONDS_PER_PAIR));
  }

  /** Refuses a public number of rows that the plan did not know, if all are used. */
  void requireTimeFor(long present) {
    if (sample.isAll()) {
      requireTime(present, RowSample.isPossible(sample.adjacency()));
    }
  }

  PrivacyEvent event() {
    PrivacyEvent one = sample.event(choices.mechanism().event());
    return choices.choices() == 1 ? one : new PrivacyEvent.Repeated(one, choices.choices());
  }

  /**
   * Returns how many mistakes more than the best point a choice makes at most, but for a
   * probability: points with more have together at most N·exp(-ε·m/r) times the best one's weight.
   */
  double mistakes(double failure) {
    return choices.scoreRange() / choices.epsilon() * (logPoints() - Math.log(failure));
  }

  /** The logarithm of the number of points. */
  static double logPoints() {
    return Math.log(FaceLattice.FINE.points().doubleValue());
  }

  Outlook outlook(Shape shape, int features) {
    String drawn =
        sample.isAll()
            ? ""
            : String.format(
                Locale.ROOT,
                "%d of %d rows are drawn for each halfspace; among these ",
                sample.drawn(),
                sample.rows());
    Shape used = new Shape(sample.drawn(), shape.features(), shape.classes(), shape.adjacency());
    Outlook outlook =
        Outlook.of(drawn + choices.outlookOf(used, mistakes(FAILURE)) + time())
            .inSecretTime() // it tells how many crossings have as many mistakes as the choice
            .with("rows", PureChoices.rows(shape))
            .with(Projection.KEY, shape.features() + " to " + features + " features")
            .with("choices", Integer.toString(choices.choices()))
            .with("epsilonPerChoice", String.format(Locale.ROOT, "%.4g", choices.epsilon()));
    return outlook.with(
        "halfspaces", String.format(Locale.ROOT, "10^%.1f", logPoints() / Math.log(10)));
  }

  private String time() {
    return sample.drawn() == 0
        ? "; the work goes with the square of the rows"
        : String.format(
            Locale.ROOT, "; about %.2g s of work", choices.choices() * seconds(sample.drawn()));
  }
}
