// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.data.VectorTable;
import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;

/** The tables on which the laws are checked. */
final class LawTables {

  // More features mean smaller steps of a learner; with this number the canary's gradient stays
  // large, so that every step shows it.
  static final int CANARY_FEATURES = 64;

  private LawTables() {}

  static SchemaBuilder vectors(int features, int classes, Adjacency adjacency) {
    return Schema.vectors(features, LabelSet.numbered(classes)).adjacency(adjacency);
  }

  static BoundedDataset bound(Schema schema, double[][] rows, int[] labels) {
    return BoundedDataset.of(schema, VectorTable.of(rows, labels));
  }

  /** Classes around random directions, not quite separable. */
  static BoundedDataset blobs(Schema schema, int count, Generator generator) {
    int classes = schema.labels().size();
    double[][] means = new double[classes][];
    for (int k = 0; k < classes; k++) {
      means[k] = generator.vector(schema.features(), 1);
    }
    double[][] rows = new double[count][];
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      labels[i] = generator.integer(0, classes - 1);
      rows[i] = generator.vector(schema.features(), 0.5);
      for (int j = 0; j < rows[i].length; j++) {
        rows[i][j] += means[labels[i]][j];
      }
    }
    return bound(schema, rows, labels);
  }
}
