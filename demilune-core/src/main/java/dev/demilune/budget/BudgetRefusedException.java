// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import dev.demilune.DemiluneException;

/** A spend that would exceed the total of its ledger. Nothing was spent and no data was read. */
public final class BudgetRefusedException extends DemiluneException {

  BudgetRefusedException(String message) {
    super(message);
  }
}
