// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.label;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The weights that maximize Σ_k T_k·w_k - Σ_i ln Σ_k exp(w_k·u_i) - Σ_j λ_j Σ_k w_kj²/2: a
 * penalized logistic likelihood whose label part is given.
 *
 * <p>T is released and u is public, so all of this is post-processing, also when it ends: no
 * rounding here needs a safe side. Sums over rows are of integers (probabilities in fixed point
 * times images), so neither their order nor the number of threads changes a bit.
 *
 * <p>Accelerated ascent (Nesterov 1983) with restarts (O'Donoghue and Candès 2015), each direction
 * with a step of its own: the curvature of the likelihood in direction j is at most half of Σ
 * u_ij², and directions are nearly uncorrelated.
 */
final class NoisyLikelihood {

  private static final int STEPS = 150;
  private static final double CAUTION = 1.2; // directions are not quite uncorrelated
  private static final int ROWS_AT_A_TIME = 2048;
  private static final double NEGLIGIBLE = 1e-5;
  private static final double FLAT = 1e-7; // a slope so small beside the first one ends the search

  private final PublicFeatures features;
  private final int width;
  private final LabelSums sums;
  private final int classes;
  private final double[] penalties;
  private final int fixedBits;

  /**
   * @param penalties λ_j, above 0, for each direction and at last for the constant
   */
  NoisyLikelihood(PublicFeatures features, LabelSums sums, double[] penalties) {
    this.features = features;
    this.width = penalties.length;
    this.sums = sums;
    this.classes = sums.classes();
    this.penalties = penalties.clone();
    // A probability times an image is below 2^(bits + 17), summed over rows below 2^62.
    int rowBits = Integer.SIZE - Integer.numberOfLeadingZeros(features.rows());
    this.fixedBits = Math.min(30, 45 - rowBits);
  }

  /** Returns the weights, entry j·K + k for direction j and class k. */
  double[] weights() {
    double caution = CAUTION;
    double[] weights = new double[width * classes];
    double[] before = weights;
    double first = 0;
    int sinceRestart = 0;
    for (int step = 0; step < STEPS; step++) {
      // Nesterov's extrapolation, from 0 after each restart.
      double momentum = sinceRestart / (sinceRestart + 3.0);
      double[] ahead = new double[weights.length];
      for (int i = 0; i < ahead.length; i++) {
        ahead[i] = weights[i] + momentum * (weights[i] - before[i]);
      }
      double[] slope = slope(ahead);
      double[] next = new double[weights.length];
      double gain = 0;
      double size = 0;
      for (int i = 0; i < next.length; i++) {
        // One over an upper bound of the curvature in this direction, were they uncorrelated.
        double stride = slope[i] / (caution * curvature(i / classes) + penalties[i / classes]);
        next[i] = ahead[i] + stride;
        gain += slope[i] * (next[i] - weights[i]);
        size += slope[i] * stride;
      }
      first = step == 0 ? size : first;
      if (size <= FLAT * first) {
        return next;
      }
      if (size > 10 * first) { // more correlated than was thought: shorter steps, from the start
        caution *= 2;
        Arrays.fill(next, 0);
        before = next;
        sinceRestart = 0;
      } else {
        before = weights;
        // Momentum that points downhill is dropped: O'Donoghue and Candès' gradient test.
        sinceRestart = gain < 0 ? 0 : sinceRestart + 1;
      }
      weights = next;
    }
    return weights;
  }

  private double curvature(int direction) {
    return 0.5 * features.rows() * features.spread(column(direction));
  }

  /** The last of the weights is the constant's, however many directions are used. */
  private int column(int direction) {
    return direction == width - 1 ? features.directions() : direction;
  }

  private double[] slope(double[] weights) {
    int pieces = (features.rows() + ROWS_AT_A_TIME - 1) / ROWS_AT_A_TIME;
    long[] expected =
        IntStream.range(0, pieces)
            .parallel()
            .mapToObj(piece -> expected(piece, weights))
            .reduce(
                new long[weights.length],
                (a, b) -> {
                  long[] both = a.clone();
                  for (int i = 0; i < both.length; i++) {
                    both[i] += b[i];
                  }
                  return both;
                });
    double[] slope = new double[weights.length];
    for (int i = 0; i < slope.length; i++) {
      // Observed minus expected sums, the gradient of a likelihood of an exponential family.
      double missing = sums.sum(i) - Math.scalb((double) expected[i], -fixedBits);
      slope[i] = missing / PublicFeatures.GRID - penalties[i / classes] * weights[i];
    }
    return slope;
  }

  /** Σ p_ik u_ij over a piece of the rows, in fixed point. */
  private long[] expected(int piece, double[] weights) {
    double[][] perUnit = new double[classes][width];
    for (int k = 0; k < classes; k++) {
      for (int j = 0; j < width; j++) {
        perUnit[k][j] = weights[j * classes + k] / PublicFeatures.GRID;
      }
    }
    long[][] sums = new long[classes][width];
    int[] values = new int[width];
    double[] image = new double[width];
    double[] scores = new double[classes];
    long[] shares = new long[classes];
    int last = Math.min(features.rows(), (piece + 1) * ROWS_AT_A_TIME);
    for (int row = piece * ROWS_AT_A_TIME; row < last; row++) {
      System.arraycopy(features.image(row), 0, values, 0, width - 1);
      values[width - 1] = features.image(row)[features.directions()];
      for (int j = 0; j < width; j++) {
        image[j] = values[j];
      }
      for (int k = 0; k < classes; k++) {
        scores[k] = dot(image, perUnit[k]);
      }
      shares(scores, shares);
      for (int k = 0; k < classes; k++) {
        if (shares[k] != 0) {
          add(shares[k], values, sums[k]);
        }
      }
    }
    long[] expected = new long[weights.length];
    for (int i = 0; i < expected.length; i++) {
      expected[i] = sums[i % classes][i / classes];
    }
    return expected;
  }

  /** In four parts, always the same: processors do them at once. */
  private static double dot(double[] a, double[] b) {
    double first = 0;
    double second = 0;
    double third = 0;
    double fourth = 0;
    int j = 0;
    for (; j + 3 < a.length; j += 4) {
      first += a[j] * b[j];
      second += a[j + 1] * b[j + 1];
      third += a[j + 2] * b[j + 2];
      fourth += a[j + 3] * b[j + 3];
    }
    for (; j < a.length; j++) {
      first += a[j] * b[j];
    }
    return (first + second) + (third + fourth);
  }

  private static void add(long share, int[] values, long[] sums) {
    for (int j = 0; j < values.length; j++) {
      sums[j] += share * values[j];
    }
  }

  /** Probabilities of the classes in fixed point. */
  private void shares(double[] scores, long[] into) {
    double top = Double.NEGATIVE_INFINITY;
    for (double score : scores) {
      top = Math.max(top, score);
    }
    double sum = 0;
    for (int k = 0; k < classes; k++) {
      // At most 1, so no overflow; StrictMath gives the same bits on every machine.
      scores[k] = StrictMath.exp(scores[k] - top);
      sum += scores[k];
    }
    double scale = Math.scalb(1.0, fixedBits) / sum;
    for (int k = 0; k < classes; k++) {
      // Hardly possible classes are left out: far less than the noise, and most of the work.
      into[k] = scores[k] < NEGLIGIBLE * sum ? 0 : (long) Math.rint(scores[k] * scale);
    }
  }
}
