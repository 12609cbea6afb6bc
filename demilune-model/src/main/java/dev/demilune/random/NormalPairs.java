// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Adds draws of a {@link RoundedGaussian} to a vector: the draws that {@link
 * RoundedGaussian#sample} makes of the same words, in about half the time (section {@code noise} of
 * docs/benchmarks.md).
 *
 * <p>Words come in batches, and a pair is decided without branches that go both ways often: no
 * processor predicts them, and a wrong guess costs as much as the arithmetic of a pair. A pair
 * gives one draw at most, so a batch of as many pairs as draws are missing takes no word too many.
 *
 * <p><b>Claim.</b> Sums and words taken are those of one call of {@code sample} for each entry, for
 * the laws of {@link RoundedGaussian#of}.
 *
 * <p><b>Proof.</b> What {@code sample} decides, it decides as the ideal reals do that continue its
 * words (its proof). So for the draws it suffices that a pair that is decided here is decided as
 * these reals do; all others are left to {@code sample}, beginning with their first word. In the
 * notation of that proof:
 *
 * <ul>
 *   <li>k is the number of thresholds below the prefix, for k ≤ 3 and without a tie.
 *   <li>x' and v' are the first 52 bits, so x and v are off by less than 2u. As dt/dx = k + x &lt;
 *       4, that costs 8u in t, and computing t' costs 0.8u in exp(-t'), as there. Then n/64 is the
 *       multiple nearest to t' ≤ 3.5, so n ≤ 224, and r = t' - n/64 is exact, at most 2^-7 in size.
 *       The terms of exp(-r) up to r^4/24 leave out less than |r|^5/119 &lt; 2^-41.8; rounding
 *       them, the table's exp(-n/64), the product and the difference costs less than 16u. With the
 *       2u of v all of it is less than 2^-41, so v and exp(-t) compare like v' and what stands for
 *       exp(-t) if these differ by more than 2^-40.
 *   <li>The integer is decided within the margin of {@code sample}: with k + x &lt; 4 and x off by
 *       2u, y is off by less than 11·σ·u. Adding 1.5·2^52 to y &lt; 2^43 rounds it to an integer,
 *       ties to even, as {@link Math#rint} does.
 * </ul>
 *
 * <p>{@code sample} takes three words for such a pair, too. There is no tie; v is farther than
 * 2^-41 from exp(-t), so it decides whether to keep; and should it leave the integer to exact
 * arithmetic, that draws no word, since all reals that continue x' give the same integer.
 *
 * <p>About 2 pairs in 10,000 are left to {@code sample} for their k, 2^-39 of them for v, and at
 * most 2^-47·max(σ, 1) for their integer. ∎
 *
 * <p><b>Relies on.</b> IEEE 754 arithmetic and the documented accuracy of {@link Math#exp}.
 */
final class NormalPairs implements LongSupplier {

  /** As many fit into the first cache beside the table. */
  static final int MOST_PAIRS = 256;

  private static final int WORDS = 3; // of a pair: k and the sign, x, v
  private static final int STEPS = 64; // of the table, to a unit of t
  private static final double[] EXP = exponentials();
  private static final double UNDECIDED = 0x1p-40;
  private static final double INTEGERS = 0x1.8p52; // doubles beside it are the integers
  private static final long ONE = Double.doubleToRawLongBits(1);
  private static final double[] WHOLES = {0, 1, 2, 3};

  private static final long BELOW_1 = NormalIntegerPart.THRESHOLDS[0];
  private static final long BELOW_2 = NormalIntegerPart.THRESHOLDS[1];
  private static final long BELOW_3 = NormalIntegerPart.THRESHOLDS[2];
  private static final long BELOW_4 = NormalIntegerPart.THRESHOLDS[3];

  private final RoundedGaussian law;
  private final Randomness randomness;
  private final long[] words;
  private final long[] draws;
  private int position;
  private int end;

  /** For vectors of at most so many entries. */
  NormalPairs(RoundedGaussian law, Randomness randomness, int entries) {
    this.law = law;
    this.randomness = randomness;
    this.draws = new long[Math.min(entries, MOST_PAIRS)];
    this.words = new long[WORDS * draws.length];
  }

  private static double[] exponentials() {
    double[] table = new double[4 * STEPS];
    Arrays.setAll(table, i -> Math.exp(-(double) i / STEPS));
    return table;
  }

  /** Adds a draw to each entry. A sum that does not fit in a long wraps around. */
  void addTo(long[] sums, int start, int end) {
    try {
      int i = start;
      while (i < end) {
        refill(WORDS * Math.min(end - i, draws.length));
        int count = drawPairs();
        for (int n = 0; n < count; n++) {
          sums[i++] += draws[n]; // wraps around, and never throws
        }
        if (position + WORDS <= this.end) { // stopped before a pair
          sums[i++] += law.sample(this);
        }
      }
    } finally {
      Arrays.fill(words, 0); // a later memory image does not reveal the noise
      Arrays.fill(draws, 0);
    }
  }

  /** The next word: of the batch, and when that is used up, of the source. */
  @Override
  public long getAsLong() {
    return position < end ? words[position++] : randomness.nextLong();
  }

  /** Draws until {@code wanted} words are there, beginning with those that are left. */
  private void refill(int wanted) {
    int left = end - position;
    System.arraycopy(words, position, words, 0, left);
    position = 0;
    end = wanted; // never below what is left: a pair gives one draw at most
    randomness.nextLongs(words, left, end - left);
  }

  /** Draws from pairs, up to the first that is not decided here. Returns the number of draws. */
  private int drawPairs() {
    double sigma = law.sigma();
    int at = position;
    int count = 0;
    for (; at + WORDS <= end; at += WORDS) {
      long first = words[at];
      long prefix = first >>> 1;
      // Differences of non-negative numbers: their sign bits say which thresholds are below.
      int k =
          (int)
              (((BELOW_1 - prefix) >>> 63)
                  + ((BELOW_2 - prefix) >>> 63)
                  + ((BELOW_3 - prefix) >>> 63)
                  + ((BELOW_4 - prefix) >>> 63));
      if (k > 3 || prefix == NormalIntegerPart.THRESHOLDS[k]) {
        break;
      }
      double x = fraction(words[at + 1]);
      double whole = WHOLES[k];
      double t = 0.5 * (x * (2 * whole + x));
      double shifted = t * STEPS + INTEGERS;
      double r = t - (shifted - INTEGERS) / STEPS;
      double series = 1 - r * (1 - r * (0.5 - r * (1.0 / 6 - r * (1.0 / 24))));
      double distance = fraction(words[at + 2]) - EXP[(int) integer(shifted)] * series;
      double y = sigma * (whole + x);
      double nearest = y + INTEGERS;
      if (Math.abs(distance) <= UNDECIDED || !law.isSettled(y, nearest - INTEGERS)) {
        break;
      }
      draws[count] = RoundedGaussian.signed(integer(nearest), first);
      // Negative: kept. Otherwise the next pair takes the place.
      count += (int) (Double.doubleToRawLongBits(distance) >>> 63);
    }
    position = at;
    return count;
  }

  /**
   * The first 52 bits after the point. Not by converting a long: that instruction waits for the
   * last one that used its register.
   */
  private static double fraction(long word) {
    return Double.longBitsToDouble(ONE | word >>> 12) - 1;
  }

  /** The integer that was added to {@link #INTEGERS}. */
  private static long integer(double shifted) {
    return Double.doubleToRawLongBits(shifted) - Double.doubleToRawLongBits(INTEGERS);
  }
}
