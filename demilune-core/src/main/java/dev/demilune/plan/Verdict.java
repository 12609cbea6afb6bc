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
package dev.demilune.plan;

import dev.demilune.learn.Plan;
import dev.demilune.learn.RowsNeeded;
import java.util.OptionalDouble;

/** What is known of a learner's chances with so many rows. */
public enum Verdict {
  /** A theorem says that its published form reaches the goal. */
  GUARANTEED("guaranteed"),
  /** Experience says that it reaches the goal. */
  EXPECTED("expected to work"),
  /** Experience says that it takes more rows, where rows are as hard as they can be. */
  TOO_FEW_ROWS("too few rows"),
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
    return needed.expected().isPresent() ? TOO_FEW_ROWS : UNKNOWN;
  }

  private static boolean reached(long rows, OptionalDouble needed) {
    return needed.isPresent() && rows >= needed.getAsDouble();
  }

  @Override
  public String toString() {
    return words;
  }
}
