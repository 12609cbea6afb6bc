// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.accounting.PrivacyEvent.Approximate;
import dev.demilune.accounting.PrivacyEvent.Composed;
import dev.demilune.accounting.PrivacyEvent.DiscreteGaussianCount;
import dev.demilune.accounting.PrivacyEvent.DiscreteGaussianSum;
import dev.demilune.accounting.PrivacyEvent.DiscreteLaplace;
import dev.demilune.accounting.PrivacyEvent.ExponentialChoice;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.PrivacyEvent.Laplace;
import dev.demilune.accounting.PrivacyEvent.OneOf;
import dev.demilune.accounting.PrivacyEvent.Parallel;
import dev.demilune.accounting.PrivacyEvent.PoissonSampled;
import dev.demilune.accounting.PrivacyEvent.Pure;
import dev.demilune.accounting.PrivacyEvent.RandomizedResponse;
import dev.demilune.accounting.PrivacyEvent.Repeated;
import dev.demilune.accounting.PrivacyEvent.SampledWithoutReplacement;
import dev.demilune.accounting.PrivacyEvent.Selection;

/**
 * A question about an event, answered kind by kind: {@code event.fold(question)}.
 *
 * <p>No method has a default here, so a new kind of event does not compile until every accountant
 * handles it. {@link StructureFold} is for questions in which all single releases are alike.
 *
 * @param <R> the answer
 */
public interface EventFold<R> {

  R gaussianSum(GaussianSum sum);

  R discreteGaussianSum(DiscreteGaussianSum sum);

  R discreteGaussianCount(DiscreteGaussianCount count);

  R laplace(Laplace laplace);

  R discreteLaplace(DiscreteLaplace laplace);

  R randomizedResponse(RandomizedResponse response);

  R exponentialChoice(ExponentialChoice choice);

  R pure(Pure pure);

  R approximate(Approximate approximate);

  R poissonSampled(PoissonSampled sampled);

  R sampledWithoutReplacement(SampledWithoutReplacement sampled);

  R repeated(Repeated repeated);

  R composed(Composed composed);

  R selection(Selection selection);

  R oneOf(OneOf choice);

  R parallel(Parallel parallel);
}
