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

/** How close a mechanism comes to the law that dominates a release. */
enum Tightness {

  /** Some mechanism has the law; its composition is reached, too. */
  REACHED,

  /** Each point of the law's curve is reached, by another mechanism each. */
  POINTWISE,

  /** Randomized response on a Poisson sample with a row replaced: no point need be reached. */
  THINNED;

  static Tightness of(PrivacyEvent release) {
    return release.fold(new OfRelease());
  }

  /** The loosest of the releases inside a sample. */
  private static Tightness inside(PrivacyEvent event) {
    return Flattening.inSample(event).times().keySet().stream()
        .map(Tightness::of)
        .max(Tightness::compareTo)
        .orElseThrow();
  }

  private static final class OfRelease implements ReleaseFold<Tightness> {

    @Override
    public Tightness gaussianSum(GaussianSum sum) {
      return REACHED;
    }

    @Override
    public Tightness discreteGaussianSum(DiscreteGaussianSum sum) {
      return REACHED;
    }

    @Override
    public Tightness discreteGaussianCount(DiscreteGaussianCount count) {
      return REACHED;
    }

    @Override
    public Tightness laplace(Laplace laplace) {
      return REACHED;
    }

    @Override
    public Tightness discreteLaplace(DiscreteLaplace laplace) {
      return REACHED;
    }

    @Override
    public Tightness randomizedResponse(RandomizedResponse response) {
      return REACHED;
    }

    @Override
    public Tightness exponentialChoice(ExponentialChoice choice) {
      return POINTWISE; // the supremum over u is reached at a different u for each t
    }

    @Override
    public Tightness pure(Pure pure) {
      return REACHED;
    }

    @Override
    public Tightness approximate(Approximate approximate) {
      return REACHED;
    }

    @Override
    public Tightness poissonSampled(PoissonSampled sampled) {
      if (!sampled.adjacency().addsOrRemoves()
          && Flattening.inSample(sampled.event()).single() instanceof RandomizedResponse) {
        return THINNED;
      }
      return inside(sampled.event()) == REACHED ? REACHED : POINTWISE;
    }

    @Override
    public Tightness sampledWithoutReplacement(SampledWithoutReplacement sampled) {
      return inside(sampled.event()) == THINNED ? THINNED : POINTWISE;
    }

    @Override
    public Tightness selection(Selection selection) {
      return REACHED;
    }

    @Override
    public Tightness oneOf(OneOf choice) {
      return REACHED;
    }
  }
}
