// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import dev.demilune.DemiluneException;
import dev.demilune.internal.Check;
import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;
import java.math.BigInteger;

/**
 * Moves points of an integer grid a little, so that no d + 1 of them lie in one plane: the
 * perturbation that Kaplan, Mansour, Stemmer and Tsfadia (2020) put before their learner.
 *
 * <p>Every coordinate of every point is multiplied by a scale Δ' and gets noise of its own, uniform
 * among -Δ, ..., Δ, where Δ = ⌈d·n^d/(2β)⌉, Δ' = 2Δ·X'·⌈√d⌉ and X' = 2d²·(d!)^(d³)·X^(d⁶). A
 * halfspace that tells the labels of the original points then tells those of the moved ones.
 *
 * <p><b>Claim.</b> It changes nothing about privacy.
 *
 * <p><b>Proof.</b> A moved point depends on the original one and on noise of its own: neighboring
 * tables become tables that, with equal noise, are neighbors. ∎
 *
 * <p>{@link GridHalfspace} does not need it, and is worse with it: the grid becomes finer by a
 * factor of Δ', which for two features has a thousand bits. It is here to compare with, for one
 * feature.
 *
 * <p><b>Source.</b> As above, appendix B.3; √d is irrational there, and rounded up here.
 *
 * @param features d
 * @param largest X, of the original points
 * @param noise Δ
 * @param scale Δ'
 */
public record GridNoise(int features, long largest, long noise, long scale) {

  public GridNoise {
    Check.atLeastOne("features", features);
    Check.between("noise", noise, 1, Long.MAX_VALUE);
    Check.between("scale", scale, 1, Long.MAX_VALUE);
  }

  // With more even the number of digits has too many digits.
  private static final int MOST_FEATURES = 8;

  /**
   * Returns the noise for a public number of points.
   *
   * @param failure β, with which some d + 1 points may lie in one plane all the same
   * @throws DemiluneException if moved points would have coordinates of more than 62 bits
   */
  public static GridNoise of(GridHalfspace grid, long points, double failure) {
    if (!(failure > 0 && failure < 1)) {
      throw new IllegalArgumentException("failure must be between 0 and 1, got " + failure);
    }
    int d = grid.features();
    if (d > MOST_FEATURES) {
      throw new DemiluneException(
          "the perturbation as published is for one feature, and its numbers for "
              + d
              + " cannot be written down; leave it out, it is not needed");
    }
    // Rounded up: 1/(2β) as a whole number, which makes the noise a little larger.
    BigInteger noise =
        BigInteger.valueOf(points)
            .pow(d)
            .multiply(BigInteger.valueOf(d))
            .multiply(BigInteger.valueOf((long) Math.ceil(1 / (2 * failure))));
    BigInteger factorial = BigInteger.ONE;
    for (int i = 2; i <= d; i++) {
      factorial = factorial.multiply(BigInteger.valueOf(i));
    }
    BigInteger inverseMargin =
        BigInteger.valueOf(2L * d * d)
            .multiply(factorial.pow(d * d * d))
            .multiply(BigInteger.valueOf(grid.largest()).pow((int) Math.pow(d, 6)));
    long root = (long) Math.ceil(Math.sqrt(d));
    BigInteger scale =
        noise.shiftLeft(1).multiply(inverseMargin).multiply(BigInteger.valueOf(root));
    BigInteger moved = scale.multiply(BigInteger.valueOf(grid.largest())).add(noise);
    if (moved.bitLength() > 62) {
      throw new DemiluneException(
          "moved points would have coordinates of "
              + moved.bitLength()
              + " bits, and 62 is the limit: the perturbation as published is for one feature and"
              + " grids that are not too fine; leave it out, it is not needed");
    }
    return new GridNoise(d, grid.largest(), noise.longValueExact(), scale.longValueExact());
  }

  /** Returns the grid that moved points lie in. */
  public GridHalfspace grid() {
    return new GridHalfspace(features, Math.addExact(Math.multiplyExact(scale, largest), noise));
  }

  /** Returns the points, moved; each coordinate has noise of its own. */
  public long[][] move(long[][] points, Randomness randomness) {
    long[][] moved = new long[points.length][];
    for (int i = 0; i < points.length; i++) {
      moved[i] = new long[points[i].length];
      for (int j = 0; j < moved[i].length; j++) {
        long drawn = UniformInteger.below(2 * noise + 1, randomness) - noise;
        moved[i][j] = Math.addExact(Math.multiplyExact(scale, points[i][j]), drawn);
      }
    }
    return moved;
  }

  /** Returns the halfspace of original points for one of moved points. */
  public Halfspace unscaled(Halfspace ofMoved) {
    return new Halfspace(ofMoved.normal(), ofMoved.threshold().dividedBy(Rational.of(scale)));
  }
}
