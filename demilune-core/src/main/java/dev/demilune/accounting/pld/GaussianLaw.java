// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import dev.demilune.accounting.numeric.Rounding;

/**
 * The privacy loss of one Gaussian sum with noise multiplier 1/μ: P = N(μ, 1) against Q = N(0, 1).
 *
 * <p><b>Claim.</b> It dominates both directions of a Gaussian sum under every adjacency, whatever
 * the dimension.
 *
 * <p><b>Proof.</b> Two neighboring sums differ by a vector of length at most μ standard deviations.
 * Along it the two output laws are one-dimensional normal laws, in all other directions they are
 * equal; exchanging P and Q is a reflection; and the divergence grows with the distance. ∎
 *
 * <p>L = μx - μ²/2 at the output x, so L &gt; t is x &gt; t/μ + μ/2.
 *
 * <p><b>Source.</b> Balle and Wang, ICML 2018; Dong, Roth and Su, JRSS B 84 (2022).
 */
public record GaussianLaw(double mu) implements LossLaw {

  private static final double U = Rounding.UNIT;

  public GaussianLaw {
    if (!(mu > 0 && mu <= GaussianProfile.LARGEST_MU)) { // written so that NaN fails too
      throw new IllegalArgumentException("mu must be in (0, 10,000], got " + mu);
    }
  }

  @Override
  public double pAbove(double t) {
    return NormalPair.tail(t / mu - mu / 2);
  }

  @Override
  public double qAbove(double t) {
    return NormalPair.scaledTail(t, t / mu + mu / 2); // e^t inside the exponential: no overflow
  }

  @Override
  public double pUpTo(double t) {
    return NormalPair.tail(mu / 2 - t / mu);
  }

  @Override
  public double qUpTo(double t) {
    return Math.exp(t) * NormalPair.tail(-mu / 2 - t / mu); // t ≤ 0: the factor is at most 1
  }

  @Override
  public double error(double t) {
    double x = Math.abs(t / mu) + mu / 2;
    // The threshold is off by 2ux, which changes a tail by (x + 1) times that, relatively.
    return NormalPair.tailError(t, x) + 2 * U * x * (x + 1) + 8 * U;
  }

  @Override
  public Estimate above(double t) {
    double shift = t / mu;
    // The threshold's quotient and difference round once each, by u of the two terms.
    return NormalPair.above(mu, shift - mu / 2, 2 * U * (shift + mu / 2));
  }

  @Override
  public Estimate below(double t) {
    return above(-t).times(Math.exp(t), 4 * U); // by the reflection
  }

  @Override
  public double atInfinity() {
    return 0;
  }

  @Override
  public double lowest() {
    return Double.NEGATIVE_INFINITY;
  }

  @Override
  public double highest() {
    return Double.POSITIVE_INFINITY;
  }
}
