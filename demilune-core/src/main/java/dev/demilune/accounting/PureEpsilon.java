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
import java.util.Map;

/**
 * The ε of events that are ε-DP, rounded up; infinity for the others.
 *
 * <p>On a sample that has the row with probability q it is ln(1 + q(e^ε - 1)) where a row is added
 * or removed, and for samples of fixed size where one whole row is replaced (Balle, Barthe and
 * Gaboardi 2018). For a Poisson sample and a replaced row or label it stays ε: see {@link
 * dev.demilune.accounting.pld.ThinnedLaw}. For a selection see {@link
 * dev.demilune.accounting.renyi.SelectionCurves}.
 */
final class PureEpsilon implements ReleaseFold<Double> {

  private PureEpsilon() {}

  static double of(PrivacyEvent release) {
    return release.fold(new PureEpsilon());
  }

  @Override
  public Double gaussianSum(GaussianSum sum) {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  public Double discreteGaussianSum(DiscreteGaussianSum sum) {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  public Double discreteGaussianCount(DiscreteGaussianCount count) {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  public Double laplace(Laplace laplace) {
    return RoundUp.divide(1, laplace.noiseMultiplier());
  }

  @Override
  public Double discreteLaplace(DiscreteLaplace laplace) {
    return RoundUp.divide(RoundUp.fromLong(laplace.sensitivity()), laplace.scale());
  }

  @Override
  public Double randomizedResponse(RandomizedResponse response) {
    return response.epsilon();
  }

  @Override
  public Double exponentialChoice(ExponentialChoice choice) {
    return choice.epsilon();
  }

  @Override
  public Double pure(Pure pure) {
    return pure.epsilon();
  }

  @Override
  public Double approximate(Approximate approximate) {
    // any δ above 0 is not pure
    return approximate.delta() == 0 ? approximate.epsilon() : Double.POSITIVE_INFINITY;
  }

  @Override
  public Double poissonSampled(PoissonSampled sampled) {
    double inner = ofAll(sampled.event());
    return sampled.adjacency().addsOrRemoves()
        ? amplified(inner, sampled.rate())
        : inner; // no amplification for a replaced row, see ThinnedLaw
  }

  @Override
  public Double sampledWithoutReplacement(SampledWithoutReplacement sampled) {
    double share = RoundUp.divide(RoundUp.fromLong(sampled.batch()), (double) sampled.rows());
    return amplified(ofAll(sampled.event()), share);
  }

  @Override
  public Double selection(Selection selection) {
    double run = ofAll(selection.event());
    double best =
        selection
            .repetitions()
            .fold(
                binomial -> run * (2 + binomial.eta()), // the limits κ, λ → ∞ in SelectionCurves
                poisson -> run + poisson.mean() * Math.tanh(run / 2));
    return best * Rounding.CALLS_UP;
  }

  @Override
  public Double oneOf(OneOf choice) {
    // whichever it is, this ε holds
    return choice.events().stream().mapToDouble(PureEpsilon::ofAll).max().orElseThrow();
  }

  /** The sum over all releases. */
  static double of(FlatComposition releases) {
    double sum = 0;
    for (Map.Entry<PrivacyEvent, Long> entry : releases.times().entrySet()) {
      sum =
          RoundUp.add(
              sum, RoundUp.multiply(of(entry.getKey()), RoundUp.fromLong(entry.getValue())));
    }
    return sum;
  }

  /** The largest sum over the choices of parallel parts. */
  static double ofAll(PrivacyEvent event) {
    return Flattening.of(event).stream().mapToDouble(PureEpsilon::of).max().orElseThrow();
  }

  private static double amplified(double epsilon, double rate) {
    if (epsilon > 700) { // e^ε may be no double: ln(1 + q(e^ε - 1)) ≤ ε
      return epsilon;
    }
    // rounds up; ε itself always holds
    return Math.min(epsilon, Math.log1p(rate * Math.expm1(epsilon)) * Rounding.CALLS_UP);
  }
}
