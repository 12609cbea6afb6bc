// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.certificate;

import dev.demilune.privacy.Amount;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The bounds that were computed last. Whoever writes pages of many models of one plan, as the tests
 * of learners do, would compute the same trade-off function each time, for seconds.
 */
final class RecentBounds {

  private static final int MOST = 64;

  private final Map<Key, AttackBounds> known =
      new LinkedHashMap<>(MOST, 0.75f, /* accessOrder= */ true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, AttackBounds> eldest) {
          return size() > MOST;
        }
      };

  /** Returns the bounds of an amount and an event, which is empty if the bounds do not use it. */
  synchronized AttackBounds of(Amount amount, String eventJson, Supplier<AttackBounds> bounds) {
    return known.computeIfAbsent(new Key(amount, eventJson), key -> bounds.get());
  }

  private record Key(Amount amount, String eventJson) {}
}
