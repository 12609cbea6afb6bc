// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.numeric.Arguments;
import dev.demilune.accounting.numeric.Rounding;

/**
 * Basic composition of pure steps: their ε add up.
 *
 * <p><b>Claim.</b> ε₀-DP implies (ε, (e^ε₀ - e^ε)/(1 + e^ε₀))-DP for ε ≤ ε₀.
 *
 * <p><b>Proof.</b> Every pair of ε₀-close distributions is a post-processing of randomized response
 * with ratio e^ε₀ (Kairouz, Oh and Viswanath 2015, Theorem 5), for which the best set is the more
 * likely answer: δ = (e^ε₀ - e^ε)/(1 + e^ε₀). Solving for ε gives ε₀ + ln(1 - δ(1 + e^-ε₀)), or 0
 * if that is negative. ∎
 */
record PureAccountant(double totalEpsilon) implements Accountant {

  PureAccountant {
    if (!(totalEpsilon < Double.POSITIVE_INFINITY)) {
      throw new DemiluneException(
          "the pure steps add up to more ε than can be counted: use a smaller ε or fewer steps");
    }
  }

  @Override
  public String name() {
    return "basic composition";
  }

  @Override
  public double epsilon(double delta) {
    Arguments.delta(delta);
    if (delta == 0) {
      return totalEpsilon;
    }
    double factor = 1 - delta * (1 + Math.exp(-totalEpsilon));
    if (factor <= 0) { // δ is at least that of ε = 0
      return 0;
    }
    double gain = Math.log1p(-delta * (1 + Math.exp(-totalEpsilon)));
    // log1p is off by its own rounding and by that of its argument, magnified by 1/factor.
    double error = 8 * Rounding.UNIT * (totalEpsilon - gain + 2 / factor);
    // rounded up, but ε₀ always holds
    return Math.max(0, Math.min(totalEpsilon, totalEpsilon + gain + error));
  }

  @Override
  public double delta(double epsilon) {
    Arguments.epsilon(epsilon);
    if (epsilon >= totalEpsilon) {
      return 0;
    }
    // (1 - e^(ε - ε₀)) / (1 + e^-ε₀), which cannot overflow; eight doubles up for its roundings.
    double bound = -Math.expm1(epsilon - totalEpsilon) / (1 + Math.exp(-totalEpsilon));
    return Math.min(1, bound * (1 + 8 * 0x1p-52) + Double.MIN_NORMAL);
  }
}
