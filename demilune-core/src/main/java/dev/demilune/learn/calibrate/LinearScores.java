// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.calibrate;

import dev.demilune.model.LinearClassifier;
import dev.demilune.rows.BoundedDataset;

/** The scores of a linear model of the rows. */
public final class LinearScores implements RowScores {

  private static final long serialVersionUID = 1;

  private final double[] weights; // of grid units, feature by feature
  private final double[] biases;

  private LinearScores(double[] weights, double[] biases) {
    this.weights = weights;
    this.biases = biases;
  }

  /** Returns the scores of a model whose features are those of the rows. */
  public static LinearScores of(LinearClassifier model) {
    int classes = model.classes();
    double[] weights = new double[model.features() * classes];
    double[] biases = new double[classes];
    for (int k = 0; k < classes; k++) {
      biases[k] = model.bias(k);
      for (int j = 0; j < model.features(); j++) {
        weights[j * classes + k] = model.weight(k, j) / BoundedDataset.GRID_RADIUS;
      }
    }
    return new LinearScores(weights, biases);
  }

  @Override
  public int classes() {
    return biases.length;
  }

  @Override
  public Scorer on(BoundedDataset.Block block) {
    return (row, into) -> {
      block.scores(row, weights, biases.length, into);
      for (int k = 0; k < biases.length; k++) {
        into[k] += biases[k];
      }
    };
  }
}
