// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.rows.RowFileWriter;
import dev.demilune.schema.Schema;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code demilune encode}: encodes a table once, for many trainings. Nothing is released, so
 * nothing is charged: what it prints is the same whatever the rows are.
 */
@Command(
    name = "encode",
    description = {
      "Encode a table once, for many trainings: 'train' and 'tune' read the file that it writes, also"
          + " where it is larger than memory. The model is the same, byte for byte.",
      "The file holds the private rows in the clear, as the table does, and its size tells how many"
          + " there are: on POSIX file systems it is made readable by you only. Nothing is released"
          + " and no ledger is charged."
    },
    footer = {
      "",
      "Examples:",
      "  demilune encode --data census.csv --schema census.schema.yaml --out census.dml",
      "  demilune train --data census.dml --epsilon 1 --delta 1e-6 --model census.model"
    })
final class EncodeCommand extends DemiluneCommand {

  @Mixin TableFiles data = new TableFiles();

  @Mixin SchemaOptions publicly = new SchemaOptions();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "The encoded rows to write, by custom with the ending .dml.")
  Path out;

  @Override
  void run() {
    if (out.toString().equals("-")) {
      throw usage("encoded rows are private and are written to a file: give --out a name");
    }
    TableFiles.Format format = fromOptions(() -> data.labelledFormatFor(publicly.isVectors()));
    Schema schema = fromOptions(() -> publicly.schema(format));
    checkApart(
        new FileRoles()
            .reads("--data", data.files())
            .reads("--schema", publicly.file)
            .replaces("--out", out, FileRoles.ROWS));
    data.checkForm(schema);
    RowFileWriter.write(
        out, schema, data.open(schema), common.randomness().stream("rows of persons").key());
    answer(Json.of("rows", out), "encoded rows written to " + out);
    next(
        "train --data "
            + out
            + " --expected-rows ROWS --epsilon 1 --delta 1e-6 --ledger LEDGER --model MODEL");
  }
}
