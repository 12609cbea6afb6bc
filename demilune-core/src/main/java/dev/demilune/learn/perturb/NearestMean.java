// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import dev.demilune.learn.gradient.Center;
import dev.demilune.model.LinearClassifier;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.Schema;
import java.util.Arrays;

/**
 * The classifier that takes the nearest of the means that noisy {@link ClassSums} give.
 *
 * <p>With m the mean of all rows, the mean of class k is m + w_k. The nearest mean of a row u is
 * the one with the largest w_k·(u - m) - |w_k|²/2, which is a linear score. Each w_k is shrunk by
 * the positive-part rule of James and Stein, as {@link Center} is, but never to nothing: what is
 * mostly noise keeps its direction but little of its norm. Frequent classes are preferred by as
 * much as they would be if rows of length one were spread evenly about their means in all
 * directions. Everything here is post-processing.
 */
final class NearestMean {

  // A class is taken for no smaller than this part of an equal share: its count is noisy too.
  private static final double SMALLEST_SHARE = 0.2;
  private static final double LEAST_KEPT = 0.05;

  private final Schema schema;
  private final double[][] weights;
  private final double[] biases;

  private NearestMean(Schema schema, double[][] weights, double[] biases) {
    this.schema = schema;
    this.weights = weights;
    this.biases = biases;
  }

  /**
   * @param sums class sums after their noise
   * @param rows how many rows there are, as far as that is public; 0 if it is not known
   * @param noise the standard deviation of an entry's noise, over GRID_RADIUS
   */
  static NearestMean of(BoundedDataset data, long[] sums, long rows, double noise) {
    int classes = data.classes();
    int features = data.features();
    double[] counts = counts(sums, classes, rows);
    double total = Arrays.stream(counts).sum();
    double[] mean = new double[features];
    double[][] weights = new double[classes][features];
    for (int j = 0; j < features; j++) {
      for (int k = 0; k < classes; k++) {
        double sum = (double) sums[j * classes + k] / BoundedDataset.GRID_RADIUS;
        mean[j] += sum / total;
        weights[k][j] = sum / counts[k];
      }
    }
    double[] biases = new double[classes];
    // Of a coordinate: what is left of unit rows around their mean, spread evenly.
    double variance = Math.max(0, 1 - Arrays.stream(mean).map(m -> m * m).sum()) / features;
    for (int k = 0; k < classes; k++) {
      double squared = 0;
      for (int j = 0; j < features; j++) {
        weights[k][j] -= mean[j];
        squared += weights[k][j] * weights[k][j];
      }
      double ofNoise = features * (noise / counts[k]) * (noise / counts[k]);
      // 1 - d s²/|w|², see Center. A mean equal to that of all rows has no direction.
      double kept = squared > 0 ? Math.max(LEAST_KEPT, 1 - ofNoise / squared) : 0;
      // Half a row at least: a noisy count may be negative, and its logarithm must be finite.
      double share = Math.max(0.5, count(sums, classes, k)) / Math.max(1, total);
      biases[k] = variance * StrictMath.log(share) - kept * kept * squared / 2;
      for (int j = 0; j < features; j++) {
        weights[k][j] *= kept;
        biases[k] -= weights[k][j] * mean[j];
      }
    }
    return new NearestMean(data.schema(), weights, biases);
  }

  /** Rows of each class: none below its least share, and all together as many as are known. */
  private static double[] counts(long[] sums, int classes, long rows) {
    double[] counts = new double[classes];
    double counted = 0;
    for (int k = 0; k < classes; k++) {
      counts[k] = count(sums, classes, k);
      counted += counts[k];
    }
    // A public number is better than a sum of noisy ones.
    double total = rows > 0 ? rows : Math.max(classes, counted);
    for (int k = 0; k < classes; k++) {
      counts[k] = Math.max(counts[k], SMALLEST_SHARE * total / classes);
    }
    double raised = Arrays.stream(counts).sum(); // above zero: every class was raised to a share
    for (int k = 0; k < classes; k++) {
      counts[k] *= total / raised;
    }
    return counts;
  }

  private static double count(long[] sums, int classes, int k) {
    return (double) sums[sums.length - classes + k] / ClassSums.CONSTANT;
  }

  LinearClassifier classifier() {
    return LinearClassifier.of(schema, weights, biases);
  }
}
