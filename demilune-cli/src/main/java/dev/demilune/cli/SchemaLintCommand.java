// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.data.CsvReader;
import dev.demilune.schema.CellTally;
import dev.demilune.schema.Column;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.PersonCell;
import dev.demilune.schema.RowEncoder;
import dev.demilune.schema.Schema;
import dev.demilune.schema.file.SchemaFile;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code demilune schema lint}: how cells fit the schema, for the eyes of who holds the rows. The
 * counts are exact and nothing protects them, so the answer says that it must not be published.
 */
@Command(
    name = "lint",
    description = {
      "Count the cells of a file that do not fit its schema: numbers and dates that are not written"
          + " as declared, values outside ranges or not listed, missing ones, and rows that are there"
          + " twice; each with its first line; and the classes that no row has. The counts are EXACT, for the holder of the rows only, and NOT TO BE PUBLISHED;"
          + " nor may a range be read off them. No ledger is charged, because nothing may leave."
    },
    footer = {"", "Example:", "  demilune schema lint people.schema.yaml --data people.csv"})
final class SchemaLintCommand extends DemiluneCommand {

  static final String WARNING =
      "exact counts of private rows, for their holder only: NOT TO BE PUBLISHED";

  @Parameters(paramLabel = "FILE", arity = "0..1", description = "The YAML file.")
  Path named;

  @Option(names = "--schema", paramLabel = "FILE", description = "The same, as in other commands.")
  Path option;

  @Option(
      names = "--data",
      paramLabel = "FILE",
      required = true,
      description = "The CSV file whose cells are to be counted.")
  Path data;

  @Option(
      names = "--person",
      paramLabel = "COLUMN",
      description =
          "Count how many rows each person has, by the column that names persons. A schema with"
              + " person: says it already.")
  String person;

  @Override
  void run() {
    if ((named == null) == (option == null)) {
      throw usage("name one schema file");
    }
    Path file = named == null ? option : named;
    Paths.checkReadable("schema", file);
    Paths.checkReadable("--data", data);
    Schema schema = SchemaFile.read(file);
    CellTally tally = CellTally.of(schema);
    RowTally rows;
    BitSet without = new BitSet(); // the classes that no row has
    try (CsvReader table = CsvReader.open(data, schema.csvFormat())) {
      RowEncoder encoder = schema.encoder(table, tally);
      rows = rows(schema, table);
      without.set(0, encoder.hasLabel() ? schema.labels().size() : 0);
      EncodedRow row = new EncodedRow();
      while (table.next()) {
        encoder.encode(table, row);
        rows.add(table);
        if (row.label() >= 0) {
          without.clear(row.label());
        }
      }
    }
    StringBuilder text = new StringBuilder(data + ": " + tally.rows() + " rows (" + WARNING + ")");
    tally.findings().forEach(f -> text.append("\n  ").append(CellNotes.sentence(f, tally.rows())));
    rows.sentences().forEach(sentence -> text.append("\n  ").append(sentence));
    List<String> empty = without.stream().mapToObj(schema.labels()::name).toList();
    for (String name : empty) {
      text.append(
              "\n  class '" + name + "' has no rows: nothing can be learned of it; leave it in ")
          .append("the labels, which are public, unless it is known without these rows to be none");
    }
    text.append(
        tally.faults().isEmpty()
            ? "\nEvery cell is as declared, missing, or counted as other."
            : "\nMend the file, or say in the schema how it is written; a range is public knowledge"
                + " and stays as it is.");
    JsonObject result =
        Json.of(
            "notToBePublished",
            true,
            "rows",
            tally.rows(),
            "cells",
            CellNotes.json(tally.findings()),
            "classesWithoutRows",
            empty);
    rows.addTo(result);
    answer(result, text.toString());
  }

  private RowTally rows(Schema schema, CsvReader table) {
    if (schema.person().isEmpty()) {
      return RowTally.ofRows(
          Optional.ofNullable(person).map(name -> position(schema, table, name)));
    }
    String declared = schema.person().get();
    if (person != null && !person.equals(declared)) {
      throw usage("--person: the schema says that column '" + declared + "' names persons");
    }
    return RowTally.ofPersons(PersonCell.of(schema, table), schema.rowsPerPerson());
  }

  private int position(Schema schema, CsvReader table, String name) {
    List<String> names =
        schema.csvFormat().header()
            ? table.columns()
            : schema.fileColumns().stream().map(Column::name).toList();
    if (!names.contains(name)) {
      throw usage("--person: there is no column '" + name + "'; name one of the schema");
    }
    return names.indexOf(name);
  }
}
