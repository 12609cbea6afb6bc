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

/** Named columns, found in the file by name or by position; {@link CellEncoder} encodes each. */
final class ColumnEncoder implements RowEncoder {
  private static final int MOST_NAMES_LISTED = 10; // in a message

  private final int[] positions; // of each schema column in the file, -1 where absent
  private final CellEncoder[] cells; // of columns with features, null elsewhere
  private final int[][] crosses; // the columns that each cross combines
  private final int[] firstOfCross; // its first feature
  private final int[][] choices; // how many values each of them has
  private final Vocabulary labels;
  private final int otherLabel;
  private final int labelColumn;
  private final CellTally tally; // null unless asked for

  private ColumnEncoder(Schema schema, int[] positions, CellTally tally) {
    this.positions = positions;
    this.tally = tally;
    labels = Vocabulary.numeric(schema.labels().names());
    otherLabel = schema.labels().other();
    cells = new CellEncoder[positions.length];
    List<Column> columns = schema.columns();
    int crossed = columns.size() - positions.length;
    crosses = new int[crossed][];
    choices = new int[crossed][];
    firstOfCross = new int[crossed];
    int foundLabel = -1;
    for (int c = 0; c < columns.size(); c++) {
      Column column = columns.get(c);
      if (column instanceof Column.Cross cross) {
        int x = c - positions.length; // they come last
        crosses[x] = cross.of().stream().mapToInt(columns::indexOf).toArray();
        choices[x] = cross.of().stream().mapToInt(of -> of.choices().size()).toArray();
        firstOfCross[x] = schema.offset(c);
      } else if (column instanceof Column.Label) {
        foundLabel = c;
      } else if (!(column instanceof Column.Ignored)) {
        cells[c] = CellEncoder.of(column, positions[c], schema.offset(c), schema);
      }
    }
    labelColumn = foundLabel;
  }

  static ColumnEncoder of(Schema schema, Table table, CellTally tally) {
    return switch (table.layout()) {
      case NAMED -> new ColumnEncoder(schema, byName(schema, table), tally);
      case POSITIONAL -> new ColumnEncoder(schema, byPosition(schema, table), tally);
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
    for (int c = 0; c < cells.length; c++) {
      if (cells[c] != null) {
        CellState state = cells[c].encode(table, into);
        if (tally != null) {
          tally.add(c, state, table, positions[c]);
        }
      }
    }
    for (int x = 0; x < crosses.length; x++) {
      cross(x, into);
    }
    if (tally != null) {
      tally.addRow();
    }
  }

  private void cross(int x, EncodedRow into) {
    int value = 0;
    for (int i = 0; i < crosses[x].length && value >= 0; i++) {
      int choice = cells[crosses[x][i]].choice;
      value = choice < 0 ? -1 : value * choices[x][i] + choice;
    }
    if (value >= 0) {
      into.add(firstOfCross[x] + value, 1);
    }
    into.addPart(value);
  }

  private int label(Table table) {
    if (!hasLabel()) {
      return -1;
    }
    int label = table.find(positions[labelColumn], labels);
    if (tally != null) {
      CellState state =
          label >= 0 ? CellState.READ : otherLabel >= 0 ? CellState.OTHER : CellState.UNKNOWN;
      tally.add(labelColumn, state, table, positions[labelColumn]);
    }
    return label < 0 ? otherLabel : label;
  }

  @Override
  public boolean hasLabel() {
    return positions[labelColumn] >= 0;
  }

  private static int[] byName(Schema schema, Table table) {
    Map<String, Integer> inFile = new HashMap<>();
    for (int i = 0; i < table.columns().size(); i++) {
      inFile.put(table.columns().get(i), i);
    }
    int[] positions = new int[schema.fileColumns().size()];
    List<String> missing = new ArrayList<>();
    for (int c = 0; c < positions.length; c++) {
      Column column = schema.fileColumns().get(c);
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
    int[] positions = new int[schema.fileColumns().size()];
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
      boolean absent = withoutLabel && schema.fileColumns().get(c) instanceof Column.Label;
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
