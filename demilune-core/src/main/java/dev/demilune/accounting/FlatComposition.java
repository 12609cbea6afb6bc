// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent.Composed;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.PrivacyEvent.Repeated;
import dev.demilune.accounting.numeric.RoundUp;
import dev.demilune.accounting.pld.GaussianProfile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A flat composition: releases and how often each occurs. It contains no repetition, composition or
 * parallel parts, except inside a sample or a selection.
 */
record FlatComposition(Map<PrivacyEvent, Long> times) {

  static final FlatComposition NONE = new FlatComposition(Map.of());

  static FlatComposition of(PrivacyEvent release) {
    return new FlatComposition(Map.of(release, 1L));
  }

  FlatComposition plus(FlatComposition other) {
    Map<PrivacyEvent, Long> sum = new LinkedHashMap<>(times);
    other.times.forEach((release, more) -> sum.merge(release, more, FlatComposition::add));
    return new FlatComposition(sum);
  }

  FlatComposition times(long factor) {
    if (factor == 1) {
      return this;
    }
    Map<PrivacyEvent, Long> product = new LinkedHashMap<>();
    times.forEach((release, often) -> product.put(release, multiply(often, factor)));
    return new FlatComposition(product);
  }

  /** The one release, done once, or null. */
  PrivacyEvent single() {
    Map.Entry<PrivacyEvent, Long> only = only();
    return only != null && only.getValue() == 1 ? only.getKey() : null;
  }

  private Map.Entry<PrivacyEvent, Long> only() {
    return times.size() == 1 ? times.entrySet().iterator().next() : null;
  }

  boolean allGaussian() {
    return times.keySet().stream().allMatch(release -> release instanceof GaussianSum);
  }

  /** μ² of the Gaussian sums among them, rounded up. */
  double gaussianMuSquared() {
    double sum = 0;
    for (Map.Entry<PrivacyEvent, Long> entry : times.entrySet()) {
      if (entry.getKey() instanceof GaussianSum gaussian) {
        // μ = 1/z; every step rounds up
        double inverse = RoundUp.divide(1, gaussian.noiseMultiplier());
        double square = RoundUp.multiply(inverse, inverse);
        sum = RoundUp.add(sum, RoundUp.multiply(square, RoundUp.fromLong(entry.getValue())));
      }
    }
    return sum;
  }

  /** μ of the Gaussian sums among them, rounded up. */
  double gaussianMu() {
    double mu = RoundUp.sqrt(gaussianMuSquared());
    if (!(mu <= GaussianProfile.LARGEST_MU)) { // written so that NaN fails too
      throw new DemiluneException(
          "the Gaussian noise adds up to μ = "
              + mu
              + ", above "
              + GaussianProfile.LARGEST_MU
              + ", which protects nobody: use more noise or fewer releases");
    }
    return mu;
  }

  /** As an event again. */
  PrivacyEvent event() {
    List<PrivacyEvent> events = new ArrayList<>();
    times.forEach(
        (release, often) -> events.add(often == 1 ? release : new Repeated(release, often)));
    return events.size() == 1 ? events.get(0) : new Composed(events);
  }

  /**
   * Whether these certainly cost at least as much as the others: one kind of release, more often.
   */
  boolean covers(FlatComposition other) {
    if (equals(other)) {
      return true;
    }
    Map.Entry<PrivacyEvent, Long> mine = only();
    Map.Entry<PrivacyEvent, Long> theirs = other.only();
    return mine != null
        && theirs != null
        && mine.getValue() >= theirs.getValue()
        && Dominance.holds(mine.getKey(), theirs.getKey());
  }

  private static long add(long a, long b) {
    try {
      return Math.addExact(a, b); // a wrapped count would understate the cost
    } catch (ArithmeticException tooMany) {
      throw tooMany();
    }
  }

  private static long multiply(long a, long b) {
    try {
      return Math.multiplyExact(a, b);
    } catch (ArithmeticException tooMany) {
      throw tooMany();
    }
  }

  private static DemiluneException tooMany() {
    return new DemiluneException(
        "the event repeats a release more often than 2^63 times: use fewer repetitions");
  }
}
