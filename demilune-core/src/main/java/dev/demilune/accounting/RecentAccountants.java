// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The accountants of the {@value #MOST} compositions that were asked for last.
 *
 * <p>The cost of one composition is asked for again and again: while a plan is calibrated, when a
 * ledger charges it, and for the certificate of each of the thousands of fits of an audit. An
 * accountant always gives the same answers and keeps them, so it is used again. Events are public,
 * so how long an answer takes may depend on earlier ones.
 */
final class RecentAccountants {

  private static final int MOST = 256;

  /** Long lists, such as a ledger of a year, are rarely asked for twice and take much memory. */
  private static final int MOST_RELEASES = 64;

  private final Map<Asked, Accountant> known =
      new LinkedHashMap<>(MOST, 0.75f, /* accessOrder= */ true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Asked, Accountant> eldest) {
          return size() > MOST;
        }
      };

  /** Returns the accountant of the releases; makes it if it is not kept. */
  Accountant of(FlatComposition releases, double relativeWidth, Supplier<Accountant> make) {
    if (releases.times().size() > MOST_RELEASES) {
      return make.get();
    }
    // A list, because sums in another order are rounded differently.
    Asked asked = new Asked(List.copyOf(releases.times().entrySet()), relativeWidth);
    synchronized (known) {
      Accountant made = known.get(asked);
      if (made != null) {
        return made;
      }
    }
    Accountant made = make.get(); // not under the lock: it may take long
    synchronized (known) {
      Accountant first = known.putIfAbsent(asked, made);
      return first == null ? made : first;
    }
  }

  private record Asked(List<Map.Entry<PrivacyEvent, Long>> releases, double relativeWidth) {}
}
