// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;
import java.util.Arrays;
import java.util.List;

/**
 * A small table, and neighbors of it that differ from it as much as one row can.
 *
 * <p>The row that differs is far longer than the schema allows, so that a learner that does not
 * bring it within its bound is seen; and it is the last one, so that secret draws for one row after
 * the other are the same for all other rows.
 */
record NeighborTables(BoundedDataset table, List<BoundedDataset> neighbors) {

  private static final int ROWS = 24;
  private static final double LONG = 50;

  /**
   * @param declared whether the schema declares how many rows are expected
   */
  static NeighborTables of(
      Subject subject,
      int features,
      int classes,
      Adjacency adjacency,
      boolean declared,
      Generator generator) {
    SchemaBuilder builder = subject.schema(features, classes, adjacency);
    Schema schema = declared ? builder.expectedRows(ROWS).build() : builder.build();
    double[][] rows = new double[ROWS][];
    int[] labels = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      labels[i] = i % classes;
      rows[i] = generator.vector(features, i == ROWS - 1 ? LONG : generator.number(0.2, 2));
      rows[i][0] += labels[i] == 0 ? 0.5 : -0.5;
    }
    Rows table = new Rows(rows, labels);
    double[] opposite = Arrays.stream(rows[ROWS - 1]).map(value -> -value).toArray();
    int other = (labels[ROWS - 1] + 1) % classes;
    List<Rows> neighbors =
        switch (adjacency) {
          case ADD_OR_REMOVE_ONE, ADD_OR_REMOVE_PERSON ->
              List.of(table.withoutLast(), table.with(opposite, other));
          case REPLACE_ONE ->
              List.of(
                  table.withoutLast().with(opposite, other),
                  table.withoutLast().with(opposite, labels[ROWS - 1]),
                  table.withoutLast().with(new double[features], other));
          case REPLACE_LABEL -> List.of(table.withoutLast().with(rows[ROWS - 1], other));
        };
    return new NeighborTables(
        table.bound(schema), neighbors.stream().map(rowsOf -> rowsOf.bound(schema)).toList());
  }

  private static final class Rows {
    private final double[][] rows;
    private final int[] labels;

    Rows(double[][] rows, int[] labels) {
      this.rows = rows;
      this.labels = labels;
    }

    Rows withoutLast() {
      return new Rows(
          Arrays.copyOf(rows, rows.length - 1), Arrays.copyOf(labels, labels.length - 1));
    }

    Rows with(double[] row, int label) {
      double[][] more = Arrays.copyOf(rows, rows.length + 1);
      int[] moreLabels = Arrays.copyOf(labels, labels.length + 1);
      more[rows.length] = row;
      moreLabels[labels.length] = label;
      return new Rows(more, moreLabels);
    }

    BoundedDataset bound(Schema schema) {
      return LawTables.bound(schema, rows, labels);
    }
  }
}
