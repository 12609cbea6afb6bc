// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.DemiluneException;
import dev.demilune.data.CsvReader;
import dev.demilune.data.IdxReader;
import dev.demilune.data.LibsvmReader;
import dev.demilune.data.Table;
import dev.demilune.evaluate.Evaluation;
import dev.demilune.model.Classifier;
import dev.demilune.random.StreamKey;
import dev.demilune.robust.RobustAccuracy;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.RowFile;
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
    IDX,
    JSONL;

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
          "csv, libsvm or idx; for predict jsonl too. By default csv for named columns; for plain"
              + " vectors idx when there are two files, and libsvm otherwise.")
  Format format;

  private RowFile encoded; // once it was opened

  /** Whether rows are only read to be scored: then as JSON Lines too, and from a pipe called -. */
  boolean onlyScored;

  /** Returns whether the rows come from standard input. */
  boolean isStandardInput() {
    return onlyScored && given.equals(List.of("-"));
  }

  /** Returns the files. A name that is there as it stands is one, commas and all. */
  List<Path> files() {
    return given.stream().flatMap(TableFiles::divided).map(Path::of).toList();
  }

  private static Stream<String> divided(String names) {
    return names.contains(",") && !Files.exists(Path.of(names))
        ? Arrays.stream(names.split(",", -1))
        : Stream.of(names);
  }

  /** Returns whether the rows are encoded already, as the file's mark says, or its name. */
  boolean areEncoded() {
    List<Path> files = files();
    return format == null
        && !isStandardInput()
        && files.size() == 1
        && (RowFile.isOne(files.get(0)) || files.get(0).toString().endsWith(".dml"));
  }

  /** Returns the encoded rows; no row is read. */
  RowFile encoded() {
    if (encoded == null) {
      Paths.checkReadable("--data", files().get(0));
      encoded = RowFile.open(files().get(0));
    }
    return encoded;
  }

  /**
   * Checks encoded rows for damage, the last thing before the charge. It reads them all and says
   * nothing but whether the file is as it was written, which does not depend on what they are.
   */
  void checkWhole() {
    if (areEncoded()) {
      try {
        encoded().verify();
      } catch (DemiluneException e) {
        throw new DemiluneException(e.getMessage() + ". Nothing was spent.", e);
      }
    }
  }

  /** Opens the rows for training. */
  BoundedDataset rows(Schema schema, StreamKey persons) {
    return areEncoded() ? encoded().rows(schema) : BoundedDataset.of(schema, open(schema), persons);
  }

  /** Returns the format that the options mean. */
  Format formatFor(boolean vectors) {
    if (areEncoded()) {
      throw new IllegalArgumentException(
          "--data "
              + files().get(0)
              + " holds encoded rows, which 'train' and 'tune' read: name the table that it was"
              + " made from");
    }
    Format meant =
        format != null
            ? format
            : !vectors
                ? onlyScored && isNamedJsonLines(given.get(0)) ? Format.JSONL : Format.CSV
                : files().size() == 2 ? Format.IDX : Format.LIBSVM;
    if (meant == Format.JSONL && !onlyScored) {
      throw new IllegalArgumentException("--format jsonl is for predict only: use csv here");
    }
    boolean named = meant == Format.CSV || meant == Format.JSONL;
    if (vectors == named) {
      throw new IllegalArgumentException(
          vectors
              ? (meant == Format.CSV ? "CSV" : "JSONL") + " has named columns and needs --schema"
              : "the schema has named columns, which " + meant + " files have not: use csv");
    }
    int most = meant == Format.IDX ? 2 : 1;
    if (files().size() > most) {
      throw new IllegalArgumentException(
          "--data takes " + (most == 1 ? "one file" : "images,labels") + " for " + meant);
    }
    return meant;
  }

  /** Returns whether a name is that of a file of JSON Lines, plain or compressed. */
  static boolean isNamedJsonLines(String name) {
    return name.matches("(?i).*\\.(jsonl|ndjson)(\\.gz|\\.bz2)?");
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
   * Checks the form of the files against the schema, before anything is charged: the header of CSV
   * and of IDX files, which are public, the marks of other formats, and no row.
   */
  void checkForm(Schema schema) {
    if (areEncoded()) {
      encoded().requireEncoding(schema); // its form was checked when it was opened
      return;
    }
    Format meant = formatFor(schema.isVectors());
    switch (meant) {
      case LIBSVM -> FormLook.marks(files().get(0), "LIBSVM");
      case CSV ->
          new FormLook(files().get(0), schema.csvFormat(), true)
              .header(
                  schema.fileColumns().stream().map(Column::name).toList(),
                  form -> requireLabels(schema, form));
      case IDX -> {
        if (files().stream().allMatch(Files::isRegularFile)) {
          FormLook.untouched(
              () -> {
                try (Table form = open(schema)) {
                  requireLabels(schema, form);
                }
              });
        }
      }
      case JSONL -> throw new IllegalStateException("jsonl is opened by predict");
    }
  }

  private static void requireLabels(Schema schema, Table form) {
    if (!schema.encoder(form).hasLabel()) {
      throw new DemiluneException(form.source() + ": the label column is not in the file; add it");
    }
    if (schema.person().isPresent()) {
      PersonCell.of(schema, form); // refused here if the column is not in the file
    }
  }

  /** Checks that the files are there. */
  void check() {
    if (!isStandardInput()) {
      files().forEach(file -> Paths.checkReadable("--data", file));
    }
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
      case JSONL -> throw new IllegalStateException("jsonl is opened by predict");
    };
  }
}
