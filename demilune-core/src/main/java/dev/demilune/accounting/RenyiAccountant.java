// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.accounting.renyi.RenyiConversion;
import dev.demilune.accounting.renyi.RenyiCurve;

/** Rényi DP: divergences of all steps added up, and converted to (ε, δ) at the best real order. */
final class RenyiAccountant implements Accountant {

  private final RenyiConversion conversion;

  RenyiAccountant(RenyiCurve curve) {
    this.conversion = new RenyiConversion(curve);
  }

  @Override
  public String name() {
    return "Rényi DP";
  }

  @Override
  public double epsilon(double delta) {
    return conversion.epsilon(Arguments.delta(delta));
  }

  @Override
  public double delta(double epsilon) {
    return conversion.delta(Arguments.epsilon(epsilon));
  }
}
