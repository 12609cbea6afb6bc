// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

/**
 * A real vector z of density proportional to exp(-|z|/s), rounded to integers, sampled exactly.
 *
 * <p><b>Claim.</b> If the words of the {@link Randomness} are uniform, d draws together have
 * exactly the law of round(z) for z in d dimensions and the s that is the given double, from 10^-3
 * to 10^12. Integers are taken modulo 2^64.
 *
 * <p><b>Sampling.</b> z = s·|M|·N, where M has d + 1 independent standard normal entries and N has
 * d. Neither a division nor a gamma law is needed: given |M|, the entries are independent rounded
 * normal numbers of standard deviation s|M|.
 *
 * <p><b>Proof.</b> |M|² has density proportional to w^((d-1)/2)·e^(-w/2), and given |M|² = w the
 * density of sN|M| at distance r from zero is proportional to w^(-d/2)·e^(-r²/(2s²w)). So the
 * density of z is proportional to ∫ w^(-1/2)·e^(-w/2 - r²/(2s²w)) dw over w &gt; 0, which with w =
 * v² is
 *
 * <pre>
 *   2 ∫ e^(-v²/2 - r²/(2s²v²)) dv = 2e^(-r/s) ∫ e^(-(v - r/(sv))²/2) dv.
 * </pre>
 *
 * The last integral does not depend on r: the substitution v → r/(sv) swaps v and r/(sv), so it is
 * half of ∫ e^(-(v - r/(sv))²/2)·(1 + r/(sv²)) dv, in which t = v - r/(sv) runs over all real
 * numbers: it is √(2π)/2. So the density is proportional to e^(-r/s).
 *
 * <p>M and N are ideal real numbers. Their leading bits are drawn first and the others when a
 * decision needs them ({@link LazyLength}, {@link RoundedGaussian}). Double precision knows s|M| up
 * to four roundings. Where that leaves an integer open, {@link LazyLength#round} takes the same
 * bits of M and N, computes without rounding, and draws more bits if needed. These are further bits
 * of the same numbers, and no earlier decision depended on them. ∎
 *
 * <p><b>Relies on.</b> What {@link RoundedGaussian} relies on.
 *
 * <p><b>Source.</b> That e^-r is a mixture of normal densities: Andrews and Mallows (1974). As far
 * as we know its use for noise is new; it replaces the gamma norm and uniform direction of
 * Chaudhuri, Monteleoni and Sarwate (2011).
 */
public final class RoundedL2Laplace {

  /** The smallest supported s. */
  public static final double SMALLEST_SCALE = 1e-3;

  /** The largest supported s. */
  public static final double LARGEST_SCALE = 1e12;

  private final double scale;
  private final boolean exactly;

  private RoundedL2Laplace(double scale, boolean exactly) {
    this.scale = scale;
    this.exactly = exactly;
  }

  /** Returns the law of density proportional to exp(-|z|/scale) before rounding. */
  public static RoundedL2Laplace of(double scale) {
    if (!(scale >= SMALLEST_SCALE && scale <= LARGEST_SCALE)) { // NaN fails too
      throw new IllegalArgumentException(
          "scale must be between "
              + SMALLEST_SCALE
              + " and "
              + LARGEST_SCALE
              + " units of the integer grid, got "
              + scale);
    }
    return new RoundedL2Laplace(scale, false);
  }

  /** Returns the same law with every decision taken exactly, from the same bits. */
  RoundedL2Laplace decidingExactly() {
    return new RoundedL2Laplace(scale, true);
  }

  public double scale() {
    return scale;
  }

  /** Returns the standard deviation of one entry of a vector of this dimension. */
  public static double standardDeviation(double scale, long dimension) {
    return scale * Math.sqrt(dimension + 1.0); // the root of s²·E|M|²
  }

  /**
   * Adds one draw of the whole vector, modulo 2^64: an overflow exception would be a release of its
   * own.
   */
  public void addTo(long[] sums, Randomness randomness) {
    addTo(sums, 0, 1, randomness);
  }

  /**
   * Adds one draw of a vector to the entries start, start + stride, start + 2 stride, ...: a column
   * of a matrix stored row by row.
   */
  public void addTo(long[] sums, int start, int stride, Randomness randomness) {
    int entries = (sums.length - start - 1) / stride + 1;
    // s|M|: M has d + 1 entries
    LazyLength length = LazyLength.draw(entries + 1, scale, randomness);
    RoundedGaussian law = RoundedGaussian.near(length.nearly(), length::round);
    if (exactly) { // for tests: the fast path must give the same integers
      law = law.decidingExactly();
    }
    for (int i = start; i < sums.length; i += stride) {
      sums[i] += law.sample(randomness); // wraps around and never throws
    }
  }

  @Override
  public String toString() {
    return "round(z), z of density proportional to exp(-|z|/" + scale + ")";
  }
}
