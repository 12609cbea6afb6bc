// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.compare;

import dev.demilune.learn.Plan;
import dev.demilune.learn.RowsNeeded;
import java.util.OptionalDouble;

/** What is known of a learner's chances with so many rows. */
public enum Verdict {
  /** A theorem says that its published form reaches the goal. */
  GUARANTEED("guaranteed as published"),
  /** Experience says that it reaches the goal. */
  EXPECTED("expected to work"),
  /** Experience says that it works with more rows; with these it may. */
  FEWER_THAN_EXPECTED("fewer than expected"),
  /** Nothing is known. */
  UNKNOWN("not known"),
  /** It does not run at all. */
  CANNOT_RUN("cannot run");

  private final String words;

  Verdict(String words) {
    this.words = words;
  }

  static Verdict of(long rows, Plan plan, RowsNeeded needed) {
    if (!plan.runnable()) {
      return CANNOT_RUN;
    }
    if (reached(rows, needed.guaranteed())) {
      return GUARANTEED;
    }
    if (reached(rows, needed.expected())) {
      return EXPECTED;
    }
    return needed.expected().isPresent() ? FEWER_THAN_EXPECTED : UNKNOWN;
  }

  private static boolean reached(long rows, OptionalDouble needed) {
    return needed.isPresent() && rows >= needed.getAsDouble();
  }

  @Override
  public String toString() {
    return words;
  }
}
