/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.testkit;

import dev.demilune.internal.Check;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A lower bound on ε from runs on two neighbouring tables.
 *
 * <p><b>Claim.</b> If the runs are (ε, δ)-differentially private, the lower bound exceeds ε with
 * probability at most {@code falseAlarm}.
 *
 * <p><b>Proof.</b> The event S, a half-line of the statistic, is chosen on pilot runs and so does
 * not depend on the counted ones. Privacy says p ≤ e^ε q + δ for the probabilities p and q of S on
 * the two tables, hence ε ≥ ln((p - δ)/q). The counted runs give a lower bound on p and an upper
 * bound on q, each wrong with probability at most {@code falseAlarm}/2. ∎
 *
 * <p>An audit can refute a claim and never prove one: it is only as good as the tables and the
 * statistic.
 *
 * <p><b>Source.</b> Jagielski, Ullman and Oprea (2020), with the threshold chosen apart.
 *
 * @param epsilon the ε at which the pilot runs look for the best event: the claimed one
 * @param delta the claimed δ
 * @param pilots runs on each table that choose the event
 * @param trials runs on each table that are counted
 * @param falseAlarm how often a true claim may be refuted
 */
public record EpsilonAudit(
    double epsilon, double delta, int pilots, int trials, double falseAlarm) {

  /** What an audit found: the claim is refuted when the lower bound exceeds it. */
  public record Finding(double lowerBound, boolean refuted) {}

  public EpsilonAudit {
    Check.positive("epsilon", epsilon);
    Check.notNegative("delta", delta);
    Check.positive("falseAlarm", falseAlarm);
    Check.between("pilots", pilots, 1, Integer.MAX_VALUE);
    Check.between("trials", trials, 1, Integer.MAX_VALUE - (long) pilots);
  }

  /**
   * Runs on both tables and compares. A run is named by its number, from 0 on, and must be
   * independent of the others; runs may happen on several threads.
   *
   * @param without the statistic of a run on the table without the canary
   * @param with the statistic of a run on the table with it, expected to be larger
   */
  public Finding of(IntToDoubleFunction without, IntToDoubleFunction with) {
    double[] low = statistics(without, 0, pilots);
    double[] high = statistics(with, 0, pilots);
    // Either the canary is seen by a large value, or its absence by a small one.
    double large = threshold(low, high);
    double small = threshold(negated(high), negated(low));
    boolean byLarge = gain(low, high, large) >= gain(negated(high), negated(low), small);
    low = statistics(without, pilots, trials);
    high = statistics(with, pilots, trials);
    double bound =
        byLarge
            ? bound(count(high, large), count(low, large))
            : bound(count(negated(low), small), count(negated(high), small));
    return new Finding(bound, bound > epsilon);
  }

  private double bound(int hits, int falseHits) {
    double p = ClopperPearson.lower(hits, trials, falseAlarm / 2);
    double q = ClopperPearson.upper(falseHits, trials, falseAlarm / 2);
    return p > delta ? Math.max(0, Math.log((p - delta) / q)) : 0;
  }

  /** Returns the observed value above which the difference p - e^ε q is largest. */
  private double threshold(double[] low, double[] high) {
    double best = low[0];
    double bestGain = Double.NEGATIVE_INFINITY;
    for (double[] candidates : new double[][] {low, high}) {
      for (double candidate : candidates) {
        double gain = gain(low, high, candidate);
        if (gain > bestGain) {
          best = candidate;
          bestGain = gain;
        }
      }
    }
    return best;
  }

  private double gain(double[] low, double[] high, double threshold) {
    return count(high, threshold) - Math.exp(epsilon) * count(low, threshold);
  }

  private static int count(double[] statistics, double threshold) {
    int above = 0;
    for (double statistic : statistics) {
      above += statistic > threshold ? 1 : 0;
    }
    return above;
  }

  private static double[] negated(double[] values) {
    return Arrays.stream(values).map(value -> -value).toArray();
  }

  private static double[] statistics(IntToDoubleFunction run, int first, int count) {
    return IntStream.range(first, first + count).parallel().mapToDouble(run).toArray();
  }
}
