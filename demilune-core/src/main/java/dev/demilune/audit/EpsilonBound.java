// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

/**
 * What counts of right and wrong guesses imply about ε: a lower bound for runs whose table is
 * guessed that well.
 */
public interface EpsilonBound {

  /**
   * Returns a lower bound on ε, at least 0, from a guess that was fixed before these runs.
   *
   * @param truePositives how often the canary was guessed to be there when it was
   * @param falsePositives how often it was guessed to be there when it was not
   * @param runs on each of the two tables
   * @param falseAlarm how often the bound may be wrong: 0.05 for a confidence of 95 %
   */
  double of(int truePositives, int falsePositives, int runs, double falseAlarm);

  /** Returns in a few words what is being tested, for people. */
  String describe();
}
