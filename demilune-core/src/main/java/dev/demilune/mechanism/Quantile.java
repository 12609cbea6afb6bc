// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.internal.Check;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import java.util.Objects;

/**
 * Chooses a point of a public grid near a quantile of private values.
 *
 * <p>The values are given as counts: how many of them lie at each point of the grid. A row may have
 * no value. For n values the target rank is t = n·{@code numerator}/{@code denominator} + {@code
 * rankShift}. The values at point g have the ranks from below(g), the number of values at smaller
 * points, to below(g) + count(g), and the score of g is the distance of t from this interval, times
 * the denominator b: s(g) = max(0, b·below(g) - bt, bt - b·(below(g) + count(g))), an integer.
 *
 * <p><b>Claim.</b> The choice has bounded range ε, and so is ε-DP: it is the {@link Exponential}
 * mechanism with these scores and the range r = 2·max(a, b - a) where a row is added or removed,
 * with a the numerator; r = 2b where rows are replaced.
 *
 * <p><b>Proof.</b> Adding a value at x raises n by one, so bt by a; it raises b·below(g) and
 * b·(below(g) + count(g)) by b or by 0. So b·below(g) - bt moves by -a or b - a, and the other
 * difference by as much in the other direction. The largest of three numbers moves by at most the
 * largest of their moves, so every score moves by at most max(a, b - a), up or down, and removing a
 * value is the reverse. A row without a value moves nothing. Replacing one value by another leaves
 * n and t alone and moves b·below(g), and b·(below(g) + count(g)), by at most b; replacing a value
 * by none, or none by a value, is a removal or an addition, and max(a, b - a) ≤ b. Two scores then
 * differ in their moves by at most twice that: r. {@link Exponential} proves the rest. ∎
 *
 * <p><b>Utility.</b> If 0 ≤ t ≤ n, the ranks of the points cover t and some score is 0. With G
 * points, the point chosen has a score above r·ln(G/β)/ε with probability at most β (McSherry and
 * Talwar 2007): the rank is off by at most that over b. So a caller that looks for the end of a
 * range among few extreme values shifts t inwards by {@link #rankError}; otherwise one of the many
 * points beyond all values may be chosen.
 *
 * <p><b>Sampling.</b> {@link Exponential}, exact; at least one word for each point.
 *
 * <p><b>Relies on.</b> A grid chosen without the data; values that each depend on their own row
 * alone.
 *
 * <p><b>Source.</b> Smith, STOC 2011. We depart from it in choosing among points of a grid instead
 * of intervals between values, in measuring the distance to the interval of a point's ranks, which
 * ties require, and in shifting the rank.
 *
 * @param numerator a, from 0 to b
 * @param denominator b, at most 2^20
 * @param rankShift added to the quantile's rank, in values; within ±2^39
 */
public record Quantile(
    double epsilon, long numerator, long denominator, long rankShift, Adjacency adjacency) {

  private static final long MOST_VALUES = 1L << 39; // so that b times a rank stays below 2^61

  public Quantile {
    Check.positive("epsilon", epsilon);
    Check.between("denominator", denominator, 1, 1 << 20);
    Check.between("numerator", numerator, 0, denominator);
    Check.between("rankShift", rankShift, -MOST_VALUES, MOST_VALUES);
    Objects.requireNonNull(adjacency, "adjacency");
  }

  /** Returns the index of the chosen point; the counts must not be negative. */
  public int choose(long[] counts, Randomness randomness) {
    return mechanism().choose(scores(counts), randomness);
  }

  /** Returns the integer scores s(g). */
  long[] scores(long[] counts) {
    long values = 0;
    for (long count : counts) {
      values += count;
    }
    Check.between("the number of values", values, 0, MOST_VALUES);
    long target = numerator * values + denominator * rankShift; // bt, within 2^60
    long[] scores = new long[counts.length];
    long below = 0;
    for (int g = 0; g < counts.length; g++) {
      long upTo = below + counts[g];
      // At most 2^59 + 2^60 in absolute value: inside the race's ±2^61.
      scores[g] = Math.max(0, Math.max(denominator * below - target, target - denominator * upTo));
      below = upTo;
    }
    return scores;
  }

  private Exponential mechanism() {
    long moved =
        adjacency.addsOrRemoves()
            // an added value moves n, and so the target
            ? Math.max(numerator, denominator - numerator)
            : denominator; // a value gained or lost as well: max(a, b - a) ≤ b
    return new Exponential(epsilon, 2 * moved); // in either direction
  }

  /**
   * Returns a bound on the rank error of a choice among {@code points} points that fails with at
   * most the given probability.
   */
  public long rankError(int points, double failure) {
    Check.atLeastOne("points", points);
    // for utility only; privacy does not depend on it
    double scores = mechanism().scoreRange() * Math.log(points / failure) / epsilon;
    return (long) Math.min(MOST_VALUES, Math.ceil(scores / denominator));
  }

  /** Returns the same quantile with another shift of the target rank. */
  public Quantile withRankShift(long shift) {
    return new Quantile(epsilon, numerator, denominator, shift, adjacency);
  }

  /** Returns the privacy event of {@link #choose}. */
  public PrivacyEvent.ExponentialChoice event() {
    return mechanism().event();
  }
}
