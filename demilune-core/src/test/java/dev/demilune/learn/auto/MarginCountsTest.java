// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.auto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.data.VectorTable;
import dev.demilune.learn.gradient.HostileRows;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MarginCountsTest {

  private static final double[] MARGINS = {0.5, 0.25, 0.1, 0.01};

  private static Schema schema(int features, int classes) {
    return Schema.vectors(features, LabelSet.numbered(classes))
        .adjacency(Adjacency.REPLACE_ONE)
        .rows(RowBound.clip(1))
        .intercept(0)
        .build();
  }

  @Test
  void countsTheRowsThatDoNotKeepAMargin() {
    Schema schema = schema(2, 2);
    double[][] features = {{0.6, 0.8}, {0.2, 0}, {-0.2, 0}, {0.05, 0}, {-0.7, 0}, {0, 1}};
    int[] labels = {1, 1, 1, 1, 0, 0};
    BoundedDataset data = BoundedDataset.of(schema, VectorTable.of(features, labels));
    // The boundary is x = 0, whatever the length of the weights.
    LinearClassifier model =
        LinearClassifier.of(schema, new double[][] {{-3, 0}, {4, 0}}, new double[] {1, 1});

    assertThat(MarginCounts.of(data, model, MARGINS)).containsExactly(4, 4, 3, 2);
  }

  @Test
  void theNearestOfSeveralBoundariesCounts() {
    Schema schema = schema(2, 3);
    BoundedDataset data =
        BoundedDataset.of(schema, VectorTable.of(new double[][] {{0.3, 0.2}}, new int[] {0}));
    // 0.3 from the boundary x = 0 with class 1, 0.1/√2 from x = y with class 2.
    LinearClassifier model =
        LinearClassifier.of(schema, new double[][] {{1, 0}, {-1, 0}, {0, 1}}, new double[3]);

    assertThat(MarginCounts.of(data, model, new double[] {0.25, 0.08, 0.07}))
        .containsExactly(1, 1, 0);
  }

  /** Classes that have the same weights have no boundary: every row is near it. */
  @Test
  void aModelOfZerosKeepsNoMargin() {
    Schema schema = schema(1, 2);
    BoundedDataset data =
        BoundedDataset.of(schema, VectorTable.of(new double[][] {{1}, {-1}}, new int[] {0, 1}));
    LinearClassifier zeros = LinearClassifier.of(schema, new double[2][1], new double[2]);

    assertThat(MarginCounts.of(data, zeros, MARGINS)).containsExactly(2, 2, 2, 2);
  }

  /** All neighbors of small tables: a row added, removed, replaced, or its label. */
  @Test
  void aNeighborMovesAllCountsInOneDirectionAndByAtMostOne() {
    long moved = 0;
    for (int trial = 0; trial < 30; trial++) {
      int classes = 2 + trial % 3;
      HostileRows rows = new HostileRows(60 + trial, 2, classes);
      Schema schema = rows.schema(Adjacency.REPLACE_ONE, RowBound.scale());
      double[][] features = rows.rows(6);
      int[] labels = rows.labels(6);
      LinearClassifier model = model(schema, trial);
      long[] counts = counts(schema, features, labels, model);
      for (int i = 0; i < 6; i++) {
        double[][] fewer = features.clone();
        int[] fewerLabels = labels.clone();
        fewer[i] = features[5];
        fewerLabels[i] = labels[5];
        moved +=
            moves(
                counts,
                counts(schema, Arrays.copyOf(fewer, 5), Arrays.copyOf(fewerLabels, 5), model));
        for (int j = 0; j < 6; j++) {
          double[][] others = features.clone();
          int[] otherLabels = labels.clone();
          others[i] = features[j];
          otherLabels[i] = labels[(i + j) % 6]; // another row, another label or both
          moved += moves(counts, counts(schema, others, otherLabels, model));
        }
      }
    }
    assertThat(moved).as("neighbors that mattered").isGreaterThan(200);
  }

  private static LinearClassifier model(Schema schema, int trial) {
    int classes = schema.labels().size();
    double[][] weights = new double[classes][2];
    double[] biases = new double[classes];
    for (int k = 0; k < classes; k++) {
      weights[k][0] = Math.sin(1 + 7 * trial + k);
      weights[k][1] = Math.cos(2 + 5 * trial + 3 * k);
      biases[k] = 0.2 * Math.sin(3 + trial + 2 * k);
    }
    return LinearClassifier.of(schema, weights, biases);
  }

  private static long[] counts(
      Schema schema, double[][] features, int[] labels, LinearClassifier model) {
    return MarginCounts.of(HostileRows.bound(schema, features, labels), model, MARGINS);
  }

  /** Returns 1 if any count moved. */
  private static int moves(long[] one, long[] other) {
    long least = 0;
    long most = 0;
    for (int i = 0; i < one.length; i++) {
      least = Math.min(least, one[i] - other[i]);
      most = Math.max(most, one[i] - other[i]);
    }
    assertThat(most - least).as("scoreRange of the choice").isLessThanOrEqualTo(1);
    return most == least ? 0 : 1;
  }
}
