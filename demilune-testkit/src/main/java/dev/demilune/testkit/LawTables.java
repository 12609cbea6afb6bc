// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.data.CsvReader;
import dev.demilune.data.Table;
import dev.demilune.data.VectorTable;
import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.PersonChoice;
import dev.demilune.rows.PersonRows;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowEncoder;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

/** The tables on which the laws are checked. */
final class LawTables {

  // More features mean smaller steps of a learner; with this number the canary's gradient stays
  // large, so that every step shows it.
  static final int CANARY_FEATURES = 64;

  private static final int MOST_ROWS = 3; // of one person

  private LawTables() {}

  static SchemaBuilder vectors(int features, int classes, Adjacency adjacency) {
    return Schema.vectors(features, LabelSet.numbered(classes)).adjacency(adjacency);
  }

  /**
   * The same rows as named columns, for learners of what columns say: numbers from -1 to 1; every
   * fifth column is a choice by sign.
   */
  static SchemaBuilder columns(int features, int classes, Adjacency adjacency) {
    SchemaBuilder builder = Schema.builder().adjacency(adjacency);
    if (adjacency.isOfPersons()) {
      builder.person("who", MOST_ROWS);
    }
    for (int j = 0; j < features; j++) {
      if (isChoice(j)) {
        builder.category("x" + j, "below", "above");
      } else {
        builder.number("x" + j, -1, 1);
      }
    }
    return builder.label("class", LabelSet.numbered(classes).names().toArray(String[]::new));
  }

  private static boolean isChoice(int column) {
    return column % 5 == 4;
  }

  static BoundedDataset bound(Schema schema, double[][] rows, int[] labels) {
    Table table = schema.isVectors() ? VectorTable.of(rows, labels) : csv(schema, rows, labels);
    return schema.adjacency().isOfPersons()
        ? persons(schema, table)
        : BoundedDataset.of(schema, table);
  }

  /** Every row becomes a person, who has it up to five times; three of her rows are used. */
  private static BoundedDataset persons(Schema schema, Table table) {
    PersonRows persons =
        new PersonRows(schema, PersonChoice.of(Seeds.randomness("persons").key(), MOST_ROWS));
    EncodedRow row = new EncodedRow();
    try (table) {
      RowEncoder encoder = schema.encoder(table);
      for (int i = 0; table.next(); i++) {
        encoder.encode(table, row);
        for (int copies = 1 + i % 5; copies > 0; copies--) {
          persons.add("person " + i, row);
        }
      }
    }
    return persons.bounded();
  }

  /** Returns a row as the schema encodes it, without a label. */
  static EncodedRow encoded(Schema schema, double[] row) {
    if (schema.isVectors()) {
      return schema.encode(row);
    }
    EncodedRow encoded = new EncodedRow();
    try (Table table = csv(schema, new double[][] {row}, new int[1])) {
      RowEncoder encoder = schema.encoder(table);
      table.next();
      encoder.encode(table, encoded);
    }
    return encoded;
  }

  /** Rows as text: values beyond the columns are left out, missing ones are empty cells. */
  private static Table csv(Schema schema, double[][] rows, int[] labels) {
    int columns = schema.parts().size();
    StringBuilder text = new StringBuilder();
    for (int j = 0; j < columns; j++) {
      text.append('x').append(j).append(',');
    }
    text.append("class\n"); // so that a table without rows is one
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < columns; j++) {
        if (j < rows[i].length) {
          text.append(isChoice(j) ? rows[i][j] < 0 ? "below" : "above" : rows[i][j]);
        }
        text.append(',');
      }
      text.append(labels[i]).append('\n');
    }
    return CsvReader.open(
        new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)),
        "a law",
        schema.csvFormat());
  }

  /** Classes around random directions, not quite separable. */
  static BoundedDataset blobs(Schema schema, int count, Generator generator) {
    int classes = schema.labels().size();
    double[][] means = new double[classes][];
    for (int k = 0; k < classes; k++) {
      means[k] = generator.vector(values(schema), 1);
    }
    double[][] rows = new double[count][];
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      labels[i] = generator.integer(0, classes - 1);
      rows[i] = generator.vector(values(schema), 0.5);
      for (int j = 0; j < rows[i].length; j++) {
        rows[i][j] += means[labels[i]][j];
      }
    }
    return bound(schema, rows, labels);
  }

  private static int values(Schema schema) {
    return schema.isVectors() ? schema.features() : schema.parts().size();
  }
}
