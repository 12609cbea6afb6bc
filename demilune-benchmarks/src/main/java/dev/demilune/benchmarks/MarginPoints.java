// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.VectorTable;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.util.SplittableRandom;

/**
 * Points of one draw of the large-margin distribution: a direction, and rows that lean toward it.
 * That is what {@code generate large-margin} writes, drawn here without a file.
 */
final class MarginPoints {

  private final int rows;
  private final int features;
  private final double margin;
  private final SplittableRandom random;
  private final double[] direction;

  MarginPoints(int rows, int features, double margin, int seed) {
    this.rows = rows;
    this.features = features;
    this.margin = margin;
    this.random = new SplittableRandom(1_000L * seed + features);
    this.direction = unit();
  }

  private double[] unit() {
    double[] vector = new double[features];
    double squares = 0;
    for (int j = 0; j < vector.length; j++) {
      vector[j] = random.nextGaussian();
      squares += vector[j] * vector[j];
    }
    for (int j = 0; j < vector.length; j++) {
      vector[j] /= Math.sqrt(squares);
    }
    return vector;
  }

  private double[] point(int label) {
    double along = margin * (1 + random.nextDouble());
    double[] point = unit();
    double overlap = 0;
    for (int j = 0; j < point.length; j++) {
      overlap += point[j] * direction[j];
    }
    double across = Math.sqrt((1 - along * along) / (1 - overlap * overlap));
    for (int j = 0; j < point.length; j++) {
      double orthogonal = point[j] - overlap * direction[j];
      point[j] = (label == 1 ? along : -along) * direction[j] + across * orthogonal;
    }
    return point;
  }

  /** Returns the direction that separates the points. */
  double[] direction() {
    return direction.clone();
  }

  /** Draws the rows to train on; their number is declared. */
  BoundedDataset training() {
    double[][] points = new double[rows][];
    int[] labels = new int[rows];
    for (int i = 0; i < points.length; i++) {
      labels[i] = random.nextInt(2);
      points[i] = point(labels[i]);
    }
    return BoundedDataset.of(
        Schema.vectors(features, LabelSet.numbered(2))
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .expectedRows(rows)
            .build(),
        VectorTable.of(points, labels));
  }

  /** Returns the error on fresh points, in percent. */
  double error(Classifier model, int fresh) {
    int wrong = 0;
    for (int i = 0; i < fresh; i++) {
      int label = random.nextInt(2);
      wrong += model.predict(point(label)) == label ? 0 : 1;
    }
    return 100.0 * wrong / fresh;
  }
}
