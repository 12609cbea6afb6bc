// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.evaluate;

import dev.demilune.internal.ArrayCapacity;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * Area under the ROC curve of a stream of scores, exact with ties.
 *
 * <p>It is the share of pairs (positive, negative) in which the positive scores higher, ties
 * counting half: the rank statistic of Mann and Whitney (1947). Pairs are counted in whole numbers.
 */
final class RankSum {

  private double[] positives = new double[1024];
  private double[] negatives = new double[1024];
  private int positiveCount;
  private int negativeCount;

  void add(boolean positive, double score) {
    double clean = score + 0.0; // -0.0 becomes 0.0: sorting tells them apart, a comparison does not
    if (positive) {
      positives = roomFor(positives, positiveCount);
      positives[positiveCount++] = clean;
    } else {
      negatives = roomFor(negatives, negativeCount);
      negatives[negativeCount++] = clean;
    }
  }

  private static double[] roomFor(double[] values, int count) {
    return count < values.length ? values : Arrays.copyOf(values, ArrayCapacity.of(count));
  }

  OptionalDouble auc() {
    if (positiveCount == 0 || negativeCount == 0) {
      return OptionalDouble.empty();
    }
    Arrays.sort(positives, 0, positiveCount);
    Arrays.sort(negatives, 0, negativeCount);
    long halves = 0; // two per pair won, one per tie: below 2 * 2^31 * 2^31
    int below = 0; // negatives below the current positive
    int upTo = 0; // negatives below or equal
    for (int i = 0; i < positiveCount; i++) {
      while (below < negativeCount && negatives[below] < positives[i]) {
        below++;
      }
      while (upTo < negativeCount && negatives[upTo] <= positives[i]) {
        upTo++;
      }
      halves += (long) below + upTo;
    }
    return OptionalDouble.of(halves / 2.0 / positiveCount / negativeCount);
  }
}
