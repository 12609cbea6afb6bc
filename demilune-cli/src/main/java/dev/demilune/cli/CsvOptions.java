// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.data.CsvFormat;
import dev.demilune.schema.Column;
import dev.demilune.schema.Schema;
import java.util.List;
import picocli.CommandLine.Option;

/** How a CSV file is written that has no schema yet. */
final class CsvOptions {

  @Option(
      names = "--columns",
      paramLabel = "NAME",
      split = ",",
      description =
          "The names of all columns, in order, of a file without a header line. Without this, the"
              + " first line names them.")
  List<String> columns;

  @Option(
      names = "--delimiter",
      paramLabel = "CHAR",
      description = "What stands between cells, one character or 'tab'; by default a comma.")
  String delimiter;

  CsvFormat format() {
    CsvFormat format = CsvFormat.standard();
    if (delimiter != null) {
      String character = delimiter.equals("tab") ? "\t" : delimiter;
      if (character.length() != 1 || !CsvFormat.canDelimit(character.charAt(0))) {
        throw new IllegalArgumentException("--delimiter must be one character or 'tab'");
      }
      format = format.delimitedBy(character.charAt(0));
    }
    return columns == null ? format : format.withoutHeader();
  }

  /** The name of a schema's label column. */
  static String labelOf(Schema schema) {
    return schema.columns().stream()
        .filter(Column.Label.class::isInstance)
        .map(Column::name)
        .findFirst()
        .orElseThrow();
  }
}
