// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.internal.Check;
import java.util.List;

/** How deep and how large events made of events may be. */
final class Nesting {

  private Nesting() {}

  /**
   * Refuses what is too deep or too large. Parts have been checked before, so the walk is over
   * {@link PrivacyEvent#LARGEST} releases at most for each of them.
   */
  static void check(List<PrivacyEvent> parts) {
    Check.between("depth of events", depth(parts) + 1L, 2, PrivacyEvent.DEEPEST);
    Check.between("number of events", size(parts), 1, PrivacyEvent.LARGEST);
  }

  static int depth(List<PrivacyEvent> parts) {
    return parts.stream().mapToInt(PrivacyEvent::depth).max().orElse(0);
  }

  static long size(List<PrivacyEvent> parts) {
    return parts.stream().mapToLong(PrivacyEvent::size).sum();
  }

  static <T> T required(String name, T value) {
    if (value == null) {
      throw new IllegalArgumentException(name + " is missing");
    }
    return value;
  }
}
