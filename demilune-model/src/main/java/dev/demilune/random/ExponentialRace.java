// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import dev.demilune.internal.Check;
import dev.demilune.internal.Dyadic;
import java.math.BigInteger;

/**
 * Picks one entrant of a stream with probability proportional to exp(-a·score), exactly and in
 * constant memory.
 *
 * <p><b>Claim.</b> If groups of m_1, m_2, ... equal entrants with integer scores s_1, s_2, ...
 * enter, group i wins with probability m_i·exp(-a·s_i)/Σ_j m_j·exp(-a·s_j), exactly, where a is a
 * given fraction.
 *
 * <p><b>Proof.</b> Let U_i be independent and uniform on [0, 1), and let group i arrive at the time
 * T_i = -ln(1 - U_i)/w_i with w_i = m_i·exp(-a·s_i): exponential times of rates w_i. The smallest
 * of independent exponential times is the i-th with probability w_i/Σ w_j, and it is enough to keep
 * the smallest so far. Of each U only leading bits are drawn; whether a newcomer is earlier than
 * the leader is decided when the answer is the same for all continuations of both, and more bits
 * are drawn until it is (a tie has probability 0). So every decision is that of the real numbers. ∎
 *
 * <p><b>Sampling.</b> One word for each entrant. Most newcomers lose at once: -ln(1 - U) ≥ U, and U
 * is not below the exponential of the leader's advantage, or already not below a bound on it, 1/(1
 * + x + x²/2 + x³/6) ≥ e^-x for x ≥ 0. The others are compared by the logarithms of their times in
 * double precision. The slope of ln(-ln(1 - U)) is 1/((1 - U)·(-ln(1 - U))) ≤ 2/min(U, 1 - U), so
 * the bits not yet drawn move it by at most 2/min(W, 2^64 - 1 - W) for a word W; for words of at
 * least 2^20 and at most 2^64 - 2^20 all roundings move it by less than 2^-42, and the products and
 * sums by less than 2^-48 of their size. So a difference above the sum of {@link #TIME_MARGIN},
 * {@link #ROUNDING} times the sizes, and the effect of the undrawn bits of both is certain. In the
 * rare other case {@link ExactRace} decides.
 *
 * <p><b>Relies on.</b> {@code Math.exp}, {@code log} and {@code log1p} being within one unit in the
 * last place, as their documentation promises.
 */
public final class ExponentialRace {

  /** Scores must lie within this distance of zero, so that no difference overflows. */
  public static final long LARGEST_SCORE = 1L << 61;

  private static final double SMALLEST_SLOPE = 1e-30;
  private static final double LARGEST_SLOPE = 1e30;

  private static final double TIME_MARGIN = 0x1p-40; // four times the 2^-42 of the proof
  private static final double ROUNDING = 0x1p-48;
  private static final double SIXTH = 1.0 / 6; // the double is the smaller one
  private static final long EDGE = 1L << 20; // words closer than this to 0 or 2^64 go to ExactRace

  private final Randomness randomness;
  private final Witness.Race witness; // null for almost every race
  private final ExactRace exact;
  private final boolean decidingExactly;
  private final double slope;

  private long entered;
  private long winner = -1;
  private BigInteger copiesEntered = BigInteger.ZERO; // of groups; single entrants apart
  private long singlesEntered;
  private BigInteger winnerPlace;
  private BigInteger winnerCopies;
  private ExactRace.Entrant leader;
  private double leaderLogTime; // ln(-ln(1 - U)), NaN where double precision cannot tell
  private double leaderLogCopies;
  private double leaderSlack; // how far the bits not yet drawn can move leaderLogTime

  private ExponentialRace(
      double slope,
      ExactRace exact,
      boolean decidingExactly,
      Randomness randomness,
      Witness.Race witness) {
    this.slope = slope;
    this.exact = exact;
    this.decidingExactly = decidingExactly;
    this.randomness = randomness;
    this.witness = witness;
  }

  /** Returns a race without entrants, for weights exp(-epsilon/divisor·score). */
  public static ExponentialRace of(double epsilon, long divisor, Randomness randomness) {
    return of(epsilon, divisor, false, randomness);
  }

  /** Returns the same race with every comparison in integers: for tests. */
  static ExponentialRace decidingExactly(double epsilon, long divisor, Randomness randomness) {
    return of(epsilon, divisor, true, randomness);
  }

  private static ExponentialRace of(
      double epsilon, long divisor, boolean exactly, Randomness randomness) {
    Check.positive("epsilon", epsilon);
    Check.between("divisor", divisor, 1, LARGEST_SCORE);
    double slope = epsilon / divisor; // for the fast comparisons only; ExactRace has the fraction
    if (!(slope >= SMALLEST_SLOPE && slope <= LARGEST_SLOPE)) {
      throw new IllegalArgumentException(
          "epsilon over divisor must be between 1e-30 and 1e30, got " + slope);
    }
    Dyadic exact = Dyadic.of(epsilon);
    return new ExponentialRace(
        slope,
        new ExactRace(exact.numerator(), exact.denominator().multiply(BigInteger.valueOf(divisor))),
        exactly,
        randomness.unwatched(),
        randomness.watchedRace(epsilon, divisor));
  }

  /** Adds one entrant and returns whether it is now the first. */
  public boolean enter(long score) {
    boolean leads = enter(score, BigInteger.ONE, 0);
    singlesEntered++;
    return leads;
  }

  /**
   * Adds a group of equal entrants as one and returns whether it is now the first.
   *
   * @param copies the size of the group, at least one
   */
  public boolean enter(long score, BigInteger copies) {
    if (copies.signum() <= 0) {
      throw new IllegalArgumentException("copies must be at least 1, got " + copies);
    }
    boolean leads = enter(score, copies, logarithm(copies));
    copiesEntered = copiesEntered.add(copies);
    return leads;
  }

  /** Returns the number of the winner, counted from 0 in the order of entering. */
  public long winner() {
    if (winner < 0) {
      throw new IllegalStateException("a race without entrants has no winner");
    }
    return winner;
  }

  /**
   * Draws an entrant of the winning group uniformly, and returns its place among all entrants,
   * counted from 0, the copies of a group one by one.
   */
  public BigInteger place() {
    winner();
    BigInteger place = winnerPlace.add(UniformInteger.below(winnerCopies, randomness));
    return witness == null ? place : witness.place(place);
  }

  private boolean enter(long score, BigInteger copies, double logCopies) {
    boolean leads = isFirst(score, copies, logCopies);
    if (witness != null) {
      leads = witness.enters(score, copies, leads);
    }
    if (leads) {
      winner = entered;
      winnerPlace = copiesEntered.add(BigInteger.valueOf(singlesEntered));
      winnerCopies = copies;
    }
    entered++;
    return leads;
  }

  /** Draws the newcomer's time and returns whether it is the smallest so far. */
  private boolean isFirst(long score, BigInteger copies, double logCopies) {
    if (score > LARGEST_SCORE || score < -LARGEST_SCORE) {
      throw new IllegalArgumentException("a score is beyond ±2^61"); // private, so not quoted
    }
    long word = randomness.nextLong();
    if (leader == null) {
      lead(new ExactRace.Entrant(score, copies, LazyUniform.ofWord(word)), logCopies, word);
      return true;
    }
    // The newcomer is first if ln(-ln(1 - U)) < advantage.
    double lag = slope * (leader.score() - score); // a difference of at most 2^62
    double advantage = leaderLogTime + lag + logCopies - leaderLogCopies;
    double margin =
        TIME_MARGIN + leaderSlack + ROUNDING * (Math.abs(lag) + logCopies + leaderLogCopies);
    double notAboveU = (word >>> 11) * 0x1p-53;
    // NaN (double precision does not know the leader's time) fails all three tests.
    if (!decidingExactly && isAboveExp(notAboveU, advantage + margin)) {
      return false;
    }
    margin += slack(word); // the newcomer's undrawn bits move its time too
    double lead = decidingExactly ? Double.NaN : logTime(word) - advantage;
    if (lead > margin) {
      return false;
    }
    ExactRace.Entrant entrant = new ExactRace.Entrant(score, copies, LazyUniform.ofWord(word));
    // Exact only where double precision leaves the order open, NaN included.
    if (lead < -margin || exact.isFirst(entrant, leader, randomness::nextLong)) {
      lead(entrant, logCopies, word);
      return true;
    }
    return false;
  }

  /** Whether a number that is 0 or at least 2^-53 is certainly above the exponential. */
  private static boolean isAboveExp(double number, double exponent) {
    // Most newcomers lose without an exponential: e^x is at least the first terms of its series.
    double x = -exponent;
    if (x > 0 && number * (1 + x * (1 + x * (0.5 + x * SIXTH))) > 1 + ROUNDING) {
      return true;
    }
    return number > Math.exp(exponent) * (1 + ROUNDING); // an underflow decides nothing wrongly
  }

  private void lead(ExactRace.Entrant entrant, double logCopies, long word) {
    leader = entrant;
    leaderLogTime = logTime(word);
    leaderLogCopies = logCopies;
    leaderSlack = slack(word); // stays an upper bound when ExactRace draws more bits
  }

  /** 2/min(W, 2^64 - 1 - W), rounded up: 2.01 covers the rounding of the division. */
  private static double slack(long word) {
    return 2.01 / (word >= 0 ? word : ~word);
  }

  /** ln(-ln(1 - U)) for the U of a word, or NaN where the bits not yet drawn matter too much. */
  private static double logTime(long word) {
    if (Long.compareUnsigned(word, EDGE) < 0 || Long.compareUnsigned(word, -EDGE) > 0) {
      return Double.NaN;
    }
    // Each half is computed from its own end of [0, 1), so that nothing cancels.
    return word >= 0
        ? Math.log(-Math.log1p(-(word * 0x1p-64)))
        : Math.log(-Math.log(-(double) word * 0x1p-64));
  }

  private static double logarithm(BigInteger copies) {
    int shift = Math.max(0, copies.bitLength() - 1000); // doubles end at 2^1024
    return Math.log(copies.shiftRight(shift).doubleValue()) + shift * Math.log(2);
  }
}
