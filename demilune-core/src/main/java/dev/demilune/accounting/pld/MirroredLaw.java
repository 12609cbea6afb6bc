// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import dev.demilune.accounting.numeric.Rounding;

/**
 * The privacy loss of the exchanged pair (Q, P): from the dataset without the person to the one
 * with.
 *
 * <p><b>Claim.</b> If (P, Q) dominates one direction of a step, (Q, P) dominates the other.
 *
 * <p><b>Proof.</b> The divergence of (Q', P') at e^t is e^t times that of (P', Q') at e^-t, plus 1
 * - e^t, for every pair; so the order between two pairs survives the exchange. ∎
 *
 * <p>The loss is -L: above(t) = e^t below(-t), and so on. Where e^t would overflow the bounds are
 * the trivial ones; {@link #of} avoids this for laws that are their own mirror images.
 */
public record MirroredLaw(LossLaw law) implements LossLaw {

  /** Above this t only the trivial bounds are given. */
  private static final double LARGE = 700;

  /** The law of the exchanged pair, in its simplest form. */
  public static LossLaw of(LossLaw law) {
    if (law instanceof SampledLaw sampled && sampled.rate() == 1) {
      return of(sampled.inner()); // all rows are sampled
    }
    // their own mirror images
    return law instanceof GaussianLaw || law instanceof SymmetricLaw ? law : new MirroredLaw(law);
  }

  @Override
  public double pAbove(double t) {
    return t > LARGE ? 0 : Math.exp(t) * law.qUpTo(-t);
  }

  @Override
  public double qAbove(double t) {
    return t > LARGE ? 0 : Math.exp(t) * law.pUpTo(-t);
  }

  @Override
  public double pUpTo(double t) {
    return Math.exp(t) * law.qAbove(-t);
  }

  @Override
  public double qUpTo(double t) {
    return Math.exp(t) * law.pAbove(-t);
  }

  @Override
  public double error(double t) {
    // 1: nothing is known of the masses
    return t > LARGE ? 1 : law.error(-t) + Rounding.EXPONENTIAL_ERROR;
  }

  @Override
  public Estimate above(double t) {
    return t > LARGE
        ? new Estimate(0, 1) // δ between 0 and 1, which is always true
        : law.below(-t).times(Math.exp(t), Rounding.EXPONENTIAL_ERROR);
  }

  @Override
  public Estimate below(double t) {
    return law.above(-t).times(Math.exp(t), Rounding.EXPONENTIAL_ERROR);
  }

  @Override
  public double atInfinity() {
    return 0; // Q's mass at a loss of minus infinity is not known here
  }

  @Override
  public boolean canBeInfinite() {
    return law.lowest() == Double.NEGATIVE_INFINITY; // may be, for all that is known here
  }

  @Override
  public double lowest() {
    return law.canBeInfinite() ? Double.NEGATIVE_INFINITY : -law.highest(); // ∞ becomes -∞
  }

  @Override
  public double highest() {
    return -law.lowest();
  }

  @Override
  public double lattice() {
    return law.lattice();
  }
}
