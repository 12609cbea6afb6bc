/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.learn;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The weights that maximise Σ_k T_k·w_k - Σ_i ln Σ_k exp(w_k·u_i) - Σ_j λ_j Σ_k w_kj²/2: a
 * penalised logistic likelihood whose label part is given.
 *
 * <p>T is released and u is public, so all of this is post-processing. The number of steps is
 * fixed. Sums over rows are of integers (probabilities in fixed point times images), so neither
 * their order nor the number of threads changes a bit.
 *
 * <p>Accelerated ascent (Nesterov 1983) with restarts (O'Donoghue and Candès 2015), each direction
 * with a step of its own: the curvature of the likelihood in direction j is at most half of Σ
 * u_ij², and directions are nearly uncorrelated.
 */
final class NoisyLikelihood {

  private static final int STEPS = 150;
  private static final double CAUTION = 1.2; // directions are not quite uncorrelated
  private static final int ROWS_AT_A_TIME = 2048;

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
        double stride = slope[i] / (caution * curvature(i / classes) + penalties[i / classes]);
        next[i] = ahead[i] + stride;
        gain += slope[i] * (next[i] - weights[i]);
        size += slope[i] * stride;
      }
      first = step == 0 ? size : first;
      if (size > 10 * first) { // more correlated than was thought: shorter steps, from the start
        caution *= 2;
        Arrays.fill(next, 0);
        before = next;
        sinceRestart = 0;
      } else {
        before = weights;
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
      double missing = sums.sum(i) - Math.scalb((double) expected[i], -fixedBits);
      slope[i] = missing / PublicFeatures.GRID - penalties[i / classes] * weights[i];
    }
    return slope;
  }

  /** Σ p_ik u_ij over a piece of the rows, in fixed point. */
  private long[] expected(int piece, double[] weights) {
    double[] perUnit = new double[weights.length];
    for (int i = 0; i < perUnit.length; i++) {
      perUnit[i] = weights[i] / PublicFeatures.GRID;
    }
    long[] expected = new long[weights.length];
    double[] scores = new double[classes];
    long[] shares = new long[classes];
    int last = Math.min(features.rows(), (piece + 1) * ROWS_AT_A_TIME);
    for (int row = piece * ROWS_AT_A_TIME; row < last; row++) {
      int[] image = features.image(row);
      int constant = image[features.directions()];
      int at = (width - 1) * classes;
      for (int k = 0; k < classes; k++) {
        scores[k] = constant * perUnit[at + k];
      }
      for (int j = 0; j < width - 1; j++) {
        double value = image[j];
        for (int k = 0; k < classes; k++) {
          scores[k] += value * perUnit[j * classes + k];
        }
      }
      shares(scores, shares);
      for (int j = 0; j < width - 1; j++) {
        long value = image[j];
        for (int k = 0; k < classes; k++) {
          expected[j * classes + k] += shares[k] * value;
        }
      }
      for (int k = 0; k < classes; k++) {
        expected[at + k] += shares[k] * constant;
      }
    }
    return expected;
  }

  /** Probabilities of the classes in fixed point. */
  private void shares(double[] scores, long[] into) {
    double top = Double.NEGATIVE_INFINITY;
    for (double score : scores) {
      top = Math.max(top, score);
    }
    double sum = 0;
    for (int k = 0; k < classes; k++) {
      scores[k] = StrictMath.exp(scores[k] - top);
      sum += scores[k];
    }
    double scale = Math.scalb(1.0, fixedBits) / sum;
    for (int k = 0; k < classes; k++) {
      into[k] = (long) Math.rint(scores[k] * scale);
    }
  }
}
