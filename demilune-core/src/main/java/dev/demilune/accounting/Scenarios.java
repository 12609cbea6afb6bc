// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.pld.GaussianLaw;
import dev.demilune.accounting.pld.LossLaw;
import dev.demilune.accounting.pld.MirroredLaw;
import dev.demilune.accounting.pld.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Turns an event into the laws of its privacy loss.
 *
 * <p>Neighbors that differ by an added or removed row have two directions, and a run stays in one:
 * the row is there in all steps, or in none. So samples make two scenarios, "removed" and "added",
 * each composed by itself. Steps without such samples are the same in both. All Gaussian sums are
 * one Gaussian sum (Dong, Roth and Su 2022): their μ² add up.
 */
final class Scenarios {

  private Scenarios() {}

  /**
   * Every scenario of the event.
   *
   * @throws DemiluneException naming a part whose loss has no known law
   */
  static List<Scenario> of(PrivacyEvent event) {
    List<Scenario> all = new ArrayList<>();
    for (FlatComposition choice : Flattening.of(event)) {
      all.addAll(
          of(choice)
              .orElseThrow(
                  () ->
                      new DemiluneException(
                          "no law of the privacy loss is known for a part of the event: "
                              + withoutLaw(choice))));
    }
    return all;
  }

  /** The one or two scenarios of releases; empty if one of them has no known law. */
  static Optional<List<Scenario>> of(FlatComposition releases) {
    return of(releases, LossLaws.DOMINATING);
  }

  /**
   * Scenarios that some mechanism reaches, so their cost is not above the true one; empty if none
   * are known.
   */
  static Optional<List<Scenario>> reached(FlatComposition releases) {
    return of(releases, LossLaws.REACHED);
  }

  /**
   * Whether {@link #of(FlatComposition)} is reached. For one release done once it is enough that
   * every point of its curve is.
   */
  static boolean isReached(FlatComposition releases) {
    Tightness needed = releases.single() != null ? Tightness.POINTWISE : Tightness.REACHED;
    return releases.times().keySet().stream()
        .allMatch(release -> Tightness.of(release).compareTo(needed) <= 0);
  }

  private static Optional<List<Scenario>> of(FlatComposition releases, LossLaws laws) {
    List<Scenario.Step> removed = new ArrayList<>();
    List<Scenario.Step> added = new ArrayList<>();
    boolean directed = false;
    if (releases.gaussianMuSquared() > 0) {
      // One step of the joint μ: exact, and cheaper than composing the sums on a grid.
      Scenario.Step gaussian = new Scenario.Step(new GaussianLaw(releases.gaussianMu()), 1);
      removed.add(gaussian);
      added.add(gaussian);
    }
    for (Map.Entry<PrivacyEvent, Long> entry : releases.times().entrySet()) {
      PrivacyEvent release = entry.getKey();
      if (release instanceof GaussianSum) {
        continue; // all of them are the first step
      }
      Optional<LossLaws.Loss> loss = release.fold(laws);
      if (loss.isEmpty()) {
        return Optional.empty();
      }
      LossLaw law = loss.get().law();
      boolean oneWay = loss.get().oneWay();
      directed |= oneWay; // one directed step is enough to need both scenarios
      removed.add(new Scenario.Step(law, entry.getValue()));
      added.add(new Scenario.Step(oneWay ? MirroredLaw.of(law) : law, entry.getValue()));
    }
    return Optional.of(
        directed
            ? List.of(new Scenario(removed), new Scenario(added))
            : List.of(new Scenario(removed)));
  }

  private static String withoutLaw(FlatComposition releases) {
    return releases.times().keySet().stream()
        .filter(release -> release.fold(LossLaws.DOMINATING).isEmpty())
        .findFirst()
        .map(Object::toString)
        .orElse("");
  }
}
