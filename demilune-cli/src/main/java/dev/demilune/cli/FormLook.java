// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.DemiluneException;
import dev.demilune.data.CsvFormat;
import dev.demilune.data.CsvReader;
import dev.demilune.data.DataException;
import dev.demilune.data.FirstLine;
import dev.demilune.schema.Spelling;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Looks at what is public about a file of rows before anything is charged: the marks of its format,
 * and the header line where there is one. A pipe, which could not be opened again, is not looked
 * at.
 *
 * @param file the file
 * @param format how it is declared to be written
 * @param inSchema whether a schema declares it, and not the options
 */
record FormLook(Path file, CsvFormat format, boolean inSchema) {

  /** Refuses a file of rows that begins with the marks of another format; reads no row. */
  static void marks(Path file, String format) {
    if (Files.isRegularFile(file)) {
      untouched(() -> FirstLine.requireText(file, format));
    }
  }

  /**
   * Opens the file, and hands its columns to a check; what is refused says what the first line
   * looks like. Of a file without a header only the marks are looked at.
   *
   * @param wanted names that the header should have
   */
  void header(List<String> wanted, Consumer<CsvReader> check) {
    if (!Files.isRegularFile(file)) {
      return;
    }
    if (!format.header()) {
      marks(file, "CSV");
      return;
    }
    untouched(
        () -> {
          try (CsvReader form = opened()) {
            try {
              check.accept(form);
            } catch (DemiluneException e) {
              throw new DemiluneException(
                  anotherForm()
                      .or(
                          () ->
                              form.columns().stream().anyMatch(wanted::contains)
                                  ? Optional.empty()
                                  : row())
                      .orElse(e.getMessage() + meant(wanted, form)),
                  e);
            }
          }
        });
  }

  /**
   * Does the same for a file of numbers that has no names to compare: its header must not look like
   * a row, which would be lost, and must have so many columns. Returns them; none if the file has
   * no header, or is a pipe.
   */
  List<String> numbers(int width, String declared) {
    List<String> names = new ArrayList<>();
    header(
        List.of(),
        form -> {
          Optional<String> row = row();
          if (row.isPresent() || form.columns().size() != width) {
            throw new DemiluneException(
                row.orElse(
                    file
                        + ":1: the file has "
                        + form.columns().size()
                        + " columns, and "
                        + declared
                        + ": name as many bounds as columns"));
          }
          names.addAll(form.columns());
        });
    return names;
  }

  private CsvReader opened() {
    try {
      return CsvReader.open(file, format);
    } catch (DataException e) {
      throw new DemiluneException(anotherForm().orElse(e.getMessage()), e);
    }
  }

  /** Says so if the first line is that of an ARFF or LIBSVM file, or has another delimiter. */
  Optional<String> anotherForm() {
    Optional<FirstLine> line = line();
    if (line.isPresent() && line.get().isArff()) {
      return Optional.of(
          file
              + ":1: this looks like ARFF: delete everything up to @data and lines that begin with %,"
              + " and name the columns "
              + (inSchema ? "with 'header: false' in the schema" : "with --columns"));
    }
    if (line.isPresent() && line.get().isLibsvm()) {
      return Optional.of(
          file
              + ":1: this looks like LIBSVM, which needs no schema: train with --features, --classes"
              + " and --norm or --unit-rows, and without --schema");
    }
    return line.flatMap(some -> some.delimiterInsteadOf(format.delimiter()))
        .map(
            other ->
                file
                    + ":1: this looks like "
                    + word(other)
                    + " between cells, and not "
                    + word(format.delimiter())
                    + ": "
                    + (inSchema
                        ? "write delimiter: \""
                            + (other == '\t' ? "\\t" : other)
                            + "\" into the schema"
                        : "give --delimiter " + (other == '\t' ? "tab" : "'" + other + "'")));
  }

  private Optional<String> row() {
    return line()
        .filter(some -> some.isLikeARow(format.delimiter()))
        .map(
            some ->
                file
                    + ":1: the first line, which must be a header, looks like a row: if there is no"
                    + " header, "
                    + (inSchema
                        ? "write header: false into the schema, with all columns in their order"
                        : "give --columns with the names of all columns, in their order"));
  }

  private Optional<FirstLine> line() {
    try {
      return Optional.of(FirstLine.of(file));
    } catch (DataException e) {
      return Optional.empty(); // no text: the fault at hand says so
    }
  }

  static String word(char delimiter) {
    return delimiter == '\t' ? "a tab" : "'" + delimiter + "'";
  }

  /**
   * Which column of the first line was probably meant by a name that it has not. By position: if
   * the first line lost its line end, what looks like a name may hold a private cell.
   */
  private static String meant(List<String> wanted, CsvReader form) {
    List<String> unknown = form.columns().stream().filter(name -> !wanted.contains(name)).toList();
    for (String name : wanted) {
      if (!form.columns().contains(name) && !unknown.isEmpty()) {
        String nearest = Spelling.nearest(name, unknown);
        if (Spelling.slips(name, nearest) <= Math.min(2, name.length() / 3)) {
          return "; column "
              + (form.columns().indexOf(nearest) + 1)
              + " of the first line, counted from 1, is written almost like '"
              + name
              + "'";
        }
      }
    }
    return "";
  }

  /** Does it; a refusal says that it came before the charge. */
  static void untouched(Runnable look) {
    LedgerSpend.planned(
        () -> {
          look.run();
          return null;
        });
  }
}
