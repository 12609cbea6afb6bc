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
import dev.demilune.accounting.PrivacyEvent.OneOf;
import dev.demilune.accounting.PrivacyEvent.PoissonSampled;
import dev.demilune.accounting.PrivacyEvent.Pure;
import dev.demilune.accounting.PrivacyEvent.RandomizedResponse;
import dev.demilune.accounting.PrivacyEvent.SampledWithoutReplacement;
import dev.demilune.accounting.PrivacyEvent.Selection;
import dev.demilune.accounting.numeric.RoundUp;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.accounting.pld.BoundedRangeLaw;
import dev.demilune.accounting.pld.DiscreteGaussianLaw;
import dev.demilune.accounting.pld.DiscreteLaplaceLaw;
import dev.demilune.accounting.pld.GaussianLaw;
import dev.demilune.accounting.pld.LaplaceLaw;
import dev.demilune.accounting.pld.LossLaw;
import dev.demilune.accounting.pld.ReplacedGaussianLaw;
import dev.demilune.accounting.pld.ResponseLaw;
import dev.demilune.accounting.pld.SampledLaw;
import dev.demilune.accounting.pld.ThinnedLaw;
import dev.demilune.accounting.pld.WithoutReplacementLaw;
import dev.demilune.privacy.Adjacency;
import java.util.Optional;

/**
 * The law of the privacy loss of one release, from "with the row" to "without" where that makes a
 * difference; empty where none is known.
 */
enum LossLaws implements ReleaseFold<Optional<LossLaw>> {

  /** A law that dominates every mechanism which the release describes. */
  DOMINATING,

  /**
   * A law that some such mechanism has. It differs from the dominating one in three cases. Of
   * mechanisms of bounded range ε, randomized response at ε/2 is one. A sample of fixed size
   * reaches what its law promises in one direction at a time: let the output depend on the row
   * concerned alone. And randomized response on a Poisson sample, where a row is replaced, has no
   * output that says "not drawn": let one of the two rows be answered for as if it were not drawn.
   */
  REACHED;

  @Override
  public Optional<LossLaw> gaussianSum(GaussianSum sum) {
    return Optional.of(new GaussianLaw(FlatComposition.of(sum).gaussianMu()));
  }

  /** Empty: its worst case is not known, only its Rényi divergence. */
  @Override
  public Optional<LossLaw> discreteGaussianSum(DiscreteGaussianSum sum) {
    return Optional.empty();
  }

  @Override
  public Optional<LossLaw> discreteGaussianCount(DiscreteGaussianCount count) {
    return count.sigma() <= DiscreteGaussianLaw.LARGEST_SIGMA
        ? Optional.of(new DiscreteGaussianLaw(count.sigma(), count.sensitivity()))
        : Optional.empty();
  }

  @Override
  public Optional<LossLaw> laplace(Laplace laplace) {
    return Optional.of(LaplaceLaw.of(laplace.noiseMultiplier()));
  }

  @Override
  public Optional<LossLaw> discreteLaplace(DiscreteLaplace laplace) {
    return Optional.of(new DiscreteLaplaceLaw(laplace.scale(), laplace.sensitivity()));
  }

  @Override
  public Optional<LossLaw> randomizedResponse(RandomizedResponse response) {
    return Optional.of(new ResponseLaw(response.epsilon(), response.categories(), 0));
  }

  @Override
  public Optional<LossLaw> exponentialChoice(ExponentialChoice choice) {
    return Optional.of(
        this == DOMINATING
            ? new BoundedRangeLaw(choice.epsilon())
            : ResponseLaw.pure(choice.epsilon() / 2));
  }

  @Override
  public Optional<LossLaw> pure(Pure pure) {
    return Optional.of(ResponseLaw.pure(pure.epsilon()));
  }

  @Override
  public Optional<LossLaw> approximate(Approximate approximate) {
    return Optional.of(new ResponseLaw(approximate.epsilon(), 2, approximate.delta()));
  }

  @Override
  public Optional<LossLaw> poissonSampled(PoissonSampled sampled) {
    double rate = sampled.rate();
    if (sampled.adjacency() == Adjacency.ADD_OR_REMOVE_ONE) {
      return inside(sampled.event()).map(law -> new SampledLaw(law, rate));
    }
    FlatComposition inside = Flattening.inSample(sampled.event());
    if (inside.allGaussian()) {
      return Optional.of(new ReplacedGaussianLaw(RoundUp.divide(inside.gaussianMu(), 2), rate));
    }
    boolean oneDirection = this == REACHED && Tightness.of(sampled) == Tightness.THINNED;
    return inside(sampled.event())
        .map(law -> oneDirection ? new SampledLaw(law, rate) : new ThinnedLaw(law, rate));
  }

  @Override
  public Optional<LossLaw> sampledWithoutReplacement(SampledWithoutReplacement sampled) {
    if (this == REACHED) {
      // Below the true share, since a lower end is wanted.
      double share = (double) sampled.batch() / sampled.rows() * Rounding.QUOTIENT_DOWN;
      return inside(sampled.event()).map(law -> new SampledLaw(law, share));
    }
    double share = RoundUp.divide(RoundUp.fromLong(sampled.batch()), (double) sampled.rows());
    return inside(sampled.event())
        .map(law -> new WithoutReplacementLaw(law, Math.min(1, Math.nextUp(share))));
  }

  /** Empty: only its Rényi divergence is known. */
  @Override
  public Optional<LossLaw> selection(Selection selection) {
    return Optional.empty();
  }

  /**
   * Empty: none of the events costs at least as much as each other, or {@link Flattening} says so.
   */
  @Override
  public Optional<LossLaw> oneOf(OneOf choice) {
    return Optional.empty();
  }

  /** The law of what is done with a sample: of one release, or of Gaussian sums. */
  private Optional<LossLaw> inside(PrivacyEvent event) {
    FlatComposition inside = Flattening.inSample(event);
    if (inside.allGaussian()) {
      return Optional.of(new GaussianLaw(inside.gaussianMu()));
    }
    PrivacyEvent single = inside.single();
    return single == null ? Optional.empty() : single.fold(this);
  }
}
