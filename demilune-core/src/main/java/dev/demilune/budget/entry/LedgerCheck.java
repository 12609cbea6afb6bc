// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget.entry;

import dev.demilune.privacy.Adjacency;
import java.util.List;
import java.util.Optional;

/**
 * The result of checking every entry of a ledger.
 *
 * <p>The chain of hashes detects entries that were edited, removed, added or moved without
 * recomputing all later hashes. If the hashes were recomputed, entries cut off at the end with the
 * ledger's record of its last entry, or an old copy put in place, only a hash kept elsewhere
 * detects it, such as those on the certificates of the models that were charged; see {@link #hash}.
 *
 * @param ledger the name of the protected table
 * @param adjacency what the ledger counts for
 * @param hashes of the terms and of every entry that is in order, by number
 * @param inOrder the entries that are in order, from the first on
 * @param sealedLate how many of them predate hashes: earlier edits to them cannot be detected
 * @param steps what was checked, in order, up to the first fault
 */
public record LedgerCheck(
    String ledger,
    Adjacency adjacency,
    List<String> hashes,
    List<LedgerEntry> inOrder,
    long sealedLate,
    List<Step> steps) {

  /**
   * One thing that was checked.
   *
   * @param what it was
   * @param passed whether it is as it should be
   * @param finding what was found, or what is wrong, without a final point
   */
  public record Step(String what, boolean passed, String finding) {}

  public LedgerCheck {
    steps = List.copyOf(steps);
    hashes = List.copyOf(hashes);
    inOrder = List.copyOf(inOrder);
  }

  /** Returns the first thing that is wrong, in one sentence; empty if nothing is. */
  public Optional<String> fault() {
    return steps.stream().filter(step -> !step.passed()).map(Step::finding).findFirst();
  }

  /** Returns how many entries are in order, from the first on. */
  public long entries() {
    return inOrder.size();
  }

  /** Returns the hash of an entry that is in order, of the terms for 0; empty if it is not. */
  public Optional<String> hash(long entry) {
    return entry >= 0 && entry < hashes.size()
        ? Optional.of(hashes.get((int) entry))
        : Optional.empty();
  }

  /** Returns the entry that has a hash, if it is in order. */
  public Optional<LedgerEntry> entry(String hash) {
    return inOrder.stream().filter(entry -> entry.hash().equals(hash)).findFirst();
  }
}
