// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

/**
 * A smoothed loss of margins: how a row's scores pull at the weights.
 *
 * <p><b>Contract</b>, which every implementation proves: for a row of length at most one the loss
 * is convex in the weights W, its gradient has length at most {@link #lipschitz}, and the gradient
 * is β-Lipschitz, β being the smoothness asked for. So a step W - η∇ with η ≤ 2/β never increases
 * the distance of two W.
 */
interface MarginLink {

  /** Writes the gradient in the scores; with two classes there is one score, of the second. */
  void gradient(int label, double[] scores, double[] into);

  /**
   * Returns the link of a loss.
   *
   * @param margin ρ
   * @param smoothness β; infinity is not allowed
   */
  static MarginLink of(DeclaredLoss loss, double margin, double smoothness, int classes) {
    return loss.loss() == StandardLoss.HINGE
        ? new HingeLink(margin, smoothness, classes)
        : new EnvelopeLink(loss, margin, smoothness, classes);
  }

  /** Returns the largest length of a gradient for a row of length one, rounded up. */
  static double lipschitz(DeclaredLoss loss, double margin, int classes) {
    return (classes == 2 ? 1 : Math.sqrt(2)) / margin * (1 + 0x1p-50) * loss.lipschitz();
  }
}
