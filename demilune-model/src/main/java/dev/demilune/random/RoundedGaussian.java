// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * The integer nearest to a normal number of mean zero: round(σ·N(0, 1)), sampled exactly.
 *
 * <p><b>Claim.</b> If the words of the {@link Randomness} are uniform, a draw has exactly the law
 * of round(σ·N) for the σ that is the given double, σ from 10^-3 to 10^12. Adding it to an integer
 * s is therefore rounding s + N(0, σ²), a post-processing of the ideal Gaussian mechanism.
 *
 * <p><b>Sampling.</b> |N| = k + x, where the integer k ≥ 0 has probability proportional to
 * exp(-k²/2), x is uniform in [0, 1), and the pair is kept if a uniform v is below exp(-t), t =
 * x(2k + x)/2 (Karney 2016); a spare bit is the sign. A kept pair has density proportional to
 * exp(-k²/2 - kx - x²/2) = exp(-(k + x)²/2), as it should. 71.5 % of the pairs are kept; the three
 * uniform numbers take one word each.
 *
 * <p><b>Proof.</b> The three uniform numbers are ideal reals, of which the first 64 bits (63 for k)
 * are drawn at once and the others when needed. Every decision (which k, keep or not, which
 * integer) is taken only when it is the same for all real numbers that continue the drawn bits, so
 * the outcome is the one that the ideal reals would give, and the law is exact. It remains to show
 * that double precision decides correctly where it decides. Let u = 2^-53, and x', v' the first 53
 * bits, so x' ≤ x &lt; x' + u and v' ≤ v &lt; v' + u. {@link NormalIntegerPart} decides in integers
 * and gives k ≤ 9 here.
 *
 * <p><i>Keep or not</i>, margin M = 32u = 2^-48:
 *
 * <ul>
 *   <li>Truncating x moves t by at most (k + 1)u ≤ 10u, for dt/dx = k + x. Computing t' from x'
 *       rounds twice (the sum and the product; halving is exact): an error of at most 2.01·t·u.
 *   <li>1 - t ≤ exp(-t). The test v' &lt; 1 - t' - M can hold only if t' &lt; 1. Then 10u + 2.01u
 *       from t, u from v, and u/2 for each of two subtractions: 14.1u &lt; M, so v &lt; 1 - t.
 *   <li>exp(-t) ≤ 1 - t + t²/2 = 1 - t(1 - t/2). The test v' &gt; 1 - t'(1 - t'/2) + M can hold
 *       only if t' ≤ 2, where the right side has a slope of at most 1: 10u + 4.1u from t. Its
 *       evaluation adds u/2 · 2 for the inner difference, u/2 for the product (which is at most
 *       1/2), u/2 for the outer difference and u for adding M: 3u. Together 17.1u &lt; M, so v &gt;
 *       exp(-t).
 *   <li>Otherwise e = exp(-t') from {@link Math#exp}, whose documented error is at most one ulp, 2u
 *       here as e ≤ 1. Truncation costs 10u (the slope of exp(-t) is at most 1 in size), rounding
 *       2.01·t·exp(-t)·u &lt; 0.8u, v costs u, and adding or subtracting M costs u: 14.8u &lt; M.
 * </ul>
 *
 * <p><i>Which integer</i>, margin max(σ, 1)·32u: k + x' and its product with σ round once each, by
 * at most 10u relative to 1 and σ, and x' is off by u: the computed y is within 21.1·σ·u of σ(k +
 * x). As y &lt; 2^44, its distance d to the nearest integer is exact, and 1/2 - d rounds by at most
 * u/2. If 1/2 - d exceeds the margin, no half-integer lies between y and σ(k + x).
 *
 * <p>{@link ExactNormal} takes the undecided cases (about 2^-47 of the pairs for keeping,
 * 2^-47·max(σ, 1) of the draws for the integer) and starts from the bits already drawn. ∎
 *
 * <p><b>Relies on.</b> The documented accuracy of {@link Math#exp} and IEEE 754 arithmetic. The
 * time of a draw depends on the draw and on nothing else.
 *
 * <p><b>Source.</b> Karney, ACM Transactions on Mathematical Software 42 (2016), for the
 * decomposition. Ours decides on 53-bit prefixes in double precision where Karney compares digit by
 * digit.
 */
public final class RoundedGaussian {

  /** The smallest σ that the proof covers. */
  public static final double SMALLEST_SIGMA = 1e-3;

  /** The largest σ that the proof covers. */
  public static final double LARGEST_SIGMA = 1e12;

  /** How many entries of a vector share a stream. A change would change every seeded result. */
  static final int PIECE = 8192;

  private static final double MARGIN = 0x1p-48; // M = 32u of the proof
  private static final double UNIT = 0x1p-53; // u

  private final double sigma;
  private final double keepMargin;
  private final double roundMargin;
  private final ExactRounding exact;

  /** Returns the integer nearest to σ·(k + x), in exact arithmetic. Extends x while undecided. */
  @FunctionalInterface
  interface ExactRounding {
    long round(int k, LazyUniform x, LongSupplier words);
  }

  private RoundedGaussian(
      double sigma, double keepMargin, double roundMargin, ExactRounding exact) {
    this.sigma = sigma;
    this.keepMargin = keepMargin;
    this.roundMargin = roundMargin;
    this.exact = exact;
  }

  /** Returns the law of round(σ·N(0, 1)), for σ the exact value of the double. */
  public static RoundedGaussian of(double sigma) {
    if (!(sigma >= SMALLEST_SIGMA && sigma <= LARGEST_SIGMA)) { // NaN fails too
      throw new IllegalArgumentException(
          "sigma must be between "
              + SMALLEST_SIGMA
              + " and "
              + LARGEST_SIGMA
              + " units of the integer grid, got "
              + sigma);
    }
    return new RoundedGaussian(
        sigma,
        MARGIN,
        Math.max(sigma, 1) * MARGIN, // 21.1·σ·u + u/2 is below it
        (k, x, words) -> ExactNormal.round(sigma, k, x, words));
  }

  /**
   * Returns the law for a σ known up to a few roundings; {@code exact} knows it exactly and decides
   * the integers that these leave open. The law holds given that σ, if the bits that determine it
   * are not used elsewhere.
   *
   * @param nearly σ with a relative error of at most 4u; infinity to leave all to {@code exact}
   */
  static RoundedGaussian near(double nearly, ExactRounding exact) {
    // σ off by 4u moves σ(k + x) by at most 40·σ·u more than the proof counts: 61.2u < 4·32u.
    return nearly <= LARGEST_SIGMA
        ? new RoundedGaussian(nearly, MARGIN, 4 * Math.max(nearly, 1) * MARGIN, exact)
        : new RoundedGaussian(1, MARGIN, Double.POSITIVE_INFINITY, exact);
  }

  /** Returns the same law with infinite margins: every decision but that of k is taken exactly. */
  RoundedGaussian decidingExactly() {
    return new RoundedGaussian(sigma, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, exact);
  }

  /** Returns the standard deviation before rounding. */
  public double sigma() {
    return sigma;
  }

  /** Returns one draw. */
  public long sample(Randomness randomness) {
    return sample(randomness::nextLong);
  }

  /** Returns one draw, made of the next words. */
  long sample(LongSupplier words) {
    while (true) {
      long first = words.getAsLong();
      int k = NormalIntegerPart.of(first >>> 1, words); // 63 bits; the last is the sign
      long xWord = words.getAsLong();
      long vWord = words.getAsLong();
      int keeping = keeps(k, xWord, vWord, keepMargin);
      if (keeping < 0) { // 28.5 % of the pairs
        continue;
      }
      if (keeping == 0) { // about 2^-47 of the pairs
        return sampleExactly(k, first, xWord, vWord, words);
      }
      double x = (xWord >>> 11) * UNIT; // x', exact: 53 bits
      double y = sigma * (k + x); // two roundings; below 2^44
      double nearest = Math.rint(y);
      if (isSettled(y, nearest)) {
        return signed((long) nearest, first);
      }
      return signed(exact.round(k, LazyUniform.ofWord(xWord), words), first);
    }
  }

  /** True only if no half-integer lies between y and the number that it approximates. */
  boolean isSettled(double y, double nearest) {
    return 0.5 - Math.abs(y - nearest) > roundMargin;
  }

  /** Returns whether to keep a pair: positive for yes, negative for no, 0 if undecided. */
  private static int keeps(int k, long xWord, long vWord, double margin) {
    if (k > NormalIntegerPart.LARGEST_FAST) { // the margins are proved for k ≤ 9 only
      return 0;
    }
    double x = (xWord >>> 11) * UNIT;
    double v = (vWord >>> 11) * UNIT;
    double t = 0.5 * (x * (2 * k + x));
    if (v < 1 - t - margin) { // 1 - t ≤ exp(-t)
      return 1;
    }
    if (v > 1 - t * (1 - 0.5 * t) + margin) { // exp(-t) ≤ 1 - t + t²/2
      return -1;
    }
    double bound = Math.exp(-t); // within 2u; about one pair in seven gets here
    if (v > bound + margin) {
      return -1;
    }
    return v < bound - margin ? 1 : 0;
  }

  /**
   * Draws x for a given k; more bits of it can be drawn later. Empty if the pair is not kept. For
   * callers that need the real number |N| = k + x and not an integer.
   */
  static Optional<LazyUniform> part(int k, Randomness randomness) {
    long xWord = randomness.nextLong();
    long vWord = randomness.nextLong();
    int keeping = keeps(k, xWord, vWord, MARGIN);
    if (keeping < 0) {
      return Optional.empty();
    }
    LazyUniform x = LazyUniform.ofWord(xWord);
    boolean kept =
        keeping > 0 || ExactNormal.accepts(k, x, LazyUniform.ofWord(vWord), randomness::nextLong);
    return kept ? Optional.of(x) : Optional.empty();
  }

  /**
   * Adds one independent draw to every element, in parallel when there are many.
   *
   * <p>Each fixed-size piece of a long vector has its own stream, so the result does not depend on
   * the number of threads. The streams' names contain 128 bits drawn from {@code randomness}, so a
   * second call adds different noise. The draws are those of {@link #sample}, many at a time
   * ({@link NormalPairs}).
   *
   * <p>A noisy sum that does not fit in a long wraps around: an exception would depend on the sum
   * and be a release of its own. For sums below 2^62 in absolute value this does not happen: noise
   * of 2^62 has probability below exp(-10^13).
   */
  public void addTo(long[] sums, Randomness randomness) {
    if (sums.length <= PIECE) {
      addTo(sums, 0, sums.length, randomness);
      return;
    }
    String call =
        Long.toHexString(randomness.nextLong()) + " " + Long.toHexString(randomness.nextLong());
    int pieces = (sums.length - 1) / PIECE + 1;
    IntStream.range(0, pieces)
        .parallel()
        .forEach(
            piece -> {
              int start = piece * PIECE; // below the length: no overflow
              int end = Math.min(sums.length - start, PIECE) + start;
              addTo(sums, start, end, randomness.stream("noise " + call + " piece " + piece));
            });
  }

  private void addTo(long[] sums, int start, int end, Randomness randomness) {
    if (roundMargin <= Math.max(sigma, 1) * MARGIN) { // a law of of(), decided in doubles
      new NormalPairs(this, randomness, end - start).addTo(sums, start, end);
      return;
    }
    for (int i = start; i < end; i++) {
      sums[i] += sample(randomness); // wraps around, and never throws
    }
  }

  /** Continues from the drawn words in exact arithmetic; starts again if the pair is not kept. */
  private long sampleExactly(int k, long first, long xWord, long vWord, LongSupplier words) {
    LazyUniform x = LazyUniform.ofWord(xWord);
    LazyUniform v = LazyUniform.ofWord(vWord);
    return ExactNormal.accepts(k, x, v, words)
        ? signed(exact.round(k, x, words), first)
        : sample(words);
  }

  /** Negates by the last bit of the first word, whose other bits chose k. */
  static long signed(long magnitude, long first) {
    // Without a branch: a fair coin is the worst case for branch prediction.
    long minus = -(first & 1);
    return (magnitude ^ minus) - minus;
  }

  @Override
  public String toString() {
    return "round(" + sigma + " N(0, 1))";
  }
}
