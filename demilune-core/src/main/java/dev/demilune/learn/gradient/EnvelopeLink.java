// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.internal.NegativeExp;

/**
 * Any loss of a margin, smoothed by its Moreau envelope.
 *
 * <p><b>Claim.</b> As {@link MarginLink} says, for every loss, also one that breaks its promises.
 *
 * <p><b>Proof.</b> Let s be the {@link SlopeTable}. Two classes: the loss is ℓ(y⟨w,z⟩) with ℓ' = s,
 * |s| ≤ L and 0 ≤ s' ≤ β, which carries over to w by the chain rule with |z| ≤ 1. More classes: let
 * m(S) = S_y - τ ln Σ_{k≠y} exp(S_k/τ), the margin over a smoothed maximum of the rivals' scores.
 * It is concave; its gradient is e_y - p, p a probability vector over the rivals, of length at most
 * √2; its Hessian is -(diag p - pp')/τ, of norm at most 1/(2τ). The table is made for β/4 and its
 * slopes are lowered to zero where they are positive, which keeps them nondecreasing, within L and
 * β/4-Lipschitz. So ℓ does not increase, ℓ(m(S)) is convex, its gradient has length at most √2·L,
 * and its Hessian has norm at most 2β/4 + L/(2τ) = β for τ = L/β. Gradients of convex functions
 * that are β-Lipschitz are co-coercive, so steps of up to 2/β do not increase a distance (Hardt,
 * Recht and Singer 2016, Lemma 3.6). ∎
 */
final class EnvelopeLink implements MarginLink {

  private final SlopeTable table;
  private final double temperature;
  private final int classes;

  /**
   * @param smoothness β
   */
  EnvelopeLink(DeclaredLoss loss, double margin, double smoothness, int classes) {
    this.table = new SlopeTable(loss, margin, classes == 2 ? smoothness : smoothness / 4);
    this.temperature = loss.lipschitz() / margin / smoothness;
    this.classes = classes;
  }

  @Override
  public void gradient(int label, double[] scores, double[] into) {
    if (classes == 2) {
      double sign = label == 1 ? 1 : -1;
      into[0] = sign * table.slope(sign * scores[0]);
      return;
    }
    double top = scores[Loss.strongestRival(label, scores)];
    double sum = 0;
    for (int k = 0; k < classes; k++) {
      into[k] = k == label ? 0 : NegativeExp.of((scores[k] - top) / temperature);
      sum += into[k];
    }
    double margin = scores[label] - top - temperature * StrictMath.log(sum);
    double slope = Math.min(0, table.slope(margin));
    for (int k = 0; k < classes; k++) {
      into[k] = k == label ? slope : -slope * into[k] / sum;
    }
  }
}
