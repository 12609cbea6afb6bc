// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static dev.demilune.cli.LedgerSpend.UNTOUCHED;

import dev.demilune.DemiluneException;
import dev.demilune.data.CsvReader;
import dev.demilune.data.DataException;
import dev.demilune.data.IdxReader;
import dev.demilune.data.LibsvmReader;
import dev.demilune.data.Table;
import dev.demilune.evaluate.Evaluation;
import dev.demilune.model.Classifier;
import dev.demilune.robust.RobustAccuracy;
import dev.demilune.schema.CellTally;
import dev.demilune.schema.Column;
import dev.demilune.schema.PersonCell;
import dev.demilune.schema.Schema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The files that hold rows, and how to read them. */
final class TableFiles {

  /** The formats, under the names that the option takes. */
  enum Format {
    CSV,
    LIBSVM,
    IDX;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--data",
      paramLabel = "FILE",
      required = true,
      description =
          "The rows, plain or compressed (gzip, bzip2). IDX has two files: images,labels, or the"
              + " option twice.")
  List<String> given;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "csv, libsvm or idx. By default csv for named columns; for plain vectors idx when there"
              + " are two files, and libsvm otherwise.")
  Format format;

  /** Returns the files. A name that is there as it stands is one, commas and all. */
  List<Path> files() {
    return given.stream().flatMap(TableFiles::divided).map(Path::of).toList();
  }

  private static Stream<String> divided(String names) {
    return names.contains(",") && !Files.exists(Path.of(names))
        ? Arrays.stream(names.split(",", -1))
        : Stream.of(names);
  }

  /** Returns the format that the options mean. */
  Format formatFor(boolean vectors) {
    Format meant =
        format != null
            ? format
            : !vectors ? Format.CSV : files().size() == 2 ? Format.IDX : Format.LIBSVM;
    if (vectors == (meant == Format.CSV)) {
      throw new IllegalArgumentException(
          vectors
              ? "CSV has named columns and needs --schema"
              : "the schema has named columns, which " + meant + " files have not: use csv");
    }
    int most = meant == Format.IDX ? 2 : 1;
    if (files().size() > most) {
      throw new IllegalArgumentException(
          "--data takes " + (most == 1 ? "one file" : "images,labels") + " for " + meant);
    }
    return meant;
  }

  /** As before, where labels are needed. */
  Format labelledFormatFor(boolean vectors) {
    Format meant = formatFor(vectors);
    if (meant == Format.IDX && files().size() == 1) {
      throw new IllegalArgumentException(
          "--data takes images,labels for idx here: labels are needed");
    }
    return meant;
  }

  /**
   * Returns whether the columns can be looked at before the rows: only where the first line is a
   * header, and not in a pipe, which can be opened once.
   */
  boolean showsColumnsFirst(Schema schema) {
    return !schema.isVectors()
        && schema.csvFormat().header()
        && files().stream().allMatch(Files::isRegularFile);
  }

  /**
   * Checks the form of the files against the schema, before anything is charged: the header of CSV
   * and of IDX files, which are public, and no row.
   */
  void checkForm(Schema schema) {
    boolean images =
        schema.isVectors()
            && formatFor(true) == Format.IDX
            && files().stream().allMatch(Files::isRegularFile);
    if (!images && !showsColumnsFirst(schema)) {
      return;
    }
    try (Table form = open(schema)) {
      try {
        if (!schema.encoder(form).hasLabel()) {
          throw new DemiluneException(
              form.source() + ": the rows have no labels; training needs them");
        }
        if (schema.person().isPresent()) {
          PersonCell.of(schema, form); // refused here if the column is not in the file
        }
      } catch (DemiluneException e) {
        throw new DemiluneException(e.getMessage() + meant(schema, form) + UNTOUCHED, e);
      }
    } catch (DataException e) {
      throw new DemiluneException(e.getMessage() + UNTOUCHED, e);
    }
  }

  /**
   * Which column of the first line was probably meant by a name of the schema that it has not. By
   * position: if the first line lost its line end, what looks like a name may hold a private cell.
   */
  private static String meant(Schema schema, Table form) {
    List<String> wanted = schema.columns().stream().map(Column::name).toList();
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

  /** Checks that the files are there. */
  void check() {
    files().forEach(file -> Paths.checkReadable("--data", file));
  }

  /** Measures a model on the rows, which are public. */
  Evaluation evaluate(Classifier model) {
    try (Table table = open(model.schema())) {
      return Evaluation.onPublic(model, table);
    }
  }

  /** Measures a model on the rows, which are public, and counts how their cells fit. */
  Evaluation evaluate(Classifier model, CellTally tally) {
    try (Table table = open(model.schema())) {
      return Evaluation.onPublic(model, table, tally);
    }
  }

  /** Certifies a model on the rows, which are public. */
  RobustAccuracy robustness(Classifier model) {
    try (Table table = open(model.schema())) {
      return RobustAccuracy.onPublic(model, table);
    }
  }

  /** Opens the rows. */
  Table open(Schema schema) {
    return switch (formatFor(schema.isVectors())) {
      case CSV -> CsvReader.open(files().get(0), schema.csvFormat());
      case LIBSVM -> LibsvmReader.open(files().get(0));
      case IDX ->
          files().size() == 2
              ? IdxReader.open(files().get(0), files().get(1))
              : IdxReader.open(files().get(0));
    };
  }
}
