// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.internal.NegativeExp;

/**
 * The hinge loss of a margin, smoothed, in closed form.
 *
 * <p><b>Claim.</b> For a row of length at most one, the loss is convex in the weights W, its
 * gradient has length at most L = {@link MarginLink#lipschitz}, and the gradient is β-Lipschitz, β
 * being the smoothness asked for. So a step W - η∇ with η ≤ 2/β never increases the distance of two
 * W.
 *
 * <p><b>Proof.</b> Two classes: the loss is ℓ(y⟨w,z⟩), ℓ the envelope min_u h(u) + (β/2)(u - t)² of
 * h(t) = max(0, 1 - t/ρ). Its derivative is that of h at the minimiser: 0 for t ≥ ρ, -β(ρ - t)
 * where that is at least -1/ρ, and -1/ρ below; so |ℓ'| ≤ 1/ρ and 0 ≤ ℓ'' ≤ β, and both carry over
 * to w by the chain rule with |z| ≤ 1. More classes: the loss is τ ln Σ_k exp((s_k - s_y +
 * ρ[k≠y])/τ)/ρ at the scores s = Wz, with gradient (p - e_y)/ρ in s, p being a probability vector,
 * so its length is at most √2/ρ, and with Hessian (diag p - pp')/(τρ), whose norm is at most
 * 1/(2τρ) = β for τ = 1/(2ρβ). Gradients of convex functions with a β-Lipschitz gradient are
 * co-coercive, which gives the last sentence (Hardt, Recht and Singer 2016, Lemma 3.6). ∎
 */
final class HingeLink implements MarginLink {

  private final double margin;
  private final double smoothness;
  private final int classes;

  /**
   * @param margin ρ
   * @param smoothness β; infinity for the hinge itself is not allowed
   */
  HingeLink(double margin, double smoothness, int classes) {
    this.margin = margin;
    this.smoothness = smoothness;
    this.classes = classes;
  }

  @Override
  public void gradient(int label, double[] scores, double[] into) {
    if (classes == 2) {
      double sign = label == 1 ? 1 : -1;
      double lack = margin - sign * scores[0];
      into[0] = -sign * Math.max(0, Math.min(smoothness * lack, 1 / margin));
      return;
    }
    double temperature = 1 / (2 * margin * smoothness);
    double top = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < classes; k++) {
      into[k] = scores[k] + (k == label ? 0 : margin);
      top = Math.max(top, into[k]);
    }
    double sum = 0;
    for (int k = 0; k < classes; k++) {
      into[k] = NegativeExp.of((into[k] - top) / temperature);
      sum += into[k];
    }
    for (int k = 0; k < classes; k++) {
      into[k] = (into[k] / sum - (k == label ? 1 : 0)) / margin;
    }
  }
}
