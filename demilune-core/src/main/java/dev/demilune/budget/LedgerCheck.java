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

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a look at every entry of a ledger found.
 *
 * <p>The chain of hashes finds entries that were edited, removed, added or put elsewhere by someone
 * who did not compute all later hashes anew. Someone who did is found by a hash that was kept
 * elsewhere, as on the certificates of models that were charged; see {@link #hash}.
 *
 * @param hashes of the terms and of every entry that is in order, by number
 * @param fault the first thing that is wrong, in one sentence; empty if nothing is
 */
public record LedgerCheck(List<String> hashes, Optional<String> fault) {

  public LedgerCheck {
    hashes = List.copyOf(hashes);
  }

  /** Returns how many entries are in order, from the first on. */
  public long entries() {
    return hashes.size() - 1L;
  }

  /** Returns the hash of an entry that is in order, of the terms for 0; empty if it is not. */
  public Optional<String> hash(long entry) {
    return entry >= 0 && entry < hashes.size()
        ? Optional.of(hashes.get((int) entry))
        : Optional.empty();
  }

  static LedgerCheck of(Dialect dialect) {
    LedgerReader reader = new LedgerReader(dialect);
    try (Connection connection = dialect.connect();
        Statement statement = connection.createStatement()) {
      dialect.check(statement);
      new LedgerTables(dialect).update(statement);
      List<String> hashes = new ArrayList<>();
      hashes.add(LedgerRow.hashOfTerms(reader.terms(statement)));
      LedgerReader.Head head = reader.head(statement);
      for (LedgerReader.Sealed sealed : reader.rows(statement, 0)) {
        long expected = hashes.size();
        if (sealed.row().number() != expected) {
          return new LedgerCheck(
              hashes,
              Optional.of(
                  "entry "
                      + expected
                      + " is missing: entry "
                      + sealed.row().number()
                      + " is next"));
        }
        String hash = sealed.row().hash(hashes.get(hashes.size() - 1));
        if (!hash.equals(sealed.hash())) {
          return new LedgerCheck(
              hashes,
              Optional.of(
                  "entry "
                      + expected
                      + (expected == 1
                          ? " or the ledger's terms were edited, or another entry was first"
                          : " was edited, or does not belong after entry " + (expected - 1))));
        }
        hashes.add(hash);
      }
      return new LedgerCheck(hashes, headFault(hashes, head));
    } catch (SQLException fault) {
      throw dialect.translate(fault);
    }
  }

  private static Optional<String> headFault(List<String> hashes, LedgerReader.Head head) {
    long entries = hashes.size() - 1L;
    if (head.entries() > entries) {
      return Optional.of(
          "entries after number " + entries + " were removed: there were " + head.entries());
    }
    return hashes.get((int) Math.max(0, head.entries())).equals(head.hash())
        ? Optional.empty()
        : Optional.of("the ledger's record of its last entry, or its terms, were edited");
  }
}
