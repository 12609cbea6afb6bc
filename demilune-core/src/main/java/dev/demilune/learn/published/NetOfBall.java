// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.published;

/**
 * The numbers of Nguyen, Ullman and Zakynthinou (2020), Algorithm 2: the projection of {@link
 * SingleRowDescent}, and a choice from a net of the unit ball.
 */
public final class NetOfBall {

  private NetOfBall() {}

  /** Returns ln (10/γ)^m, what the paper prints for the size of a net of radius γ/10. */
  public static double logPrinted(double dimension, double margin) {
    return dimension * Math.log(10 / margin);
  }

  /** Returns ln (1 + 20/γ)^m, which is enough; the printed number is below what any net has. */
  public static double logEnough(double dimension, double margin) {
    return dimension * Math.log1p(20 / margin);
  }

  /**
   * Returns from how many rows on the error is at most α but for β (Theorem 11, constants derived
   * here), for a net of so many points.
   *
   * <p><b>Proof.</b> Some point of the net keeps 0.86γ on every row. A choice is within
   * (r/ε)·ln(4|W|/β) mistakes of it but for β/4, and of the points that are wrong on more than α of
   * new rows none is right on all but α/2 of n ones, but for |W|·exp(-αn/8) ≤ β/4 (Chernoff). So n
   * = max(8, 2r/ε)·ln(4|W|/β)/α is enough, and β/2 is left for the projection, where there is one.
   * ∎
   *
   * @param range r: 2 where a row is replaced, and 1 where it is added or removed
   */
  public static double rows(
      double logNet, double error, double failure, double epsilon, int range) {
    return Math.ceil(Math.max(8, 2 * range / epsilon) * (logNet + Math.log(4 / failure)) / error);
  }
}
