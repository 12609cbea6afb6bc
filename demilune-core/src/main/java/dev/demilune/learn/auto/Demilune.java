// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.auto;

/**
 * The front door.
 *
 * <pre>{@code
 * PrivateFit fit = Demilune.classifier().fit(data, ledger.spend("churn model", guarantee));
 * }</pre>
 */
public final class Demilune {

  private Demilune() {}

  /**
   * Returns the learner that chooses one for the problem, needs no tuning, and says on the
   * certificate which one it chose and why.
   */
  public static Auto classifier() {
    return Auto.withDefaults();
  }
}
