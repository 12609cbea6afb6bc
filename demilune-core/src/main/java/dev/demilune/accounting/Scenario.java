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
package dev.demilune.accounting;

import java.util.List;

/**
 * One way in which neighbouring datasets may differ (a row added, say), as the dominating losses of
 * all steps. An event's price is that of its dearest scenario.
 */
record Scenario(List<Step> steps) {

  /** A loss, and how many independent times it is incurred. */
  record Step(LossLaw law, long times) {}

  Scenario {
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
