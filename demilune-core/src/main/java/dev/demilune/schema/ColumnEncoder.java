// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import dev.demilune.DemiluneException;
import dev.demilune.data.Table;
import dev.demilune.data.Vocabulary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Named columns: numbers by their range, categories one-hot, found in the file by name. */
final class ColumnEncoder implements RowEncoder {
  private static final int MOST_NAMES_LISTED = 10; // in a message

  private final List<Column> columns;
  private final int[] positions; // of each schema column in the file, -1 where absent
  private final int[] offsets;
  private final Vocabulary[] vocabularies; // of category columns, null elsewhere
  private final NumberScale numberScale;
  private final Vocabulary labels;
  private final int otherLabel;
  private final int labelPosition;

  private ColumnEncoder(Schema schema, int[] positions) {
    columns = schema.columns();
    this.positions = positions;
    numberScale = schema.numberScale();
    labels = Vocabulary.numeric(schema.labels().names());
    otherLabel = schema.labels().other();
    offsets = new int[columns.size()];
    vocabularies = new Vocabulary[columns.size()];
    int foundLabel = -1;
    for (int c = 0; c < offsets.length; c++) {
      offsets[c] = schema.offset(c);
      if (columns.get(c) instanceof Column.Category category) {
        vocabularies[c] = Vocabulary.of(category.values());
      } else if (columns.get(c) instanceof Column.Label) {
        foundLabel = positions[c];
      }
    }
    labelPosition = foundLabel;
  }

  static ColumnEncoder of(Schema schema, Table table) {
    return switch (table.layout()) {
      case NAMED -> new ColumnEncoder(schema, byName(schema, table));
      case POSITIONAL -> new ColumnEncoder(schema, byPosition(schema, table));
      case VECTOR ->
          throw new DemiluneException(
              table.source()
                  + ": the file holds plain vectors but the schema lists columns; use a schema of"
                  + " plain vectors");
    };
  }

  @Override
  public void encode(Table table, EncodedRow into) {
    into.start(label(table));
    for (int c = 0; c < positions.length; c++) {
      if (columns.get(c) instanceof Column.Numeric number && number.whole()) {
        long value = number.clip(table.whole(positions[c], (long) number.fallback()));
        into.addInteger(value);
        double fraction = number.range().fraction((double) value);
        into.add(offsets[c], numberScale.map(fraction));
        into.addPart(fraction);
      } else if (columns.get(c) instanceof Column.Numeric number) {
        double value = table.number(positions[c]);
        double known = Double.isNaN(value) ? number.fallback() : value;
        double fraction = number.range().fraction(known);
        into.add(offsets[c], numberScale.map(fraction));
        into.addPart(fraction);
      } else if (columns.get(c) instanceof Column.Category category) {
        int value = table.find(positions[c], vocabularies[c]);
        int known = value < 0 ? category.other() : value;
        if (known >= 0) {
          into.add(offsets[c] + known, 1);
        }
        into.addPart(known);
      }
    }
  }

  private int label(Table table) {
    if (labelPosition < 0) {
      return -1;
    }
    int label = table.find(labelPosition, labels);
    return label < 0 ? otherLabel : label;
  }

  @Override
  public boolean hasLabel() {
    return labelPosition >= 0;
  }

  private static int[] byName(Schema schema, Table table) {
    Map<String, Integer> inFile = new HashMap<>();
    for (int i = 0; i < table.columns().size(); i++) {
      inFile.put(table.columns().get(i), i);
    }
    int[] positions = new int[schema.columns().size()];
    List<String> missing = new ArrayList<>();
    for (int c = 0; c < positions.length; c++) {
      Column column = schema.columns().get(c);
      Integer position = inFile.remove(column.name());
      positions[c] = position == null ? -1 : position;
      if (position == null && column.width() > 0) { // the label and ignored columns may be absent
        missing.add(column.name());
      }
    }
    if (!missing.isEmpty()) {
      // The first line may be a private row of a file without header, and a cell of it may be the
      // name of a column: quote names of the schema only.
      throw new DemiluneException(table.source() + ":1: " + notInFile(missing));
    }
    List<Integer> unknown = inFile.values().stream().sorted().toList();
    if (!unknown.isEmpty()) {
      throw new DemiluneException(table.source() + ": " + notInSchema(unknown));
    }
    return positions;
  }

  /** A file without header has all columns in schema order, or all but the label. */
  private static int[] byPosition(Schema schema, Table table) {
    int[] positions = new int[schema.columns().size()];
    int width = table.columns().size();
    boolean withoutLabel = width == positions.length - 1;
    if (width != positions.length && !withoutLabel) {
      throw new DemiluneException(
          table.source()
              + ": the file has "
              + width
              + " columns and the schema "
              + positions.length
              + "; without a header line the schema must list all columns in order");
    }
    int next = 0;
    for (int c = 0; c < positions.length; c++) {
      boolean absent = withoutLabel && schema.columns().get(c) instanceof Column.Label;
      positions[c] = absent ? -1 : next++;
    }
    return positions;
  }

  private static String notInFile(List<String> names) {
    return (names.size() == 1
            ? "column " + listed(names) + " is"
            : "columns " + listed(names) + " are")
        + " in the schema but not in the file's first line, which must be a header: name the right"
        + " file, or say in the schema how it is written (delimiter: \";\", header: false)";
  }

  /**
   * Refers to columns by position: if the first line lost its line end, what looks like a name may
   * be a private cell.
   */
  private static String notInSchema(List<Integer> columns) {
    String which =
        columns.stream()
            .limit(MOST_NAMES_LISTED)
            .map(c -> Integer.toString(c + 1))
            .collect(Collectors.joining(", "));
    int more = columns.size() - MOST_NAMES_LISTED;
    return (columns.size() == 1 ? "column " : "columns ")
        + which
        + (more > 0 ? " and " + more + " more" : "")
        + " of the first line, counted from 1, "
        + (columns.size() == 1 ? "is" : "are")
        + " not in the schema: leave "
        + (columns.size() == 1 ? "it" : "them")
        + " out of the file, or train with a schema that has `.number(name, low, high)` or"
        + " `.ignore(name)`, in YAML `name: number low..high` or `name: ignore`";
  }

  private static String listed(List<String> names) {
    int shown = Math.min(names.size(), MOST_NAMES_LISTED);
    String more = shown == names.size() ? "" : " and " + (names.size() - shown) + " more";
    return "'" + String.join("', '", names.subList(0, shown)) + "'" + more;
  }
}
