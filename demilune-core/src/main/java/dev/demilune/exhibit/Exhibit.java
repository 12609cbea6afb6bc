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
package dev.demilune.exhibit;

import dev.demilune.learn.Progress;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;

/** A published flaw, shown on two neighbouring tables by the auditor. */
public interface Exhibit {

  /** Returns the name by which it is called. */
  String name();

  /** Returns what it shows, in one line. */
  String summary();

  /**
   * Runs the published algorithm and the repaired one on both tables, and audits both.
   *
   * @param claim what both claim, ε alone or ε and δ
   * @param trials runs of each on each table; a fifth choose what to look at
   * @param confidence of both lower bounds together
   */
  ExhibitResult run(
      Guarantee claim, int trials, double confidence, Randomness randomness, Progress progress);
}
