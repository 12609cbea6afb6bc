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

/** Where a ledger keeps its entries: memory or a database. */
interface LedgerStore extends AutoCloseable {

  LedgerTerms terms();

  /** All entries, those of other processes included, in the order of their numbers. */
  List<LedgerEntry> entries();

  /** What all entries cost together at this moment. */
  Balance balance();

  /**
   * Appends one entry durably, all or nothing, while no other spender can. The decision sees all
   * earlier entries; if it throws, nothing is appended.
   */
  LedgerEntry append(Decision decision);

  @Override
  void close();

  /** Looks at all earlier entries and returns the next one, without its hash, or throws. */
  @FunctionalInterface
  interface Decision {
    LedgerEntry decide(long number, Tally tally, List<LedgerEntry> earlier);
  }
}
