// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.renyi;

import dev.demilune.accounting.numeric.Rounding;

/**
 * The Rényi divergence of releasing the best of a random number K of runs.
 *
 * <p><b>Claim.</b> The value bounds the divergence of order λ, whatever total order "best" is.
 *
 * <p><b>Proof.</b> Let Q be the law of one run, f the generating function of K, and A the law of
 * the best run. A(y) = f(Q(≤ y)) - f(Q(&lt; y)) is Q(y) times a mean of f' between Q(&lt; y) and
 * Q(≤ y), and A' is Q'(y) times the same mean for the neighbor. By joint convexity of the moment,
 * that of (A, A') is at most that of (Q, Q') times the largest f'(q)^λ f'(q')^(1-λ), where q and q'
 * are the probabilities of one event under the two laws; and for K = 0, where nothing is released,
 * f(0) is added.
 *
 * <p><i>Truncated negative binomial:</i> f(0) = 0, and the bound is D_λ + (1+η)(1 - 1/κ) D_κ +
 * (1+η) ln(1/γ)/κ + ln E[K]/(λ-1) for every κ ≥ 1 (Papernot and Steinke 2022, Theorem 2). If a run
 * is ε-DP, κ → ∞ and λ → ∞ give (2+η)ε-DP.
 *
 * <p><i>Poisson of mean m:</i> f'(q) = m e^(m(q-1)), so the factor is m e^(m(λq - (λ-1)q' - 1)).
 * Let a run be (ε, δ)-DP with (λ-1)e^ε ≤ λ. Then 1 - q' ≤ e^ε(1-q) + δ, so the exponent is at most
 * m(λ-1)δ, and the moment at most e^-m + m e^((λ-1)(D_λ + mδ)). (There, Theorem 6, the first term,
 * of K = 0, is missing; it matters where m is small.) If a run is ε-DP, A(y)/A'(y) is at most e^ε
 * e^(m(q-q')), and q - q' ≤ tanh(ε/2), the largest distance of ε-close laws: the best run is (ε + m
 * tanh(ε/2))-DP. ∎
 */
public final class SelectionCurves {

  private SelectionCurves() {}

  /**
   * The best of a truncated negative binomial number of runs.
   *
   * @param run the divergence of one run
   * @param pureEpsilon ε of the selection if it is ε-DP, else infinity
   */
  public static RenyiCurve negativeBinomial(
      RenyiCurve run, double pureEpsilon, double eta, double gamma) {
    double second = secondOrder(run, eta, gamma);
    double logMean = logMean(eta, gamma);
    return capped(
        pureEpsilon,
        // All terms are positive, so one factor rounds the sum up.
        order -> (run.at(order) + second + logMean / (order - 1)) * Rounding.FORMULA_UP);
  }

  /**
   * The best of a Poisson number of runs.
   *
   * @param run the divergence of one run
   * @param pureEpsilon ε of the selection if it is ε-DP, else infinity
   */
  public static RenyiCurve poisson(RenyiCurve run, double pureEpsilon, double mean) {
    RenyiConversion conversion = new RenyiConversion(run);
    return capped(pureEpsilon, order -> poisson(run, conversion, mean, order));
  }

  private static double poisson(
      RenyiCurve run, RenyiConversion conversion, double mean, double order) {
    // Rounded down, since a smaller ε has a larger δ; at least 0.
    double epsilon = Math.max(0, Math.log1p(1 / (order - 1)) * Rounding.CALLS_DOWN - 0x1p-60);
    // x = (λ-1)(D_λ + mδ), with δ of the run at this ε.
    double exponent =
        (order - 1) * (run.at(order) + mean * conversion.delta(epsilon)) * Rounding.FORMULA_UP;
    // ln(e^-m + m e^x) = x + ln(m + e^(-m-x))
    double logMoment = exponent + Math.log(mean + Math.exp(-mean - exponent));
    double rounding = 16 * Rounding.UNIT * (exponent + mean + Math.abs(Math.log(mean)) + 1);
    return RenyiCurve.ofMoment(order, logMoment + rounding);
  }

  /** The smaller of a curve and that of a pure step; NaN, which says nothing, is ignored. */
  private static RenyiCurve capped(double pureEpsilon, RenyiCurve curve) {
    RenyiCurve pure = PureCurves.pure(pureEpsilon);
    return order -> {
      double bound = curve.at(order);
      return Math.min(pure.at(order), Double.isNaN(bound) ? Double.POSITIVE_INFINITY : bound);
    };
  }

  /** (1+η)((1 - 1/κ) D_κ + ln(1/γ)/κ), the least over κ = 1 + e^x; any κ is valid. */
  private static double secondOrder(RenyiCurve run, double eta, double gamma) {
    double logarithm = -Math.log(gamma);
    double least = logarithm; // κ = 1
    for (double x = -5; x <= 16; x += 1.0 / 8) {
      double order = 1 + Math.exp(x);
      least = Math.min(least, (1 - 1 / order) * run.at(order) + logarithm / order);
    }
    return (1 + eta) * least * Rounding.FORMULA_UP;
  }

  /** ln E[K], at least 0. */
  private static double logMean(double eta, double gamma) {
    double logGamma = Math.log(gamma);
    // η(1-γ)/(γ(1-γ^η)); where η is small, (1-γ^η)/η = -expm1(η ln γ)/η is near -ln γ.
    double denominator = Math.abs(eta) < 1e-12 ? -logGamma : -Math.expm1(eta * logGamma) / eta;
    double slack =
        Math.abs(eta) < 1e-12 ? -eta * logGamma : 0; // relative change of the denominator
    double mean = (1 - gamma) / gamma / denominator;
    // K ≥ 1, so ln E[K] ≥ 0; rounded up
    return Math.max(0, Math.log(mean) + Math.abs(slack) + 0x1p-46);
  }
}
