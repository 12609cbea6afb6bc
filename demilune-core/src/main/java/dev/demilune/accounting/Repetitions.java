// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.internal.Check;
import java.util.function.Function;

/**
 * The law of how many runs a private selection makes. The number drawn must stay secret.
 *
 * <p><b>Source.</b> Papernot and Steinke, ICLR 2022.
 */
public sealed interface Repetitions {

  /** Answers a question about the law: calls the function that is for its kind. */
  <R> R fold(Function<NegativeBinomial, R> ofNegativeBinomial, Function<PoissonRuns, R> ofPoisson);

  /**
   * The truncated negative binomial law: P(K = k) proportional to (1-γ)^k Γ(k + η)/(k! Γ(η)) for k
   * ≥ 1. η = 1 is the geometric law, η = 0 the logarithmic one. At least one run is made.
   */
  record NegativeBinomial(double eta, double gamma) implements Repetitions {
    public NegativeBinomial {
      if (!(eta > -1 && eta < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("eta must be finite and > -1, got " + eta);
      }
      if (!(gamma > 0 && gamma < 1)) {
        throw new IllegalArgumentException("gamma must be above 0 and below 1, got " + gamma);
      }
    }

    @Override
    public <R> R fold(
        Function<NegativeBinomial, R> ofNegativeBinomial, Function<PoissonRuns, R> ofPoisson) {
      return ofNegativeBinomial.apply(this);
    }

    @Override
    public String toString() {
      return "a truncated negative binomial number of runs, η = " + eta + ", γ = " + gamma;
    }
  }

  /** The Poisson law. When it gives no run, nothing but a constant is released. */
  record PoissonRuns(double mean) implements Repetitions {
    public PoissonRuns {
      Check.positive("mean", mean);
    }

    @Override
    public <R> R fold(
        Function<NegativeBinomial, R> ofNegativeBinomial, Function<PoissonRuns, R> ofPoisson) {
      return ofPoisson.apply(this);
    }

    @Override
    public String toString() {
      return "a Poisson number of runs, mean " + mean;
    }
  }
}
