// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.StructureFold;
import dev.demilune.privacy.Adjacency;
import java.util.List;
import java.util.Optional;

/**
 * Why an event cannot be charged to a ledger of this adjacency, or nothing if it can. What sampling
 * saves depends on the adjacency, so a sampled event says which it is for.
 */
record AdjacencyFault(Adjacency ofLedger) implements StructureFold<Optional<String>> {

  @Override
  public Optional<String> release(PrivacyEvent release) {
    return Optional.empty();
  }

  @Override
  public Optional<String> poissonSampled(PrivacyEvent.PoissonSampled sampled) {
    return sampled.adjacency() == ofLedger
        ? sampled.event().fold(this)
        : Optional.of(
            "samples rows for "
                + sampled.adjacency()
                + " and the ledger counts for "
                + ofLedger
                + ": give both the same adjacency");
  }

  @Override
  public Optional<String> sampledWithoutReplacement(
      PrivacyEvent.SampledWithoutReplacement sampled) {
    return ofLedger == Adjacency.REPLACE_ONE
        ? sampled.event().fold(this)
        : Optional.of(
            "samples a fixed number of rows, which is priced for REPLACE_ONE only, and the"
                + " ledger counts for "
                + ofLedger
                + ": use Poisson sampling");
  }

  @Override
  public Optional<String> repeated(PrivacyEvent.Repeated repeated) {
    return repeated.event().fold(this);
  }

  @Override
  public Optional<String> composed(PrivacyEvent.Composed composed) {
    return first(composed.events());
  }

  @Override
  public Optional<String> selection(PrivacyEvent.Selection selection) {
    return selection.event().fold(this);
  }

  @Override
  public Optional<String> oneOf(PrivacyEvent.OneOf choice) {
    return first(choice.events());
  }

  @Override
  public Optional<String> parallel(PrivacyEvent.Parallel parallel) {
    if (ofLedger.isOfPersons()) {
      return Optional.of(
          "works on separate rows in parallel, and the ledger counts for "
              + ofLedger
              + ", where a person may have rows in several parts: compose the parts instead");
    }
    return ofLedger == Adjacency.REPLACE_ONE
        ? Optional.of(
            "works on separate rows in parallel, and the ledger counts for REPLACE_ONE,"
                + " where a replaced row may move to another part: compose the parts instead")
        : first(parallel.events());
  }

  private Optional<String> first(List<PrivacyEvent> events) {
    return events.stream().flatMap(event -> event.fold(this).stream()).findFirst();
  }
}
