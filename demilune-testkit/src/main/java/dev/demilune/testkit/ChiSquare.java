// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import org.apache.commons.numbers.gamma.RegularizedGamma;

/**
 * Pearson's test that counts come from given probabilities.
 *
 * <p>The p-value is asymptotic. Cells with fewer than {@value #LEAST_EXPECTED} expected draws are
 * refused, because far in the tail (false-alarm rates of 10^-6) convergence is slow; merge them.
 */
public final class ChiSquare {

  /** The smallest expected count of a cell. */
  public static final double LEAST_EXPECTED = 25;

  private ChiSquare() {}

  /** Returns the p-value: the probability of counts at least as far from the law as these. */
  public static double pValue(long[] observed, double[] probabilities) {
    if (observed.length != probabilities.length || observed.length < 2) {
      throw new IllegalArgumentException(
          "cells must be at least 2 and as many as probabilities, got "
              + observed.length
              + " and "
              + probabilities.length);
    }
    long draws = 0;
    double total = 0;
    for (int i = 0; i < observed.length; i++) {
      draws += observed[i];
      total += probabilities[i];
    }
    if (!(Math.abs(total - 1) < 1e-9)) {
      throw new IllegalArgumentException("probabilities must sum to 1, got " + total);
    }
    double statistic = 0;
    for (int i = 0; i < observed.length; i++) {
      double expected = draws * probabilities[i];
      if (!(expected >= LEAST_EXPECTED)) {
        throw new IllegalArgumentException(
            "cell " + i + " must expect at least " + LEAST_EXPECTED + " draws, got " + expected);
      }
      double difference = observed[i] - expected;
      statistic += difference * difference / expected;
    }
    return survival(statistic, observed.length - 1);
  }

  /** Returns the probability that a chi-square number exceeds a value. */
  public static double survival(double statistic, int degreesOfFreedom) {
    return RegularizedGamma.Q.value(degreesOfFreedom / 2.0, statistic / 2);
  }
}
