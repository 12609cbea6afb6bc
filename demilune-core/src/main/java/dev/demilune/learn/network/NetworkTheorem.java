// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.network;

import java.util.Locale;

/**
 * The cover of networks in Theorem 5.1 of Bassily, Mohri and Suresh (2022), its constants derived
 * and its faults corrected: what the published algorithm would have to enumerate.
 *
 * <p>A network has L layers without biases, rectified in between; the norms of its matrices are at
 * most Λ, its rows in the unit ball. In front of each layer is a matrix Φ of k random signs ±1/√k
 * for each input, and the exponential mechanism chooses from a cover of the matrices behind them.
 *
 * <p><b>Directions.</b> For two fixed unit vectors, |⟨Φu, Φz⟩ - ⟨u, z⟩| is at most τ if the squared
 * norms of u + z and u - z are kept within a factor 1 ± τ, by the parallelogram law, which fails
 * with probability at most 4·exp(-k(τ²/4 - τ³/6)). Applied to the columns of W this is ‖WᵀΦᵀΦz -
 * Wᵀz‖ ≤ τ‖W‖‖z‖. Let Γ_j be the distance of the networks W and ΦᵀΦW after layer j. Then Γ_1 ≤ τΛ
 * and Γ_j ≤ τΛ^j + (1 + τ)Λ·Γ_(j-1), so Γ_L ≤ Λ^L((1 + τ)^L - 1) by induction, which is ρ/2 for τ =
 * (1 + ρ/(2Λ^L))^(1/L) - 1. The events, for N columns at most, m rows and L layers: two products
 * for each column and row, the norm of each column, and two norms for each row. A layer of fewer
 * than k inputs is left as it is, which only makes Γ smaller.
 *
 * <p><b>Cover.</b> With γ = ρ/(10(4Λ)^(L-1)), networks whose matrices are within γ/√L of each
 * other, norms up to 2Λ, differ by at most 2√2·γ(4Λ)^(L-1), which is below ρ/2. A ball of radius 2Λ
 * in n dimensions has such a cover of (1 + 4Λ√L/γ)^n points. So some member of the cover
 * misclassifies no more rows than the best network at margin ρ.
 *
 * <p>Printed otherwise: 2τ in place of (1 + τ)^L - 1 for L = 2, a constant 10 in k that must exceed
 * 16, the exponent kN for all layers together, and logarithms without N.
 *
 * @param depth L, the last layer included
 * @param units N, of a hidden layer
 * @param features of a row
 * @param outputs of the last layer
 * @param norm Λ
 * @param margin ρ
 * @param rows m
 */
record NetworkTheorem(
    int depth, int units, int features, int outputs, double norm, double margin, double rows) {

  /** Of the projections to fail, for some row. */
  private static final double FAILURE = 0.05;

  /** τ: how far products may be off. */
  double distortion() {
    double relative = margin / (2 * Math.pow(norm, depth));
    return Math.min(1, Math.expm1(Math.log1p(relative) / depth));
  }

  /** k: how many random directions keep all products of rows and columns within τ. */
  double directions() {
    double tau = distortion();
    double columns = Math.max(units, outputs);
    double events = depth * (rows * (8 * columns + 4) + 2 * columns);
    return Math.ceil(Math.log(events / FAILURE) / (tau * tau / 4 - tau * tau * tau / 6));
  }

  /** How many numbers the matrices of a network have behind the projections. */
  double numbers() {
    double k = directions();
    double sum = 0;
    for (int layer = 0; layer < depth; layer++) {
      double inputs = Math.min(k, layer == 0 ? features : units);
      sum += inputs * (layer < depth - 1 ? units : outputs);
    }
    return sum;
  }

  /** γ: how close the cover is to every network. */
  double radius() {
    return margin / (10 * Math.pow(4 * norm, depth - 1));
  }

  /** The natural logarithm of the cover's size. */
  double logSize() {
    return numbers() * Math.log1p(4 * norm * Math.sqrt(depth) / radius());
  }

  /** Says how large the cover is. */
  String text() {
    return String.format(
        Locale.ROOT,
        "for a margin of %.3g and Λ = %.3g: %.2g directions, a cover of 10^%.3g networks (Bassily,"
            + " Mohri, Suresh 2022, Theorem 5.1, corrected)",
        margin,
        norm,
        directions(),
        logSize() / Math.log(10));
  }
}
