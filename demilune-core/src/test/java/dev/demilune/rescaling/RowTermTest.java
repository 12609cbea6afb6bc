// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rescaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * What one row adds: bounded in integers, whatever its image is, and nearly as large as allowed.
 */
class RowTermTest {

  private static final long RADIUS = 1 << 13;

  private static BigInteger squaredNorm(RowTerm term, double[] image) {
    long[] sums = new long[term.entries()];
    term.addTo(sums, image);
    return Arrays.stream(sums)
        .mapToObj(BigInteger::valueOf)
        .map(entry -> entry.multiply(entry))
        .reduce(BigInteger.ZERO, BigInteger::add);
  }

  private static RowTerm moment(int dimension) {
    return new MomentTerm(new double[dimension], 0, RADIUS);
  }

  private static RowTerm pull(int dimension) {
    return new PullTerm(new double[dimension], 0, UnitGrid.LARGEST);
  }

  private static BigInteger square(long bound) {
    return BigInteger.valueOf(bound).pow(2);
  }

  @Test
  void noImageExceedsItsBound() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 20_000; i++) {
      double[] image = new double[1 + random.nextInt(30)];
      // Sparse and full images, of length one or, as if floating point had gone wrong, not.
      Arrays.setAll(image, j -> random.nextInt(3) == 0 ? random.nextDouble(-1, 1) : 0);
      if (Coordinates.toUnit(image) && random.nextInt(4) == 0) {
        double factor = StrictMath.exp(random.nextDouble(-3, 60));
        Arrays.setAll(image, j -> image[j] * factor);
      }
      assertThat(squaredNorm(moment(image.length), image))
          .isLessThanOrEqualTo(square(MomentTerm.bound(RADIUS)));
      assertThat(squaredNorm(pull(image.length), image))
          .isLessThanOrEqualTo(square(UnitGrid.LARGEST));
    }
  }

  @Test
  void whatIsNoNumberAddsNothingOutOfBounds() {
    for (double bad : new double[] {Double.NaN, 1e300, -1e300, 1 / 0.0, -1 / 0.0}) {
      for (double[] image : new double[][] {{bad}, {0.5, bad}, {bad, bad, 0.1}}) {
        assertThat(squaredNorm(moment(image.length), image))
            .isLessThanOrEqualTo(square(MomentTerm.bound(RADIUS)));
        assertThat(squaredNorm(pull(image.length), image))
            .isLessThanOrEqualTo(square(UnitGrid.LARGEST));
      }
    }
  }

  /** Along an axis all is on the diagonal; along (1, 1)/√2 most is beside it: 99 % of the bound. */
  @Test
  void theBoundsAreNearlyReached() {
    double half = Math.sqrt(0.5);
    for (double[] image : new double[][] {{1, 0}, {0, -1}, {half, half}, {half, -half}}) {
      assertThat(Math.sqrt(squaredNorm(moment(2), image).doubleValue()))
          .isGreaterThan(0.99 * MomentTerm.bound(RADIUS));
      assertThat(Math.sqrt(squaredNorm(pull(2), image).doubleValue()))
          .isGreaterThan(0.99 * UnitGrid.LARGEST);
    }
  }

  @Test
  void rowsWithAMarginAddNothing() {
    double[] weights = {2, 0};
    double threshold = 2 * 0.1;
    for (double score : new double[] {-1, 0, 0.0999, 0.1001, 1}) {
      double[] image = {score, Math.sqrt(1 - score * score)};
      boolean violates = score < 0.1;
      assertThat(squaredNorm(new MomentTerm(weights, threshold, RADIUS), image).signum() > 0)
          .isEqualTo(violates);
      assertThat(squaredNorm(new PullTerm(weights, threshold, RADIUS), image).signum() > 0)
          .isEqualTo(violates);
    }
  }

  @Test
  void aMomentIsTheMatrixOfItsRows() {
    double[] one = {0.6, 0.8};
    double[] other = {-0.8, 0.6};
    long[] sums = new long[3];
    moment(2).addTo(sums, one);
    moment(2).addTo(sums, one);
    moment(2).addTo(sums, other);
    double[][] matrix = MomentTerm.matrix(sums, 2, RADIUS);
    assertThat(matrix[0][0]).isCloseTo(2 * 0.36 + 0.64, within(2e-3));
    assertThat(matrix[0][1]).isCloseTo(0.48, within(2e-3));
    assertThat(matrix[1][0]).isEqualTo(matrix[0][1]);
    assertThat(matrix[1][1]).isCloseTo(2 * 0.64 + 0.36, within(2e-3));
  }
}
