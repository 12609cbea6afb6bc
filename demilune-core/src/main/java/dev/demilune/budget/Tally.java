/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.budget;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The running total of some entries: the exact sum of their amounts, and their events with equal
 * ones counted, so that a year of the same release is one event many times.
 */
final class Tally {

  private final Map<PrivacyEvent, Long> steps;
  private Amount sum;
  private boolean onlyGaussian;

  Tally() {
    this(new LinkedHashMap<>(), Amount.ZERO, true);
  }

  private Tally(Map<PrivacyEvent, Long> steps, Amount sum, boolean onlyGaussian) {
    this.steps = steps;
    this.sum = sum;
    this.onlyGaussian = onlyGaussian;
  }

  /**
   * Adds an entry.
   *
   * @throws DemiluneException if an event is repeated more often than can be counted
   */
  void add(Amount amount, PrivacyEvent event) {
    count(event, 1);
    sum = sum.plus(amount);
  }

  /** A copy with one more entry. */
  Tally with(Amount amount, PrivacyEvent event) {
    Tally copy = new Tally(new LinkedHashMap<>(steps), sum, onlyGaussian);
    copy.add(amount, event);
    return copy;
  }

  /** ε and δ of all entries added up. */
  Amount sum() {
    return sum;
  }

  /** Whether all entries are Gaussian sums, or compositions of these. */
  boolean onlyGaussian() {
    return onlyGaussian;
  }

  /**
   * Everything that happened, as one event; empty without entries.
   *
   * @throws IllegalArgumentException if it is larger or deeper than an event may be
   */
  Optional<PrivacyEvent> event() {
    List<PrivacyEvent> parts = new ArrayList<>(steps.size());
    steps.forEach(
        (event, times) -> parts.add(times == 1 ? event : new PrivacyEvent.Repeated(event, times)));
    if (parts.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(parts.size() == 1 ? parts.get(0) : new PrivacyEvent.Composed(parts));
  }

  private void count(PrivacyEvent event, long times) {
    if (event instanceof PrivacyEvent.Repeated repeated) {
      count(repeated.event(), counted(() -> Math.multiplyExact(times, repeated.times())));
    } else if (event instanceof PrivacyEvent.Composed composed) {
      composed.events().forEach(part -> count(part, times));
    } else {
      onlyGaussian &= event instanceof PrivacyEvent.GaussianSum;
      long before = steps.getOrDefault(event, 0L);
      steps.put(event, counted(() -> Math.addExact(before, times)));
    }
  }

  private static long counted(LongSupplier number) {
    try {
      return number.getAsLong();
    } catch (ArithmeticException overflow) {
      throw new DemiluneException(
          "an event of the ledger is repeated 2^63 times or more, which cannot be counted",
          overflow);
    }
  }
}
