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

import java.util.ArrayList;
import java.util.List;

/** Entries that end with the process. */
final class MemoryStore implements LedgerStore {

  private final LedgerTerms terms;
  private final List<LedgerEntry> entries = new ArrayList<>();
  private final Tally tally = new Tally();

  MemoryStore(LedgerTerms terms) {
    this.terms = terms;
  }

  @Override
  public LedgerTerms terms() {
    return terms;
  }

  @Override
  public synchronized List<LedgerEntry> entries() {
    return List.copyOf(entries);
  }

  @Override
  public synchronized Balance balance() {
    return terms.pricing().balance(entries, tally);
  }

  @Override
  public synchronized LedgerEntry append(Decision decision) {
    LedgerEntry entry = decision.decide(entries.size() + 1L, tally, entries);
    tally.add(entry.amount(), entry.event());
    entries.add(entry);
    return entry;
  }

  @Override
  public void close() {}
}
