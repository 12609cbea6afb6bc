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
import dev.demilune.privacy.Adjacency;
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
final class RenyiCurves {

  private RenyiCurves() {}

  /** The sum over all releases. */
  static Optional<RenyiCurve> of(Releases releases) {
    double gaussian = releases.gaussianMuSquared();
    List<RenyiCurve> curves = new ArrayList<>();
    List<Double> factors = new ArrayList<>();
    for (Map.Entry<PrivacyEvent, Long> entry : releases.times().entrySet()) {
      if (entry.getKey() instanceof GaussianSum) {
        continue;
      }
      Optional<RenyiCurve> curve = of(entry.getKey());
      if (curve.isEmpty()) {
        return Optional.empty();
      }
      curves.add(curve.get());
      factors.add(Up.fromLong(entry.getValue()));
    }
    return Optional.of(
        order -> {
          double sum = Up.multiply(order / 2, gaussian);
          for (int i = 0; i < curves.size(); i++) {
            sum = Up.add(sum, Up.multiply(curves.get(i).at(order), factors.get(i)));
          }
          return sum;
        });
  }

  /** The largest over the events, and over the choices of their parallel parts, at each order. */
  private static Optional<RenyiCurve> ofAll(List<PrivacyEvent> events) {
    List<RenyiCurve> curves = new ArrayList<>();
    for (Releases choice : events.stream().flatMap(event -> Choices.of(event).stream()).toList()) {
      Optional<RenyiCurve> curve = of(choice);
      if (curve.isEmpty()) {
        return Optional.empty();
      }
      curves.add(curve.get());
    }
    return Optional.of(
        order -> curves.stream().mapToDouble(curve -> curve.at(order)).max().orElseThrow());
  }

  private static Optional<RenyiCurve> of(PrivacyEvent release) {
    if (release instanceof DiscreteGaussianSum sum) {
      return Optional.of(concentrated(Up.divide(1, sum.noiseMultiplier())));
    }
    if (release instanceof DiscreteGaussianCount count) {
      return Optional.of(concentrated(Up.divide(Up.fromLong(count.sensitivity()), count.sigma())));
    }
    if (release instanceof Laplace laplace) {
      return Optional.of(PureCurves.laplace(Up.divide(1, laplace.noiseMultiplier())));
    }
    if (release instanceof DiscreteLaplace laplace) {
      return Optional.of(PureCurves.discreteLaplace(laplace.scale(), laplace.sensitivity()));
    }
    if (release instanceof RandomizedResponse response) {
      return Optional.of(PureCurves.response(response.epsilon(), response.categories()));
    }
    if (release instanceof ExponentialChoice choice) {
      return Optional.of(PureCurves.boundedRange(choice.epsilon()));
    }
    if (release instanceof Pure pure) {
      return Optional.of(PureCurves.pure(pure.epsilon()));
    }
    if (release instanceof Approximate approximate) {
      return approximate.delta() == 0
          ? Optional.of(PureCurves.pure(approximate.epsilon()))
          : Optional.empty();
    }
    if (release instanceof PoissonSampled sampled) {
      Releases inside = Choices.of(sampled.event()).get(0);
      return inside.allGaussian()
          ? Optional.of(
              new GaussianSampleCurve(
                  inside.gaussianMu(),
                  sampled.rate(),
                  sampled.adjacency() != Adjacency.ADD_OR_REMOVE_ONE))
          : of(inside).map(inner -> RenyiCurve.sampled(inner, sampled.rate()));
    }
    if (release instanceof SampledWithoutReplacement sampled) {
      double share = Up.divide(Up.fromLong(sampled.batch()), (double) sampled.rows());
      return of(Choices.of(sampled.event()).get(0))
          .map(inner -> RenyiCurve.sampled(inner, Math.min(1, Math.nextUp(share))));
    }
    if (release instanceof Selection selection) {
      return ofAll(List.of(selection.event()))
          .map(run -> new SelectionCurve(run, PureEpsilon.of(selection), selection.repetitions()));
    }
    if (release instanceof OneOf choice) {
      return ofAll(choice.events());
    }
    throw new IllegalStateException("not a single release: " + release);
  }

  private static RenyiCurve concentrated(double mu) {
    double square = Up.multiply(mu, mu);
    return order -> Up.multiply(order / 2, square);
  }
}
