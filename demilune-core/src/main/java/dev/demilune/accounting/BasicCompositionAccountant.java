// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.numeric.Arguments;
import dev.demilune.accounting.numeric.RoundUp;

/**
 * Simple steps composed with steps of another kind: their ε and δ are added to those of the rest.
 *
 * <p><b>Claim.</b> If the other steps alone are (ε, δ)-DP, and the simple ones are (Eᵢ, Dᵢ)-DP with
 * sums E and D, all steps together, interleaved and adaptive or not, are (ε + E, δ + D)-DP.
 *
 * <p><b>Proof.</b> A step that is (Eᵢ, Dᵢ)-DP is, on both neighbors, a post-processing of a pair
 * that is distinguished with probability Dᵢ and otherwise has a likelihood ratio of at most e^Eᵢ
 * (Kairouz, Oh and Viswanath 2015). Some pair is distinguished with probability at most D. Given
 * that, write the likelihood of a whole transcript as P = P₁P₂ on one table and Q = Q₁Q₂ on its
 * neighbor, index 1 collecting the conditional likelihoods of the other steps, 2 those of the
 * simple ones. Q₂ ≥ e^-E P₂ at every transcript, so ∫(P - e^(ε+E) Q)⁺ ≤ ∫(P₁P₂ - e^ε Q₁P₂)⁺. The
 * right side compares two runs whose simple steps behave alike; these are then post-processing, and
 * it is at most δ. (With no other steps: ε = δ = 0.) ∎
 */
record BasicCompositionAccountant(double simpleEpsilon, double simpleDelta, Accountant rest)
    implements Accountant {

  BasicCompositionAccountant {
    if (!(simpleEpsilon < Double.POSITIVE_INFINITY)) {
      throw new DemiluneException(
          "the pure steps add up to more ε than can be counted: use a smaller ε or fewer steps");
    }
  }

  @Override
  public String name() {
    return beside(rest.name());
  }

  @Override
  public String nameAt(double delta) {
    return beside(rest.nameAt(left(delta)));
  }

  @Override
  public String nameAtEpsilon(double epsilon) {
    return beside(rest.nameAtEpsilon(leftOfEpsilon(epsilon)));
  }

  /** Without other steps, the rest is a pure accountant with ε = 0. */
  private String beside(String others) {
    return rest instanceof PureAccountant
        ? "basic composition"
        : others + " plus basic composition of the simple steps";
  }

  @Override
  public double epsilon(double delta) {
    Arguments.delta(delta);
    return delta < simpleDelta // the simple steps alone need more δ than there is
        ? Double.POSITIVE_INFINITY
        : RoundUp.add(simpleEpsilon, rest.epsilon(left(delta)));
  }

  @Override
  public double delta(double epsilon) {
    Arguments.epsilon(epsilon);
    if (epsilon < simpleEpsilon) { // likewise for ε: only the trivial δ is proved
      return 1;
    }
    return Math.min(1, RoundUp.add(rest.delta(leftOfEpsilon(epsilon)), simpleDelta));
  }

  /** What is left of ε for the rest; rounded down, since a smaller ε has a larger δ; at least 0. */
  private double leftOfEpsilon(double epsilon) {
    return Math.max(0, Math.nextDown(epsilon - simpleEpsilon));
  }

  /** What is left of δ for the rest, rounded down; at least 0. */
  private double left(double delta) {
    // Without a simple δ nothing is subtracted, so nothing needs to be rounded down.
    return simpleDelta == 0 ? delta : Math.max(0, Math.nextDown(delta - simpleDelta));
  }
}
