// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.SequenceFold;
import dev.demilune.privacy.Guarantee;

/** What is claimed, as two numbers, and how it can be refuted. */
public record AuditClaim(double epsilon, double delta) {

  /** Returns the two numbers of a guarantee; a δ of 0 where it has none. */
  public static AuditClaim of(Guarantee guarantee) {
    return new AuditClaim(guarantee.epsilon(), guarantee.delta());
  }

  /** The tightest bound for what a learner says it releases. */
  EpsilonBound bound(PrivacyEvent event) {
    return delta > 0 && isGaussian(event) ? new GaussianBound(delta) : new EventBound(delta);
  }

  /** Whether everything that is released is a Gaussian sum of all rows. */
  static boolean isGaussian(PrivacyEvent event) {
    return event.fold(new SequenceFold.Every(PrivacyEvent.GaussianSum.class::isInstance));
  }
}
