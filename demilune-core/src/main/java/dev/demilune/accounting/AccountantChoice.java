// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent.Approximate;
import dev.demilune.accounting.PrivacyEvent.DiscreteGaussianSum;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.numeric.RoundUp;
import dev.demilune.accounting.pld.Scenario;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Chooses the accountants of an event, the tightest expected first. */
final class AccountantChoice {

  private static final RecentAccountants RECENT = new RecentAccountants();

  private AccountantChoice() {}

  static Accountant of(PrivacyEvent event, double relativeWidth) {
    List<Accountant> choices = new ArrayList<>();
    for (FlatComposition choice : Flattening.of(event)) { // more than one only with parallel parts
      choices.add(of(choice, relativeWidth));
    }
    return WorstCaseAccountant.of(choices);
  }

  private static Accountant of(FlatComposition releases, double relativeWidth) {
    if (releases.allGaussian()) {
      // exact: no other accountant can be tighter
      return new GaussianAccountant(releases.gaussianMu());
    }
    return RECENT.of(releases, relativeWidth, () -> made(releases, relativeWidth));
  }

  private static Accountant made(FlatComposition releases, double relativeWidth) {
    List<Accountant> valid = new ArrayList<>();
    if (part(releases, AccountantChoice::isPure).equals(releases)) {
      valid.add(new PureAccountant(PureEpsilon.of(releases))); // at δ = 0 nothing is better
    } else if (part(releases, AccountantChoice::isSimple).equals(releases)) {
      // Exact at the sum of the δ, where an interval would end a little above the true ε.
      valid.add(simple(releases, new PureAccountant(0)));
    }
    Optional<List<Scenario>> scenarios = Scenarios.of(releases);
    scenarios.ifPresent(all -> valid.add(byLaws(releases, all, relativeWidth)));
    renyi(releases).ifPresent(valid::add); // asked only where the interval before it is too wide
    basic(releases, relativeWidth).ifPresent(valid::add);
    if (valid.isEmpty()) {
      throw new DemiluneException(
          "no price is known for an (ε, δ) step inside of: " + releases.event());
    }
    return TightestAccountant.of(valid);
  }

  private static Accountant byLaws(
      FlatComposition releases, List<Scenario> scenarios, double relativeWidth) {
    Accountant dominating = PldAccountant.of(scenarios).withTolerance(relativeWidth);
    return Scenarios.isReached(releases)
        ? dominating
        : new BracketingAccountant(
            dominating,
            Scenarios.reached(releases)
                .map(reached -> PldAccountant.of(reached).withTolerance(relativeWidth)));
  }

  private static Optional<Accountant> renyi(FlatComposition releases) {
    if (part(releases, AccountantChoice::isConcentrated).equals(releases)) {
      double rho = 0;
      for (Map.Entry<PrivacyEvent, Long> entry : releases.times().entrySet()) {
        // every step rounds up, so ρ does
        double inverse = RoundUp.divide(1, noiseMultiplier(entry.getKey()));
        double square = RoundUp.multiply(inverse, inverse);
        rho = RoundUp.add(rho, RoundUp.multiply(square, RoundUp.fromLong(entry.getValue())));
      }
      // ρ = 1/(2z²) of each release
      return Optional.of(new ConcentratedAccountant(RoundUp.divide(rho, 2)));
    }
    return RenyiCurves.of(releases).map(RenyiAccountant::new);
  }

  /** The ε of pure and the (ε, δ) of approximate steps, added to the cost of the others. */
  private static Optional<Accountant> basic(FlatComposition releases, double relativeWidth) {
    FlatComposition rest = part(releases, release -> !isSimple(release));
    // Empty if all steps are simple (handled above) or none is (nothing to split off).
    return rest.times().isEmpty() || rest.equals(releases)
        ? Optional.empty()
        : Optional.of(simple(part(releases, AccountantChoice::isSimple), of(rest, relativeWidth)));
  }

  private static Accountant simple(FlatComposition steps, Accountant rest) {
    double epsilon = 0;
    double delta = 0;
    for (Map.Entry<PrivacyEvent, Long> entry : steps.times().entrySet()) {
      double times = RoundUp.fromLong(entry.getValue());
      if (entry.getKey() instanceof Approximate step) {
        epsilon = RoundUp.add(epsilon, RoundUp.multiply(times, step.epsilon()));
        delta = RoundUp.add(delta, RoundUp.multiply(times, step.delta()));
      } else {
        epsilon = RoundUp.add(epsilon, RoundUp.multiply(times, PureEpsilon.of(entry.getKey())));
      }
    }
    return new BasicCompositionAccountant(epsilon, delta, rest);
  }

  private static boolean isSimple(PrivacyEvent release) {
    return release instanceof Approximate || isPure(release);
  }

  private static boolean isPure(PrivacyEvent release) {
    return PureEpsilon.of(release) < Double.POSITIVE_INFINITY; // infinity says: not ε-DP for any ε
  }

  private static boolean isConcentrated(PrivacyEvent release) {
    return release instanceof GaussianSum || release instanceof DiscreteGaussianSum;
  }

  private static double noiseMultiplier(PrivacyEvent release) {
    return release instanceof GaussianSum sum
        ? sum.noiseMultiplier()
        : ((DiscreteGaussianSum) release).noiseMultiplier();
  }

  private static FlatComposition part(FlatComposition releases, Predicate<PrivacyEvent> which) {
    Map<PrivacyEvent, Long> part = new LinkedHashMap<>(releases.times());
    part.keySet().removeIf(which.negate());
    return new FlatComposition(part);
  }
}
