// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import dev.demilune.DemiluneException;
import dev.demilune.data.ValueRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Encodes records of raw values, as a program has them: the same features, to the last bit, as the
 * line of a file that holds the same record.
 *
 * <p>A record is a {@code Map} by column name, a Java record or a bean with a property for every
 * column, an {@code Object[]} in the order of {@link Schema#valueColumns}, or a {@code double[]}: a
 * plain vector, or numbers in that order. {@link ValueRow} says which types values may have. What
 * is not a record is refused in one sentence that names the column and quotes no value.
 *
 * <p>An object serves one thread, and returns the same row every time.
 */
public final class ValueEncoder {

  private final List<String> columns;
  private final List<String> others; // that a map may hold and nobody reads
  private final int firstText; // the first column that is not a number, -1 if all are
  private final int features; // of a plain vector, 0 for columns
  private final double valueScale;
  private final ValueRow row;
  private final RowEncoder encoder; // null for plain vectors
  private final Object[] gathered;
  private final Map<Class<?>, PropertyReader> readers = new HashMap<>();
  private final EncodedRow encoded = new EncodedRow();

  private ValueEncoder(Schema schema, CellTally tally) {
    columns = schema.valueColumns();
    others =
        schema.fileColumns().stream()
            .map(Column::name)
            .filter(name -> !columns.contains(name))
            .toList();
    firstText =
        columns.indexOf(
            schema.fileColumns().stream()
                .filter(column -> column.width() > 0)
                .filter(c -> !(c instanceof Column.Numeric || c instanceof Column.Whole))
                .map(Column::name)
                .findFirst()
                .orElse(null));
    features = schema.isVectors() ? schema.features() : 0;
    valueScale = schema.valueScale();
    row = new ValueRow(columns);
    encoder = schema.isVectors() ? null : schema.encoder(row, tally);
    gathered = new Object[columns.size()];
  }

  static ValueEncoder of(Schema schema) {
    return new ValueEncoder(schema, null);
  }

  static ValueEncoder counting(Schema schema, CellTally tally) {
    return new ValueEncoder(schema, tally);
  }

  /**
   * Returns the encoded row, which holds until the next call.
   *
   * @param values a map, a record or bean, an {@code Object[]} or a {@code double[]}
   * @throws DemiluneException if a column has no value, a value belongs to no column, or a type
   *     does not fit its column
   */
  public EncodedRow encode(Object values) {
    if (values instanceof Object[] array) {
      return encode(array);
    }
    if (values instanceof double[] numbers) {
      return encode(numbers);
    }
    if (values instanceof Map<?, ?> map) {
      requireColumns();
      gather(map);
      return encode(gathered);
    }
    if (values == null || values instanceof EncodedRow || values instanceof Iterable<?>) {
      throw new DemiluneException(
          "a record of values is wanted, not "
              + (values == null ? "null" : "a " + values.getClass().getName())
              + ": give a map by column name, a record or bean, or an array in the schema's order");
    }
    requireColumns();
    readers
        .computeIfAbsent(values.getClass(), type -> PropertyReader.of(type, columns))
        .read(values, gathered);
    return encode(gathered);
  }

  /** As {@link #encode(Object)}, for values in the order of {@link Schema#valueColumns}. */
  public EncodedRow encode(Object[] values) {
    requireColumns();
    checkLength(values.length, columns.size());
    row.set(values);
    encoder.encode(row, encoded);
    return encoded;
  }

  /** As {@link #encode(Object)}, for a plain vector, or for columns that are all numbers. */
  public EncodedRow encode(double[] numbers) {
    if (encoder != null) {
      checkLength(numbers.length, columns.size());
      if (firstText >= 0) {
        throw new DemiluneException(
            "column '"
                + columns.get(firstText)
                + "' is not a number: give its values in a map or an Object[], not a double[]");
      }
      for (int i = 0; i < numbers.length; i++) {
        gathered[i] = numbers[i];
      }
      return encode(gathered);
    }
    checkLength(numbers.length, features);
    encoded.start(-1);
    for (int i = 0; i < features; i++) {
      encoded.add(i, numbers[i] * valueScale);
    }
    return encoded;
  }

  private void requireColumns() {
    if (encoder == null) {
      throw new DemiluneException(
          "the model takes plain vectors: give a double[] of " + features + " numbers");
    }
  }

  private void checkLength(int given, int wanted) {
    if (given != wanted) {
      throw new DemiluneException(
          "the record has "
              + given
              + " values and the model takes "
              + wanted
              + (encoder == null
                  ? ""
                  : ", in the order of Schema.valueColumns: no label, no ignored columns"));
    }
  }

  private void gather(Map<?, ?> map) {
    int known = 0;
    for (int c = 0; c < gathered.length; c++) {
      Object value = map.get(columns.get(c));
      if (value == null && !map.containsKey(columns.get(c))) {
        throw absent(columns.get(c), unknown(map));
      }
      gathered[c] = value;
      known++;
    }
    for (int i = 0; i < others.size() && known < map.size(); i++) {
      known += map.containsKey(others.get(i)) ? 1 : 0;
    }
    if (known < map.size()) {
      String name = unknown(map).get(0);
      throw new DemiluneException(
          "the record has a value for '"
              + name
              + "', which is no column of the schema"
              + Spelling.almost(name, columns).map(near -> " (is it '" + near + "'?)").orElse("")
              + ": rename it or leave it out");
    }
  }

  private List<String> unknown(Map<?, ?> map) {
    return map.keySet().stream()
        .map(String::valueOf)
        .filter(name -> !columns.contains(name) && !others.contains(name))
        .sorted()
        .toList();
  }

  /** The refusal of a record that lacks a column, and what it has instead. */
  static DemiluneException absent(String column, List<String> unknown) {
    return new DemiluneException(
        "the record has no value for column '"
            + column
            + "'"
            + Spelling.almost(column, unknown)
                .map(near -> ", but one for '" + near + "', which is no column")
                .orElse("")
            + ": give one, or null where it is missing");
  }
}
