// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.accounting.renyi.RenyiConversion;
import dev.demilune.accounting.renyi.RenyiCurve;

/** Rényi DP: divergences of all steps added up, and converted to (ε, δ) at the best real order. */
final class RenyiAccountant implements Accountant {

  private final Answers<Double> epsilons;
  private final Answers<Double> deltas;

  RenyiAccountant(RenyiCurve curve) {
    RenyiConversion conversion = new RenyiConversion(curve);
    this.epsilons = new Answers<>(conversion::epsilon);
    this.deltas = new Answers<>(conversion::delta);
  }

  @Override
  public String name() {
    return "Rényi DP";
  }

  @Override
  public double epsilon(double delta) {
    return epsilons.at(Arguments.delta(delta));
  }

  @Override
  public double delta(double epsilon) {
    return deltas.at(Arguments.epsilon(epsilon));
  }
}
