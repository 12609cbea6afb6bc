// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.center;

import dev.demilune.DemiluneException;
import dev.demilune.feasibility.RowSample;
import dev.demilune.internal.Check;
import dev.demilune.mechanism.CoordinateSearch;
import dev.demilune.mechanism.CoordinateSearch.Axis;
import dev.demilune.mechanism.ValueShift;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Finds a private center of many points, one per person: a Tukey median, in one, two or three
 * dimensions.
 *
 * <p><b>Claim.</b> The point is as private as the plan's event says: one choice for each
 * coordinate, on a sample of the points where there are too many. Within half a cell of it in every
 * coordinate lies a place whose Tukey depth among the n points of the sample is at least the
 * largest there is, which is n/(d + 1) or more, minus {@link CenterPlan#deficit}, except with the
 * failure probability.
 *
 * <p><b>Proof.</b> {@link CoordinateSearch} with the slices of {@link TukeyDepth}, whose claim is
 * what it asks for: values move by at most one, in one direction where a point is added or removed,
 * slices are quasi-concave, and each reaches what the one before promised. So losses add up and
 * nothing doubles. On a sample, see {@link dev.demilune.feasibility.SampledSearch}. ∎
 *
 * <p>If the depth is positive, the place is in the hull of the points; with the share s of them as
 * its depth, no halfspace with fewer than that share of the points contains it. So up to a share of
 * points may be anywhere, by mistake or intent, and move it little.
 *
 * <p><b>Relies on.</b> Bounds that are declared, not computed from the points; one point per
 * person.
 *
 * @param bounds public bounds on the absolute values of each coordinate
 * @param resolution the number of cells in one unit
 * @param adjacency what a neighboring table is
 * @param expectedRows the public number of points to plan for; 0 if nothing is known
 * @param sampleRows the largest number of points that are drawn; 0 for what takes about a minute
 * @param failureProbability β, with which the point may be worse than planned
 */
public record Center(
    List<Long> bounds,
    long resolution,
    Adjacency adjacency,
    long expectedRows,
    long sampleRows,
    double failureProbability) {

  /** With more dimensions, too few points can be done to be useful. */
  public static final int MOST_DIMENSIONS = 3;

  /** How many points take about a minute, for each dimension: planes are n^d/d!, each counts n. */
  private static final long[] BY_DEFAULT = {20_000, 1_500, 200};

  /** More points than this would not fit into memory. */
  private static final long[] MOST_ROWS = {50_000, 4_000, 300};

  /** Bounds up to here keep the integers of planes below 2^63: 4X² in the plane, 24X³ in space. */
  private static final long[] LARGEST_BOUND = {1L << 61, 1L << 30, 1L << 19};

  public Center {
    bounds = List.copyOf(bounds);
    Objects.requireNonNull(adjacency, "adjacency");
    Check.between("resolution", resolution, 1, 1L << 40);
    Check.between("expectedRows", expectedRows, 0, Integer.MAX_VALUE);
    Check.between("sampleRows", sampleRows, 0, Integer.MAX_VALUE);
    if (!(failureProbability > 0 && failureProbability < 1)) {
      throw new IllegalArgumentException(
          "failureProbability must be between 0 and 1, got " + failureProbability);
    }
    adjacency.requireRows("a center");
    if (adjacency == Adjacency.REPLACE_LABEL) {
      throw new DemiluneException(
          "points have no labels: use a ledger for add-or-remove-one or replace-one");
    }
    if (bounds.isEmpty() || bounds.size() > MOST_DIMENSIONS) {
      throw new DemiluneException(
          "one to "
              + MOST_DIMENSIONS
              + " coordinates can be done, and there are "
              + bounds.size()
              + ": the work goes with the points to the power of that number and one");
    }
    for (long bound : bounds) {
      Check.between("bound of a coordinate", bound, 0, LARGEST_BOUND[bounds.size() - 1]);
    }
  }

  /** Returns the search with default settings: cells of one unit, one failure in twenty. */
  public static Center of(List<Long> bounds, Adjacency adjacency) {
    return new Center(bounds, 1, adjacency, 0, 0, 0.05);
  }

  /** Returns the search for another public number of points. */
  public Center expecting(long rows) {
    return new Center(bounds, resolution, adjacency, rows, sampleRows, failureProbability);
  }

  /** Returns the search on samples of at most this number of points. */
  public Center sampling(long rows) {
    return new Center(bounds, resolution, adjacency, expectedRows, rows, failureProbability);
  }

  /** Returns the search with this number of cells in one unit. */
  public Center withResolution(long cells) {
    return new Center(bounds, cells, adjacency, expectedRows, sampleRows, failureProbability);
  }

  /** Returns the number of dimensions. */
  public int dimensions() {
    return bounds.size();
  }

  /**
   * Plans the search for this guarantee, without the points. A ledger charges the plan, and it is
   * the plan that runs.
   *
   * @throws DemiluneException if it would take too long, or the points would not matter
   */
  public CenterPlan plan(Guarantee guarantee) {
    if (expectedRows == 0 && !adjacency.rowCountIsPublic()) {
      throw new DemiluneException(
          "the number of points is private: plan with an expected one, which decides how many are"
              + " drawn");
    }
    return CenterPlan.of(this, expectedRows, guarantee);
  }

  /**
   * Plans the search for a public number of points that became known when they were read, after a
   * ledger was charged for the guarantee.
   *
   * @throws DemiluneException if the number is private, or it would take too long, or the points
   *     would not matter
   */
  public CenterPlan planForRead(long rows, Guarantee guarantee) {
    if (!adjacency.rowCountIsPublic()) {
      throw new DemiluneException(
          "the number of points is private for " + adjacency + ": plan with an expected one");
    }
    return CenterPlan.of(this, rows, guarantee);
  }

  /**
   * Returns a number of points that is enough for a place of positive depth, one in the hull of the
   * points, if all are used, except with the failure probability.
   */
  public long rowsFor(Guarantee guarantee) {
    CoordinateSearch search =
        CoordinateSearch.of(axes(), 0, guarantee.epsilon(), guarantee.delta(), failureProbability);
    return (dimensions() + 1) * search.deficit() + 1; // n/(d + 1) above the deficit
  }

  /** Returns what is public about the coordinates. */
  List<Axis> axes() {
    List<Axis> axes = new ArrayList<>();
    for (long bound : bounds) {
      axes.add(Axis.of(TukeyDepth.cells(bound, resolution), ValueShift.ofCounts(adjacency)));
    }
    return axes;
  }

  /** Returns the points to draw out of this public number; 0 if it is not known. */
  RowSample sample(long rows) {
    int index = dimensions() - 1;
    long most = sampleRows > 0 ? sampleRows : BY_DEFAULT[index];
    long drawn = Math.min(rows, most);
    if (drawn > MOST_ROWS[index]) {
      throw new DemiluneException(
          "exact work on "
              + drawn
              + " points of "
              + dimensions()
              + " coordinates takes too long: sample at most "
              + MOST_ROWS[index]);
    }
    return new RowSample(rows, drawn, adjacency);
  }

  /** Returns the public settings that certificates show. */
  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("bounds", bounds.toString());
    settings.put("resolution", Long.toString(resolution));
    settings.put("expectedRows", expectedRows == 0 ? "not declared" : Long.toString(expectedRows));
    settings.put("sampleRows", sampleRows == 0 ? "auto" : Long.toString(sampleRows));
    return settings;
  }
}
