// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.DemiluneException;
import dev.demilune.cli.TableFiles.Format;
import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.RowFile;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;
import dev.demilune.schema.file.SchemaFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** Public knowledge about the rows: a schema file, or for plain vectors a few options. */
final class SchemaOptions {

  private static final Pattern RANGE = Pattern.compile("(-?\\d{1,9})\\.\\.(-?\\d{1,9})");
  private static final double BYTE_SCALE = 1 / 255.0;

  @Option(
      names = "--schema",
      paramLabel = "FILE",
      description = "The YAML file that says what is public about the columns of a CSV file.")
  Path file;

  @Option(
      names = "--features",
      paramLabel = "N",
      description = "LIBSVM and IDX: the number of features.")
  Integer features;

  @Option(
      names = "--classes",
      paramLabel = "K",
      description =
          "LIBSVM and IDX: the labels, as a list (-1,+1), a range (1..105) or a count: for IDX 10"
              + " means 0..9; for LIBSVM 2 means -1,+1 and 10 means 1..10.")
  String classes;

  @Option(
      names = "--norm",
      paramLabel = "B",
      description = "LIBSVM and IDX: rows longer than this are shortened to it.")
  Double norm;

  @Option(names = "--unit-rows", description = "LIBSVM and IDX: every row is scaled to length one.")
  boolean unitRows;

  @Option(
      names = "--intercept",
      paramLabel = "C",
      description =
          "LIBSVM and IDX: a constant from 0 to 100 that acts as one more coordinate of every row,"
              + " or none. By default 0.2 for two labels, none for more.")
  String intercept;

  @Option(
      names = "--adjacency",
      paramLabel = "WHAT",
      description =
          "What one person can change: add-or-remove-one, replace-one or replace-label. Required"
              + " where no schema file says it. A schema file that names the column of the person"
              + " (person:) says add-or-remove-person.")
  String adjacency;

  @Option(
      names = "--expected-rows",
      paramLabel = "N",
      description =
          "A public guess of the number of rows, where the true one is private; of persons, if the"
              + " schema names their column. Without it, a noisy count is bought with a part of the"
              + " budget.")
  Long expectedRows;

  boolean isVectors() {
    return file == null;
  }

  /** Returns the schema, or says what is missing or contradicts itself. */
  Schema schema(Format format) {
    if (file != null) {
      return columns();
    }
    try {
      return vectors(format).build();
    } catch (DemiluneException e) { // the options are the schema
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** Returns the schema of encoded rows: the file's own, or one that encodes rows alike. */
  Schema schema(RowFile encoded) {
    if (features != null || classes != null || norm != null || unitRows || intercept != null) {
      throw new IllegalArgumentException(
          "--features, --classes, --norm, --unit-rows and --intercept are in the file of encoded"
              + " rows: leave them out");
    }
    Schema schema = file == null ? encoded.schema().with(this::withOptions) : columns();
    encoded.requireEncoding(schema);
    return schema;
  }

  private SchemaBuilder withOptions(SchemaBuilder parts) {
    if (adjacency != null) {
      parts.adjacency(parseAdjacency(adjacency));
    }
    return expectedRows == null ? parts : parts.expectedRows(checkedRows());
  }

  /** Returns what a sound schema is probably not meant to say. */
  static Optional<String> doubt(Schema schema) {
    return schema.features() == 1 && schema.rowBound().rule() == RowBound.Rule.SCALE
        ? Optional.of(
            "rows of one feature, scaled to length one, keep nothing but its sign: shorten them"
                + " instead, with 'rows: clip 1' in the schema or with --norm.")
        : Optional.empty();
  }

  private Schema columns() {
    if (features != null || classes != null || norm != null || unitRows || intercept != null) {
      throw new IllegalArgumentException(
          "--features, --classes, --norm, --unit-rows and --intercept are for LIBSVM and IDX: write"
              + " them into the schema file instead");
    }
    Paths.checkReadable("--schema", file);
    return SchemaFile.read(file, this::withOptions);
  }

  private SchemaBuilder vectors(Format format) {
    List<String> missing = new ArrayList<>();
    if (features == null) {
      missing.add("--features");
    }
    if (classes == null) {
      missing.add("--classes");
    }
    if (norm == null && !unitRows) {
      missing.add("--norm or --unit-rows");
    }
    if (adjacency == null) {
      missing.add("--adjacency");
    }
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(
          "give --schema for a CSV file, or for " + format + " also " + String.join(", ", missing));
    }
    if (norm != null && unitRows) {
      throw new IllegalArgumentException("--norm and --unit-rows exclude each other: give one");
    }
    Adjacency unit = parseAdjacency(adjacency);
    if (unit.isOfPersons()) {
      throw new IllegalArgumentException(
          "--adjacency add-or-remove-person needs a column that names the person, and "
              + format
              + " has none: use a CSV file and a schema with person: COLUMN");
    }
    SchemaBuilder builder =
        Schema.vectors(features, new LabelSet(parseClasses(classes, format)))
            .adjacency(unit)
            .rows(unitRows ? RowBound.scale() : RowBound.clip(norm));
    if (expectedRows != null) {
      builder.expectedRows(checkedRows());
    }
    if (intercept != null) {
      builder.intercept(intercept.equals("none") ? 0 : Numerals.number("--intercept", intercept));
    }
    return format == Format.IDX ? builder.valueScale(BYTE_SCALE) : builder;
  }

  private long checkedRows() {
    if (expectedRows < 1) {
      throw new IllegalArgumentException("--expected-rows must be at least 1, got " + expectedRows);
    }
    return expectedRows;
  }

  static Adjacency parseAdjacency(String text) {
    return Numerals.word("--adjacency", text, List.of(Adjacency.values()));
  }

  static List<String> parseClasses(String text, Format format) {
    if (text.contains(";") || text.contains("\"")) {
      throw new IllegalArgumentException(
          "--classes has a semicolon or a quote, which labels of LIBSVM cannot have: write a,b,c");
    }
    if (text.contains(",")) {
      return Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    }
    Matcher range = RANGE.matcher(text);
    if (range.matches()) {
      return numbers(Integer.parseInt(range.group(1)), Integer.parseInt(range.group(2)));
    }
    if (!text.matches("\\d{1,9}")) {
      throw new IllegalArgumentException(
          "--classes must be a list, a range such as 1..105 or a count, got '" + text + "'");
    }
    int count = Integer.parseInt(text);
    if (format == Format.IDX) {
      return numbers(0, count - 1);
    }
    return count == 2 ? List.of("-1", "+1") : numbers(1, count);
  }

  private static List<String> numbers(int first, int last) {
    if (last - (long) first < 1 || last - (long) first >= LabelSet.MAX_SIZE) {
      throw new IllegalArgumentException(
          "--classes must be between 2 and " + LabelSet.MAX_SIZE + " labels");
    }
    List<String> names = new ArrayList<>();
    for (int k = first; k <= last; k++) {
      names.add(Integer.toString(k));
    }
    return names;
  }
}
