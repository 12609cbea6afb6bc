// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.entry.Composition;
import dev.demilune.budget.entry.RunningTotal;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Amount;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;

/** Checks what is about to be charged: an amount, and an event that does not exceed it. */
public final class Charge {

  /** A ledger composes events, which needs two levels of nesting. */
  private static final int DEEPEST = PrivacyEvent.DEEPEST - 2;

  private Charge() {}

  /** The event of which only its guarantee is known. */
  static PrivacyEvent plain(Guarantee guarantee) {
    return guarantee instanceof PureDp pure
        ? new PrivacyEvent.Pure(pure.epsilon())
        : new PrivacyEvent.Approximate(guarantee.epsilon(), guarantee.delta());
  }

  /** Refuses an event that the ledger cannot compose or that is about another adjacency. */
  static void check(String purpose, PrivacyEvent event, Adjacency adjacency) {
    if (event.depth() > DEEPEST) {
      throw new DemiluneException(
          "the event of '"
              + purpose
              + "' is nested more than "
              + DEEPEST
              + " deep, and a ledger could not compose it with others: flatten it");
    }
    event
        .fold(new AdjacencyFault(adjacency))
        .ifPresent(
            fault -> {
              throw new DemiluneException("the event of '" + purpose + "' " + fault);
            });
  }

  /** Refuses what a ledger for Gaussian sums only does not admit. */
  static void checkKind(String purpose, PrivacyEvent event, Composition composition) {
    RunningTotal alone = new RunningTotal();
    alone.add(Amount.ZERO, event);
    if (composition == Composition.GAUSSIAN && !alone.onlyGaussian()) {
      throw new DemiluneException(
          "'"
              + purpose
              + "' cannot be charged to a ledger that admits Gaussian sums only: it is to do "
              + event
              + "; charge the event of a plan that has Gaussian sums only, or create the ledger"
              + " with another composition");
    }
  }

  /**
   * Refuses an event that costs more than the guarantee it is charged with.
   *
   * @throws IllegalArgumentException if it does
   */
  static void checkPrice(String purpose, Guarantee guarantee, PrivacyEvent event) {
    if (event.equals(plain(guarantee))) {
      return;
    }
    Accountant accountant = Accountant.best(event);
    double epsilon = accountant.epsilon(guarantee.delta());
    if (!(epsilon <= guarantee.epsilon())) {
      throw new IllegalArgumentException(
          "the event of '"
              + purpose
              + "' costs ε = "
              + epsilon
              + " where "
              + guarantee.describe()
              + " is to be charged for it: "
              + event);
    }
  }
}
