// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.SequenceFold;

/** Whether everything that is released is a Gaussian sum of all rows. */
final class OnlyGaussianSums implements SequenceFold<Boolean> {

  @Override
  public Boolean release(PrivacyEvent release) {
    return false;
  }

  @Override
  public Boolean gaussianSum(PrivacyEvent.GaussianSum sum) {
    return true;
  }

  @Override
  public Boolean repeated(PrivacyEvent.Repeated repeated) {
    return repeated.event().fold(this);
  }

  @Override
  public Boolean composed(PrivacyEvent.Composed composed) {
    return composed.events().stream().allMatch(event -> event.fold(this));
  }
}
