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
import dev.demilune.rows.Shares;
import dev.demilune.rows.VectorSum;
import java.util.BitSet;
import java.util.List;

/**
 * How many rows a model classifies correctly, or how many persons: the sum of their shares of rows
 * that are, rounded down.
 *
 * <p><b>Claim.</b> For a given model, adding, removing or replacing a row, or its label, changes
 * the count by at most one; so does adding or removing a person.
 *
 * <p><b>Proof.</b> Whether a row is counted depends on the model and on that row alone, by the same
 * arithmetic wherever the row stands. A person adds at most the {@link Shares} of one, and a sum
 * that grows by at most so much, divided by it and rounded down, grows by at most one. ∎
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
      return wholes(data, new OfParts(PartScores.of(additive), Shares.of(data.adjacency())));
    }
    return of(data, model.linear());
  }

  private static long wholes(BoundedDataset data, CorrectShares fold) {
    return data.fold(fold)[0] / fold.shares(); // rounds down: see the proof
  }

  /** Adds up the shares of rows that are classified correctly. */
  private interface CorrectShares extends VectorSum {

    int shares();

    @Override
    default int size() {
      return 1;
    }

    @Override
    default boolean rowsShare() {
      return true;
    }
  }

  private record OfParts(PartScores scores, int shares) implements CorrectShares {

    @Override
    public void add(long[] sum, BoundedDataset.Block block, BitSet rows) {
      PartScores.Scorer scorer = scores.on(block);
      double[] of = new double[scores.classes()];
      for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
        scorer.scores(row, of);
        sum[0] += winner(of) == block.label(row) ? block.shares(row, shares) : 0;
      }
    }
  }

  private static long of(BoundedDataset data, NetworkClassifier model) {
    return wholes(
        data,
        new OfNetwork(
            model.layers().toArray(NetworkLayer[]::new),
            data.features(),
            data.classes(),
            Shares.of(data.adjacency())));
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
    return wholes(data, new OfLinear(weights, biases, Shares.of(data.adjacency())));
  }

  @SuppressWarnings("ArrayRecordComponent") // nobody else sees the array
  private record OfNetwork(NetworkLayer[] layers, int features, int classes, int shares)
      implements CorrectShares {

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
        sum[0] += winner(scores) == block.label(row) ? block.shares(row, shares) : 0;
      }
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // nobody else sees the arrays
  private record OfLinear(double[] weights, double[] biases, int shares) implements CorrectShares {

    @Override
    public void add(long[] sum, BoundedDataset.Block block, BitSet rows) {
      double[] scores = new double[biases.length];
      for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
        block.scores(row, weights, biases.length, scores);
        for (int k = 0; k < scores.length; k++) {
          scores[k] += biases[k];
        }
        sum[0] += winner(scores) == block.label(row) ? block.shares(row, shares) : 0;
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
