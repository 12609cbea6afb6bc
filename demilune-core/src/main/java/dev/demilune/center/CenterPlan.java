// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.center;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Allowance;
import dev.demilune.budget.PaidPlan;
import dev.demilune.feasibility.PrivatePoint;
import dev.demilune.feasibility.Rational;
import dev.demilune.feasibility.SampledSearch;
import dev.demilune.mechanism.QuasiConcave;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The plan of a {@link Center}, decided from public numbers: which points are drawn, which search
 * finds which coordinate with which part of ε, and the largest loss.
 *
 * <p>It is made once. A ledger charges it, and {@link #run} is the only way to a certified center.
 */
public final class CenterPlan implements PaidPlan {

  private static final String NAME = "center";

  private final Center settings;
  private final Guarantee guarantee;
  private final SampledSearch search;

  private CenterPlan(Center settings, Guarantee guarantee, SampledSearch search) {
    this.settings = settings;
    this.guarantee = guarantee;
    this.search = search;
  }

  /**
   * Plans a search.
   *
   * @param rows the public number of points to plan for; 0 if nothing is known
   */
  static CenterPlan of(Center settings, long rows, Guarantee guarantee) {
    return new CenterPlan(
        settings,
        guarantee,
        SampledSearch.of(
            settings.sample(rows), settings.axes(), 0, guarantee, settings.failureProbability()));
  }

  /** Returns the number of points that are drawn, or expected to be; 0 if that is not known. */
  public long drawnRows() {
    return search.sample().drawn();
  }

  /** Returns whether all points are used. */
  public boolean isForAllRows() {
    return search.sample().isAll();
  }

  /** Returns the ε of all searches together, on the points that are drawn. */
  public double epsilonOnSample() {
    return search.epsilon();
  }

  /** Returns the searches, one for each coordinate. */
  public List<QuasiConcave> searches() {
    return search.search().searches();
  }

  /**
   * Returns by how much the depth may be below the largest, in drawn points, except with the
   * failure probability.
   */
  public long deficit() {
    return search.search().deficit();
  }

  @Override
  public String doneBy() {
    return NAME;
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

  /** Returns what to expect, as text. */
  public String expectation() {
    String drawn =
        isForAllRows()
            ? ""
            : String.format(
                Locale.ROOT,
                "%d of %d points are drawn, on which ε may be %.3g; ",
                drawnRows(),
                search.sample().rows(),
                epsilonOnSample());
    return drawn
        + "coordinates are chosen among "
        + searches().stream().map(one -> one.size().toString()).collect(Collectors.joining(", "))
        + " cells; "
        + String.format(
            Locale.ROOT,
            "the depth near the center is at most %d points below the largest there is, with"
                + " probability %.3g",
            deficit(),
            1 - settings.failureProbability())
        + (drawnRows() > 0
            ? String.format(
                Locale.ROOT, "; the largest is %d of the %d points or more", promise(), drawnRows())
            : "");
  }

  /** What the theorem of the center point promises for the planned number of points. */
  private long promise() {
    int parts = settings.dimensions() + 1;
    return (drawnRows() + parts - 1) / parts;
  }

  /**
   * Finds a center.
   *
   * @param allowance charged for this plan, or for its guarantee only
   * @throws DemiluneException if the allowance was charged for another plan, or the public number
   *     of points, not known before, is too large; the allowance then stays unused
   */
  public PrivatePoint run(Points points, Allowance allowance) {
    allowance.requireAdjacency(adjacency()); // the number of points may be private elsewhere
    requireBounds(points);
    if (adjacency().rowCountIsPublic() && isForAllRows()) {
      settings.sampling(Integer.MAX_VALUE).sample(points.size()); // a public number may refuse
    }
    // used up before any point is searched
    List<Rational> center = choose(points, allowance.use(this, adjacency()));
    return new PrivatePoint(center, allowance.certify(NAME, settings.settings(), charged()));
  }

  private void requireBounds(Points points) {
    if (!points.bounds().equals(settings.bounds())) {
      throw new IllegalArgumentException("the points must have the bounds of the plan");
    }
  }

  /** Chooses a center: as private as the event says, if called once. */
  List<Rational> choose(Points points, Randomness randomness) {
    List<BigInteger> cells =
        search.choose(
            points.size(),
            rows -> TukeyDepth.of(points.select(rows), settings.resolution()),
            promise(),
            randomness);
    List<Rational> center = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      center.add(TukeyDepth.middle(settings.bounds().get(i), settings.resolution(), cells.get(i)));
    }
    return center;
  }
}
