// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import dev.demilune.internal.Check;
import java.io.Serializable;
import java.util.BitSet;

/**
 * Takes every row with the same probability, independently of the others.
 *
 * <p><b>Claim.</b> A row is taken with probability exactly {@link #rate()}, which is the rate asked
 * for or the nearest smaller multiple of 2^-63.
 *
 * <p><b>Proof.</b> A row is taken if 63 uniform bits are below m, so with probability m/2^63. The
 * given double times 2^63 is exact, and so is its integer part m; rates from 2^-11 on lose nothing,
 * as their 53 bits end before. Below that m has at most 53 bits, so m/2^63 is a double again. A
 * smaller rate never weakens the privacy of a subsample; still, whoever prices it asks this class
 * for the rate. ∎
 *
 * <p><b>Sampling.</b> One word for every row, taken or not; no row is skipped over.
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

  /** Returns the sampling of the given rate, from 2^-63 to 1, rounded down where it must be. */
  public static PoissonSampling withRate(double rate) {
    if (!(rate >= UNIT && rate <= 1)) { // NaN fails too
      throw new IllegalArgumentException("rate must lie between 2^-63 and 1, got " + rate);
    }
    double scaled = Math.floor(rate / UNIT);
    long threshold = rate == 1 ? Long.MIN_VALUE : (long) scaled;
    return new PoissonSampling(scaled * UNIT, threshold);
  }

  /** The exact probability with which a row is taken. */
  public double rate() {
    return rate;
  }

  /** Whether the next row is taken. */
  public boolean takes(Randomness randomness) {
    return Long.compareUnsigned(randomness.nextLong() >>> 1, threshold) < 0;
  }

  /** The rows taken of the given number. */
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
