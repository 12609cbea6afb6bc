// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.internal.Check;
import dev.demilune.random.ExponentialRace;
import dev.demilune.random.Randomness;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/**
 * Chooses a candidate of low score where every candidate has its own sensitivity, so that an
 * insensitive candidate does not pay for the others.
 *
 * <p><b>Claim.</b> Let the scores q_i be integers, and let neighboring tables move q_i by at most
 * Δ_i. Then the choice has bounded range ε, and so is ε-DP. With probability at least 1 - β the
 * chosen î has q_î ≤ q_j + 2t·Δ_j for every j, where t = (2/ε)·ln(k/β) for k candidates.
 *
 * <p><b>Proof.</b> Let s_i = max_j ((q_i + t·Δ_i) - (q_j + t·Δ_j))/(Δ_i + Δ_j). A neighbor moves
 * each numerator by at most Δ_i + Δ_j, so each quotient, and their maximum, by at most 1. Then
 * N·s_i moves by at most N, and since N is an integer so does its integer part; {@link Exponential}
 * on these integers, with a range of 2N, has bounded range ε. The integer part is the only
 * rounding. Capping it from above moves no two values farther apart. For the second claim: s is
 * never negative (j = i) and is 0 for the candidate of least q + t·Δ, so the exponential mechanism
 * gives s_î ≤ t with probability at least 1 - β (up to 1/N), and s_î ≤ t reads q_î ≤ q_j + 2t·Δ_j.
 * ∎
 *
 * <p><b>Sampling.</b> Big integers for the s_i, in time k²; then {@link Exponential}.
 *
 * <p><b>Relies on.</b> The caller's Δ_i, upper bounds that hold for all tables; nothing here can
 * check them. If a solver that stops early computes the scores, the Δ_i must include its error.
 *
 * <p><b>Source.</b> Raskhodnikova and Smith, FOCS 2016, section 4. We minimize, take t as given
 * (any t fixed beforehand is private), and round as above.
 *
 * @param penalty t, in units of 2^-20
 * @param sensitivities Δ_i, one for each candidate
 */
public record GeneralizedExponential(double epsilon, long penalty, List<Long> sensitivities) {

  private static final int PENALTY_BITS = 20;
  private static final int GRID_BITS = 30; // N = 2^30

  public GeneralizedExponential {
    Check.positive("epsilon", epsilon);
    Check.between("penalty", penalty, 0, Long.MAX_VALUE);
    sensitivities = List.copyOf(sensitivities);
    Check.atLeastOne("number of candidates", sensitivities.size());
    for (long sensitivity : sensitivities) {
      Check.between("sensitivity", sensitivity, 1, Long.MAX_VALUE);
    }
  }

  /**
   * Returns the mechanism whose accuracy claim fails with at most the given probability.
   *
   * @param epsilon below 1e-8 numbers are too large for the accuracy claim, though not for privacy
   * @param failureProbability β, between 0 and 1; it determines t, and privacy does not depend on
   *     it
   */
  public static GeneralizedExponential of(
      double epsilon, double failureProbability, long... sensitivities) {
    if (!(failureProbability > 0 && failureProbability < 1)) {
      throw new IllegalArgumentException(
          "failureProbability must be between 0 and 1, got " + failureProbability);
    }
    Check.atLeastOne("number of candidates", sensitivities.length);
    double penalty = 2 / epsilon * Math.log(sensitivities.length / failureProbability);
    return new GeneralizedExponential(
        epsilon,
        (long) Math.ceil(Math.scalb(penalty, PENALTY_BITS)), // rounds up: any fixed t is private
        Arrays.stream(sensitivities).boxed().toList());
  }

  /** Returns t: a candidate's score is raised by t times its sensitivity. */
  public double penaltyPerSensitivity() {
    return Math.scalb((double) penalty, -PENALTY_BITS);
  }

  /** Returns the index of the chosen candidate. */
  public int choose(long[] scores, Randomness randomness) {
    if (scores.length != sensitivities.size()) {
      throw new IllegalArgumentException(
          "scores must be as many as sensitivities, "
              + sensitivities.size()
              + ", got "
              + scores.length);
    }
    Exponential choice = new Exponential(epsilon, 2L << GRID_BITS);
    return randomness.release(this, scores::clone, own -> choice.choose(relative(scores), own));
  }

  /**
   * N·s_i, rounded down: how far each candidate is from the best, relative to the sensitivities.
   */
  long[] relative(long[] scores) {
    int count = scores.length;
    BigInteger[] raised = new BigInteger[count];
    for (int i = 0; i < count; i++) {
      // (q_i + t·Δ_i)·2^20, without rounding and beyond the range of longs.
      raised[i] =
          BigInteger.valueOf(scores[i])
              .shiftLeft(PENALTY_BITS)
              .add(BigInteger.valueOf(penalty).multiply(BigInteger.valueOf(sensitivities.get(i))));
    }
    BigInteger cap = BigInteger.valueOf(ExponentialRace.LARGEST_SCORE);
    long[] relative = new long[count];
    for (int i = 0; i < count; i++) {
      BigInteger most = BigInteger.ZERO; // j = i
      for (int j = 0; j < count; j++) {
        BigInteger ahead = raised[i].subtract(raised[j]);
        if (ahead.signum() > 0) { // a negative quotient cannot be the maximum: j = i gives 0
          BigInteger both =
              BigInteger.valueOf(sensitivities.get(i))
                  .add(BigInteger.valueOf(sensitivities.get(j)));
          // rounds down; see Proof
          most = most.max(ahead.shiftLeft(GRID_BITS - PENALTY_BITS).divide(both));
        }
      }
      relative[i] = most.min(cap).longValueExact(); // a cap moves no two values farther apart
    }
    return relative;
  }

  /** Returns the privacy event of one choice. */
  public PrivacyEvent.ExponentialChoice event() {
    return new PrivacyEvent.ExponentialChoice(epsilon);
  }
}
