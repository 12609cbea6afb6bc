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
import dev.demilune.accounting.PrivacyEvent.Pure;
import dev.demilune.accounting.PrivacyEvent.RandomizedResponse;

/**
 * A question about how an event is put together, in which all single releases are alike.
 *
 * <p>A new kind of single release goes to {@link #release}; a new way to combine events does not
 * compile until it is handled. Accountants implement {@link EventFold} itself.
 *
 * @param <R> the answer
 */
public interface StructureFold<R> extends EventFold<R> {

  /** Returns the answer for an event that is made of no others. */
  R release(PrivacyEvent release);

  @Override
  default R gaussianSum(GaussianSum sum) {
    return release(sum);
  }

  @Override
  default R discreteGaussianSum(DiscreteGaussianSum sum) {
    return release(sum);
  }

  @Override
  default R discreteGaussianCount(DiscreteGaussianCount count) {
    return release(count);
  }

  @Override
  default R laplace(Laplace laplace) {
    return release(laplace);
  }

  @Override
  default R discreteLaplace(DiscreteLaplace laplace) {
    return release(laplace);
  }

  @Override
  default R randomizedResponse(RandomizedResponse response) {
    return release(response);
  }

  @Override
  default R exponentialChoice(ExponentialChoice choice) {
    return release(choice);
  }

  @Override
  default R pure(Pure pure) {
    return release(pure);
  }

  @Override
  default R approximate(Approximate approximate) {
    return release(approximate);
  }
}
