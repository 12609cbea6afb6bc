// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

/**
 * The privacy loss of any step on a Poisson sample when one row is replaced, or relabeled.
 *
 * <p><b>Claim.</b> Let (A, B) dominate the step when one row is replaced. "With probability q the
 * pair (A, B), otherwise nothing" dominates the step on a sample of rate q.
 *
 * <p><b>Proof.</b> Given the other sampled rows, the output laws of the two neighbors are (1-q) R +
 * q A' and (1-q) R + q B', with R the law without the row in question. By (x + y)⁺ ≤ x⁺ + y⁺ their
 * divergence at α is at most q times that of (A', B') plus (1-q)(1-α)⁺, and that is the divergence
 * of the pair claimed. Averaging over the other rows does not raise it (joint convexity). ∎
 *
 * <p>Nothing is assumed of R: it may show that the row was not drawn. So only the probability of a
 * loss shrinks, not the loss. Gaussian sums have {@link ReplacedGaussianLaw}, which is better.
 */
public record ThinnedLaw(LossLaw inner, double rate) implements SymmetricLaw {

  @Override
  public double pAbove(double t) {
    return rate * inner.pAbove(t);
  }

  @Override
  public double qAbove(double t) {
    return rate * inner.qAbove(t);
  }

  @Override
  public Estimate above(double t) {
    // the rate is exact; the product's rounding is counted by times
    return inner.above(t).times(rate, 0);
  }

  @Override
  public double error(double t) {
    return inner.error(Math.abs(t)) + 0x1p-50;
  }

  @Override
  public double atZero() {
    return 1 - rate + rate * SymmetricLaw.atomAtZero(inner); // "otherwise nothing" has loss 0
  }

  @Override
  public double atInfinity() {
    return Math.max(0, Math.nextDown(rate * inner.atInfinity()));
  }

  @Override
  public boolean canBeInfinite() {
    return inner.canBeInfinite();
  }

  @Override
  public double highest() {
    return inner.highest();
  }

  @Override
  public double lattice() {
    return inner.lattice();
  }
}
