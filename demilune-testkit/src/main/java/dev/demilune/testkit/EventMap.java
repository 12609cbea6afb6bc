// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.StructureFold;
import java.util.List;

/** Rebuilds an event with the same structure and other releases. */
interface EventMap extends StructureFold<PrivacyEvent> {

  @Override
  default PrivacyEvent poissonSampled(PrivacyEvent.PoissonSampled sampled) {
    return new PrivacyEvent.PoissonSampled(
        sampled.rate(), sampled.adjacency(), sampled.event().fold(this));
  }

  @Override
  default PrivacyEvent sampledWithoutReplacement(PrivacyEvent.SampledWithoutReplacement sampled) {
    return new PrivacyEvent.SampledWithoutReplacement(
        sampled.batch(), sampled.rows(), sampled.event().fold(this));
  }

  @Override
  default PrivacyEvent repeated(PrivacyEvent.Repeated repeated) {
    return new PrivacyEvent.Repeated(repeated.event().fold(this), repeated.times());
  }

  @Override
  default PrivacyEvent composed(PrivacyEvent.Composed composed) {
    return new PrivacyEvent.Composed(all(composed.events()));
  }

  @Override
  default PrivacyEvent selection(PrivacyEvent.Selection selection) {
    return new PrivacyEvent.Selection(selection.event().fold(this), selection.repetitions());
  }

  @Override
  default PrivacyEvent oneOf(PrivacyEvent.OneOf choice) {
    return new PrivacyEvent.OneOf(all(choice.events()));
  }

  @Override
  default PrivacyEvent parallel(PrivacyEvent.Parallel parallel) {
    return new PrivacyEvent.Parallel(all(parallel.events()));
  }

  private List<PrivacyEvent> all(List<PrivacyEvent> events) {
    return events.stream().map(event -> event.fold(this)).toList();
  }
}
