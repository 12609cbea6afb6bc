// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.internal.Check;
import dev.demilune.random.ExponentialRace;
import dev.demilune.random.Randomness;
import java.util.PrimitiveIterator;

/**
 * Chooses a candidate of low score: candidate i with probability proportional to exp(-ε·s_i/r).
 *
 * <p><b>Claim.</b> Let the scores be integers, and let neighbouring tables move the scores of any
 * two candidates by amounts that differ by at most r, the {@code scoreRange}. Then the choice is of
 * bounded range ε, and so ε-DP. Two cases are common. Scores that move by at most Δ, either way: r
 * = 2Δ, the familiar ε/2. Monotone scores, which a neighbour moves all in one direction by at most
 * Δ, as an error count when a row is added: r = Δ, and the factor 2 is won back.
 *
 * <p><b>Proof.</b> Let s and t be the scores on two neighbouring tables, P and Q the laws of the
 * choice. For candidates i and j, ln(P(i)/Q(i)) - ln(P(j)/Q(j)) = ε·((t_i - s_i) - (t_j - s_j))/r ≤
 * ε: the sums that normalise P and Q cancel. This is bounded range ε. Both laws sum to one, so
 * ln(P(j)/Q(j)) ≤ 0 for some j, whence ln(P(i)/Q(i)) ≤ ε for every i. ∎
 *
 * <p><b>Sampling.</b> {@link ExponentialRace}: exact, one pass over a stream of scores, in constant
 * memory whatever the number of candidates and of scores. Candidates of equal score may enter as
 * one group; the caller then takes one of the group uniformly.
 *
 * <p><b>Relies on.</b> The caller's scoreRange, which nothing here can check; candidates, and their
 * order, that do not depend on the rows; scores that are nobody else's to see.
 *
 * <p><b>Source.</b> McSherry and Talwar, FOCS 2007; bounded range: Durfee and Rogers, NeurIPS 2019.
 * We minimise where they maximise, and depart from them nowhere else.
 *
 * @param scoreRange the most by which a neighbour can move one score more than another
 */
public record Exponential(double epsilon, long scoreRange) {

  public Exponential {
    Check.positive("epsilon", epsilon);
    Check.between("scoreRange", scoreRange, 1, ExponentialRace.LARGEST_SCORE);
  }

  /** Returns the mechanism for scores that a neighbour moves by at most one, up or down. */
  public static Exponential of(double epsilon) {
    return new Exponential(epsilon, 2);
  }

  /**
   * Returns the mechanism for scores that a neighbour moves by at most one, all of them up or all
   * of them down.
   */
  public static Exponential ofMonotone(double epsilon) {
    return new Exponential(epsilon, 1);
  }

  /**
   * Returns a race in which every candidate takes part with its score, one after the other. Whoever
   * is first at the end is the choice; who was first before must stay secret.
   */
  public ExponentialRace race(Randomness randomness) {
    return ExponentialRace.of(epsilon, scoreRange, randomness);
  }

  /** Returns the number of the chosen candidate, counted from 0 in the order of their scores. */
  public long choose(PrimitiveIterator.OfLong scores, Randomness randomness) {
    ExponentialRace race = race(randomness);
    while (scores.hasNext()) {
      race.enter(scores.nextLong());
    }
    return race.winner();
  }

  /** Returns the index of the chosen candidate. */
  public int choose(long[] scores, Randomness randomness) {
    ExponentialRace race = race(randomness);
    for (long score : scores) {
      race.enter(score);
    }
    return (int) race.winner();
  }

  /** Returns what one choice does, for the accountant. */
  public PrivacyEvent.ExponentialChoice event() {
    return new PrivacyEvent.ExponentialChoice(epsilon);
  }
}
