// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Allowance;
import dev.demilune.budget.PaidPlan;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rescaling.RescalingPlan;
import dev.demilune.rescaling.RescalingReleases;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The plan of a {@link RescaledPoint} search. It is made once, from public numbers; a ledger
 * charges it, and {@link #run} is the only way to a certified point. The proof is in {@link
 * RescaledPoint}.
 */
public final class RescaledPointPlan implements PaidPlan {

  private static final String NAME = "rescaled-point";

  private final RescaledPoint settings;
  private final Guarantee guarantee;
  private final RescalingPlan releases;

  RescaledPointPlan(RescaledPoint settings, Guarantee guarantee, RescalingPlan releases) {
    this.settings = settings;
    this.guarantee = guarantee;
    this.releases = releases;
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
    return releases.event();
  }

  /** Returns what to expect, as text. */
  public String expectation() {
    int dimension = settings.bounds().columns().size() + 1;
    // All eigenvalues of a second moment add up to the rows; below it none is above the floor.
    long least = (long) Math.ceil(dimension * releases.floor(dimension));
    return String.format(
        Locale.ROOT,
        "%d second moments and %d sums of constraints are released; no bound on the violated rows"
            + " is known, and with fewer than about %,d rows the noise hides the moments",
        releases.schedule().moments(),
        releases.schedule().pulls(),
        least);
  }

  /**
   * Finds a point.
   *
   * @param allowance charged for this plan, or for its guarantee only
   * @throws dev.demilune.DemiluneException if the allowance was charged for another plan; it then
   *     stays unused
   */
  public PrivatePoint run(Constraints constraints, Allowance allowance) {
    allowance.requireAdjacency(adjacency());
    requireBounds(constraints);
    // used up before any row is looked at
    List<Rational> point = choose(constraints, allowance.use(this, adjacency()));
    return new PrivatePoint(point, allowance.certify(NAME, shown(), charged()));
  }

  /** Chooses a point: as private as the event says, if called once. */
  public List<Rational> choose(Constraints constraints, Randomness randomness) {
    requireBounds(constraints);
    // A public number of rows may be used; a private one is what was declared.
    long rows = adjacency().rowCountIsPublic() ? constraints.size() : settings.expectedRows();
    return settings.found(constraints, RescalingReleases.noisy(releases, randomness), rows);
  }

  private void requireBounds(Constraints constraints) {
    if (!constraints.bounds().equals(settings.bounds())) {
      throw new IllegalArgumentException("the constraints must have the bounds of the plan");
    }
  }

  private Map<String, String> shown() {
    Map<String, String> shown = new LinkedHashMap<>();
    shown.put("bounds", settings.bounds().columns() + " and " + settings.bounds().right());
    shown.put(
        "expectedRows",
        settings.expectedRows() == 0 ? "not declared" : Long.toString(settings.expectedRows()));
    return shown;
  }
}
