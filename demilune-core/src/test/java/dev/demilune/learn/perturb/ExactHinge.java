// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.CenteredLengths;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;

/** The gradient of a penalized hinge loss written down again, in decimals of sixty digits. */
final class ExactHinge {

  private static final MathContext DIGITS = new MathContext(60);

  private ExactHinge() {}

  static BigDecimal[] gradient(
      BoundedDataset data,
      int positive,
      double sharpness,
      double lambda,
      double[] tilt,
      double[] weights) {
    BigDecimal[] gradient = new BigDecimal[weights.length];
    for (int j = 0; j < weights.length; j++) {
      gradient[j] =
          new BigDecimal(lambda).multiply(new BigDecimal(weights[j])).add(new BigDecimal(tilt[j]));
    }
    int[] row = new int[data.features() + 1];
    for (int b = 0; b < data.blocks(); b++) {
      BoundedDataset.Block block = data.block(b);
      for (int i = 0; i < block.rows(); i++) {
        block.copyTo(i, row);
        row[data.features()] = data.gridIntercept();
        add(gradient, row, block.label(i) == positive, sharpness, weights);
      }
    }
    return gradient;
  }

  private static void add(
      BigDecimal[] gradient, int[] row, boolean positive, double sharpness, double[] weights) {
    long squares = Arrays.stream(row).mapToLong(k -> (long) k * k).sum();
    if (squares == 0) {
      return;
    }
    BigDecimal length = BigDecimal.valueOf(CenteredLengths.ceilSqrt(squares));
    BigDecimal score = BigDecimal.ZERO;
    for (int j = 0; j < row.length; j++) {
      score = score.add(new BigDecimal(weights[j]).multiply(BigDecimal.valueOf(row[j])));
    }
    score = score.divide(length, DIGITS);
    BigDecimal pull =
        FadingHingeTest.exactPull(sharpness, positive ? score : score.negate())
            .divide(length, DIGITS);
    for (int j = 0; j < row.length; j++) {
      BigDecimal part = pull.multiply(BigDecimal.valueOf(positive ? row[j] : -row[j]));
      gradient[j] = gradient[j].subtract(part, DIGITS);
    }
  }

  static double distance(BigDecimal[] exact, double[] computed) {
    BigDecimal squares = BigDecimal.ZERO;
    for (int j = 0; j < exact.length; j++) {
      squares = squares.add(exact[j].subtract(new BigDecimal(computed[j])).pow(2), DIGITS);
    }
    return Math.sqrt(squares.doubleValue());
  }
}
