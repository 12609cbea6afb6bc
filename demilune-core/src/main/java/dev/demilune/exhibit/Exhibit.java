// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
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
