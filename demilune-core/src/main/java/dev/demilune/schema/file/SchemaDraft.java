// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema.file;

import dev.demilune.DemiluneException;
import dev.demilune.data.CsvFormat;
import dev.demilune.data.CsvReader;
import dev.demilune.data.NumberFormat;
import dev.demilune.data.Table;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Drafts a schema from a <em>public</em> sample of rows: another party's table of the same form,
 * invented rows, an old census.
 *
 * <p>The draft is a function of the sample and does not protect the people in it. It has no privacy
 * cost and no guarantee; with a sample of the private rows every range and category would be a
 * leak. Each column has a note on what the sample showed, to be read before the schema is used.
 *
 * <pre>{@code
 * SchemaDraft.ofPublic(CsvReader.open(Path.of("sample.csv")), Adjacency.REPLACE_ONE)
 *     .label("churned")
 *     .draft()
 *     .write(Path.of("schema.yaml"));
 * }</pre>
 */
public final class SchemaDraft {

  private static final Set<String> LABEL_NAMES = Set.of("label", "target", "class", "outcome", "y");

  private final CsvReader sample;
  private final Adjacency adjacency;
  private final CsvFormat format;
  private List<String> names;
  private String label;
  private String person;
  private int rowsPerPerson;
  private List<String> candidates = List.of();

  private SchemaDraft(CsvReader sample, CsvFormat format, Adjacency adjacency) {
    this.sample = sample;
    this.format = format;
    this.adjacency = adjacency;
    this.names = sample.columns();
  }

  /** Starts a draft from a public sample with a header line and commas. */
  public static SchemaDraft ofPublic(CsvReader sample, Adjacency adjacency) {
    return ofPublic(sample, CsvFormat.standard(), adjacency);
  }

  /** Starts a draft from a public sample that was opened with the given format. */
  public static SchemaDraft ofPublic(CsvReader sample, CsvFormat format, Adjacency adjacency) {
    return new SchemaDraft(sample, format, Objects.requireNonNull(adjacency, "adjacency"));
  }

  /** Names the columns of a sample without a header line. */
  public SchemaDraft columns(List<String> ofFile) {
    if (sample.layout() != Table.Layout.POSITIONAL || ofFile.size() != names.size()) {
      throw new DemiluneException(
          sample.source()
              + ": "
              + ofFile.size()
              + " columns are named and the file has "
              + names.size()
              + (sample.layout() == Table.Layout.POSITIONAL ? "" : " named ones")
              + "; name all columns of a file that has no header");
    }
    names = List.copyOf(ofFile);
    return this;
  }

  /** Sets the label column; by default one that is called so, or the last one. */
  public SchemaDraft label(String column) {
    if (!names.contains(column)) {
      throw new DemiluneException(
          sample.source()
              + ": there is no column '"
              + column
              + "' to be the label; check the name");
    }
    label = column;
    return this;
  }

  /** Makes the unit a person, named by a column, of whom at most so many rows are used. */
  public SchemaDraft person(String column, int mostRows) {
    if (!names.contains(column)) {
      throw new DemiluneException(
          sample.source()
              + ": there is no column '"
              + column
              + "' to name the person; check the name");
    }
    person = column;
    rowsPerPerson = mostRows;
    return this;
  }

  /**
   * Reads the sample to its end and closes it.
   *
   * @throws DemiluneException if it has no rows, or the label has too few or too many values
   */
  public AnnotatedSchema draft() {
    List<SampledColumn> columns = new ArrayList<>();
    names.forEach(name -> columns.add(new SampledColumn(name)));
    long rows = 0;
    try (sample) {
      for (; sample.next(); rows++) {
        for (int c = 0; c < columns.size(); c++) {
          columns.get(c).add(sample, c);
        }
      }
    }
    if (rows == 0) {
      throw new DemiluneException(
          sample.source() + ": the sample has no rows to draft a schema from; give a larger one");
    }
    candidates =
        columns.stream()
            .filter(SampledColumn::couldBeLabel)
            .map(SampledColumn::name)
            .filter(name -> !name.equals(person))
            .toList();
    String labeled = label == null ? likelyLabel() : label;
    SchemaBuilder builder = Schema.builder().adjacency(adjacency).delimiter(format.delimiter());
    if (person != null) {
      builder.person(person, rowsPerPerson);
    }
    if (!format.header()) {
      builder.withoutHeader();
    }
    NumberFormat numbers = numberFormat(columns);
    Set<String> missing = new TreeSet<>(List.of(""));
    columns.forEach(column -> missing.addAll(column.markers()));
    builder.numberFormat(numbers).missingValues(missing.toArray(String[]::new));
    SchemaNotes notes =
        SchemaNotes.none()
            .opening("Drafted from a sample of " + rows + " rows, which must be public.")
            .opening("Read every line before use: wide ranges are safe, narrow ones only clip.")
            .opening(
                person == null
                    ? "Add 'expected-rows: N', a public guess of the private rows, for a better model."
                    : "Add 'expected-persons: N', a public guess of their number, for a better model.");
    for (SampledColumn column : columns) {
      if (column.name().equals(person)) {
        builder.ignore(person);
        continue;
      }
      String note =
          column.name().equals(labeled)
              ? column.asLabel(builder, sample.source())
                  + (label == null ? "; taken, as none was named" : "")
              : column.asFeature(builder, numbers);
      notes = notes.column(column.name(), "drafted: " + note);
    }
    return new AnnotatedSchema(builder.build(sample.source()), notes);
  }

  /** Returns the columns of few values, after the draft: whatever somebody may want to predict. */
  public List<String> labelCandidates() {
    return candidates;
  }

  /** A column that is called the label, or the last one if it has few values. */
  private String likelyLabel() {
    String last = names.get(names.size() - 1);
    Optional<String> called =
        candidates.stream()
            .filter(name -> LABEL_NAMES.contains(name.strip().toLowerCase(Locale.ROOT)))
            .reduce((first, second) -> second);
    if (called.isPresent() || candidates.contains(last) || candidates.isEmpty()) {
      return called.orElse(last);
    }
    throw new DemiluneException(
        sample.source()
            + ": the last column has too many or too few values to be the label; name the column to"
            + " predict with --label, perhaps one of '"
            + String.join("', '", candidates.subList(0, Math.min(10, candidates.size())))
            + "'");
  }

  /** The first format that reads every column of numbers, or the usual one. */
  private static NumberFormat numberFormat(List<SampledColumn> columns) {
    List<SampledColumn> numbers = columns.stream().filter(SampledColumn::isNumber).toList();
    return NumberFormat.COMMON.stream()
        .filter(format -> numbers.stream().allMatch(column -> column.reads(format)))
        .findFirst()
        .orElse(NumberFormat.standard());
  }
}
