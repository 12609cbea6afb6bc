// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import dev.demilune.budget.entry.Balance;
import dev.demilune.budget.entry.BudgetRule;
import dev.demilune.budget.entry.LedgerEntry;
import dev.demilune.budget.entry.RunningTotal;
import dev.demilune.privacy.Amount;
import java.util.List;
import java.util.stream.Collectors;

/** The sentence for a spend that does not fit. */
final class Refusal {

  private static final int SHOWN = 5;

  private Refusal() {}

  static String message(
      String ledger,
      BudgetRule pricing,
      RunningTotal before,
      List<LedgerEntry> earlier,
      LedgerEntry wanted) {
    Balance balance = pricing.balance(earlier, before);
    Amount total = pricing.total();
    StringBuilder text = new StringBuilder();
    text.append("cannot spend ").append(wanted.amount().describe());
    text.append(" on '").append(wanted.purpose()).append("': ledger '").append(ledger);
    text.append("' has ").append(left(balance)).append(" left of ").append(total.describe());
    text.append(" (").append(history(earlier)).append(").");
    if (total.delta().signum() == 0 && wanted.amount().delta().signum() > 0) {
      text.append(" Its total has no δ, so it admits pure spends only.");
    } else {
      RunningTotal together = before.with(wanted.amount(), wanted.event());
      pricing
          .composed(together)
          .filter(price -> price.epsilon().compareTo(together.sum().epsilon()) < 0)
          .ifPresent(
              price ->
                  text.append(" Composed with what was spent, it would cost ")
                      .append(price.printed().describe())
                      .append('.'));
      if (pricing.lacksDelta(together)) {
        text.append(" Half of its δ is for spends that add up, and half for composing.");
      }
    }
    return text.append(" Nothing was spent and no data was read.").toString();
  }

  private static String left(Balance balance) {
    Amount left = balance.left();
    boolean deltaIsGone = balance.total().delta().signum() > 0 && left.delta().signum() == 0;
    return deltaIsGone ? left.describe() + ", δ=0" : left.describe();
  }

  private static String history(List<LedgerEntry> entries) {
    if (entries.isEmpty()) {
      return "nothing spent yet";
    }
    int first = Math.max(0, entries.size() - SHOWN);
    String last =
        entries.subList(first, entries.size()).stream()
            .map(entry -> "'" + entry.purpose() + "' " + entry.amount().describe())
            .collect(Collectors.joining("; "));
    return first == 0 ? "spent: " + last : "spent: " + last + "; and " + first + " earlier";
  }
}
