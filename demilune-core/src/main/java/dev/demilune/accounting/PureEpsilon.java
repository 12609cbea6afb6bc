// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.accounting.PrivacyEvent.Approximate;
import dev.demilune.accounting.PrivacyEvent.DiscreteLaplace;
import dev.demilune.accounting.PrivacyEvent.ExponentialChoice;
import dev.demilune.accounting.PrivacyEvent.Laplace;
import dev.demilune.accounting.PrivacyEvent.OneOf;
import dev.demilune.accounting.PrivacyEvent.PoissonSampled;
import dev.demilune.accounting.PrivacyEvent.Pure;
import dev.demilune.accounting.PrivacyEvent.RandomizedResponse;
import dev.demilune.accounting.PrivacyEvent.SampledWithoutReplacement;
import dev.demilune.accounting.PrivacyEvent.Selection;
import dev.demilune.accounting.Repetitions.NegativeBinomial;
import dev.demilune.accounting.Repetitions.PoissonRuns;
import dev.demilune.privacy.Adjacency;
import java.util.Map;

/**
 * The ε of events that are ε-DP, rounded up; infinity for the others.
 *
 * <p>On a sample that has the row with probability q it is ln(1 + q(e^ε - 1)) where a row is added
 * or removed, and for samples of fixed size where one whole row is replaced (Balle, Barthe and
 * Gaboardi 2018). For a Poisson sample and a replaced row or label it stays ε: see {@link
 * ThinnedLaw}. For a selection see {@link SelectionCurve}.
 */
final class PureEpsilon {

  /** Covers the roundings of a few exponentials and logarithms. */
  private static final double SLACK = 1 + 0x1p-48;

  private PureEpsilon() {}

  static double of(PrivacyEvent release) {
    if (release instanceof Pure pure) {
      return pure.epsilon();
    }
    if (release instanceof Laplace laplace) {
      return Up.divide(1, laplace.noiseMultiplier());
    }
    if (release instanceof DiscreteLaplace laplace) {
      return Up.divide(Up.fromLong(laplace.sensitivity()), laplace.scale());
    }
    if (release instanceof RandomizedResponse response) {
      return response.epsilon();
    }
    if (release instanceof ExponentialChoice choice) {
      return choice.epsilon();
    }
    if (release instanceof Approximate approximate && approximate.delta() == 0) {
      return approximate.epsilon();
    }
    if (release instanceof PoissonSampled sampled) {
      double inner = ofAll(sampled.event());
      return sampled.adjacency() == Adjacency.ADD_OR_REMOVE_ONE
          ? amplified(inner, sampled.rate())
          : inner;
    }
    if (release instanceof SampledWithoutReplacement sampled) {
      return amplified(
          ofAll(sampled.event()), Up.divide(Up.fromLong(sampled.batch()), (double) sampled.rows()));
    }
    if (release instanceof Selection selection) {
      return selected(ofAll(selection.event()), selection.repetitions());
    }
    if (release instanceof OneOf choice) {
      return choice.events().stream().mapToDouble(PureEpsilon::ofAll).max().orElseThrow();
    }
    return Double.POSITIVE_INFINITY;
  }

  /** The sum over all releases. */
  static double of(Releases releases) {
    double sum = 0;
    for (Map.Entry<PrivacyEvent, Long> entry : releases.times().entrySet()) {
      sum = Up.add(sum, Up.multiply(of(entry.getKey()), Up.fromLong(entry.getValue())));
    }
    return sum;
  }

  /** The largest sum over the choices of parallel parts. */
  static double ofAll(PrivacyEvent event) {
    return Choices.of(event).stream().mapToDouble(PureEpsilon::of).max().orElseThrow();
  }

  private static double amplified(double epsilon, double rate) {
    if (epsilon > 700) { // e^ε may be no double: ln(1 + q(e^ε - 1)) ≤ ε
      return epsilon;
    }
    return Math.min(epsilon, Math.log1p(rate * Math.expm1(epsilon)) * SLACK);
  }

  private static double selected(double epsilon, Repetitions repetitions) {
    if (repetitions instanceof NegativeBinomial binomial) {
      return epsilon * (2 + binomial.eta()) * SLACK;
    }
    double mean = ((PoissonRuns) repetitions).mean();
    return (epsilon + mean * Math.tanh(epsilon / 2)) * SLACK;
  }
}
