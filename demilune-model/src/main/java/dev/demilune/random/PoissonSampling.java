// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import dev.demilune.internal.Check;
import java.io.Serializable;
import java.util.BitSet;

/**
 * Samples each row with the same probability, independently of the others.
 *
 * <p><b>Claim.</b> A row is sampled with probability exactly {@link #rate()}, which is the given
 * rate rounded down to a multiple of 2^-63.
 *
 * <p><b>Proof.</b> A row is sampled if 63 uniform bits are below m, so with probability m/2^63. The
 * given double times 2^63 is exact, and so is its integer part m. Rates of at least 2^-11 are
 * multiples of 2^-63 already, as they have 53 bits. Below that m has at most 53 bits, so m/2^63 is
 * a double again. A smaller rate never weakens the privacy of a subsample; accountants use {@link
 * #rate()} all the same. ∎
 *
 * <p><b>Sampling.</b> One word for every row, sampled or not; no row is skipped.
 */
public final class PoissonSampling implements Serializable {

  private static final long serialVersionUID = 1;

  private static final double UNIT = 0x1p-63;

  private final double rate;
  private final long threshold; // 1 to 2^63, the last as an unsigned long

  private PoissonSampling(double rate, long threshold) {
    this.rate = rate;
    this.threshold = threshold;
  }

  /** Returns the sampling with this rate, from 2^-63 to 1, rounded down to a multiple of 2^-63. */
  public static PoissonSampling withRate(double rate) {
    if (!(rate >= UNIT && rate <= 1)) { // NaN fails too
      throw new IllegalArgumentException("rate must lie between 2^-63 and 1, got " + rate);
    }
    // the quotient is exact; rounds down: errs on the safe side
    double scaled = Math.floor(rate / UNIT);
    long threshold = rate == 1 ? Long.MIN_VALUE : (long) scaled; // 2^63 as an unsigned long
    return new PoissonSampling(scaled * UNIT, threshold);
  }

  /** Returns the exact probability of sampling a row. */
  public double rate() {
    return rate;
  }

  /** Returns whether the next row is sampled. */
  public boolean takes(Randomness randomness) {
    return takes(randomness.nextLong());
  }

  /** Returns whether a row with this uniform word is sampled. */
  public boolean takes(long word) {
    // always true at rate 1
    return Long.compareUnsigned(word >>> 1, threshold) < 0;
  }

  /** Returns the sampled rows among 0, ..., rows - 1. */
  public BitSet sample(int rows, Randomness randomness) {
    Check.between("rows", rows, 0, Integer.MAX_VALUE);
    BitSet taken = new BitSet(rows);
    for (int row = 0; row < rows; row++) {
      taken.set(row, takes(randomness));
    }
    return taken;
  }

  @Override
  public String toString() {
    return "Poisson sampling of rate " + rate;
  }
}
