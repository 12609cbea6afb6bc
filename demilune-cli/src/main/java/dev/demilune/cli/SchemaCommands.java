// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.demilune.data.CsvReader;
import dev.demilune.data.Table;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import dev.demilune.schema.file.SchemaFile;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code demilune schema}: work on schema files. */
final class SchemaCommands {

  private SchemaCommands() {}

  static CommandLine of(Console console) {
    return new CommandLine(new Group(console))
        .addSubcommand(new Check(console))
        .addSubcommand(new SchemaDraftCommand(console))
        .addSubcommand(new SchemaLearnCommand(console));
  }

  @Command(
      name = "schema",
      description = "Draft a schema file, learn one from private rows, or check one.",
      synopsisSubcommandLabel = "WHAT",
      footer = {"", "Example:", "  demilune schema check census.schema.yaml"})
  static final class Group extends CommandGroup {
    Group(Console console) {
      super(console);
    }
  }

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

    Check(Console console) {
      super(console);
    }

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
      if (common.json) {
        print(json(schema));
      } else {
        print(file + " is sound" + (data == null ? "." : ", and the header of " + data + " fits."));
        print("  features   " + schema.features());
        print("  labels     " + String.join(", ", schema.labels().names()));
        print("  adjacency  " + schema.adjacency().phrase());
        print("  rows       " + describe(schema.rowBound()));
        print("  intercept  " + (schema.intercept() == 0 ? "none" : schema.intercept()));
        print(
            "  expected   "
                + (schema.expectedRows() == 0 ? "not declared" : schema.expectedRows()));
      }
    }

    private void compareHeader(Schema schema) {
      Paths.checkReadable("--data", data);
      if (!schema.csvFormat().header()) {
        throw usage("--data has no header to compare, as the schema says: leave it out");
      }
      try (Table table = CsvReader.open(data, schema.csvFormat())) {
        if (!schema.encoder(table).hasLabel()) {
          console.note("the label's column is not in " + data + ": it will do for predict only.");
        }
      }
    }

    private static String describe(RowBound bound) {
      return bound.rule() == RowBound.Rule.SCALE
          ? "scaled to length one"
          : "shortened to length " + bound.norm() + " where longer";
    }

    private static JsonObject json(Schema schema) {
      JsonArray labels = new JsonArray();
      schema.labels().names().forEach(labels::add);
      JsonObject result = new JsonObject();
      result.addProperty("sound", true);
      result.addProperty("features", schema.features());
      result.add("labels", labels);
      result.addProperty("adjacency", SchemaOptions.word(schema.adjacency()));
      result.addProperty("rows", schema.rowBound().rule().name().toLowerCase(Locale.ROOT));
      result.addProperty("norm", schema.rowBound().norm());
      result.addProperty("intercept", schema.intercept());
      result.addProperty("expectedRows", schema.expectedRows() == 0 ? null : schema.expectedRows());
      return result;
    }
  }
}
