// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.internal.Check;
import dev.demilune.random.BernoulliExp;
import dev.demilune.random.ExponentialRace;
import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Chooses a candidate of low score: visits candidates in random order and accepts one of score s
 * with probability exp(-ε·(s - least score)/r).
 *
 * <p><b>Claim.</b> Let the scores be integers, and let neighboring tables move the scores of any
 * two candidates by amounts that differ by at most r, the {@code scoreRange} (as for {@link
 * Exponential}). Then the choice is ε-DP, and its expected score is at most that of {@link
 * Exponential} of the same ε and r.
 *
 * <p><b>Proof.</b> Write a = ε/r and p_i = exp(-a·(s_i - least)). Give every candidate a uniform
 * visiting time t in [0, 1]: i is accepted at time t if its coin shows true and no earlier
 * candidate was accepted, so its probability is the integral over t of p_i·Π_(j≠i) (1 - t·p_j). Now
 * let E_i be independent exponential numbers of mean 1, and X_i = E_i - a·(s_i - least). Above 0,
 * X_j exceeds x with probability p_j·e^-x, and the largest X is above 0, because a candidate of
 * least score has X = E. So X_i is the largest with probability ∫ p_i·e^-x·Π_(j≠i) (1 - p_j·e^-x)
 * dx over x > 0, which with t = e^-x is the integral above: the choice is the candidate with the
 * largest E_i - a·s_i. Between neighbors the scores move by amounts in an interval of length r, and
 * a common shift changes nothing; so let every s_i fall by between 0 and r. Given all E_j but E_i,
 * candidate i wins if E_i exceeds some c; afterwards c is smaller by at most a·r = ε, and P(E_i > c
 * - ε) ≤ e^ε·P(E_i > c). In the other direction all scores rise by between 0 and r; subtracting r
 * from all of them, they fall by between 0 and r, and the same argument applies. For the expected
 * score see the source. ∎
 *
 * <p><b>Sampling.</b> A random order drawn as needed, and {@link BernoulliExp}: integers only. A
 * candidate of least score is always accepted, so each is visited at most once.
 *
 * <p><b>Relies on.</b> The caller's scoreRange, which nothing here can check; candidates that do
 * not depend on the rows. All scores must be in memory.
 *
 * <p><b>Source.</b> McKenna and Sheldon, NeurIPS 2020, Algorithm 1; the equivalence with
 * exponential noise is by Ding and others (2021). We depart from them nowhere. Its privacy cost is
 * that of a pure ε-DP step: a bounded range like that of the exponential mechanism is not known for
 * it.
 *
 * @param scoreRange r, the most by which a neighbor can move one score more than another
 */
public record PermuteAndFlip(double epsilon, long scoreRange) {

  public PermuteAndFlip {
    Check.positive("epsilon", epsilon);
    Check.between("scoreRange", scoreRange, 1, ExponentialRace.LARGEST_SCORE);
  }

  /** Returns the mechanism for scores that a neighbor moves by at most one, up or down. */
  public static PermuteAndFlip of(double epsilon) {
    return new PermuteAndFlip(epsilon, 2);
  }

  /**
   * Returns the mechanism for scores that a neighbor moves by at most one, all of them up or all of
   * them down.
   */
  public static PermuteAndFlip ofMonotone(double epsilon) {
    return new PermuteAndFlip(epsilon, 1);
  }

  /** Returns the index of the chosen candidate. */
  public int choose(long[] scores, Randomness randomness) {
    Check.atLeastOne("number of scores", scores.length);
    long least = Long.MAX_VALUE;
    int[] order = new int[scores.length];
    for (int i = 0; i < scores.length; i++) {
      long most = ExponentialRace.LARGEST_SCORE;
      if (scores[i] < -most || scores[i] > most) {
        throw new IllegalArgumentException("a score is beyond ±" + most); // private, so not quoted
      }
      least = Math.min(least, scores[i]);
      order[i] = i;
    }
    BigDecimal exact = new BigDecimal(epsilon); // a double is a decimal, exactly
    BigInteger unit = BigInteger.TEN.pow(Math.max(0, exact.scale()));
    BigInteger numerator = exact.multiply(new BigDecimal(unit)).toBigIntegerExact();
    BigInteger denominator = unit.multiply(BigInteger.valueOf(scoreRange));
    BigInteger common = numerator.gcd(denominator);
    for (int visited = 0; ; visited++) {
      int at = visited + (int) UniformInteger.below(scores.length - visited, randomness);
      int candidate = order[at];
      order[at] = order[visited]; // Fisher and Yates: the rest stays a uniform order
      BigInteger above = BigInteger.valueOf(scores[candidate] - least);
      if (BernoulliExp.draw(
          numerator.divide(common).multiply(above), denominator.divide(common), randomness)) {
        return candidate;
      }
    }
  }

  /** Returns the privacy event of one choice. */
  public PrivacyEvent.Pure event() {
    return new PrivacyEvent.Pure(epsilon);
  }
}
