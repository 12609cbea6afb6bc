// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.data.CsvFormat;
import dev.demilune.data.CsvReader;
import dev.demilune.learn.Setting;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.file.AnnotatedSchema;
import dev.demilune.schema.file.SchemaDraft;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code demilune schema draft}: a first schema from rows that are public. */
@Command(
    name = "draft",
    description = {
      "Draft a schema from a PUBLIC sample: which columns are numbers, their ranges widened to"
          + " round numbers, the categories, the label. THE SAMPLE MUST BE PUBLIC: nothing protects"
          + " the people in it. For private rows there is 'demilune schema learn'."
    },
    footer = {
      "",
      "Example:",
      "  demilune schema draft --public sample.csv --label income --out schema.yaml"
    })
final class SchemaDraftCommand extends DemiluneCommand {

  @Option(
      names = "--public",
      paramLabel = "FILE",
      required = true,
      description = "The sample, a CSV file that may be shown to anyone.")
  Path sample;

  @Option(
      names = "--label",
      paramLabel = "COLUMN",
      description = "The column to predict; by default the last one.")
  String label;

  @Option(
      names = "--adjacency",
      paramLabel = "WHAT",
      description =
          "What one person can change, to be written into the schema: add-or-remove-one,"
              + " replace-one or replace-label. By default add-or-remove-one, with a note.")
  String adjacency;

  @Mixin CsvOptions csv = new CsvOptions();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "The schema to write; by default it is printed.")
  Path out;

  @Override
  void run() {
    Adjacency chosen =
        adjacency == null
            ? Adjacency.ADD_OR_REMOVE_ONE
            : fromOptions(() -> SchemaOptions.parseAdjacency(adjacency));
    CsvFormat format = fromOptions(csv::format);
    checkApart(new FileRoles().reads("--public", sample).writes("--out", out));
    console.note(
        "THE SAMPLE MUST BE PUBLIC: the schema shows its ranges and values to everyone. For private"
            + " rows use 'demilune schema learn'.");
    AnnotatedSchema drafted = draft(format, chosen);
    if (out != null) {
      drafted.write(out);
    }
    if (!common.json && out == null) {
      console.out().print(drafted.toYaml());
      return;
    }
    answer(
        Json.of(
            "schema", out,
            "yaml", drafted.toYaml(),
            "features", drafted.schema().features(),
            "label", CsvOptions.labelOf(drafted.schema()),
            "adjacency", Setting.word(chosen)),
        "schema written to " + out + "; read it, line by line, before you use it");
  }

  private AnnotatedSchema draft(CsvFormat format, Adjacency chosen) {
    SchemaDraft draft = SchemaDraft.ofPublic(CsvReader.open(sample, format), format, chosen);
    if (csv.columns != null) {
      draft.columns(csv.columns);
    }
    if (label != null) {
      draft.label(label);
    }
    AnnotatedSchema drafted = draft.draft();
    return adjacency != null
        ? drafted
        : new AnnotatedSchema(
            drafted.schema(),
            drafted
                .notes()
                .setting("adjacency", "assumed; replace-one where the number of rows is public"));
  }
}
