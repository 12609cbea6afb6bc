// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import dev.demilune.data.CsvReader;
import dev.demilune.data.Table;
import dev.demilune.data.VectorTable;
import dev.demilune.internal.Check;
import dev.demilune.learn.Shape;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
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

/**
 * Two neighboring tables for an audit: rows at (0, ±1, 0, ...) that are easy to tell apart, and a
 * canary at (1, 0, ...), orthogonal to them all, so that only the canary moves the weights along
 * it.
 *
 * <p>Under ADD_OR_REMOVE_ONE and ADD_OR_REMOVE_PERSON the canary is there or not; under REPLACE_ONE
 * it is at (1, 0, ...) or at (-1, 0, ...), and under REPLACE_LABEL it has label 1 or 0: in each
 * case what it contributes changes as much as it can.
 *
 * @param adjacency what the canary changes
 * @param features how many there are
 * @param classes how many there are
 * @param easyRows rows besides the canary; with one feature they are at 0 and of the first class
 * @param expectedRows what the schema declares; where it is far above the true number, steps are so
 *     short that only the canary and the noise move the weights
 * @param columns whether the features are numbers in named columns, from -1 to 1
 * @param canaryRows how many rows the canary has, all equal; other persons have one
 */
public record CanaryTable(
    Adjacency adjacency,
    int features,
    int classes,
    int easyRows,
    long expectedRows,
    boolean columns,
    int canaryRows) {

  // The tables are made up: a key that everybody knows harms no one.
  private static final long KEY = 1;

  public CanaryTable {
    Check.between("easyRows", easyRows, 0, Integer.MAX_VALUE - 1L);
    Check.between("features", features, 1, Integer.MAX_VALUE);
    Check.between("classes", classes, 2, Integer.MAX_VALUE);
  }

  /** Two tables of plain vectors. */
  public CanaryTable(
      Adjacency adjacency, int features, int classes, int easyRows, long expectedRows) {
    this(adjacency, features, classes, easyRows, expectedRows, /* columns= */ false, 1);
  }

  /** Returns the same rows in named columns. */
  public CanaryTable ofColumns() {
    return new CanaryTable(adjacency, features, classes, easyRows, expectedRows, true, canaryRows);
  }

  /** Returns the same tables with a canary of several equal rows. */
  public CanaryTable withCanaryRows(int rows) {
    return new CanaryTable(adjacency, features, classes, easyRows, expectedRows, columns, rows);
  }

  /** Returns two tables of two classes that declare as many rows as there are with the canary. */
  public static CanaryTable of(Adjacency adjacency, int features, int easyRows) {
    return new CanaryTable(adjacency, features, 2, easyRows, easyRows + 1L);
  }

  /** Returns two tables of one feature, with rows at 0 of the class that the canary is not of. */
  static CanaryTable besideZeros(Adjacency adjacency, int rows) {
    return new CanaryTable(adjacency, 1, 2, rows, rows + 1L);
  }

  /** Returns the table with the canary, or the neighbor without it. */
  public BoundedDataset table(boolean present) {
    boolean added = !adjacency.addsOrRemoves() || present;
    double[][] rows = new double[easyRows + (added ? canaryRows : 0)][];
    int[] labels = new int[rows.length];
    for (int i = 0; i < easyRows; i++) {
      labels[i] = features == 1 ? 0 : i % 2;
      rows[i] = features == 1 ? new double[1] : axis(1, i % 2 == 0 ? 1 : -1);
    }
    for (int i = easyRows; i < rows.length; i++) {
      boolean opposite = adjacency == Adjacency.REPLACE_ONE && !present;
      rows[i] = axis(0, opposite ? -1 : 1);
      labels[i] = adjacency == Adjacency.REPLACE_LABEL && !present ? 0 : 1;
    }
    return adjacency.isOfPersons()
        ? persons(table(rows, labels))
        : BoundedDataset.of(schema(), table(rows, labels));
  }

  /** All rows after the easy ones are the canary's. */
  private BoundedDataset persons(Table table) {
    Schema schema = schema();
    PersonRows rows =
        new PersonRows(schema, PersonChoice.of(Randomness.reproducible(KEY).key(), canaryRows));
    EncodedRow row = new EncodedRow();
    try (table) {
      RowEncoder encoder = schema.encoder(table);
      for (int i = 0; table.next(); i++) {
        encoder.encode(table, row);
        rows.add(i < easyRows ? "person " + i : "canary", row);
      }
    }
    return rows.bounded();
  }

  /** Returns what is public about both tables. */
  Shape shape() {
    long rows = adjacency.rowCountIsPublic() ? easyRows + 1L : expectedRows;
    return Shape.of(schema()).withRows(rows);
  }

  private Schema schema() {
    LabelSet labels = LabelSet.numbered(classes);
    SchemaBuilder schema = columns ? Schema.builder() : Schema.vectors(features, labels);
    if (columns) {
      for (int j = 0; j < features; j++) {
        schema.number("x" + j, -1, 1);
      }
      schema.label("class", labels.names().toArray(String[]::new));
      if (adjacency.isOfPersons()) {
        schema.person("person", canaryRows);
      }
    }
    return schema.adjacency(adjacency).intercept(0).expectedRows(expectedRows).build();
  }

  private Table table(double[][] rows, int[] labels) {
    if (!columns) {
      return VectorTable.of(rows, labels);
    }
    StringBuilder text = new StringBuilder();
    for (int j = 0; j < features; j++) {
      text.append('x').append(j).append(',');
    }
    text.append("class\n"); // so that a table without rows is one
    for (int i = 0; i < rows.length; i++) {
      for (double value : rows[i]) {
        text.append(value).append(',');
      }
      text.append(labels[i]).append('\n');
    }
    return CsvReader.open(
        new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)),
        "an audit",
        schema().csvFormat());
  }

  /** Returns the canary itself. */
  public EncodedRow canary() {
    if (!columns) {
      return schema().encode(axis(0, 1));
    }
    EncodedRow row = new EncodedRow();
    try (Table table = table(new double[][] {axis(0, 1)}, new int[1])) {
      RowEncoder encoder = schema().encoder(table);
      table.next();
      encoder.encode(table, row);
    }
    return row;
  }

  private double[] axis(int feature, double value) {
    double[] row = new double[features];
    row[feature] = value;
    return row;
  }
}
