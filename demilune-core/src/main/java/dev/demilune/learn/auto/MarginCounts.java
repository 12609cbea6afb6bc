// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.auto;

import dev.demilune.model.LinearClassifier;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.VectorSum;
import java.util.BitSet;

/**
 * For each of some margins, how many rows do not keep it beside the boundaries of a given model.
 *
 * <p><b>Claim.</b> For a given model, a neighbor moves all counts by at most one and all of them in
 * the same direction, whether a row is added, removed or replaced, or its label.
 *
 * <p><b>Proof.</b> A row has one distance, a function of that row and the model by the same
 * arithmetic wherever it stands, and is counted for the margins above it. A row more adds one to
 * these and nothing to the others. A row replaced moves its distance from one number to another:
 * only the counts of the margins between the two change, all by one and all in the direction that
 * the distance says. ∎
 */
@SuppressWarnings("ArrayRecordComponent") // nobody else sees the arrays
record MarginCounts(double[] margins, int classes, double[] weights, double[] biases, double[] gaps)
    implements VectorSum {

  /**
   * Returns the exact counts, which are private.
   *
   * @param margins in the unit ball
   */
  static long[] of(BoundedDataset data, LinearClassifier model, double[] margins) {
    int classes = model.classes();
    double[] weights = new double[model.features() * classes];
    double[] biases = new double[classes];
    double[] gaps = new double[classes * classes];
    for (int k = 0; k < classes; k++) {
      biases[k] = model.bias(k);
      for (int j = 0; j < model.features(); j++) {
        weights[j * classes + k] = model.weight(k, j) / BoundedDataset.GRID_RADIUS;
      }
      for (int rival = 0; rival < classes; rival++) {
        gaps[k * classes + rival] = difference(model, k, rival);
      }
    }
    return data.fold(new MarginCounts(margins, classes, weights, biases, gaps));
  }

  private static double difference(LinearClassifier model, int one, int other) {
    double squares = 0;
    for (int j = 0; j < model.features(); j++) {
      double entry = model.weight(one, j) - model.weight(other, j);
      squares += entry * entry;
    }
    return Math.sqrt(squares);
  }

  @Override
  public int size() {
    return margins.length;
  }

  @Override
  public void add(long[] sum, BoundedDataset.Block block, BitSet rows) {
    double[] scores = new double[classes];
    for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
      block.scores(row, weights, classes, scores);
      double distance = distance(scores, block.label(row));
      for (int i = 0; i < margins.length; i++) {
        sum[i] += distance < margins[i] ? 1 : 0;
      }
    }
  }

  /** Returns how far the row is on its side of the nearest boundary; negative on the other. */
  private double distance(double[] scores, int label) {
    double least = Double.POSITIVE_INFINITY;
    for (int k = 0; k < classes; k++) {
      double ahead = scores[label] + biases[label] - scores[k] - biases[k];
      double length = gaps[label * classes + k];
      if (k != label) {
        // Equal vectors have no boundary: such a row is near every one.
        least = Math.min(least, length > 0 ? ahead / length : Double.NEGATIVE_INFINITY);
      }
    }
    return least;
  }
}
