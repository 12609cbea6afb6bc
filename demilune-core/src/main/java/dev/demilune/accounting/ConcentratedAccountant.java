// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.numeric.Arguments;
import dev.demilune.accounting.numeric.Bisection;
import dev.demilune.accounting.numeric.Rounding;

/**
 * Zero-concentrated DP: ρ of all steps added up, converted to δ(ε).
 *
 * <p><b>Claim.</b> A ρ-zCDP event is (ε, {@code delta(ε)})-differentially private.
 *
 * <p><b>Proof.</b> Rényi DP of order α = 1 + v at level ρα gives δ = e^(v(ρα - ε)) (1 - 1/α)^α / v
 * for every v &gt; 0 (Canonne, Kamath and Steinke 2020, Proposition 12). Its logarithm is
 *
 * <pre>
 *   v(ρ(1 + v) - ε) - ln(1 + v) - v ln(1 + 1/v),
 * </pre>
 *
 * whose derivative ρ(1 + 2v) - ε - ln(1 + 1/v) increases with v, so the best v is found by
 * bisection. Any other v would be valid too: an error in v costs tightness, not validity. 16 times
 * the rounding unit of the terms' magnitudes is added to the logarithm. ∎
 *
 * <p><b>Relies on.</b> ρ = 1/(2z²) for discrete and continuous Gaussian sums of noise multiplier z
 * (Canonne, Kamath and Steinke 2020, Theorem 14; Bun and Steinke 2016, Proposition 1.6), ρ = ε²/2
 * for pure steps (Bun and Steinke 2016, Proposition 1.4), and that ρ adds up under adaptive
 * composition (there, Lemma 2.3).
 */
record ConcentratedAccountant(double rho) implements Accountant {

  static final double LARGEST_RHO = 1e8;

  ConcentratedAccountant {
    if (!(rho <= LARGEST_RHO)) { // written so that NaN fails too
      throw new DemiluneException(
          "the steps add up to ρ = "
              + rho
              + ", above "
              + LARGEST_RHO
              + ", which protects nobody: use more noise or fewer releases");
    }
  }

  @Override
  public String name() {
    return "zero-concentrated DP";
  }

  @Override
  public double epsilon(double delta) {
    Arguments.delta(delta);
    if (delta == 0) {
      return Double.POSITIVE_INFINITY;
    }
    // Passes at the upper end: δ at ε = 1e30 is below every positive double for ρ up to 1e8.
    return Bisection.smallest(0, 1e30, candidate -> delta(candidate) <= delta);
  }

  @Override
  public double delta(double epsilon) {
    Arguments.epsilon(epsilon);
    // The zero of the derivative, which increases; any v gives a valid bound.
    double v =
        Bisection.smallest(
            1e-30, 1e30, w -> rho * (1 + 2 * w) - epsilon - Math.log1p(1 / w) >= 0 || w >= 1e30);
    double gain = v * rho * (1 + v);
    double loss = v * epsilon;
    // log1p: accurate for tiny and for huge v
    double entropy = Math.log1p(v) + v * Math.log1p(1 / v);
    double error = 16 * Rounding.UNIT * (gain + loss + entropy);
    double bound = Math.exp(gain - loss - entropy + error);
    // Two doubles up for the exponential; MIN_NORMAL for what underflow took. NaN becomes 1.
    return bound < 1 ? Math.min(1, bound * Rounding.CALL_UP + Double.MIN_NORMAL) : 1;
  }
}
