// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.SequenceFold;

/** Whether a step of an event works on a sample of the rows. */
final class SamplesRows implements SequenceFold<Boolean> {

  @Override
  public Boolean release(PrivacyEvent release) {
    return false;
  }

  @Override
  public Boolean poissonSampled(PrivacyEvent.PoissonSampled sampled) {
    return true;
  }

  @Override
  public Boolean sampledWithoutReplacement(PrivacyEvent.SampledWithoutReplacement sampled) {
    return true;
  }

  @Override
  public Boolean repeated(PrivacyEvent.Repeated repeated) {
    return repeated.event().fold(this);
  }

  @Override
  public Boolean composed(PrivacyEvent.Composed composed) {
    return composed.events().stream().anyMatch(event -> event.fold(this));
  }
}
