// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;

/** What is claimed, as two numbers, and how it can be refuted. */
public record AuditClaim(double epsilon, double delta) {

  /** Returns the two numbers of a guarantee; a δ of 0 where it has none. */
  public static AuditClaim of(Guarantee guarantee) {
    if (guarantee instanceof PureDp pure) {
      return new AuditClaim(pure.epsilon(), 0);
    }
    if (guarantee instanceof ApproximateDp approximate) {
      return new AuditClaim(approximate.epsilon(), approximate.delta());
    }
    throw new DemiluneException(
        "an audit is of an ε and a δ, not of " + guarantee.describe() + ": give these two");
  }

  /** The tightest bound for what a learner says it releases. */
  EpsilonBound bound(PrivacyEvent event) {
    return delta > 0 && isGaussian(event) ? new GaussianBound(delta) : new EventBound(delta);
  }

  /** Whether everything that is released is a Gaussian sum of all rows. */
  static boolean isGaussian(PrivacyEvent event) {
    return event.fold(new OnlyGaussianSums());
  }
}
