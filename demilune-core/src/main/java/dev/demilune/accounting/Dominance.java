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
import java.util.function.Predicate;

/**
 * Whether one event certainly costs at least as much as a second one.
 *
 * <p>Less noise at the same sensitivity describes a larger set of pairs of output laws: the pairs
 * at a smaller shift in units of the noise (Gaussian and Laplace; their divergences grow with the
 * shift). A larger ε or δ allows more. A sample of lower rate is a sample of a sample of higher
 * rate.
 *
 * @param second the event that the folded one is compared with
 */
record Dominance(PrivacyEvent second) implements EventFold<Boolean> {

  /** Whether the first certainly costs at least as much as the second; false where in doubt. */
  static boolean holds(PrivacyEvent first, PrivacyEvent second) {
    // False is always safe: it may cost time or tightness, never truth.
    return first.equals(second) || first.fold(new Dominance(second));
  }

  /** Whether the second event is of this kind and passes. */
  private <E extends PrivacyEvent> boolean isSecond(Class<E> kind, Predicate<E> passes) {
    return kind.isInstance(second) && passes.test(kind.cast(second));
  }

  @Override
  public Boolean gaussianSum(GaussianSum sum) {
    return isSecond(GaussianSum.class, other -> sum.noiseMultiplier() <= other.noiseMultiplier());
  }

  /** Its cost depends on ρ alone. */
  @Override
  public Boolean discreteGaussianSum(DiscreteGaussianSum sum) {
    return isSecond(
        DiscreteGaussianSum.class, other -> sum.noiseMultiplier() <= other.noiseMultiplier());
  }

  @Override
  public Boolean discreteGaussianCount(DiscreteGaussianCount count) {
    return isSecond(
        DiscreteGaussianCount.class,
        // Only the shift grows: for another σ the lattice differs, and no order is proved.
        other -> count.sigma() == other.sigma() && count.sensitivity() >= other.sensitivity());
  }

  @Override
  public Boolean laplace(Laplace laplace) {
    return isSecond(Laplace.class, other -> laplace.noiseMultiplier() <= other.noiseMultiplier());
  }

  @Override
  public Boolean discreteLaplace(DiscreteLaplace laplace) {
    return isSecond(
        DiscreteLaplace.class,
        other -> laplace.scale() == other.scale() && laplace.sensitivity() >= other.sensitivity());
  }

  @Override
  public Boolean randomizedResponse(RandomizedResponse response) {
    return isSecond(
        RandomizedResponse.class,
        other ->
            response.categories() == other.categories() && response.epsilon() >= other.epsilon());
  }

  @Override
  public Boolean exponentialChoice(ExponentialChoice choice) {
    return isSecond(ExponentialChoice.class, other -> choice.epsilon() >= other.epsilon());
  }

  @Override
  public Boolean pure(Pure pure) {
    return isSecond(Pure.class, other -> pure.epsilon() >= other.epsilon());
  }

  @Override
  public Boolean approximate(Approximate approximate) {
    return isSecond(
        Approximate.class,
        other -> approximate.epsilon() >= other.epsilon() && approximate.delta() >= other.delta());
  }

  @Override
  public Boolean poissonSampled(PoissonSampled sampled) {
    return isSecond(
        PoissonSampled.class,
        other ->
            sampled.adjacency() == other.adjacency()
                && sampled.rate() >= other.rate()
                && holds(sampled.event(), other.event())); // a lower rate is a sample of the sample
  }

  @Override
  public Boolean sampledWithoutReplacement(SampledWithoutReplacement sampled) {
    return false;
  }

  @Override
  public Boolean repeated(Repeated repeated) {
    return false;
  }

  @Override
  public Boolean composed(Composed composed) {
    return false;
  }

  @Override
  public Boolean selection(Selection selection) {
    return false;
  }

  @Override
  public Boolean oneOf(OneOf choice) {
    return false;
  }

  @Override
  public Boolean parallel(Parallel parallel) {
    return false;
  }
}
