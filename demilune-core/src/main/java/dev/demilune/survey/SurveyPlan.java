// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.survey;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Calibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Allowance;
import dev.demilune.budget.PaidPlan;
import dev.demilune.data.CsvReader;
import dev.demilune.mechanism.Quantile;
import dev.demilune.mechanism.StableHistogram;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;

/**
 * What a survey would do for a guarantee, and what can be expected of it: all from public numbers.
 *
 * @param survey what is asked
 * @param guarantee what is to be charged
 * @param low how the low end of a range is chosen, but for the shift of its rank
 * @param high how the high end is
 * @param histogram how values are found; empty if none are asked for
 * @param event what will be done with the rows
 * @param rankError how many rows an end may be off, with 95 % certainty; 0 without ranges
 */
public record SurveyPlan(
    SchemaSurvey survey,
    Guarantee guarantee,
    Quantile low,
    Quantile high,
    Optional<StableHistogram> histogram,
    PrivacyEvent event,
    long rankError)
    implements PaidPlan {

  /** How often an end may be further off than its rank error. */
  static final double FAILURE = 0.05;

  private static final double SMALLEST_DELTA = 1e-290;
  private static final long OUT_OF = 200; // ends are the quantiles 1/200 and 199/200

  static SurveyPlan of(SchemaSurvey survey, Guarantee guarantee) {
    int lists = survey.lists();
    int parts = 2 * survey.ranges() + lists;
    if (parts == 0) {
      throw new DemiluneException(
          "there is nothing to learn from the rows, every column being declared: write the schema"
              + " file by hand");
    }
    double forLists = lists == 0 ? 0 : guarantee.delta() / 2 / lists;
    DoubleFunction<PrivacyEvent> atNoise = some -> with(survey, guarantee, some, forLists).event();
    double noise;
    if (guarantee instanceof PureDp pure) {
      if (lists > 0) {
        throw new DemiluneException(
            "categories and labels found in private rows need a delta above 0, or must be declared:"
                + " a value that one person alone has is shown with that probability");
      }
      noise = Calibration.smallestNoise(pure, parts / pure.epsilon(), atNoise);
    } else {
      if (lists > 0 && forLists < SMALLEST_DELTA) {
        throw new DemiluneException(
            "a delta of "
                + guarantee.delta()
                + " is too small to find values with: ask for a larger one");
      }
      noise = Calibration.smallestNoise((ApproximateDp) guarantee, atNoise);
    }
    SurveyPlan plan = with(survey, guarantee, noise, forLists);
    plan.refuseIfHopeless(survey.expectedRows());
    return plan;
  }

  /**
   * All parts with the same noise: choices with ε = 1/noise, and counts whose noise is as large
   * that one person moves them by 1/noise.
   */
  private static SurveyPlan with(
      SchemaSurvey survey, Guarantee guarantee, double noise, double deltaOfOne) {
    Adjacency adjacency = survey.adjacency();
    Quantile low = new Quantile(1 / noise, 1, OUT_OF, 0, adjacency);
    Quantile high = new Quantile(1 / noise, OUT_OF - 1, OUT_OF, 0, adjacency);
    Optional<StableHistogram> histogram =
        survey.lists() == 0
            ? Optional.empty()
            : Optional.of(
                StableHistogram.of(
                    noise * adjacency.contributionsChanged(), deltaOfOne, adjacency));
    List<PrivacyEvent> events = new ArrayList<>();
    if (survey.ranges() > 0) {
      events.add(new PrivacyEvent.Repeated(low.event(), survey.ranges()));
      events.add(new PrivacyEvent.Repeated(high.event(), survey.ranges()));
    }
    histogram.ifPresent(
        values -> events.add(new PrivacyEvent.Repeated(values.event(), survey.lists())));
    long error =
        survey.questions().values().stream()
            .filter(Question.Range.class::isInstance)
            .mapToLong(q -> low.rankError(((Question.Range) q).grid().size(), FAILURE))
            .max()
            .orElse(0);
    return new SurveyPlan(
        survey, guarantee, low, high, histogram, new PrivacyEvent.Composed(events), error);
  }

  @Override
  public String doneBy() {
    return "schema-survey";
  }

  @Override
  public Adjacency adjacency() {
    return survey.adjacency();
  }

  @Override
  public PrivacyEvent charged() {
    return event;
  }

  /**
   * Reads the table to its end, closes it, and returns what was found.
   *
   * @param table opened with {@link SchemaSurvey#csvFormat}
   * @param allowance charged for this plan, or for its guarantee
   * @throws DemiluneException if the columns do not fit, the file is broken, or fewer than two
   *     labels were found
   */
  public LearnedSchema run(CsvReader table, Allowance allowance) {
    try (table) {
      survey.check(table);
      return new LearnedColumns(this, table, allowance.use(this, adjacency())).schema(allowance);
    }
  }

  private void refuseIfHopeless(long expectedRows) {
    long needed = Math.max(8 * rankError, 2 * threshold());
    if (expectedRows > 0 && needed > expectedRows) {
      double factor = (double) needed / expectedRows;
      throw new DemiluneException(
          String.format(
              Locale.ROOT,
              "%,d rows are too few for this price: an end of a range would be off by up to %,d"
                  + " rows, and a value would need %,d rows to be listed; ask for about %.1f times"
                  + " the epsilon, or declare more of the columns",
              expectedRows,
              2 * rankError,
              threshold(),
              factor));
    }
  }

  /** Returns the noisy count from which on a value is listed; 0 if no values are asked for. */
  public long threshold() {
    return histogram.map(StableHistogram::threshold).orElse(0L);
  }

  /** Returns what to expect, in sentences. */
  public String expectation() {
    StringBuilder text = new StringBuilder();
    if (rankError > 0) {
      text.append(
          String.format(
              Locale.ROOT,
              "A learned range is a pair of noisy quantiles, not the least and largest value: each end"
                  + " leaves out one row in %d and up to %,d more, with 95 %% certainty, and numbers"
                  + " outside count as the end.",
              OUT_OF,
              2 * rankError));
    }
    if (histogram.isPresent()) {
      text.append(text.length() == 0 ? "" : " ");
      text.append(
          String.format(
              Locale.ROOT,
              "A category or label is listed if about %,d rows or more have it.",
              threshold()));
    }
    return text.toString();
  }
}
