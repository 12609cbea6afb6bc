// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.studio;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.demilune.DemiluneException;
import dev.demilune.data.AtomicFile;
import dev.demilune.data.CsvFormat;
import dev.demilune.data.CsvReader;
import dev.demilune.data.FirstLine;
import dev.demilune.data.Table;
import dev.demilune.learn.Setting;
import dev.demilune.schema.Schema;
import dev.demilune.schema.file.SchemaFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A schema while it is being written. Of the table only the header is looked at, which is public by
 * declaration; if there is none, the first line is a private row and is not shown.
 */
final class SchemaDesk {

  private static final int MOST_BYTES = 1 << 20;

  private final Folder folder;

  SchemaDesk(Folder folder) {
    this.folder = folder;
  }

  /**
   * The header of a table.
   *
   * @param delimiter between cells; the word tab for a tab
   */
  record Header(List<String> columns, String delimiter) {}

  /** Returns the names of the columns. */
  Header header(Ask ask) {
    Path table = folder.path(folder.existing(ask.text("data")));
    FirstLine line = FirstLine.of(table);
    if (line.isArff() || line.isLibsvm()) {
      throw new RequestRefused(
          "the file is not a CSV file with a header: choose another, or convert it first");
    }
    CsvFormat standard = CsvFormat.standard();
    char delimiter = line.delimiterInsteadOf(standard.delimiter()).orElse(standard.delimiter());
    if (line.isLikeARow(delimiter)) {
      throw new RequestRefused(
          "the first line looks like a row and not like names of columns, so it is not shown: write"
              + " the schema by hand, with 'header: false'");
    }
    try (CsvReader reader = CsvReader.open(table, standard.delimitedBy(delimiter))) {
      return new Header(reader.columns(), delimiter == '\t' ? "tab" : String.valueOf(delimiter));
    }
  }

  /**
   * What a text means as a schema.
   *
   * @param faults everything that is wrong, one line each; empty if it is sound
   */
  record Meaning(
      List<String> faults,
      int features,
      List<String> labels,
      String adjacency,
      long expectedRows,
      List<String> columns) {}

  /** Reads a text as a schema and holds it against the header of a table, if one is named. */
  Meaning check(Ask ask) {
    String name = ask.maybe("name").orElse("schema");
    try {
      Schema schema = SchemaFile.parse(ask.maybe("text").orElse(""), name);
      Optional<String> table = ask.maybe("data").map(folder::existing);
      if (table.isPresent() && schema.csvFormat().header()) {
        try (Table rows = CsvReader.open(folder.path(table.get()), schema.csvFormat())) {
          if (!schema.encoder(rows).hasLabel()) {
            return unsound("the label's column is not in " + table.get());
          }
        }
      }
      return new Meaning(
          List.of(),
          schema.features(),
          schema.labels().names(),
          Setting.word(schema.adjacency()),
          schema.expectedRows(),
          schema.fileColumns().stream().map(column -> column.name()).toList());
    } catch (DemiluneException e) {
      return unsound(e.getMessage().replace(folder.path("") + "/", ""));
    }
  }

  private static Meaning unsound(String faults) {
    return new Meaning(faults.lines().toList(), 0, List.of(), "", 0, List.of());
  }

  /** Returns the text of a schema file. */
  String read(Ask ask) {
    Path file = folder.path(named(folder.existing(ask.text("schema"))));
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new RequestRefused("the file is too large for a schema");
      }
      return Files.readString(file);
    } catch (IOException e) {
      throw new RequestRefused("the file cannot be read as text");
    }
  }

  /** Writes a schema that is sound; replaces one only if that is wanted. */
  String write(Ask ask) {
    String file = named(folder.writable(ask.text("name")));
    Meaning meaning = check(ask);
    if (!meaning.faults().isEmpty()) {
      throw new RequestRefused("not saved: " + meaning.faults().get(0));
    }
    Path path = folder.path(file);
    if (Files.exists(path) && ask.maybe("replace").isEmpty()) {
      throw new RequestRefused("'" + file + "' is there already");
    }
    try (AtomicFile out = AtomicFile.create(path)) {
      out.write(ask.text("text").getBytes(UTF_8));
      out.commit();
    }
    return file;
  }

  private static String named(String file) {
    if (!file.endsWith(".yaml") && !file.endsWith(".yml")) {
      throw new RequestRefused("the name of a schema ends with .yaml");
    }
    return file;
  }
}
