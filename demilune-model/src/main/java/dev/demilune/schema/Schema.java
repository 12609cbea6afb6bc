// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import dev.demilune.DemiluneException;
import dev.demilune.data.CsvFormat;
import dev.demilune.data.NumberFormat;
import dev.demilune.data.Table;
import dev.demilune.privacy.Adjacency;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.UnaryOperator;

/**
 * Public knowledge about a table: its columns, ranges, categories and labels, how rows are bounded,
 * and what one person can change.
 *
 * <p>Everything here must be known without looking at the private rows. A schema comes from {@link
 * #builder}, from {@link #vectors} for files of plain vectors, or from a YAML file:
 *
 * <pre>{@code
 * adjacency: add-or-remove-one     # or replace-one, replace-label; required
 * rows: scale                      # every row to length one; or: clip 2.5
 * numbers: -1..1                   # what a number's range is mapped to; or 0..1
 * intercept: 0.3                   # or none
 * expected-rows: 48842             # optional
 * person: customer                 # optional: the unit is a person, who may have several rows
 * rows-per-person: 10              # of whom at most so many are used; required with it
 * expected-persons: 20000          # optional; takes the place of expected-rows
 * header: true                     # false: columns are in the order listed here
 * delimiter: ","
 * columns:
 *   age: number 0..120             # a bad cell counts as the middle of the range
 *   hours: number 0..100 default 40
 *   paid: {number: 0..1e6, scale: signed-log, knots: 8, missing: own}
 *   since: {date: d.m.Y, range: 2000-01-01..2030-12-31}
 *   grade: {ordered: [low, mid, high], monotone: increasing}
 *   zip: {hashed: 64}
 *   job: {category: [clerk, nurse], other: other}
 *   id: ignore
 *   income: {label: ["<=50K", ">50K"]}
 * }</pre>
 *
 * <p>Only {@code adjacency} and {@code columns} are required; docs/schema.md says more.
 *
 * <p><b>Encoding.</b> A number is mapped from its range to [-1, 1] or [0, 1], unless it has {@link
 * Steps}; a cell outside the range counts as its nearer end, a cell that is not a number as the
 * column's default. A category is one-hot encoded: one feature per value. An unknown label counts
 * as the declared other, or in training as the first. {@link Column} has the other kinds. What a
 * row becomes depends on its own cells only, and no cell value can make encoding throw.
 */
public final class Schema {

  /** The largest number of rows, below 2^31: proofs that no sum overflows rely on it. */
  public static final int MOST_ROWS = Integer.MAX_VALUE;

  /** The most rows of one person that can be used. */
  public static final int MOST_ROWS_PER_PERSON = 1_000;

  private final SchemaBuilder settings; // copied, never changed
  private final List<Column> columns;
  private final LabelSet labels;
  private final List<Part> parts;
  private final int[] offsets; // first feature of each column, and their number at the end
  private final AtomicReferenceArray<List<String>> names; // of features by column, where asked for

  Schema(SchemaBuilder settings, LabelSet labels) {
    this.settings = settings;
    this.labels = labels;
    columns = settings.columns();
    offsets = new int[columns.size() + 1];
    for (int i = 0; i < columns.size(); i++) {
      offsets[i + 1] = offsets[i] + columns.get(i).width();
    }
    parts = columns.stream().flatMap(column -> column.parts().stream()).toList();
    names = new AtomicReferenceArray<>(columns.size());
  }

  /** Starts a schema of named columns. */
  public static SchemaBuilder builder() {
    return SchemaBuilder.ofColumns();
  }

  /** Starts a schema of plain vectors with a separate label, as in LIBSVM and IDX files. */
  public static SchemaBuilder vectors(int features, LabelSet labels) {
    return SchemaBuilder.ofVectors(features, labels);
  }

  /**
   * Returns the default intercept constant: 0.2 for two labels, 0 (no intercept) for more.
   *
   * <p>Two classes are often unbalanced, and a constant of 0.2 adds 2 % to the largest norm; with
   * more classes it did not help on unit rows.
   */
  public static double defaultIntercept(int labels) {
    return labels == 2 ? 0.2 : 0;
  }

  /** Returns whether rows are plain vectors rather than named columns. */
  public boolean isVectors() {
    return settings.isVectors();
  }

  /**
   * Returns the columns of the file in schema order, and after them the crosses; empty for plain
   * vectors.
   */
  public List<Column> columns() {
    return columns;
  }

  /** Returns the columns of the file, without crosses. */
  public List<Column> fileColumns() {
    return settings.fileColumns();
  }

  /** Returns what the columns say of a record, in schema order; empty for plain vectors. */
  public List<Part> parts() {
    return parts;
  }

  /** Returns the number of encoded features, the intercept's constant not counted. */
  public int features() {
    return isVectors() ? settings.vectorFeatures() : offsets[offsets.length - 1];
  }

  /**
   * Returns an encoded feature's name: "age", "plan=pro", "age=18..30" (a bin), "age near 40" (a
   * knot), "grade>=mid" (ordered), "zip#17" (hashed), "since:month=May", "age=(missing)", "plan=pro
   * &amp; age=18..30" (a cross), or "17" (from 1) for plain vectors.
   */
  public String featureName(int index) {
    if (index < 0 || index >= features()) {
      throw new IllegalArgumentException(
          "feature must be between 0 and " + (features() - 1) + ", got " + index);
    }
    if (isVectors()) {
      return Integer.toString(index + 1);
    }
    int column = Arrays.binarySearch(offsets, index);
    // A column without features has the same offset as the next: take the last of equals.
    column = column < 0 ? -column - 2 : column;
    while (offsets[column + 1] <= index) {
      column++;
    }
    List<String> known = names.get(column);
    if (known == null) {
      known = columns.get(column).featureNames();
      names.set(column, known); // should two threads do it, they write the same
    }
    return known.get(index - offsets[column]);
  }

  /**
   * Returns the ranges of all features if each is an integer column and no row is ever clipped, so
   * that a linear function of the integers is one of the bounded row too; else an empty list.
   */
  public List<FeatureRange> integerRanges() {
    List<FeatureRange> ranges =
        columns.stream()
            .filter(Column.Whole.class::isInstance)
            .map(column -> ((Column.Whole) column).range())
            .toList();
    boolean all = !isVectors() && ranges.size() == features();
    // Features are between -1 and 1.
    boolean unclipped =
        rowBound().rule() == RowBound.Rule.CLIP && rowBound().norm() >= Math.sqrt(features());
    return all && unclipped ? ranges : List.of();
  }

  /** Returns the first feature of a column. */
  int offset(int column) {
    return offsets[column];
  }

  public LabelSet labels() {
    return labels;
  }

  public RowBound rowBound() {
    return settings.rowBound();
  }

  /** Returns the interval that number columns are mapped to. */
  public NumberScale numberScale() {
    return settings.numberScale();
  }

  /** Returns the factor for every value of a plain vector. */
  public double valueScale() {
    return settings.valueScale();
  }

  /**
   * Returns the constant that acts as one more coordinate of every bounded row; 0 for no intercept.
   */
  public double intercept() {
    return settings.interceptOrDefault(labels.size());
  }

  public Adjacency adjacency() {
    return settings.adjacency();
  }

  /**
   * Returns the column whose text says whose row it is, where the unit of privacy is a person; it
   * is no feature.
   */
  public Optional<String> person() {
    return settings.person();
  }

  /** Returns how many rows of one person are used at most; 1 where a row is a person. */
  public int rowsPerPerson() {
    return settings.rowsPerPerson();
  }

  /**
   * Returns the public number of rows to expect, or of persons where these are the unit; 0 when not
   * declared.
   */
  public long expectedRows() {
    return settings.expectedRows();
  }

  /** Returns which parts were learned from private rows; empty if all were declared. */
  public Optional<Learned> learned() {
    return settings.learned();
  }

  /** Returns how numbers are written, unless a column says otherwise. */
  public NumberFormat numberFormat() {
    return settings.numberFormat();
  }

  NumberFormat numberFormat(Column column) {
    return column.reading().numbers().orElse(numberFormat());
  }

  /** Returns the texts that mean missing, unless a column says otherwise. */
  public List<String> missingValues() {
    return settings.missingValues();
  }

  List<String> missingValues(Column column) {
    return column.reading().missingValues().orElse(missingValues());
  }

  /** Returns the format of CSV files of this schema. */
  public CsvFormat csvFormat() {
    return settings.csvFormat();
  }

  /**
   * Finds the schema's columns in the table, in any order; the label's column may be absent.
   *
   * @throws DemiluneException with all columns that are missing or, if none is, not in the schema;
   *     or if the file's header gives its vectors another length
   */
  public RowEncoder encoder(Table table) {
    return isVectors() ? VectorEncoder.of(this, table) : ColumnEncoder.of(this, table, null);
  }

  /**
   * As {@link #encoder(Table)}, and counts how cells fit: for rows that are public, or seen by
   * nobody but their holder. Plain vectors are not counted.
   */
  public RowEncoder encoder(Table table, CellTally tally) {
    return isVectors() ? VectorEncoder.of(this, table) : ColumnEncoder.of(this, table, tally);
  }

  /**
   * Returns the names of the columns that a record of raw values must have, in schema order: all
   * but the label and those that say nothing to a model; empty for plain vectors.
   */
  public List<String> valueColumns() {
    return fileColumns().stream().filter(column -> column.width() > 0).map(Column::name).toList();
  }

  /** Returns an encoder of raw values, for one thread. */
  public ValueEncoder valueEncoder() {
    return ValueEncoder.of(this);
  }

  /** As {@link #valueEncoder()}, and counts how values fit. */
  public ValueEncoder valueEncoder(CellTally tally) {
    return ValueEncoder.counting(this, tally);
  }

  /**
   * Encodes one record of raw values; {@link ValueEncoder} says what that may be, and is faster for
   * many.
   */
  public EncodedRow encode(Object values) {
    return valueEncoder().encode(values);
  }

  /** Returns the same schema but for what is changed: what is public of the table, not of rows. */
  public Schema with(UnaryOperator<SchemaBuilder> changes) {
    return SchemaJson.read(toJson(), changes);
  }

  /**
   * Returns what differs between two schemas of what decides how a record is stored, in a few words
   * such as "column 'age'"; empty if rows that were encoded by one are rows of the other.
   */
  public Optional<String> encodingDifference(Schema other) {
    return SchemaJson.encodingDifference(this, other);
  }

  /** Returns the schema as one JSON object, for {@link #fromJson}. */
  public String toJson() {
    return SchemaJson.write(this);
  }

  /**
   * Reads what {@link #toJson} wrote.
   *
   * @throws SchemaException if the text is anything else
   */
  public static Schema fromJson(String json) {
    return SchemaJson.read(json, UnaryOperator.identity());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Schema schema && toJson().equals(schema.toJson());
  }

  @Override
  public int hashCode() {
    return toJson().hashCode();
  }

  @Override
  public String toString() {
    return toJson();
  }
}
