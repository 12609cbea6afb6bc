// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.data.VectorTable;
import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.util.SplittableRandom;

/** Seeded tables that try to break a bound: extreme values, duplicates, zeros, tiny rows. */
public final class HostileRows {

  private static final double[] NUMBERS = {
    0, -0.0, 1, -1, Double.NaN, Double.POSITIVE_INFINITY, -1e308, 1e308, Double.MIN_VALUE, 3e-5
  };

  private final SplittableRandom random;
  private final int features;
  private final int classes;

  public HostileRows(long seed, int features, int classes) {
    this.random = new SplittableRandom(seed);
    this.features = features;
    this.classes = classes;
  }

  public Schema schema(Adjacency adjacency, RowBound bound) {
    return Schema.vectors(features, LabelSet.numbered(classes))
        .adjacency(adjacency)
        .rows(bound)
        .intercept(random.nextInt(3) * 0.37)
        .build();
  }

  double[] row() {
    double[] row = new double[features];
    int kind = random.nextInt(4);
    for (int j = 0; j < features; j++) {
      row[j] =
          switch (kind) {
            case 0 -> NUMBERS[random.nextInt(NUMBERS.length)];
            case 1 -> random.nextDouble() - 0.5;
            case 2 -> random.nextInt(features) == 0 ? 1 : 0;
            default -> 1e-4 * random.nextDouble(); // nearly zero under CLIP
          };
    }
    return row;
  }

  /** Returns rows of which some are repeated. */
  public double[][] rows(int count) {
    double[][] rows = new double[count][];
    for (int i = 0; i < count; i++) {
      rows[i] = i > 0 && random.nextInt(3) == 0 ? rows[random.nextInt(i)] : row();
    }
    return rows;
  }

  /** Returns labels of which some are unknown. */
  public int[] labels(int count) {
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      labels[i] = random.nextInt(classes + 1);
    }
    return labels;
  }

  public double[] weights(int outputs) {
    double[] weights = new double[(features + 1) * outputs];
    double size = Math.pow(10, random.nextInt(9) - 4);
    for (int i = 0; i < weights.length; i++) {
      weights[i] = random.nextInt(4) == 0 ? 0 : size * (random.nextDouble() - 0.5);
    }
    return weights;
  }

  int[] center() {
    int[] center = new int[features];
    for (int j = 0; j < features; j++) {
      center[j] = random.nextInt(2 * BoundedDataset.GRID_RADIUS) - BoundedDataset.GRID_RADIUS;
    }
    return center;
  }

  public static BoundedDataset bound(Schema schema, double[][] rows, int[] labels) {
    return BoundedDataset.of(schema, VectorTable.of(rows, labels));
  }

  public SplittableRandom random() {
    return random;
  }
}
