// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import java.math.BigInteger;

/**
 * The number of constraints that the analysis of Kaplan, Mansour, Stemmer and Tsfadia (2020)
 * requires, with its printed constants.
 *
 * <p>Their algorithm calls RecConcave for each of d coordinates with the accuracy α' = α/(2d(d+1)),
 * β' = β/d, ε' = ε/(2·√(2d·ln(2/δ))) and δ' = δ/(2d), on promises that fall to (1 - α')^(d-1)·n.
 * The promise must be at least 8^k·(12k/(α'ε'))·ln(192k²/(β'δ')), where k is the iterated logarithm
 * (of base 2) of the size of the domain; their domains have at most (2(d·d!)^d·X^(d²) + 1)·2·d!·X^d
 * points. To learn a halfspace of d - 1 features they ask it for half of the error.
 */
final class PublishedRows {

  private PublishedRows() {}

  /**
   * Returns the number of constraints on these unknowns for at most a share {@code error} to be
   * violated; infinite for δ = 0, which their algorithm does not support.
   *
   * @param largest X, a bound of all coefficients and right sides
   */
  static double of(
      int unknowns, long largest, double epsilon, double delta, double error, double failure) {
    if (delta <= 0) {
      return Double.POSITIVE_INFINITY;
    }
    int d = unknowns;
    int k = iteratedLogarithm(domain(d, BigInteger.valueOf(Math.max(1, largest))));
    double accuracy = error / (2.0 * d * (d + 1));
    double stepEpsilon = epsilon / (2 * Math.sqrt(2 * d * Math.log(2 / delta)));
    double stepDelta = delta / (2 * d);
    // In floating point: for comparison only, no guarantee depends on it.
    double promise =
        Math.pow(8, k)
            * (12 * k / (accuracy * stepEpsilon))
            * Math.log(192.0 * k * k / (failure / d * stepDelta));
    // the last promise is (1 - α')^(d-1)·n
    return Math.ceil(promise / Math.pow(1 - accuracy, d - 1));
  }

  private static BigInteger domain(int d, BigInteger largest) {
    BigInteger factorial = BigInteger.ONE;
    for (int i = 2; i <= d; i++) {
      factorial = factorial.multiply(BigInteger.valueOf(i));
    }
    BigInteger numerators =
        factorial.multiply(BigInteger.valueOf(d)).pow(d).multiply(largest.pow(d * d));
    BigInteger denominators = factorial.multiply(largest.pow(d));
    return numerators.shiftLeft(1).add(BigInteger.ONE).multiply(denominators.shiftLeft(1));
  }

  /** The number of times the logarithm is taken until it is at most 1. */
  static int iteratedLogarithm(BigInteger number) {
    int times = 1;
    double logarithm = number.bitLength() - 1;
    if (number.bitCount() > 1) {
      // 60 leading bits are enough for the logarithm
      int shift = Math.max(0, number.bitLength() - 60);
      logarithm = Math.log(number.shiftRight(shift).doubleValue()) / Math.log(2) + shift;
    }
    while (logarithm > 1) {
      logarithm = Math.log(logarithm) / Math.log(2);
      times++;
    }
    return times;
  }
}
