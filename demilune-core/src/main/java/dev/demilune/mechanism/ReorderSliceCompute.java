// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.internal.Check;
import dev.demilune.internal.Dyadic;
import dev.demilune.random.BernoulliExp;
import dev.demilune.random.Randomness;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Many private computations, each on a slice of the remaining rows, cut off at one end of an order
 * that may change each time. The privacy cost does not grow with their number.
 *
 * <p><b>The run.</b> In every round earlier outputs alone determine an order of the rows. The first
 * m + g of the remaining rows are removed, where P(g) = (1 - ρ)·ρ^g with ρ = e^(-s), s the {@code
 * sizeEpsilon}, and given to a computation that is (ε, δ)-DP when one row is added or removed.
 *
 * <p><b>Claim.</b> For every c > 0 and integer k ≥ 1 the outputs of any number of rounds are, when
 * one row is added or removed, (max(ε + s, ε + (k - 1)·(2ε + c)), δ' + η^(k-1)·(1 - ρ))-DP, where
 * δ' = δ + (k - 1)·(1 + e^ε)·δ, and η = Σ_u (1 - ρ)·ρ^u·(1 - d_u) with d_u = min(1, A·(ρ^-u - 1)),
 * A = (e^c - 1)/(1 - ρ): about s/(2c) if s is small beside c. {@link #guarantee} takes the best c
 * and k.
 *
 * <p><b>Proof.</b> docs/proofs/reorder-slice-compute.md. In short: let z be the additional row.
 * Either the larger table's slice of t rows is the smaller one's slice of t - 1 rows and z, and the
 * remaining rows are the same from then on ("resolved"); or it is the smaller one's slice of t rows
 * with a row swapped for z, and the difference remains. A part d_u of the sizes can be resolved at
 * a cost of c; a difference that remains costs 2ε + c, and happens k times with probability at most
 * η^(k-1)·(1 - ρ). The other direction resolves at once, for ε + s. ∎
 *
 * <p><b>Against basic composition.</b> Slices of a fixed size need no such proof: each round swaps
 * at most one row, for 2ε and (1 + e^ε)·δ. {@link #breakEven} returns the number of rounds from
 * which on that costs more. With a small s it is a handful, at the cost of rows: 1/s more in every
 * slice, on average.
 *
 * <p><b>Used by</b> no learner and no search here: these make two to five choices on the same rows,
 * where basic composition costs less and no row is given away. The exhibit of Huang, Chen and Tsai
 * runs it.
 *
 * <p><b>Sampling.</b> g by coins of probability exactly ρ.
 *
 * <p><b>Relies on.</b> Orders that do not depend on the rows and distinguish rows that the
 * computations distinguish; computations that are (ε, δ)-DP on slices of every size and protect the
 * size as well: they may get fewer than m rows, or none, when rows run out.
 *
 * <p><b>Source.</b> Cohen, Lyu, Nelson, Sarlós and Stemmer (2023), whose bound is O(ε·log(1/δ)) for
 * s = ε, with constants of several dozen. The proof is ours, and so is an s other than ε.
 *
 * @param sliceRows m
 * @param sizeEpsilon s
 * @param epsilon of each computation, when one row is added or removed
 * @param delta of each computation, when one row is added or removed
 */
public record ReorderSliceCompute(
    long sliceRows, double sizeEpsilon, double epsilon, double delta) {

  // every k gives a valid guarantee; more could only lower ε
  private static final int MOST_SWAPS = 60;
  private static final double LEAST_COST = 1e-4;
  private static final double MOST_COST = 50;

  public ReorderSliceCompute {
    Check.between("sliceRows", sliceRows, 0, Integer.MAX_VALUE);
    Check.positive("sizeEpsilon", sizeEpsilon);
    Check.positive("epsilon", epsilon);
    if (!(delta >= 0 && delta < 1)) {
      throw new IllegalArgumentException("delta must be at least 0 and below 1, got " + delta);
    }
  }

  /**
   * Runs all rounds and returns their outputs.
   *
   * @param order of the next round, by the outputs so far
   * @param compute of a slice, by the outputs so far
   */
  public <T, R> List<R> run(
      List<T> rows,
      int rounds,
      Function<List<R>, Comparator<? super T>> order,
      BiFunction<List<T>, List<R>, R> compute,
      Randomness randomness) {
    List<T> left = new ArrayList<>(rows);
    List<R> outputs = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      left.sort(order.apply(List.copyOf(outputs))); // may depend on earlier outputs alone
      int cut = (int) Math.min(left.size(), sliceRows + more(randomness));
      List<T> slice = List.copyOf(left.subList(0, cut));
      left.subList(0, cut).clear(); // a row is in one slice at most
      outputs.add(compute.apply(slice, List.copyOf(outputs)));
    }
    return outputs;
  }

  /** Draws g. */
  private long more(Randomness randomness) {
    Dyadic exact = Dyadic.of(sizeEpsilon);
    long more = 0;
    while (more < Integer.MAX_VALUE // all rows there can be, so that stopping shows nothing
        && BernoulliExp.draw(exact.numerator(), exact.denominator(), randomness)) {
      more++;
    }
    return more;
  }

  /**
   * Returns the privacy cost of any number of rounds, when one row is added or removed, with the
   * least ε.
   *
   * @param slack the δ allowed in addition to that of the computations
   */
  public PrivacyEvent.Approximate guarantee(double slack) {
    Check.positive("slack", slack);
    double best = Double.POSITIVE_INFINITY;
    double bestDelta = 0;
    double last = -Math.expm1(-sizeEpsilon); // 1 - ρ, without cancellation
    for (int k = 1; k <= MOST_SWAPS; k++) {
      double allowed = Math.pow(slack / last, 1.0 / (k - 1)); // η must be at most this
      double cost = k == 1 ? 0 : costFor(allowed);
      // checked, not assumed
      boolean reached = k == 1 ? last <= slack : unresolved(cost) <= allowed;
      // The two directions of the proof: resolved at once, or after at most k - 1 swaps.
      double total = Math.max(epsilon + sizeEpsilon, epsilon + (k - 1) * (2 * epsilon + cost));
      if (reached && total < best) {
        best = total;
        bestDelta = slack + delta + (k - 1) * (1 + Math.exp(epsilon)) * delta;
      }
    }
    if (!(best < Double.POSITIVE_INFINITY && bestDelta < 1)) {
      throw new IllegalArgumentException(
          "no guarantee is known for this slack: use a smaller sizeEpsilon, got " + sizeEpsilon);
    }
    return new PrivacyEvent.Approximate(
        best * Rounding.TAIL_UP, Math.min(bestDelta * Rounding.TAIL_UP, Math.nextDown(1.0)));
  }

  /** Returns the privacy cost of rounds on slices of a fixed size, by basic composition. */
  public PrivacyEvent.Approximate fixedSizes(int rounds) {
    Check.atLeastOne("rounds", rounds);
    return new PrivacyEvent.Approximate(
        2 * epsilon * rounds * Rounding.TAIL_UP,
        Math.min((1 + Math.exp(epsilon)) * delta * rounds * Rounding.TAIL_UP, Math.nextDown(1.0)));
  }

  /** Returns the least number of rounds for which random sizes have the smaller ε. */
  public int breakEven(double slack) {
    // the least n with 2εn above it
    return (int) Math.floor(guarantee(slack).epsilon() / (2 * epsilon)) + 1;
  }

  /** Returns the least cost c for which the probability η is at most {@code allowed}. */
  private double costFor(double allowed) {
    double low = LEAST_COST;
    double high = MOST_COST;
    for (int i = 0; i < 60; i++) {
      double middle = Math.sqrt(low * high); // bisects the logarithm of the cost
      if (unresolved(middle) <= allowed) { // η falls as c grows
        high = middle;
      } else {
        low = middle;
      }
    }
    return high; // the safe end
  }

  /** η, rounded up. */
  double unresolved(double cost) {
    double rho = Math.exp(-sizeEpsilon);
    double probability = -Math.expm1(-sizeEpsilon); // of u
    double resolved = 0; // d_u
    double sum = 0;
    while (resolved < 1) { // from d_u = 1 on the terms are 0: the sum is finite
      sum += probability * (1 - resolved);
      probability *= rho;
      resolved = (Math.expm1(cost) + resolved) / rho; // d_(u+1) from d_u
    }
    return Math.min(1, sum * Rounding.SUM_UP);
  }
}
