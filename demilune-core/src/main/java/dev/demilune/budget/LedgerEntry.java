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

import dev.demilune.accounting.PrivacyEvent;
import java.time.Instant;

/**
 * One charge on a ledger.
 *
 * @param number 1 for the first entry of the ledger, without gaps
 * @param time when it was charged, by the clock of the machine that charged it; nothing depends on
 *     it
 * @param who the name under which the spender was logged in, or gave; empty in old entries
 * @param learner the learner it was charged for; empty if that was not said
 * @param purpose what for, in the words of whoever spent
 * @param amount how much it costs alone
 * @param event what may be done with the rows for it; it alone costs at most the amount
 * @param hash ties the entry to all before it; empty in a ledger that ends with the process
 */
public record LedgerEntry(
    long number,
    Instant time,
    String who,
    String learner,
    String purpose,
    Amount amount,
    PrivacyEvent event,
    String hash) {

  LedgerEntry withHash(String computed) {
    return new LedgerEntry(number, time, who, learner, purpose, amount, event, computed);
  }
}
