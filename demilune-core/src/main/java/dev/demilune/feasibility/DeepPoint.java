// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import dev.demilune.DemiluneException;
import dev.demilune.feasibility.Constraints.Bounds;
import dev.demilune.internal.Check;
import dev.demilune.mechanism.CoordinateSearch;
import dev.demilune.mechanism.CoordinateSearch.Axis;
import dev.demilune.mechanism.StepFunction;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Finds a point that satisfies nearly all of many linear constraints, one per person, privately:
 * coordinate by coordinate, each by a private search of a public set of fractions.
 *
 * <p><b>Claim.</b> The point is as private as the plan's event says: one choice for each
 * coordinate, on a sample of the rows where there are too many. If all constraints of the sample
 * can be satisfied together, the point violates at most {@link DeepPointPlan#deficit} of them,
 * except with the failure probability. (A search by recursion needs as many rows as were planned
 * for; the exponential mechanism does not.) If they cannot, a point is chosen in the same way, and
 * the output does not say so.
 *
 * <p><b>Proof of privacy.</b> Let the first i - 1 coordinates be released. The {@link VertexSpace}
 * of the next one depends on them and on declared bounds, not on rows. The function that is
 * searched, {@link DepthFunctions}, moves by at most one at each of its points if one constraint is
 * replaced, and in one direction if one is added or removed: what {@link
 * dev.demilune.mechanism.ValueShift#ofCounts} says of counts. (The first function of a linear
 * program, {@link ObjectiveSlices}, moves in either direction, and its axis says so.) This is what
 * {@link CoordinateSearch} asks for, whose event is charged. On a sample, see {@link
 * SampledSearch}. ∎
 *
 * <p><b>Proof of the deficit.</b> Let n be the number of constraints in the sample, all satisfied
 * by some z, and let a search for coordinate i lose at most lᵢ. The first envelope reaches n, on
 * its domain too; let it be at least n - l₁ at the chosen x₁. So there are points of this depth on
 * both sides of x₁, or on it. Take the one not on z's side: on the segment from it to z every
 * constraint holds that holds at both ends, that is all but l₁, and the segment crosses x₁. So the
 * slice has a point that violates D = l₁. In later slices there is no such z. Let the envelope of a
 * slice be within l of its largest value at the chosen coordinate: there are two points on both
 * sides that violate at most D + l constraints each, so the point between them with the chosen
 * coordinate violates at most 2(D + l). For the last coordinate the exponential mechanism needs no
 * envelope: it searches the depth itself, and nothing doubles. So D is l₁ for one unknown, l₁ + l₂
 * for two, 2(l₁ + l₂) + l₃ for three. Failures of the searches add up. If m constraints have to be
 * violated, there is no z, and the first search doubles too: 2(m + l₁) + l₂ for two unknowns. ∎
 *
 * <p><b>Relies on.</b> Bounds that are declared, not computed from the rows; one constraint per
 * person.
 *
 * <p><b>Source.</b> OptimizeHighDimFunc and FindDeepPoint of Kaplan, Mansour, Stemmer and Tsfadia
 * (2020). We depart from them as follows. The function is the slice envelope, because the list of
 * decreasing points that they compute is not that of the convex depth. Promises are public numbers,
 * not the largest depth of the rows. Domains use the bound of each column, and are numbered. The
 * search is the exponential mechanism where it loses less. ε is divided by basic composition, which
 * is better below a hundred coordinates. Large tables are sampled. With an {@link Objective} it is
 * a linear program, which they do not have.
 *
 * @param bounds public bounds of the constraints
 * @param adjacency what a neighboring table is
 * @param expectedRows the public number of constraints to plan for; 0 if nothing is known, and then
 *     all rows are used
 * @param sampleRows the largest number of rows that are drawn, for exact work; 0 for as many as
 *     take about a minute
 * @param failureProbability β, with which the point may be worse than planned
 * @param objective what to maximize over deep points, if anything; see {@link ObjectiveSlices}
 */
public record DeepPoint(
    Bounds bounds,
    Adjacency adjacency,
    long expectedRows,
    long sampleRows,
    double failureProbability,
    Optional<Objective> objective) {

  /** With more unknowns, a sample small enough to work on is too small to be useful. */
  public static final int MOST_UNKNOWNS = 5;

  /** For {@code sampleRows}: no sample, however long it takes. */
  public static final long ALL_ROWS = Long.MAX_VALUE;

  public DeepPoint {
    Objects.requireNonNull(bounds, "bounds");
    Objects.requireNonNull(adjacency, "adjacency");
    adjacency.requireRows("a feasible point");
    objective.ifPresent(aim -> aim.bounds(bounds)); // refuses what does not fit
    Check.between("expectedRows", expectedRows, 0, Integer.MAX_VALUE);
    Check.between("sampleRows", sampleRows, 0, ALL_ROWS);
    if (!(failureProbability > 0 && failureProbability < 1)) {
      throw new IllegalArgumentException(
          "failureProbability must be between 0 and 1, got " + failureProbability);
    }
    if (bounds.columns().size() > MOST_UNKNOWNS) {
      throw new DemiluneException(
          "at most "
              + MOST_UNKNOWNS
              + " variables can be done, and there are "
              + bounds.columns().size()
              + ": the work goes with the rows to the power of that number; use the rescaling"
              + " method, which needs a delta, or fix some variables yourself");
    }
  }

  /** Returns the search with default settings: one failure in twenty, samples of about a minute. */
  public static DeepPoint of(Bounds bounds, Adjacency adjacency) {
    return new DeepPoint(bounds, adjacency, 0, 0, 0.05, Optional.empty());
  }

  /** Returns the search for another public number of rows. */
  public DeepPoint expecting(long rows) {
    return new DeepPoint(bounds, adjacency, rows, sampleRows, failureProbability, objective);
  }

  /** Returns the search on samples of at most this number of rows. */
  public DeepPoint sampling(long rows) {
    return new DeepPoint(bounds, adjacency, expectedRows, rows, failureProbability, objective);
  }

  /** Returns the search with another failure probability. */
  public DeepPoint failingWith(double probability) {
    return new DeepPoint(bounds, adjacency, expectedRows, sampleRows, probability, objective);
  }

  /**
   * Returns the search for a deep point with a large objective: a private linear program. Its point
   * has an objective at least as large as that of every point that violates no more constraints
   * than the objective tolerates, and the plan says how many it violates at most.
   *
   * @throws DemiluneException if the objective's coefficients are too large for the bounds
   */
  public DeepPoint maximizing(Objective aim) {
    return new DeepPoint(
        bounds, adjacency, expectedRows, sampleRows, failureProbability, Optional.of(aim));
  }

  /** Returns the number of unknowns. */
  public int unknowns() {
    return bounds.columns().size();
  }

  /** Returns what is public about the coordinates that are searched. */
  List<Axis> axes() {
    return objective
        .map(aim -> ObjectiveSlices.axes(aim.bounds(bounds), adjacency))
        .orElseGet(() -> DepthSlices.axes(bounds, adjacency));
  }

  /** Returns by how much the first slice may miss the number of rows: j + 1 of the claim. */
  long missing() {
    return objective.map(aim -> aim.tolerated() + 1).orElse(0L);
  }

  /** Returns the number of rows on which exact work takes about a minute. */
  public long rowsInAMinute() {
    return SearchWork.rowsByDefault(bounds);
  }

  /** Returns the largest number of rows that is not refused: any, where samples are drawn. */
  public long mostRows() {
    return SearchWork.mostRows(this);
  }

  /**
   * Returns what a plan for this public number of rows would draw.
   *
   * @throws DemiluneException if it would take days
   */
  public RowSample sampleOf(long rows) {
    return SearchWork.sample(expecting(rows));
  }

  /**
   * Plans the search for this guarantee, without the rows. A ledger charges the plan, and it is the
   * plan that runs.
   *
   * @throws DemiluneException if it would take days, or the rows would not matter
   */
  public DeepPointPlan plan(Guarantee guarantee) {
    return DeepPointPlan.of(this, expectedRows, guarantee);
  }

  /**
   * Plans the search for a public number of rows that became known when they were read, after a
   * ledger was charged for the guarantee. Certificates still show the number that was declared.
   *
   * @throws DemiluneException if the number is private, it would take days, or the rows would not
   *     matter
   */
  public DeepPointPlan planForRead(long rows, Guarantee guarantee) {
    if (!adjacency.rowCountIsPublic()) {
      throw new DemiluneException(
          "the number of rows is private for " + adjacency + ": plan with an expected one");
    }
    // only a public number: it decides what is drawn
    return DeepPointPlan.of(this, rows, guarantee);
  }

  /**
   * Returns a number of constraints that is enough for at most a share {@code error} of them to be
   * violated, if they can be satisfied together and all of them are used, except with the failure
   * probability.
   */
  public long rowsFor(Guarantee guarantee, double error) {
    return (long) Math.ceil(DeepPointPlan.deficit(this, guarantee) / checked(error));
  }

  /**
   * Returns a number of constraints that is enough for at most that share of <em>new</em>
   * constraints, drawn like those that were used, to be violated. There are N points to choose
   * from, given by the bounds. A point that violates more than {@code error} of new constraints
   * violates at most half that share of n with probability at most exp(-error·n/8) (Chernoff). So n
   * ≥ 8·ln(2N/β)/error is enough for all N of them, and twice the number of {@link #rowsFor} makes
   * the deficit half of {@code error}, each with half of the failure probability.
   */
  public long rowsForNewRows(Guarantee guarantee, double error) {
    // the other half is for the Chernoff bound
    DeepPoint halved = failingWith(failureProbability / 2);
    // ln(2N/β): a union bound over all points
    double points = logPoints() - Math.log(failureProbability / 2);
    return Math.max(
        halved.rowsFor(guarantee, checked(error) / 2), (long) Math.ceil(8 * points / error));
  }

  private double logPoints() {
    return CoordinateSearch.of(axes(), 0, 1, 0, failureProbability).logPoints();
  }

  /**
   * Returns the number of constraints that the published analysis requires, with its constants;
   * infinite for δ = 0.
   */
  public double publishedRowsFor(Guarantee guarantee, double error) {
    long largest = Math.max(bounds.right(), Collections.max(bounds.columns()));
    return PublishedRows.of(
        unknowns(),
        largest,
        guarantee.epsilon(),
        guarantee.delta(),
        checked(error),
        failureProbability);
  }

  private static double checked(double error) {
    if (!(error > 0 && error < 1)) {
      throw new IllegalArgumentException("error must be between 0 and 1, got " + error);
    }
    return error;
  }

  /**
   * Returns the point found without noise: for each coordinate the middle of where the function is
   * largest. For comparison on constraints that are public.
   */
  public static List<Rational> withoutPrivacy(Constraints constraints) {
    List<Rational> point = new ArrayList<>();
    while (point.size() < constraints.unknowns()) {
      RationalDomain domain = new VertexSpace(constraints.bounds(), point).domain();
      StepFunction depth = DepthFunctions.of(constraints, point, domain, domain.size());
      int best = 0;
      for (int piece = 1; piece < depth.pieces(); piece++) {
        best = depth.value(piece) > depth.value(best) ? piece : best;
      }
      // the middle number of the piece
      point.add(domain.value(depth.first(best).add(depth.last(best)).shiftRight(1)));
    }
    return point;
  }

  /** Returns the public settings that certificates show. */
  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("bounds", bounds.columns() + " and " + bounds.right());
    settings.put("expectedRows", expectedRows == 0 ? "not declared" : Long.toString(expectedRows));
    settings.put(
        "sampleRows",
        sampleRows == 0 ? "auto" : sampleRows == ALL_ROWS ? "all" : Long.toString(sampleRows));
    objective.ifPresent(
        aim -> {
          settings.put("maximize", aim.coefficients().toString());
          settings.put("tolerated", Long.toString(aim.tolerated()));
        });
    return settings;
  }
}
