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
package dev.demilune.budget;

import java.util.List;
import java.util.stream.Collectors;

/** The sentence for a spend that does not fit. */
final class Refusal {

  private static final int SHOWN = 5;

  private Refusal() {}

  static String message(
      String ledger,
      Amount total,
      Amount spent,
      List<LedgerEntry> earlier,
      String purpose,
      Amount wanted) {
    StringBuilder text = new StringBuilder();
    text.append("cannot spend ").append(wanted.describe());
    text.append(" on '").append(purpose).append("': ledger '").append(ledger).append("' has ");
    text.append(left(total, spent)).append(" left of ").append(total.describe());
    text.append(" (").append(history(earlier)).append(").");
    if (total.delta().signum() == 0 && wanted.delta().signum() > 0) {
      text.append(" Its total has no δ, so it admits pure spends only.");
    }
    return text.append(" Nothing was spent and no data was read.").toString();
  }

  private static String left(Amount total, Amount spent) {
    Amount left = total.minus(spent);
    boolean deltaIsGone = total.delta().signum() > 0 && left.delta().signum() == 0;
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
