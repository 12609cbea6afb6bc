// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import dev.demilune.testkit.ChiSquare;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.function.IntSupplier;

/** The laws of private choices, to sixty digits, and how well draws agree with them. */
final class Probabilities {

  private static final MathContext DIGITS = new MathContext(60);

  private Probabilities() {}

  /** Proportional to exp(-epsilon/range·score). */
  static double[] exponential(double epsilon, long range, long[] scores) {
    long least = Arrays.stream(scores).min().orElseThrow();
    BigDecimal[] weights = new BigDecimal[scores.length];
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; i < scores.length; i++) {
      weights[i] = exp(epsilon, range, scores[i] - least);
      sum = sum.add(weights[i], DIGITS);
    }
    double[] law = new double[scores.length];
    for (int i = 0; i < law.length; i++) {
      law[i] = weights[i].divide(sum, DIGITS).doubleValue();
    }
    return law;
  }

  /** The p-value of draws against a law; candidates expected too rarely share one cell. */
  static double pValue(IntSupplier choice, int draws, double[] law) {
    long[] counts = new long[law.length];
    for (int i = 0; i < draws; i++) {
      counts[choice.getAsInt()]++;
    }
    return pValue(counts, draws, law);
  }

  static double pValue(long[] counts, int draws, double[] law) {
    int cells = 0;
    int rest = -1;
    int[] cellOf = new int[law.length];
    for (int i = 0; i < law.length; i++) {
      boolean often = law[i] * draws >= 2 * ChiSquare.LEAST_EXPECTED;
      if (!often && rest < 0) {
        rest = cells++;
      }
      cellOf[i] = often ? cells++ : rest;
    }
    long[] observed = new long[cells];
    double[] expected = new double[cells];
    for (int i = 0; i < law.length; i++) {
      observed[cellOf[i]] += counts[i];
      expected[cellOf[i]] += law[i];
    }
    if (rest >= 0 && expected[rest] * draws < ChiSquare.LEAST_EXPECTED) {
      // All the rare ones together are rare: they join the first cell that is not theirs.
      int other = rest == 0 ? 1 : 0;
      observed[other] += observed[rest];
      expected[other] += expected[rest];
      observed[rest] = observed[cells - 1];
      expected[rest] = expected[cells - 1];
      observed = Arrays.copyOf(observed, cells - 1);
      expected = Arrays.copyOf(expected, cells - 1);
    }
    return ChiSquare.pValue(observed, expected);
  }

  private static BigDecimal exp(double epsilon, long range, long above) {
    BigDecimal exponent =
        new BigDecimal(epsilon)
            .multiply(BigDecimal.valueOf(above))
            .divide(BigDecimal.valueOf(range), DIGITS);
    if (exponent.compareTo(BigDecimal.valueOf(400)) > 0) {
      return BigDecimal.ZERO; // below 10^-173
    }
    // exp(x/2^12) by its series, then twelve squarings.
    BigDecimal small = exponent.divide(BigDecimal.valueOf(4096), DIGITS);
    BigDecimal term = BigDecimal.ONE;
    BigDecimal sum = BigDecimal.ONE;
    for (int n = 1; n < 60; n++) {
      term = term.multiply(small, DIGITS).divide(BigDecimal.valueOf(n), DIGITS);
      sum = sum.add(term, DIGITS);
    }
    for (int i = 0; i < 12; i++) {
      sum = sum.multiply(sum, DIGITS);
    }
    return BigDecimal.ONE.divide(sum, DIGITS);
  }
}
