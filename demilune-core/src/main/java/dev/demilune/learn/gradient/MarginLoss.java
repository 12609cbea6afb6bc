// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

/**
 * A convex loss φ of a row's margin t = y⟨w, x⟩/ρ, for {@link MarginErm#withLoss}: one is the
 * margin that rows are expected to keep, zero the boundary.
 *
 * <p>{@link StandardLoss} has the usual ones. One's own needs its slope and two constants:
 *
 * <pre>{@code
 * MarginLoss own = new MarginLoss() {
 *   public String name() { return "pseudo-huber"; }
 *   public double slope(double t) { return t >= 1 ? 0 : (t - 1) / Math.sqrt(1 + (t - 1) * (t - 1)); }
 *   public double lipschitz() { return 1; }
 *   public double smoothness() { return 1; }
 * };
 * }</pre>
 *
 * <p><b>Privacy does not rest on what this code returns.</b> The two constants are read once, and
 * the slope is read at points that depend on public and released numbers only: {@link SlopeTable}
 * forces what it finds into the declared constants and proves that. A loss that is not convex, or
 * whose constants are wrong, is trained with another loss than the one that was meant, and with the
 * same guarantee. It is never called with a score of a row.
 */
public interface MarginLoss {

  /** Returns what a certificate calls it. */
  String name();

  /**
   * Returns the derivative of the loss, or any subgradient, at a margin. More than two classes use
   * its negative part only.
   */
  double slope(double margin);

  /** Returns a bound on the absolute slope: from 1e-6 to 1e6. */
  double lipschitz();

  /**
   * Returns a bound on the curvature, at least 1e-6; infinity if the loss has a kink. A loss that
   * is smooth enough as it is will not be smoothed.
   */
  default double smoothness() {
    return Double.POSITIVE_INFINITY;
  }
}
