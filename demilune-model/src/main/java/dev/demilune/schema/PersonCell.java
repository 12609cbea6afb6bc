// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import dev.demilune.DemiluneException;
import dev.demilune.data.CellParser;
import dev.demilune.data.Table;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads whose row it is: the text of the schema's person column, without blanks around it.
 *
 * <p>Cells that are missing, as the schema says what is, all name one common person: rows of nobody
 * known are bounded together, like those of anybody else. Nothing in a cell can make it throw.
 */
public final class PersonCell {

  /** The person whose rows have no name. */
  public static final String NOBODY = "";

  private final int position;
  private final List<String> missing;
  private final Text text = new Text();

  private PersonCell(int position, List<String> missing) {
    this.position = position;
    this.missing = missing;
  }

  /**
   * Finds the column in a table.
   *
   * @throws DemiluneException if the schema has none, or the table does not have it
   */
  public static PersonCell of(Schema schema, Table table) {
    String name = schema.person().orElseThrow(() -> withoutNames(table));
    int position =
        table.layout() == Table.Layout.POSITIONAL
            ? schema.fileColumns().stream().map(Column::name).toList().indexOf(name)
            : table.columns().indexOf(name);
    if (position < 0 && schema.isVectors()) {
      throw withoutNames(table);
    }
    if (position < 0) {
      throw new DemiluneException(
          table.source()
              + ":1: column '"
              + name
              + "', which says whose row it is (person:), is not in the file's first line: add it,"
              + " or name the right file");
    }
    return new PersonCell(position, schema.missingValues());
  }

  private static DemiluneException withoutNames(Table table) {
    return new DemiluneException(
        table.source()
            + ": plain vectors do not say whose row it is: use named columns, one of them with"
            + " person:");
  }

  /** Returns whose row the table's current one is. */
  public String read(Table table) {
    table.parse(position, text);
    return missing.contains(text.read) ? NOBODY : text.read;
  }

  /** Keeps the text of a cell; it is no number. */
  private static final class Text implements CellParser {
    private String read = NOBODY;

    @Override
    public double parse(byte[] bytes, int from, int to) {
      read = new String(bytes, from, to - from, StandardCharsets.UTF_8).strip();
      return Double.NaN;
    }
  }
}
