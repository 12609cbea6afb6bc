// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.DemiluneException;
import dev.demilune.data.ChosenColumns;
import dev.demilune.data.CsvReader;
import dev.demilune.data.JsonLinesReader;
import dev.demilune.data.LibsvmReader;
import dev.demilune.data.Table;
import dev.demilune.schema.Column;
import dev.demilune.schema.Schema;
import dev.demilune.schema.Spelling;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Rows to be scored: the columns of the schema, and cells to be copied. Others are left alone. */
final class ScoredRows implements AutoCloseable {

  private static final String STANDARD_INPUT = "standard input";
  private static final Object[] NOTHING = new Object[0];

  private final Table all;
  private final Table columns; // those of the schema
  private final int[] kept; // their places in a CSV file; of JSON Lines the table knows

  private ScoredRows(Table all, Table columns, int[] kept) {
    this.all = all;
    this.columns = columns;
    this.kept = kept;
  }

  static ScoredRows open(TableFiles files, Schema schema, List<String> kept) {
    TableFiles.Format format = files.formatFor(schema.isVectors());
    if (format == TableFiles.Format.JSONL) {
      List<String> columns = schema.valueColumns();
      JsonLinesReader lines =
          files.isStandardInput()
              ? JsonLinesReader.open(input(), STANDARD_INPUT, columns, kept)
              : JsonLinesReader.open(files.files().get(0), columns, kept);
      return new ScoredRows(lines, lines, new int[kept.size()]);
    }
    Table table = files.isStandardInput() ? piped(format, schema) : files.open(schema);
    try {
      return of(table, schema, kept);
    } catch (DemiluneException e) {
      table.close(); // the caller got nothing that it could close
      throw e;
    }
  }

  private static ScoredRows of(Table table, Schema schema, List<String> kept) {
    if (table.layout() != Table.Layout.NAMED) {
      if (!kept.isEmpty()) {
        throw new DemiluneException(
            "--keep copies columns by name, and " + table.source() + " names none");
      }
      return new ScoredRows(table, table, new int[0]);
    }
    Set<String> known = schema.fileColumns().stream().map(Column::name).collect(Collectors.toSet());
    int[] places = kept.stream().mapToInt(name -> place(name, table)).toArray();
    return new ScoredRows(table, ChosenColumns.of(table, known), places);
  }

  private static int place(String name, Table table) {
    int place = table.columns().indexOf(name);
    if (place < 0) { // the first line of public rows: its names may be quoted
      throw new DemiluneException(
          "--keep "
              + name
              + ": "
              + table.source()
              + " has no column of that name"
              + Spelling.almost(name, table.columns())
                  .map(near -> "; is it '" + near + "'?")
                  .orElse(""));
    }
    return place;
  }

  private static Table piped(TableFiles.Format format, Schema schema) {
    return switch (format) {
      case CSV -> CsvReader.open(input(), STANDARD_INPUT, schema.csvFormat());
      case LIBSVM -> LibsvmReader.open(input(), STANDARD_INPUT);
      case IDX, JSONL ->
          throw new DemiluneException(
              "--data - takes csv, jsonl or libsvm: name a file of " + format);
    };
  }

  private static InputStream input() {
    return new FileInputStream(FileDescriptor.in);
  }

  /** The table whose rows are encoded. */
  Table table() {
    return columns;
  }

  /** The cells of the current row that are to be copied. */
  Object[] copies() {
    Object[] copies = kept.length == 0 ? NOTHING : new Object[kept.length];
    for (int k = 0; k < copies.length; k++) {
      copies[k] =
          all instanceof CsvReader csv ? csv.text(kept[k]) : ((JsonLinesReader) all).kept(k);
    }
    return copies;
  }

  /**
   * Says after the last row what was left alone and what was not there.
   *
   * @throws DemiluneException if a column was in no row at all, which is a mistake
   */
  void tell(Console console) {
    if (all instanceof JsonLinesReader lines) {
      lines.neverThere().stream()
          .findFirst()
          .ifPresent(
              name -> {
                throw new DemiluneException(
                    lines.source() + ": no object has a field '" + name + "'; check the names");
              });
      for (int c = 0; c < lines.columns().size(); c++) {
        if (lines.absent(c) > 0) {
          console.note(
              "column '"
                  + lines.columns().get(c)
                  + "': "
                  + lines.absent(c)
                  + " objects have no such field; it counts as missing.");
        }
      }
      tellOthers(lines.others(), "field", console);
    } else {
      tellOthers(all.columns().size() - columns.columns().size(), "column", console);
    }
  }

  private void tellOthers(int count, String what, Console console) {
    if (count > 0) {
      console.note(
          count
              + " "
              + what
              + (count == 1 ? " of " : "s of ")
              + all.source()
              + (count == 1 ? " is" : " are")
              + " not in the model's schema and "
              + (count == 1 ? "was" : "were")
              + " left alone.");
    }
  }

  @Override
  public void close() {
    all.close();
  }
}
