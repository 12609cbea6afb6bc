// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import dev.demilune.accounting.numeric.Rounding;
import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.Erfcx;

/**
 * The hockey-stick divergence of two normal laws at distance μ, for a given threshold.
 *
 * <p><b>Claim.</b> {@code above(mu, y, yError)} is within its stated error of F = Φ(-y) - e^(μy +
 * μ²/2) Φ(-y - μ), where y ≥ -μ is given up to yError, and the error is small beside F itself.
 *
 * <p><b>Proof.</b> With a = y/√2, b = (y + μ)/√2 and erfcx(x) = e^(x²) erfc(x), F = ½ (erfc(a) -
 * e^(-a²) erfcx(b)) = ½ e^(-a²) (erfcx(a) - erfcx(b)). The three ways to compute it:
 *
 * <ul>
 *   <li>a &lt; 0: the first form.
 *   <li>w = b - a = μ/√2 at least {@value #NARROW}: the second form.
 *   <li>Otherwise the difference would cancel. It is the integral from a to b of f(x) = -erfcx'(x)
 *       = 2/√π - 2x erfcx(x), which is a mixture of e^(-2xs), s &gt; 0, with weights s e^(-s²); so
 *       all derivatives of even order are positive. Gauss's rule with three nodes falls short of
 *       the integral by f⁽⁶⁾(ξ) w⁷/2016000. The ratio f⁽⁶⁾/f decreases with x (the mixture moves to
 *       smaller s); it is 384 at 0 and below 500 at {@code -NARROW}. So the shortfall is less than
 *       2.5e-4 w⁶ of the value.
 * </ul>
 *
 * Errors, with u = 2^-53: a and b are off by d = yError/√2 plus at most 4u(|y| + μ); this moves F
 * by at most e^(-a²) (2/√π - (a + b) erfcx(b)) d, the sum of its partial derivatives. The special
 * functions are off by {@link GaussianProfile#ULPS} u relative, the exponential by (a² + 4)u, a²
 * being rounded before it. In Gauss's rule a node that is off by d changes f by at most min(2, 2/x)
 * f d: f'/f is minus the mean of 2s under the weights, at most 2/x for s e^(-2xs), at most √π at x
 * = 0, and factors that decrease in s only lower it. The sum is doubled for terms of second order.
 * ∎
 */
final class NormalPair {

  /** Below this width differences of erfcx would cost more digits than Gauss's rule. */
  private static final double NARROW = 0.03;

  private static final double U = Rounding.UNIT;
  private static final double ULPS = GaussianProfile.ULPS;
  private static final double ROOT_TWO = Math.sqrt(2);
  private static final double TWO_OVER_ROOT_PI = 2 / Math.sqrt(Math.PI);
  private static final double NODE = Math.sqrt(0.6);

  private NormalPair() {}

  static Estimate above(double mu, double y, double yError) {
    double a = y / ROOT_TWO;
    double b = (y + mu) / ROOT_TWO;
    if (a > 40) {
      return new Estimate(0, Double.MIN_NORMAL); // F ≤ erfc(40)/2 < e^-1600
    }
    double d = yError + 4 * U * (Math.abs(y) + mu); // of a and of b, not divided by √2: larger
    double ofA = Math.exp(-a * a);
    double exponentialError = (a * a + 4) * U; // a² is rounded before the exponential
    double width = mu / ROOT_TWO; // not b - a, which would cancel
    if (width < NARROW) { // the third form of the proof
      return narrow(a, width, ofA, d, exponentialError);
    }
    double erfcxOfB = Erfcx.value(b);
    double moved = TWO_OVER_ROOT_PI - (a + b) * erfcxOfB;
    moved = ofA * (moved + 64 * U * (1 + Math.abs(a) + b)) * d; // cancels for large b
    if (a < 0) { // the first form: erfcx(a) might overflow
      double erfcOfA = Erfc.value(a);
      double other = ofA * erfcxOfB;
      double error = 0.5 * ULPS * U * erfcOfA + moved + 0.5 * other * (exponentialError + ULPS * U);
      return new Estimate(Math.max(0, 0.5 * (erfcOfA - other)), 2 * error); // F ≥ 0
    }
    double erfcxOfA = Erfcx.value(a);
    double value = Math.max(0, 0.5 * ofA * (erfcxOfA - erfcxOfB)); // the second form
    double error = 0.5 * ofA * ULPS * U * (erfcxOfA + erfcxOfB) + moved + value * exponentialError;
    return new Estimate(value, 2 * error + Double.MIN_NORMAL); // doubled: second order, underflow
  }

  private static Estimate narrow(
      double a, double width, double ofA, double d, double exponentialError) {
    double half = width / 2;
    double middle = a + half;
    double spread = NODE * half;
    // Gauss's rule with three nodes: weights 5/18, 8/18, 5/18 at the middle ± √0.6 half widths.
    double mean =
        (5 * slope(middle - spread) + 8 * slope(middle) + 5 * slope(middle + spread)) / 18;
    double value = 0.5 * ofA * width * mean;
    double slopeError = TWO_OVER_ROOT_PI * (ULPS + 4) * U; // f is a difference of terms up to 2/√π
    double shortfall = 2.5e-4 * Math.pow(width, 6); // of the value, see Proof
    double relative =
        shortfall
            + exponentialError
            + 2 * Math.abs(a) * d // the exponential's own argument
            + d * Math.min(2, 2 / Math.max(1, a)) // the nodes
            + 8 * U;
    double error = 0.5 * ofA * width * slopeError + value * relative;
    return new Estimate(Math.max(0, value), 2 * error + Double.MIN_NORMAL);
  }

  /** f(x) = -erfcx'(x). */
  private static double slope(double x) {
    return TWO_OVER_ROOT_PI - 2 * x * Erfcx.value(x);
  }

  /** e^shift Φ(-x) for x ≥ 0, without underflow of one factor and overflow of the other. */
  static double scaledTail(double shift, double x) {
    double z = x / ROOT_TWO;
    // erfc(z) = e^(-z²) erfcx(z), exponents joined
    return 0.5 * Math.exp(shift - z * z) * Erfcx.value(z);
  }

  /** Φ(-x). */
  static double tail(double x) {
    return 0.5 * Erfc.value(x / ROOT_TWO);
  }

  /** Bound on the relative error of both tails, x being exact. */
  static double tailError(double shift, double x) {
    return (2 * ULPS + 16 + 8 * x * x + 2 * Math.abs(shift)) * U;
  }
}
