// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.accounting.PrivacyEvent.Approximate;
import dev.demilune.accounting.PrivacyEvent.DiscreteGaussianCount;
import dev.demilune.accounting.PrivacyEvent.DiscreteGaussianSum;
import dev.demilune.accounting.PrivacyEvent.DiscreteLaplace;
import dev.demilune.accounting.PrivacyEvent.ExponentialChoice;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.PrivacyEvent.Laplace;
import dev.demilune.accounting.PrivacyEvent.PoissonSampled;
import dev.demilune.accounting.PrivacyEvent.Pure;
import dev.demilune.accounting.PrivacyEvent.RandomizedResponse;

/**
 * Which of two releases of one kind is certainly as dear as the other.
 *
 * <p>Less noise at the same sensitivity describes a larger set of pairs of output laws: the pairs
 * at a smaller shift in units of the noise (Gaussian and Laplace; their divergences grow with the
 * shift). A larger ε or δ allows more. A sample of lower rate is a sample of a sample of higher
 * rate.
 */
final class Dearer {

  private Dearer() {}

  /** Whether the first certainly costs as much as the second; false where this is not obvious. */
  static boolean covers(PrivacyEvent first, PrivacyEvent second) {
    if (first.equals(second)) {
      return true;
    }
    if (first instanceof GaussianSum a && second instanceof GaussianSum b) {
      return a.noiseMultiplier() <= b.noiseMultiplier();
    }
    if (first instanceof DiscreteGaussianSum a && second instanceof DiscreteGaussianSum b) {
      return a.noiseMultiplier() <= b.noiseMultiplier(); // priced by ρ alone
    }
    if (first instanceof DiscreteGaussianCount a && second instanceof DiscreteGaussianCount b) {
      return a.sigma() == b.sigma() && a.sensitivity() >= b.sensitivity();
    }
    if (first instanceof Laplace a && second instanceof Laplace b) {
      return a.noiseMultiplier() <= b.noiseMultiplier();
    }
    if (first instanceof DiscreteLaplace a && second instanceof DiscreteLaplace b) {
      return a.scale() == b.scale() && a.sensitivity() >= b.sensitivity();
    }
    if (first instanceof RandomizedResponse a && second instanceof RandomizedResponse b) {
      return a.categories() == b.categories() && a.epsilon() >= b.epsilon();
    }
    if (first instanceof ExponentialChoice a && second instanceof ExponentialChoice b) {
      return a.epsilon() >= b.epsilon();
    }
    if (first instanceof Pure a && second instanceof Pure b) {
      return a.epsilon() >= b.epsilon();
    }
    if (first instanceof Approximate a && second instanceof Approximate b) {
      return a.epsilon() >= b.epsilon() && a.delta() >= b.delta();
    }
    if (first instanceof PoissonSampled a && second instanceof PoissonSampled b) {
      return a.adjacency() == b.adjacency() && a.rate() >= b.rate() && covers(a.event(), b.event());
    }
    return false;
  }
}
