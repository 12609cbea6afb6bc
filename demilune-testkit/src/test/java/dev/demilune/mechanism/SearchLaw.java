// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import java.util.Arrays;
import java.util.function.LongToDoubleFunction;

/**
 * The law of a search on a few points, by its definition: all windows, all cells and all offsets
 * are tried one by one, and nothing is taken from the classes under test but their parameters.
 */
final class SearchLaw {

  private SearchLaw() {}

  /** The probabilities of the points. */
  static double[] of(QuasiConcave search, long[] values, long promise) {
    if (search instanceof FlatSearch flat) {
      return exponential(flat.epsilon(), flat.shift().range(), values, 0, values.length - 1);
    }
    RecursiveSearch recursive = (RecursiveSearch) search;
    StableChoice stable = recursive.stable();
    return of(recursive, values, promise, gap -> released(stable, gap));
  }

  /** The same with another probability of releasing a cell that is ahead by a gap. */
  static double[] of(
      RecursiveSearch search, long[] values, long promise, LongToDoubleFunction released) {
    int size = values.length;
    long[] envelope = envelope(values);
    long inner = search.inner().loss();
    long threshold = promise - inner - search.stable().gapNeeded(search.stepFailure());
    int widths = 32 - Integer.numberOfLeadingZeros(size);
    long[] scores = new long[widths];
    for (int j = 0; j < widths; j++) {
      scores[j] = level(envelope, j) - threshold;
      if (j + 1 < widths) {
        scores[j] = Math.min(scores[j], threshold - level(envelope, j + 1));
      }
    }
    double[] widthLaw = of(search.inner(), scores, 0);
    double[] law = new double[size];
    for (int k = 0; k < widths; k++) {
      int cell = 1 << (k + 1 + search.spread());
      for (int offset = 0; offset < cell; offset++) {
        double weight = widthLaw[k] / cell;
        long[] tops = new long[(size - 1 + offset) / cell + 1];
        Arrays.fill(tops, Long.MIN_VALUE / 2);
        for (int i = 0; i < size; i++) {
          int number = (i + offset) / cell;
          tops[number] = Math.max(tops[number], envelope[i]);
        }
        int best = 0;
        for (int i = 1; i < tops.length; i++) {
          best = tops[i] > tops[best] ? i : best;
        }
        int cells = 0;
        long second = Long.MIN_VALUE / 2;
        for (int i = 0; i < tops.length; i++) {
          cells += tops[i] > Long.MIN_VALUE / 2 ? 1 : 0;
          second = i == best ? second : Math.max(second, tops[i]);
        }
        double found = cells == 1 ? 1 : released.applyAsDouble(tops[best] - second);
        int first = Math.max(0, best * cell - offset - (1 << k));
        int last = Math.min(size - 1, (best + 1) * cell - offset - 1 + (1 << k));
        double epsilon = search.finalEpsilon();
        int range = search.shift().range();
        double[] within = exponential(epsilon, range, values, first, last);
        double[] all = exponential(epsilon, range, values, 0, size - 1);
        for (int i = 0; i < size; i++) {
          law[i] += weight * (found * within[i] + (1 - found) * all[i]);
        }
      }
    }
    return law;
  }

  /** The probability that gap + Z reaches the threshold, summed term by term. */
  static double released(StableChoice stable, long gap) {
    return atLeast(stable.threshold() - gap, stable.epsilon() / stable.scoreRange());
  }

  /** P(Z ≥ k) for P(Z = z) proportional to e^(-rate·|z|). */
  static double atLeast(long k, double rate) {
    double p = Math.exp(-rate);
    return k >= 0 ? Math.pow(p, (double) k) / (1 + p) : 1 - Math.pow(p, 1.0 - k) / (1 + p);
  }

  static long[] envelope(long[] values) {
    long[] envelope = new long[values.length];
    for (int i = 0; i < values.length; i++) {
      long before = Arrays.stream(values, 0, i + 1).max().orElseThrow();
      long after = Arrays.stream(values, i, values.length).max().orElseThrow();
      envelope[i] = Math.min(before, after);
    }
    return envelope;
  }

  /** The largest over all windows of 2^j points of the least value within. */
  static long level(long[] values, int j) {
    int width = 1 << j;
    long most = Long.MIN_VALUE;
    for (int i = 0; i + width <= values.length; i++) {
      most = Math.max(most, Arrays.stream(values, i, i + width).min().orElseThrow());
    }
    return most;
  }

  private static double[] exponential(
      double epsilon, int range, long[] values, int first, int last) {
    double[] law = new double[values.length];
    double sum = 0;
    for (int i = first; i <= last; i++) {
      law[i] = Math.exp(epsilon * values[i] / range);
      sum += law[i];
    }
    for (int i = first; i <= last; i++) {
      law[i] /= sum;
    }
    return law;
  }
}
