// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent.Approximate;
import dev.demilune.accounting.PrivacyEvent.DiscreteGaussianSum;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Chooses the accountants of an event, the tightest expected first. */
final class Pricing {

  private Pricing() {}

  static Accountant of(PrivacyEvent event, double relativeWidth) {
    List<Accountant> choices = new ArrayList<>();
    for (Releases choice : Choices.of(event)) {
      choices.add(of(choice, relativeWidth));
    }
    return DearestAccountant.of(choices);
  }

  private static Accountant of(Releases releases, double relativeWidth) {
    if (releases.allGaussian()) {
      return new GaussianAccountant(releases.gaussianMu());
    }
    List<Accountant> valid = new ArrayList<>();
    if (part(releases, Pricing::isPure).equals(releases)) {
      valid.add(new PureAccountant(PureEpsilon.of(releases))); // at δ = 0 nothing is better
    } else if (part(releases, Pricing::isSimple).equals(releases)) {
      // Exact at the sum of the δ, where an interval around the truth would end a little above it.
      valid.add(simple(releases, new PureAccountant(0)));
    }
    Optional<List<Scenario>> scenarios = Scenarios.of(releases);
    scenarios.ifPresent(all -> valid.add(byLaws(releases, all, relativeWidth)));
    renyi(releases).ifPresent(valid::add);
    basic(releases, relativeWidth).ifPresent(valid::add);
    if (valid.isEmpty()) {
      throw new DemiluneException(
          "no price is known for an (ε, δ) step inside of: " + releases.event());
    }
    return TightestAccountant.of(valid);
  }

  private static Accountant byLaws(
      Releases releases, List<Scenario> scenarios, double relativeWidth) {
    Accountant dominating = PldAccountant.of(scenarios).withTolerance(relativeWidth);
    return Scenarios.isReached(releases)
        ? dominating
        : new BracketingAccountant(
            dominating,
            Scenarios.reached(releases)
                .map(reached -> PldAccountant.of(reached).withTolerance(relativeWidth)));
  }

  private static Optional<Accountant> renyi(Releases releases) {
    if (part(releases, Pricing::isConcentrated).equals(releases)) {
      double rho = 0;
      for (Map.Entry<PrivacyEvent, Long> entry : releases.times().entrySet()) {
        double inverse = Up.divide(1, noiseMultiplier(entry.getKey()));
        double square = Up.multiply(inverse, inverse);
        rho = Up.add(rho, Up.multiply(square, Up.fromLong(entry.getValue())));
      }
      return Optional.of(new ConcentratedAccountant(Up.divide(rho, 2)));
    }
    return RenyiCurves.of(releases).map(RenyiAccountant::new);
  }

  /** The ε of pure and the (ε, δ) of approximate steps beside the price of the others. */
  private static Optional<Accountant> basic(Releases releases, double relativeWidth) {
    Releases rest = part(releases, release -> !isSimple(release));
    return rest.times().isEmpty() || rest.equals(releases)
        ? Optional.empty()
        : Optional.of(simple(part(releases, Pricing::isSimple), of(rest, relativeWidth)));
  }

  private static Accountant simple(Releases steps, Accountant rest) {
    double epsilon = 0;
    double delta = 0;
    for (Map.Entry<PrivacyEvent, Long> entry : steps.times().entrySet()) {
      double times = Up.fromLong(entry.getValue());
      if (entry.getKey() instanceof Approximate step) {
        epsilon = Up.add(epsilon, Up.multiply(times, step.epsilon()));
        delta = Up.add(delta, Up.multiply(times, step.delta()));
      } else {
        epsilon = Up.add(epsilon, Up.multiply(times, PureEpsilon.of(entry.getKey())));
      }
    }
    return new BasicCompositionAccountant(epsilon, delta, rest);
  }

  private static boolean isSimple(PrivacyEvent release) {
    return release instanceof Approximate || isPure(release);
  }

  private static boolean isPure(PrivacyEvent release) {
    return PureEpsilon.of(release) < Double.POSITIVE_INFINITY;
  }

  private static boolean isConcentrated(PrivacyEvent release) {
    return release instanceof GaussianSum || release instanceof DiscreteGaussianSum;
  }

  private static double noiseMultiplier(PrivacyEvent release) {
    return release instanceof GaussianSum sum
        ? sum.noiseMultiplier()
        : ((DiscreteGaussianSum) release).noiseMultiplier();
  }

  private static Releases part(Releases releases, Predicate<PrivacyEvent> which) {
    Map<PrivacyEvent, Long> part = new LinkedHashMap<>(releases.times());
    part.keySet().removeIf(which.negate());
    return new Releases(part);
  }
}
