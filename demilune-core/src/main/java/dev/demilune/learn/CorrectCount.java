// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.model.AdditiveClassifier;
import dev.demilune.model.Classifier;
import dev.demilune.model.EmbeddedClassifier;
import dev.demilune.model.LinearClassifier;
import dev.demilune.model.NetworkClassifier;
import dev.demilune.model.NetworkLayer;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.EmbeddedData;
import dev.demilune.rows.VectorSum;
import java.util.BitSet;
import java.util.List;

/**
 * How many rows a model classifies correctly.
 *
 * <p><b>Claim.</b> For a given model, adding, removing or replacing a row, or its label, changes
 * the count by at most one.
 *
 * <p><b>Proof.</b> Whether a row is counted depends on the model and on that row alone, by the same
 * arithmetic wherever the row stands. ∎
 */
public final class CorrectCount {

  private CorrectCount() {}

  /** Returns the exact count, which is private: only a noisy one may be released. */
  public static long of(BoundedDataset data, Classifier model) {
    if (model instanceof EmbeddedClassifier embedded) {
      return of(EmbeddedData.of(data, embedded.embedding()), embedded.linear());
    }
    if (model instanceof NetworkClassifier network) {
      return of(data, network);
    }
    if (model instanceof AdditiveClassifier additive) {
      return data.fold(new OfParts(PartScores.of(additive)))[0];
    }
    return of(data, model.linear());
  }

  private record OfParts(PartScores scores) implements VectorSum {
    @Override
    public int size() {
      return 1;
    }

    @Override
    public void add(long[] sum, BoundedDataset.Block block, BitSet rows) {
      PartScores.Scorer scorer = scores.on(block);
      double[] of = new double[scores.classes()];
      for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
        scorer.scores(row, of);
        sum[0] += winner(of) == block.label(row) ? 1 : 0;
      }
    }
  }

  private static long of(BoundedDataset data, NetworkClassifier model) {
    return data.fold(
            new OfNetwork(
                model.layers().toArray(NetworkLayer[]::new), data.features(), data.classes()))[0];
  }

  private static long of(BoundedDataset data, LinearClassifier model) {
    int classes = model.classes();
    double[] weights = new double[model.features() * classes];
    double[] biases = new double[classes];
    for (int k = 0; k < classes; k++) {
      biases[k] = model.bias(k);
      for (int j = 0; j < model.features(); j++) {
        weights[j * classes + k] = model.weight(k, j) / BoundedDataset.GRID_RADIUS;
      }
    }
    return data.fold(new OfLinear(weights, biases))[0];
  }

  @SuppressWarnings("ArrayRecordComponent") // nobody else sees the array
  private record OfNetwork(NetworkLayer[] layers, int features, int classes) implements VectorSum {
    @Override
    public int size() {
      return 1;
    }

    @Override
    public void add(long[] sum, BoundedDataset.Block block, BitSet rows) {
      int[] grid = new int[features];
      double[] vector = new double[features];
      double[] scores = new double[classes];
      List<NetworkLayer> network = List.of(layers);
      for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
        block.copyTo(row, grid);
        for (int j = 0; j < vector.length; j++) {
          vector[j] = (double) grid[j] / BoundedDataset.GRID_RADIUS;
        }
        NetworkLayer.scores(network, vector, scores);
        sum[0] += winner(scores) == block.label(row) ? 1 : 0;
      }
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // nobody else sees the arrays
  private record OfLinear(double[] weights, double[] biases) implements VectorSum {
    @Override
    public int size() {
      return 1;
    }

    @Override
    public void add(long[] sum, BoundedDataset.Block block, BitSet rows) {
      double[] scores = new double[biases.length];
      for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
        block.scores(row, weights, biases.length, scores);
        for (int k = 0; k < scores.length; k++) {
          scores[k] += biases[k];
        }
        sum[0] += winner(scores) == block.label(row) ? 1 : 0;
      }
    }
  }

  /** Returns the first of the classes of largest score, as {@link Classifier#predict} does. */
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
