// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.feasibility.DeepPoint;
import dev.demilune.feasibility.DeepPointPlan;
import dev.demilune.feasibility.GridHalfspace;
import dev.demilune.feasibility.RowSample;
import dev.demilune.learn.Goal;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Projection;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Shape;
import dev.demilune.learn.choice.PureChoices;
import dev.demilune.mechanism.QuasiConcave;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * A budget that the deep points of several halfspaces share in equal parts.
 *
 * @param one what is done for one halfspace
 * @param choices how many there are
 */
record GridChoices(DeepPointPlan one, int choices) {

  /**
   * Divides the budget.
   *
   * @throws DemiluneException if it would take too long, or rows would not matter
   */
  static GridChoices of(DeepPoint search, Guarantee guarantee, int choices) {
    Guarantee part = choices == 1 ? guarantee : part(guarantee, choices);
    return new GridChoices(search.plan(part), choices);
  }

  private static Guarantee part(Guarantee guarantee, int choices) {
    double epsilon = guarantee.epsilon() * Rounding.PART_DOWN / choices; // basic composition
    return guarantee instanceof PureDp
        ? PureDp.of(epsilon)
        : ApproximateDp.of(epsilon, guarantee.delta() * Rounding.PART_DOWN / choices);
  }

  PrivacyEvent event() {
    return choices == 1 ? one.charged() : new PrivacyEvent.Repeated(one.charged(), choices);
  }

  Outlook outlook(Shape shape, RowIntegers integers) {
    Outlook outlook =
        Outlook.of(expectation(shape))
            .inSecretTime() // equal rows are searched as one
            .with("rows", PureChoices.rows(shape))
            .with(Projection.KEY, shape.features() + " to " + integers.features() + " features")
            .with(
                "integers", integers.areDeclared() ? "as declared" : "the 16-bit grid of the rows")
            .with("halfspaces", Integer.toString(choices));
    if (!one.isForAllRows()) {
      outlook =
          outlook
              .with("sample", one.drawnRows() + " of the rows for each halfspace")
              .with("epsilonOnSample", String.format(Locale.ROOT, "%.4g", one.epsilonOnSample()));
    }
    return outlook
        .with(
            "fractions",
            one.searches().stream()
                .map(found -> "2^" + (found.size().bitLength() - 1))
                .collect(Collectors.joining(", ")))
        .with(
            "losses",
            one.searches().stream()
                .map(QuasiConcave::loss)
                .map(Object::toString)
                .collect(Collectors.joining(", ")));
  }

  /** Says what is promised, and whether that is much. */
  private String expectation(Shape shape) {
    String each =
        String.format(
            Locale.ROOT,
            "if a halfspace classifies all rows correctly, the chosen one is wrong on at most %d %s"
                + " (with probability 0.95)",
            one.deficit(),
            one.isForAllRows() ? "rows" : "of the " + one.drawnRows() + " rows drawn");
    if (shape.rows() == 0) {
      return (shape.adjacency().rowCountIsPublic()
              ? "the row count is public and known once the rows are read; "
              : "the row count is private and was not declared, so that all rows are used and the"
                  + " work goes with a power of it; ")
          + each;
    }
    double share = (double) one.deficit() / one.drawnRows();
    String time = String.format(Locale.ROOT, "; about %.2g s of work", choices * one.seconds());
    return each
        + (share > 0.25
            ? ", which promises little: look at it as a guess"
            : String.format(Locale.ROOT, ", %.2g %% of them", 100 * share))
        + time;
  }

  /**
   * Returns what the published constants ask for, by which the constraints of a training set are to
   * be violated by a fortieth of the error, with a quarter of the failures; and what is expected to
   * be enough: the rows of our proof where so many can be searched in a minute, and an estimate
   * where a sample has to be drawn.
   */
  static RowsNeeded rowsNeeded(GridHalfspace grid, Shape shape, Guarantee guarantee, Goal goal) {
    String source = "(Kaplan, Mansour, Stemmer, Tsfadia 2020, Theorem 5.2)";
    if (shape.classes() != 2) {
      return RowsNeeded.asymptotic(
          OptionalDouble.empty(),
          "for two classes: features^2.5 · 2^O(log* X)/(error · ε) " + source);
    }
    DeepPoint search = grid.search(shape.adjacency()).failingWith(goal.failure());
    double ours = (double) search.rowsForNewRows(guarantee, goal.error());
    double published =
        search.failingWith(goal.failure() / 4).publishedRowsFor(guarantee, goal.error() / 40);
    return new RowsNeeded(
        OptionalDouble.empty(),
        Double.isInfinite(published) ? OptionalDouble.empty() : OptionalDouble.of(published),
        ours <= (double) search.rowsInAMinute()
            ? OptionalDouble.of(ours)
            : estimated(search, guarantee, goal),
        String.format(
            Locale.ROOT,
            "%.3g rows by the proof of our form, if all are used; %s %s",
            ours,
            Double.isInfinite(published)
                ? "the published one needs a δ"
                : String.format(Locale.ROOT, "%.2g by the constants of RecConcave", published),
            source));
  }

  /**
   * The least number of rows for which the drawn ones have at most a share of {@code error} wrong,
   * if a chosen halfspace has 2r·u²/ε mistakes for u unknowns and a range r: with u = 3, 4 and 5
   * medians of about 6/ε, 20/ε and 35/ε were measured where rows are added or removed.
   */
  private static OptionalDouble estimated(DeepPoint search, Guarantee guarantee, Goal goal) {
    int unknowns = search.unknowns();
    double mistakes = 2.0 * search.adjacency().contributionsChanged() * unknowns * unknowns;
    // Where no sample can be drawn, as for replaced labels, too many rows are refused.
    long high = search.mostRows();
    long low = 1;
    while (low < high) {
      long middle = (low + high) >>> 1;
      RowSample sample = search.sampleOf(middle);
      if (mistakes / sample.inside(guarantee.epsilon()) <= goal.error() * (double) sample.drawn()) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low == search.mostRows() ? OptionalDouble.empty() : OptionalDouble.of((double) low);
  }
}
