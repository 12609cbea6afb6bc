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

import dev.demilune.DemiluneException;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;

/**
 * The record of one protected table: its total budget and everything spent on it.
 *
 * <p>A spend is charged before anyone looks at a row, and stays charged whatever happens next. Two
 * spends add up by basic composition: ε to ε and δ to δ, as exact decimals. A total without δ
 * admits pure spends only. Guarantees add up only if they are about the same change of the table,
 * so a ledger counts for one adjacency, and its allowances work for data of that adjacency only.
 * Ledgers may be shared by threads; a ledger file also by processes.
 */
public final class Ledger implements AutoCloseable {

  private final LedgerStore store;
  private final Randomness randomness;

  Ledger(LedgerStore store, Randomness randomness) {
    this.store = store;
    this.randomness = Objects.requireNonNull(randomness, "randomness");
  }

  /**
   * Returns a new ledger that ends with the process: for tests, and for a table used only once.
   *
   * @param name what the protected table is called
   * @param adjacency what one person can change in it
   * @param total what all spends together may cost, pure or approximate
   * @param randomness where allowances take their noise from
   */
  public static Ledger inMemory(
      String name, Adjacency adjacency, Guarantee total, Randomness randomness) {
    Objects.requireNonNull(adjacency, "adjacency");
    return new Ledger(
        new MemoryStore(Words.checked("name", name), adjacency, Amount.of(total)), randomness);
  }

  /**
   * Creates a ledger file without entries; {@link #open} opens it.
   *
   * @throws DemiluneException if the file is there already or cannot be written
   */
  public static void create(Path file, String name, Adjacency adjacency, Guarantee total) {
    Objects.requireNonNull(adjacency, "adjacency");
    SqliteStore.create(file, Words.checked("name", name), adjacency, Amount.of(total));
  }

  /**
   * Opens a ledger file, which other threads and processes may have open as well.
   *
   * @param randomness where allowances take their noise from; not a seeded one, whose fits protect
   *     nobody and must not stand among charges of those that do
   * @throws DemiluneException if the randomness is seeded, or the file is missing, not a ledger,
   *     damaged, in use for long, read-only or from a newer version
   */
  public static Ledger open(Path file, Randomness randomness) {
    if (!randomness.isSecure()) {
      throw new DemiluneException(
          "ledger file "
              + file
              + " records private fits only, and a seeded fit protects nobody: use"
              + " Randomness.secure(), or Ledger.inMemory for a seeded experiment");
    }
    return new Ledger(SqliteStore.open(file, SqliteStore.BUSY_MILLISECONDS), randomness);
  }

  /** Returns what the protected table is called. */
  public String name() {
    return store.name();
  }

  /** Returns what one person can change in the table: what all spends are about. */
  public Adjacency adjacency() {
    return store.adjacency();
  }

  /** Returns what all spends together may cost. */
  public Amount total() {
    return store.total();
  }

  /** Returns everything spent so far, by this process and by others, in order. */
  public List<LedgerEntry> entries() {
    return store.entries();
  }

  /** Returns the exact sum of all entries. */
  public Amount spent() {
    return entries().stream().map(LedgerEntry::amount).reduce(Amount.ZERO, Amount::plus);
  }

  /** Returns what remains of the total, exactly. */
  public Amount left() {
    return total().minus(spent());
  }

  /**
   * Charges the ledger durably and returns the right to one fit.
   *
   * @param purpose what for; it is printed on the certificate
   * @throws BudgetRefusedException if the total would be exceeded; then nothing is spent
   */
  public Allowance spend(String purpose, Guarantee guarantee) {
    Words.checked("purpose", purpose);
    Amount amount = Amount.of(guarantee);
    LedgerEntry entry =
        store.append(
            (number, spent, earlier) -> {
              if (!spent.plus(amount).fitsIn(total())) {
                throw new BudgetRefusedException(
                    Refusal.message(name(), total(), spent, earlier, purpose, amount));
              }
              Instant now = Clock.systemUTC().instant().truncatedTo(ChronoUnit.MILLIS);
              return new LedgerEntry(number, now, purpose, amount);
            });
    // The number keeps two spends for one purpose from sharing a stream when seeded.
    Randomness stream =
        randomness.stream("ledger " + name() + ", entry " + entry.number() + ", " + purpose);
    return new Allowance(guarantee, adjacency(), name(), purpose, stream);
  }

  /** Releases the file. What was spent stays spent. */
  @Override
  public void close() {
    store.close();
  }
}
