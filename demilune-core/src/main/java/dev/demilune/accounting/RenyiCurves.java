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
import dev.demilune.accounting.renyi.GaussianSampleCurve;
import dev.demilune.accounting.renyi.PureCurves;
import dev.demilune.accounting.renyi.RenyiCurve;
import dev.demilune.accounting.renyi.SelectionCurves;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The Rényi divergence of every kind of event; empty where an (ε, δ)-DP step makes it infinite.
 *
 * <p>Gaussian noise of multiplier z, continuous or discrete, has α/2z² (Mironov 2017; Canonne,
 * Kamath and Steinke 2020). The other releases are in {@link PureCurves}, the samples of Gaussian
 * sums in {@link GaussianSampleCurve}, all other samples in {@link RenyiCurve#sampled}.
 */
final class RenyiCurves implements ReleaseFold<Optional<RenyiCurve>> {

  private RenyiCurves() {}

  /** The sum over all releases. */
  static Optional<RenyiCurve> of(FlatComposition releases) {
    double gaussian = releases.gaussianMuSquared();
    List<RenyiCurve> curves = new ArrayList<>();
    List<Double> factors = new ArrayList<>();
    for (Map.Entry<PrivacyEvent, Long> entry : releases.times().entrySet()) {
      if (entry.getKey() instanceof GaussianSum) {
        continue; // their μ² is the first term of the sum
      }
      Optional<RenyiCurve> curve = entry.getKey().fold(new RenyiCurves());
      if (curve.isEmpty()) {
        return Optional.empty(); // one infinite divergence makes the sum infinite
      }
      curves.add(curve.get());
      factors.add(RoundUp.fromLong(entry.getValue()));
    }
    return Optional.of(
        order -> {
          double sum = RoundUp.multiply(order / 2, gaussian); // αμ²/2; order / 2 is exact
          for (int i = 0; i < curves.size(); i++) {
            sum = RoundUp.add(sum, RoundUp.multiply(curves.get(i).at(order), factors.get(i)));
          }
          return sum;
        });
  }

  /** The largest over the events, and over the choices of their parallel parts, at each order. */
  private static Optional<RenyiCurve> ofAll(List<PrivacyEvent> events) {
    List<RenyiCurve> curves = new ArrayList<>();
    for (FlatComposition choice :
        events.stream().flatMap(event -> Flattening.of(event).stream()).toList()) {
      Optional<RenyiCurve> curve = of(choice);
      if (curve.isEmpty()) {
        return Optional.empty();
      }
      curves.add(curve.get());
    }
    return Optional.of(
        order -> curves.stream().mapToDouble(curve -> curve.at(order)).max().orElseThrow());
  }

  @Override
  public Optional<RenyiCurve> gaussianSum(GaussianSum sum) {
    return Optional.of(concentrated(RoundUp.divide(1, sum.noiseMultiplier())));
  }

  @Override
  public Optional<RenyiCurve> discreteGaussianSum(DiscreteGaussianSum sum) {
    return Optional.of(concentrated(RoundUp.divide(1, sum.noiseMultiplier())));
  }

  @Override
  public Optional<RenyiCurve> discreteGaussianCount(DiscreteGaussianCount count) {
    return Optional.of(
        concentrated(RoundUp.divide(RoundUp.fromLong(count.sensitivity()), count.sigma())));
  }

  @Override
  public Optional<RenyiCurve> laplace(Laplace laplace) {
    return Optional.of(PureCurves.laplace(RoundUp.divide(1, laplace.noiseMultiplier())));
  }

  @Override
  public Optional<RenyiCurve> discreteLaplace(DiscreteLaplace laplace) {
    return Optional.of(PureCurves.discreteLaplace(laplace.scale(), laplace.sensitivity()));
  }

  @Override
  public Optional<RenyiCurve> randomizedResponse(RandomizedResponse response) {
    return Optional.of(PureCurves.response(response.epsilon(), response.categories()));
  }

  @Override
  public Optional<RenyiCurve> exponentialChoice(ExponentialChoice choice) {
    return Optional.of(PureCurves.boundedRange(choice.epsilon()));
  }

  @Override
  public Optional<RenyiCurve> pure(Pure pure) {
    return Optional.of(PureCurves.pure(pure.epsilon()));
  }

  @Override
  public Optional<RenyiCurve> approximate(Approximate approximate) {
    return approximate.delta() == 0
        ? Optional.of(PureCurves.pure(approximate.epsilon()))
        : Optional.empty();
  }

  @Override
  public Optional<RenyiCurve> poissonSampled(PoissonSampled sampled) {
    FlatComposition inside = Flattening.inSample(sampled.event());
    return inside.allGaussian()
        ? Optional.of(
            new GaussianSampleCurve(
                inside.gaussianMu(),
                sampled.rate(),
                // replaced rows and labels alike
                !sampled.adjacency().addsOrRemoves()))
        // holds under every adjacency
        : of(inside).map(inner -> RenyiCurve.sampled(inner, sampled.rate()));
  }

  @Override
  public Optional<RenyiCurve> sampledWithoutReplacement(SampledWithoutReplacement sampled) {
    double share = RoundUp.divide(RoundUp.fromLong(sampled.batch()), (double) sampled.rows());
    return of(Flattening.inSample(sampled.event()))
        .map(inner -> RenyiCurve.sampled(inner, Math.min(1, Math.nextUp(share))));
  }

  @Override
  public Optional<RenyiCurve> selection(Selection selection) {
    double pureEpsilon = PureEpsilon.of(selection);
    return ofAll(List.of(selection.event()))
        .map(
            run ->
                selection
                    .repetitions()
                    .fold(
                        law ->
                            SelectionCurves.negativeBinomial(
                                run, pureEpsilon, law.eta(), law.gamma()),
                        law -> SelectionCurves.poisson(run, pureEpsilon, law.mean())));
  }

  @Override
  public Optional<RenyiCurve> oneOf(OneOf choice) {
    return ofAll(choice.events());
  }

  private static RenyiCurve concentrated(double mu) {
    double square = RoundUp.multiply(mu, mu);
    return order -> RoundUp.multiply(order / 2, square);
  }
}
