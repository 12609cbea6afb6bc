// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.exhibit;

import dev.demilune.learn.Progress;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;

/** A published algorithm whose privacy claim an audit refutes on two neighboring tables. */
public interface Exhibit {

  /** Returns its name on the command line. */
  String name();

  /** Returns what it shows, in one line. */
  String summary();

  /**
   * Runs the published algorithm and the repaired one on both tables, and audits both.
   *
   * @param claim of both algorithms, ε alone or ε and δ
   * @param trials runs of each algorithm on each table; a fifth of them select the event
   * @param confidence of both lower bounds together
   */
  ExhibitResult run(
      Guarantee claim, int trials, double confidence, Randomness randomness, Progress progress);
}
