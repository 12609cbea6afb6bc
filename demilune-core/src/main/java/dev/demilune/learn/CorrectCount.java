// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.model.Classifier;
import dev.demilune.model.EmbeddedClassifier;
import dev.demilune.model.LinearClassifier;
import dev.demilune.model.NetworkClassifier;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.EmbeddedData;

/**
 * How many rows a model predicts right.
 *
 * <p><b>Claim.</b> For a given model, adding, removing or replacing a row, or its label, changes
 * the count by at most one.
 *
 * <p><b>Proof.</b> Whether a row is counted depends on the model and on that row alone, by the same
 * arithmetic wherever the row stands. ∎
 */
public final class CorrectCount {

  private CorrectCount() {}

  /** The exact count, which is private: it leaves only with noise. */
  public static long of(BoundedDataset data, Classifier model) {
    if (model instanceof EmbeddedClassifier embedded) {
      return of(EmbeddedData.of(data, embedded.embedding()), embedded.linear());
    }
    if (model instanceof NetworkClassifier network) {
      return of(data, network);
    }
    return of(data, model.linear());
  }

  private static long of(BoundedDataset data, NetworkClassifier model) {
    long[] count =
        data.fold(
            () -> new long[1],
            (sum, block) -> {
              int[] grid = new int[data.features()];
              double[] vector = new double[data.features()];
              double[] scores = new double[data.classes()];
              for (int row = 0; row < block.rows(); row++) {
                block.copyTo(row, grid);
                for (int j = 0; j < vector.length; j++) {
                  vector[j] = (double) grid[j] / BoundedDataset.GRID_RADIUS;
                }
                model.scoresOfBounded(vector, scores);
                sum[0] += winner(scores) == block.label(row) ? 1 : 0;
              }
            },
            (a, b) -> new long[] {a[0] + b[0]});
    return count[0];
  }

  private static long of(BoundedDataset data, LinearClassifier model) {
    int classes = model.classes();
    double[] weights = new double[model.features() * classes];
    for (int j = 0; j < model.features(); j++) {
      for (int k = 0; k < classes; k++) {
        weights[j * classes + k] = model.weight(k, j) / BoundedDataset.GRID_RADIUS;
      }
    }
    long[] count =
        data.fold(
            () -> new long[1],
            (sum, block) -> {
              double[] scores = new double[classes];
              for (int row = 0; row < block.rows(); row++) {
                block.scores(row, weights, classes, scores);
                for (int k = 0; k < classes; k++) {
                  scores[k] += model.bias(k);
                }
                sum[0] += winner(scores) == block.label(row) ? 1 : 0;
              }
            },
            (a, b) -> new long[] {a[0] + b[0]});
    return count[0];
  }

  /** The first of the classes of largest score, as {@link Classifier#predict} has it. */
  private static int winner(double[] scores) {
    int best = 0;
    for (int k = 1; k < scores.length; k++) {
      if (scores[k] > scores[best]) {
        best = k;
      }
    }
    return best;
  }
}
