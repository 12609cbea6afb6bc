// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.budget.Allowance;
import dev.demilune.budget.PaidPlan;
import dev.demilune.mechanism.CoordinateSearch;
import dev.demilune.mechanism.QuasiConcave;
import dev.demilune.mechanism.SlicedFunction;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The plan of a {@link DeepPoint} search, decided from public numbers: which rows are drawn, which
 * search finds which coordinate with which part of ε, the largest loss, and the time it takes. The
 * proofs are in {@link DeepPoint}.
 *
 * <p>It is made once. A ledger charges it, and {@link #run} is the only way to a certified point.
 */
public final class DeepPointPlan implements PaidPlan {

  private static final String NAME = "deep-point";
  private static final String PROGRAM = "linear-program";

  private final DeepPoint settings;
  private final Guarantee guarantee;
  private final SampledSearch search;

  private DeepPointPlan(DeepPoint settings, Guarantee guarantee, SampledSearch search) {
    this.settings = settings;
    this.guarantee = guarantee;
    this.search = search;
  }

  /**
   * Plans a search.
   *
   * @param rows the public number of rows to plan for; 0 if nothing is known
   */
  static DeepPointPlan of(DeepPoint settings, long rows, Guarantee guarantee) {
    RowSample sample = SearchWork.sample(settings.expecting(rows));
    return new DeepPointPlan(
        settings,
        guarantee,
        SampledSearch.of(
            sample, settings.axes(), settings.missing(), guarantee, settings.failureProbability()));
  }

  /** Returns the deficit if all rows are used. */
  static long deficit(DeepPoint settings, Guarantee guarantee) {
    return CoordinateSearch.of(
            settings.axes(),
            settings.missing(),
            guarantee.epsilon() * Rounding.PART_DOWN,
            guarantee.delta() * Rounding.PART_DOWN,
            settings.failureProbability())
        .deficit();
  }

  /** Returns the number of rows that it is made for; 0 if that was not known. */
  public long rows() {
    return search.sample().rows();
  }

  /** Returns the number of rows that are drawn, or expected to be; 0 for all of them. */
  public long drawnRows() {
    return search.sample().drawn();
  }

  /** Returns whether all rows are used. */
  public boolean isForAllRows() {
    return search.sample().isAll();
  }

  /** Returns the ε of all searches together, on the rows that are drawn. */
  public double epsilonOnSample() {
    return search.epsilon();
  }

  /** Returns the searches, one for each coordinate, on the largest domains there can be. */
  public List<QuasiConcave> searches() {
    return search.search().searches();
  }

  /**
   * Returns the largest number of drawn rows that are violated, if some point satisfies them all,
   * except with the failure probability.
   */
  public long deficit() {
    return search.search().deficit();
  }

  @Override
  public String doneBy() {
    return settings.objective().isPresent() ? PROGRAM : NAME;
  }

  @Override
  public Guarantee guarantee() {
    return guarantee;
  }

  @Override
  public Adjacency adjacency() {
    return settings.adjacency();
  }

  @Override
  public PrivacyEvent charged() {
    return search.event();
  }

  /** Returns the estimated seconds of exact work on two cores; 0 if the rows are not known. */
  public double seconds() {
    return SearchWork.seconds(settings.bounds(), drawnRows());
  }

  /** Returns the number of rows on which exact work takes about a minute. */
  public long rowsInAMinute() {
    return settings.rowsInAMinute();
  }

  /** Returns what to expect, as text. */
  public String expectation() {
    String violated =
        String.format(
            Locale.ROOT,
            "if one point %s, the one found %sviolates at most %d of %s, with probability %.3g",
            settings.objective().map(DeepPointPlan::tolerated).orElse("satisfies all rows"),
            settings.objective().isPresent() ? "has no worse objective and " : "",
            deficit(),
            isForAllRows() ? "them" : "those drawn",
            1 - settings.failureProbability());
    String drawn =
        isForAllRows()
            ? ""
            : String.format(
                Locale.ROOT,
                "%d of %d rows are drawn, on which ε may be %.3g; ",
                drawnRows(),
                rows(),
                epsilonOnSample());
    return drawn
        + "coordinates are chosen among "
        + searches().stream()
            .map(one -> "2^" + (one.size().bitLength() - 1))
            .collect(Collectors.joining(", "))
        + " fractions, losing at most "
        + searches().stream()
            .map(one -> Long.toString(one.loss()))
            .collect(Collectors.joining(", "))
        + " rows; "
        + violated
        + (rows() > 0 ? String.format(Locale.ROOT, "; about %.2g s of work", seconds()) : "");
  }

  private static String tolerated(Objective objective) {
    return objective.tolerated() == 0
        ? "satisfies all rows"
        : "violates at most " + objective.tolerated() + " rows";
  }

  /**
   * Finds a point.
   *
   * @param allowance charged for this plan, or for its guarantee only
   * @throws DemiluneException if the allowance was charged for another plan, or the public number
   *     of rows, not known before, is too large; the allowance then stays unused
   */
  public PrivatePoint run(Constraints constraints, Allowance allowance) {
    allowance.requireAdjacency(adjacency()); // the number of rows may be private elsewhere
    requireBounds(constraints);
    if (adjacency().rowCountIsPublic()) {
      requireTimeFor(constraints.size()); // a public number may refuse; a private one may not
    }
    // used up before any row is searched
    List<Rational> point = choose(constraints, allowance.use(this, adjacency()));
    return new PrivatePoint(point, allowance.certify(doneBy(), settings.settings(), charged()));
  }

  /**
   * Refuses a public number of rows that was not known when the plan was made, if all rows are used
   * and they are too many, or too few to matter.
   */
  public void requireTimeFor(long present) {
    if (isForAllRows()) {
      of(settings.sampling(DeepPoint.ALL_ROWS), present, guarantee);
    }
  }

  private void requireBounds(Constraints constraints) {
    if (!constraints.bounds().equals(settings.bounds())) {
      throw new IllegalArgumentException("the constraints must have the bounds of the plan");
    }
  }

  /**
   * Chooses a point: as private as the event says, if called once. For larger plans that hold the
   * event and certify it; other callers use {@link #run}.
   */
  public List<Rational> choose(Constraints constraints, Randomness randomness) {
    requireBounds(constraints);
    // The slices of the same constraints in the unknowns that are searched, which are others for a
    // linear program.
    Constraints searched =
        settings
            .objective()
            .map(objective -> objective.constraints(constraints))
            .orElse(constraints);
    DepthSlices all = new DepthSlices(searched);
    List<Rational> point =
        all.point(
            search.choose(
                searched.size(), rows -> function(searched.select(rows)), drawnRows(), randomness));
    return settings.objective().map(objective -> objective.solution(point)).orElse(point);
  }

  private SlicedFunction function(Constraints rows) {
    DepthSlices depth = new DepthSlices(rows);
    if (settings.objective().isEmpty()) {
      return depth;
    }
    long loss = searches().get(0).loss();
    return new ObjectiveSlices(depth, loss + settings.missing(), drawnRows() - settings.missing());
  }
}
