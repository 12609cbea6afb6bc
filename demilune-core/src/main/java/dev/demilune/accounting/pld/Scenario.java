// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import java.util.List;

/**
 * One way in which neighboring datasets may differ (a row added, say), as the dominating losses of
 * all steps. An event costs what its worst scenario costs.
 */
public record Scenario(List<Step> steps) {

  /** A loss, and how many independent times it is incurred. */
  public record Step(LossLaw law, long times) {}

  public Scenario {
    steps = List.copyOf(steps);
    if (steps.isEmpty()) {
      throw new IllegalArgumentException("a scenario needs at least one step");
    }
  }

  /** The one loss, if there is only one and it is incurred once. */
  boolean isSingle() {
    return steps.size() == 1 && steps.get(0).times() == 1;
  }
}
