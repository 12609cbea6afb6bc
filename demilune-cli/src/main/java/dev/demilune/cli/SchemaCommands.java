// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.data.CsvReader;
import dev.demilune.data.Table;
import dev.demilune.learn.Setting;
import dev.demilune.schema.PersonCell;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import dev.demilune.schema.file.SchemaFile;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code demilune schema}: work on schema files. */
@Command(
    name = "schema",
    description = {
      "Draft a schema file, learn one from private rows, check one, or count the cells that do not"
          + " fit it."
    },
    synopsisSubcommandLabel = "WHAT",
    footer = {"", "Example:", "  demilune schema check census.schema.yaml"},
    subcommands = {
      SchemaCommands.Check.class,
      SchemaDraftCommand.class,
      SchemaLearnCommand.class,
      SchemaLintCommand.class
    })
final class SchemaCommands extends CommandGroup {

  @Command(
      name = "check",
      description = {
        "Say all that is wrong with a schema file, or what it means. With --data, also whether the"
            + " header of a file fits; no row is read, so there must be one."
      },
      footer = {"", "Example:", "  demilune schema check census.schema.yaml --data census.csv"})
  static final class Check extends DemiluneCommand {

    @Parameters(paramLabel = "FILE", arity = "0..1", description = "The YAML file.")
    Path named;

    @Option(
        names = "--schema",
        paramLabel = "FILE",
        description = "The same, as in other commands.")
    Path option;

    @Option(
        names = "--data",
        paramLabel = "FILE",
        description = "A CSV file whose header is to be held against the schema.")
    Path data;

    @Override
    void run() {
      if ((named == null) == (option == null)) {
        throw usage("name one schema file");
      }
      Path file = named == null ? option : named;
      Paths.checkReadable("schema", file);
      Schema schema = SchemaFile.read(file);
      if (data != null) {
        compareHeader(schema);
      }
      SchemaOptions.doubt(schema).ifPresent(console::note);
      Long expected = schema.expectedRows() == 0 ? null : (Long) schema.expectedRows();
      JsonObject json =
          Json.of(
              "sound", true,
              "features", schema.features(),
              "labels", schema.labels().names(),
              "adjacency", Setting.word(schema.adjacency()),
              "rows", Setting.word(schema.rowBound().rule()),
              "norm", schema.rowBound().norm(),
              "intercept", schema.intercept(),
              "expectedRows", expected);
      schema
          .person()
          .ifPresent(
              column -> Json.add(json, "person", column, "rowsPerPerson", schema.rowsPerPerson()));
      answer(
          json,
          file + " is sound" + (data == null ? "." : ", and the header of " + data + " fits."),
          "  features   " + schema.features(),
          "  labels     " + String.join(", ", schema.labels().names()),
          "  adjacency  " + schema.adjacency().phrase(),
          "  rows       " + describe(schema.rowBound()),
          "  intercept  " + (schema.intercept() == 0 ? "none" : schema.intercept()),
          "  expected   " + (expected == null ? "not declared" : expected),
          schema
              .person()
              .map(
                  column ->
                      "  person     named by column '"
                          + column
                          + "', at most "
                          + schema.rowsPerPerson()
                          + " rows of each are used")
              .orElse(null));
    }

    private void compareHeader(Schema schema) {
      Paths.checkReadable("--data", data);
      if (!schema.csvFormat().header()) {
        throw usage("--data has no header to compare, as the schema says: leave it out");
      }
      try (Table table = CsvReader.open(data, schema.csvFormat())) {
        if (!schema.encoder(table).hasLabel()) {
          console.note("the label's column is not in " + data + ": it will do for predict only.");
        } else if (schema.person().isPresent()) {
          PersonCell.of(schema, table);
        }
      }
    }

    private static String describe(RowBound bound) {
      return bound.rule() == RowBound.Rule.SCALE
          ? "scaled to length one"
          : "shortened to length " + bound.norm() + " where longer";
    }
  }
}
