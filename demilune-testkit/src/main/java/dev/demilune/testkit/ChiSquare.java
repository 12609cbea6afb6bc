// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import org.apache.commons.numbers.gamma.RegularizedGamma;

/**
 * Pearson's test that counts come from given probabilities.
 *
 * <p>The p-value rests on the limit of many draws. Cells of fewer than {@value #LEAST_EXPECTED}
 * expected draws are refused, because far in the tail (false-alarm rates of 10^-6) that limit is
 * reached late; merge them.
 */
public final class ChiSquare {

  /** The fewest draws a cell must expect. */
  public static final double LEAST_EXPECTED = 25;

  private ChiSquare() {}

  /** The probability that counts of the right law lie as far from it as these, or farther. */
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

  /** The probability that a chi-square number of the given degrees of freedom exceeds a value. */
  public static double survival(double statistic, int degreesOfFreedom) {
    return RegularizedGamma.Q.value(degreesOfFreedom / 2.0, statistic / 2);
  }
}
