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
 * <p><b>Claim.</b> Let the scores be integers, and let neighboring tables move the scores of any
 * two candidates by amounts that differ by at most r, the {@code scoreRange}. Then the choice has
 * bounded range ε, and so is ε-DP. Two cases are common. Scores that move by at most Δ in either
 * direction: r = 2Δ, the familiar ε/2. Monotone scores, which a neighbor moves all in the same
 * direction by at most Δ, such as an error count when a row is added: r = Δ, and the factor 2 is
 * saved.
 *
 * <p><b>Proof.</b> Let s and t be the scores on two neighboring tables, P and Q the laws of the
 * choice. For candidates i and j, ln(P(i)/Q(i)) - ln(P(j)/Q(j)) = ε·((t_i - s_i) - (t_j - s_j))/r ≤
 * ε: the sums that normalize P and Q cancel. This is bounded range ε. Both laws sum to one, so
 * ln(P(j)/Q(j)) ≤ 0 for some j, and hence ln(P(i)/Q(i)) ≤ ε for every i. ∎
 *
 * <p><b>Sampling.</b> {@link ExponentialRace}: exact, one pass over a stream of scores, constant
 * memory for any number of candidates. Candidates of equal score may enter as one group; the caller
 * then picks one of the group uniformly.
 *
 * <p><b>Relies on.</b> The caller's scoreRange, which nothing here can check; candidates and an
 * order of them that do not depend on the rows; scores that stay secret.
 *
 * <p><b>Source.</b> McSherry and Talwar, FOCS 2007; bounded range: Durfee and Rogers, NeurIPS 2019.
 * We minimize where they maximize, and depart from them nowhere else.
 *
 * @param scoreRange r, the most by which a neighbor can move one score more than another
 */
public record Exponential(double epsilon, long scoreRange) {

  public Exponential {
    Check.positive("epsilon", epsilon);
    Check.between("scoreRange", scoreRange, 1, ExponentialRace.LARGEST_SCORE);
  }

  /** Returns the mechanism for scores that a neighbor moves by at most one, up or down. */
  public static Exponential of(double epsilon) {
    return new Exponential(epsilon, 2); // r = 2Δ: one score may rise while another falls
  }

  /**
   * Returns the mechanism for scores that a neighbor moves by at most one, all of them up or all of
   * them down.
   */
  public static Exponential ofMonotone(double epsilon) {
    return new Exponential(epsilon, 1); // r = Δ: all scores move in the same direction
  }

  /**
   * Returns a race that the candidates enter with their scores, one after the other. The winner at
   * the end is the choice; earlier leaders must stay secret.
   */
  public ExponentialRace race(Randomness randomness) {
    return ExponentialRace.of(epsilon, scoreRange, randomness); // weights exp(-ε·s/r), exactly
  }

  /** Returns the index of the chosen candidate, in the order of the scores given. */
  public long choose(PrimitiveIterator.OfLong scores, Randomness randomness) {
    ExponentialRace race = race(randomness);
    while (scores.hasNext()) {
      race.enter(scores.nextLong()); // the same work for every score
    }
    return race.winner();
  }

  /** Returns the index of the chosen candidate. */
  public int choose(long[] scores, Randomness randomness) {
    ExponentialRace race = race(randomness);
    for (long score : scores) {
      race.enter(score); // the leader so far stays secret: only the winner is released
    }
    return (int) race.winner(); // below scores.length
  }

  /** Returns the privacy event of one choice. */
  public PrivacyEvent.ExponentialChoice event() {
    // bounded range, which composes better than ε-DP
    return new PrivacyEvent.ExponentialChoice(epsilon);
  }
}
