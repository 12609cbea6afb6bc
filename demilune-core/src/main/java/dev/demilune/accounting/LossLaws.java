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
import java.util.Optional;

/** The law of the privacy loss of one release; empty where none is known. */
enum LossLaws implements ReleaseFold<Optional<LossLaws.Loss>> {

  /** A law that dominates every mechanism which the release describes. */
  DOMINATING,

  /**
   * A law that some such mechanism has. It differs from the dominating one in three cases. Of
   * mechanisms of bounded range ε, randomized response at ε/2 is one. A sample of fixed size
   * reaches what its law promises in one direction at a time: let the output depend on the row
   * concerned alone. And randomized response on a Poisson sample, where a row is replaced, has no
   * output that says "not drawn": the mechanism may treat one of the two rows as if it were not
   * drawn.
   */
  REACHED;

  /**
   * The law of a loss.
   *
   * @param oneWay whether it is only the direction from "with the row" to "without"; the other
   *     direction has its mirror image
   */
  record Loss(LossLaw law, boolean oneWay) {}

  private static Optional<Loss> bothWays(LossLaw law) {
    return Optional.of(new Loss(law, false));
  }

  private static Optional<Loss> oneWay(LossLaw law) {
    return Optional.of(new Loss(law, true));
  }

  @Override
  public Optional<Loss> gaussianSum(GaussianSum sum) {
    return bothWays(new GaussianLaw(FlatComposition.of(sum).gaussianMu())); // 1/z rounded up
  }

  /** Empty: its worst case is not known, only its Rényi divergence. */
  @Override
  public Optional<Loss> discreteGaussianSum(DiscreteGaussianSum sum) {
    return Optional.empty();
  }

  @Override
  public Optional<Loss> discreteGaussianCount(DiscreteGaussianCount count) {
    return count.sigma() <= DiscreteGaussianLaw.LARGEST_SIGMA
        ? bothWays(new DiscreteGaussianLaw(count.sigma(), count.sensitivity()))
        : Optional.empty();
  }

  @Override
  public Optional<Loss> laplace(Laplace laplace) {
    return bothWays(LaplaceLaw.of(laplace.noiseMultiplier()));
  }

  @Override
  public Optional<Loss> discreteLaplace(DiscreteLaplace laplace) {
    return bothWays(new DiscreteLaplaceLaw(laplace.scale(), laplace.sensitivity()));
  }

  @Override
  public Optional<Loss> randomizedResponse(RandomizedResponse response) {
    return bothWays(new ResponseLaw(response.epsilon(), response.categories(), 0));
  }

  @Override
  public Optional<Loss> exponentialChoice(ExponentialChoice choice) {
    return bothWays(
        this == DOMINATING
            ? new BoundedRangeLaw(choice.epsilon())
            : ResponseLaw.pure(choice.epsilon() / 2));
  }

  @Override
  public Optional<Loss> pure(Pure pure) {
    return bothWays(ResponseLaw.pure(pure.epsilon()));
  }

  @Override
  public Optional<Loss> approximate(Approximate approximate) {
    return bothWays(new ResponseLaw(approximate.epsilon(), 2, approximate.delta()));
  }

  @Override
  public Optional<Loss> poissonSampled(PoissonSampled sampled) {
    double rate = sampled.rate();
    if (sampled.adjacency().addsOrRemoves()) {
      // adding a row has the mirror image
      return inside(sampled.event()).flatMap(law -> oneWay(new SampledLaw(law, rate)));
    }
    FlatComposition inside = Flattening.inSample(sampled.event());
    if (inside.allGaussian()) {
      // μ counts twice a contribution's length in units of the noise (see PoissonSampled), m once.
      return bothWays(new ReplacedGaussianLaw(RoundUp.divide(inside.gaussianMu(), 2), rate));
    }
    boolean reachedOneWay = this == REACHED && Tightness.of(sampled) == Tightness.THINNED;
    return inside(sampled.event())
        .flatMap(
            law ->
                reachedOneWay
                    ? oneWay(new SampledLaw(law, rate))
                    : bothWays(new ThinnedLaw(law, rate)));
  }

  @Override
  public Optional<Loss> sampledWithoutReplacement(SampledWithoutReplacement sampled) {
    if (this == REACHED) {
      // Below the true share, since a lower end is wanted.
      double share = (double) sampled.batch() / sampled.rows() * Rounding.QUOTIENT_DOWN;
      return inside(sampled.event()).flatMap(law -> oneWay(new SampledLaw(law, share)));
    }
    // The number of rows may round up in its conversion; nextUp below covers that.
    double share = RoundUp.divide(RoundUp.fromLong(sampled.batch()), (double) sampled.rows());
    return inside(sampled.event())
        .flatMap(law -> bothWays(new WithoutReplacementLaw(law, Math.min(1, Math.nextUp(share)))));
  }

  /** Empty: only its Rényi divergence is known. */
  @Override
  public Optional<Loss> selection(Selection selection) {
    return Optional.empty();
  }

  /**
   * Empty: if one of the events covered the others, {@link Flattening} would have kept it alone.
   */
  @Override
  public Optional<Loss> oneOf(OneOf choice) {
    return Optional.empty();
  }

  /**
   * The law of what is done with a sample: of one release, or of Gaussian sums. Of a sample of
   * fixed size inside another one, no law that is reached is known.
   */
  private Optional<LossLaw> inside(PrivacyEvent event) {
    FlatComposition inside = Flattening.inSample(event);
    if (inside.allGaussian()) {
      return Optional.of(new GaussianLaw(inside.gaussianMu()));
    }
    PrivacyEvent single = inside.single();
    boolean unknown =
        single == null || (this == REACHED && single instanceof SampledWithoutReplacement);
    return unknown ? Optional.empty() : single.fold(this).map(Loss::law);
  }
}
