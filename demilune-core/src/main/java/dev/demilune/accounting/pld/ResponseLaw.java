// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

/**
 * The privacy loss of randomized response, and of the worst ε-DP and (ε, δ)-DP steps.
 *
 * <p><b>Claim.</b> With k categories and δ = 0 it is the loss of randomized response, both
 * directions; with k = 2 it dominates every (ε, δ)-DP step.
 *
 * <p><b>Proof.</b> Let the true answers be a and b. Answer a has loss ε, b has -ε, the k-2 others
 * 0; under P their probabilities are as e^ε : 1 : k-2. Exchanging a and b exchanges P and Q. For an
 * (ε, δ)-DP step the pair "with probability δ the dataset itself, otherwise randomized response on
 * two answers" has divergence δ + (1-δ)(e^ε - e^t)/(1 + e^ε) at 0 ≤ t ≤ ε and δ beyond: at t = ε it
 * is all that is allowed, at t = -∞ it is 1 as it must be, and every pair that is (ε, δ)-DP is a
 * post-processing of it (Kairouz, Oh and Viswanath 2015, Theorem 5). ∎
 *
 * @param epsilon at least 0
 * @param categories at least 2
 */
public record ResponseLaw(double epsilon, int categories, double delta) implements SymmetricLaw {

  public static ResponseLaw pure(double epsilon) {
    return new ResponseLaw(epsilon, 2, 0);
  }

  /** P(L = ε). */
  private double truthful() {
    // divided by e^ε, which may overflow
    return (1 - delta) / (1 + (categories - 1) * Math.exp(-epsilon));
  }

  @Override
  public double pAbove(double t) {
    return t < epsilon ? delta + truthful() : delta; // δ is the mass at infinity, above every t
  }

  @Override
  public double qAbove(double t) {
    return t < epsilon ? truthful() * Math.exp(t - epsilon) : 0;
  }

  @Override
  public Estimate above(double t) {
    if (!(t < epsilon)) {
      return new Estimate(delta, 0); // only infinite losses are above ε: exact
    }
    double value = truthful() * -Math.expm1(t - epsilon); // 1 - e^(t - ε), accurate near ε
    double sum = delta + value;
    return new Estimate(sum, 0x1p-52 * (6 * value + sum) + Double.MIN_NORMAL);
  }

  @Override
  public double error(double t) {
    return (6 + Math.abs(t) + epsilon) * 0x1p-52;
  }

  @Override
  public double atZero() {
    // all finite losses are 0
    return epsilon == 0 ? 1 - delta : (categories - 2) * Math.exp(-epsilon) * truthful();
  }

  @Override
  public double atInfinity() {
    return delta;
  }

  @Override
  public double highest() {
    return epsilon;
  }

  @Override
  public double lattice() {
    return epsilon;
  }
}
