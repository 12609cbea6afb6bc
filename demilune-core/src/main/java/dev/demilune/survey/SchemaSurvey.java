// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.survey;

import dev.demilune.DemiluneException;
import dev.demilune.data.CsvFormat;
import dev.demilune.data.NumberFormat;
import dev.demilune.data.Table;
import dev.demilune.internal.Check;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.schema.Column;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What to find out about a private table: for every column whether it is a number, a category, the
 * label or nothing. Immutable; every method returns a larger survey.
 *
 * <p><b>Claim.</b> {@link SurveyPlan#run} is as private as its plan's event says: for every number
 * two choices by {@link dev.demilune.mechanism.Quantile}, for every category, and the label, one
 * {@link dev.demilune.mechanism.StableHistogram}. The privacy cost is that of one composition, in
 * which all parts have the same ε; half of δ is for the histograms, in equal parts, and half for
 * the composition.
 *
 * <p><b>Proof.</b> One pass over the rows fills counts, and each part reads the counts of its own
 * column only. A row has one cell in the column: it adds one to one count or to none (a cell that
 * is no number, or a text that is too long to be released, a public rule of the cell alone). So
 * each part sees neighbors as its own proof has them, and the parts compose. What follows, the
 * order of the ends of a range, the limit on listed values and the sum of the noisy label counts,
 * reads released numbers only. ∎
 *
 * <p><b>Relies on.</b> A header line that is public, or names given to {@link #columns}; kinds and
 * outer ranges of columns said without looking at the rows; one row per person. Memory grows with
 * the number of different texts in category columns: about 100 bytes and the text itself for each.
 */
public final class SchemaSurvey {

  /** Longer texts are never released, and count as other values do. */
  public static final int LONGEST_TEXT = 64;

  /** The most values of a category that are listed: those of the largest noisy counts. */
  public static final int MOST_VALUES = 1000;

  private final Adjacency adjacency;
  private final Map<String, Question> questions;
  private final List<String> order; // of a file without header; empty if it has one
  private final char delimiter;
  private final NumberFormat numberFormat;
  private final long expectedRows;

  private SchemaSurvey(
      Adjacency adjacency,
      Map<String, Question> questions,
      List<String> order,
      char delimiter,
      NumberFormat numberFormat,
      long expectedRows) {
    this.adjacency = adjacency;
    this.questions = Collections.unmodifiableMap(questions);
    this.order = List.copyOf(order);
    this.delimiter = delimiter;
    this.numberFormat = numberFormat;
    this.expectedRows = expectedRows;
  }

  /**
   * Returns a survey without questions.
   *
   * @param adjacency what one person can change: the ledger's, and the one of the learned schema
   * @throws DemiluneException for label privacy, where features are public and need no survey
   */
  public static SchemaSurvey of(Adjacency adjacency) {
    Objects.requireNonNull(adjacency, "adjacency").requireRows("learning a schema");
    if (adjacency == Adjacency.REPLACE_LABEL) {
      throw new DemiluneException(
          "a schema is learned for add-or-remove-one or replace-one: with replace-label the"
              + " features are public, so take their ranges and values as they are");
    }
    return new SchemaSurvey(
        adjacency, new LinkedHashMap<>(), List.of(), ',', NumberFormat.standard(), 0);
  }

  /** Asks for the range of a number column of which nothing is known. */
  public SchemaSurvey number(String column) {
    return with(column, new Question.Range(ValueGrid.ofTwoDigits()));
  }

  /** Asks for the range of a number column within a public outer range: the closer, the better. */
  public SchemaSurvey number(String column, double lowest, double highest) {
    return with(column, new Question.Range(ValueGrid.between(lowest, highest)));
  }

  /** Asks for the frequent values of a category; all others become {@code other}. */
  public SchemaSurvey category(String column) {
    return with(column, new Question.Values(false));
  }

  /** Asks for the classes to predict; a row of any other class counts as one of the first. */
  public SchemaSurvey label(String column) {
    return with(column, new Question.Values(true));
  }

  /** Declares a number with a range that is public; it costs nothing. */
  public SchemaSurvey knownNumber(String column, double low, double high) {
    return with(
        column,
        new Question.Known(builder -> builder.number(column, low, high), "declared", false));
  }

  /** Declares a category with values that are public; it costs nothing. */
  public SchemaSurvey knownCategory(String column, String... values) {
    String[] listed = values.clone();
    return with(
        column,
        new Question.Known(
            builder -> builder.categoryWithOther(column, LearnedColumns.OTHER, listed),
            "declared",
            false));
  }

  /**
   * Declares a column of any kind, such as a date with its public range or a hashed category; it
   * costs nothing.
   *
   * @throws dev.demilune.schema.SchemaException if the column has a fault
   */
  public SchemaSurvey known(Column column) {
    Schema.builder()
        .column(column)
        .label(column.name() + "?", "a", "b")
        .adjacency(adjacency)
        .build();
    return with(
        column.name(), new Question.Known(builder -> builder.column(column), "declared", false));
  }

  /** Declares the classes to predict, which are public; it costs nothing. */
  public SchemaSurvey knownLabel(String column, String... values) {
    String[] listed = values.clone();
    return with(
        column, new Question.Known(builder -> builder.label(column, listed), "declared", true));
  }

  /** Names a column that is in the file and not to be used. */
  public SchemaSurvey ignore(String column) {
    return with(column, new Question.Known(builder -> builder.ignore(column), "declared", false));
  }

  private SchemaSurvey with(String column, Question question) {
    Map<String, Question> more = new LinkedHashMap<>(questions);
    if (more.put(column, question) != null) {
      throw new DemiluneException("column '" + column + "' is asked about twice: name it once");
    }
    return new SchemaSurvey(adjacency, more, order, delimiter, numberFormat, expectedRows);
  }

  /** Names all columns, in order, of a file without a header line. */
  public SchemaSurvey columns(List<String> inOrder) {
    return new SchemaSurvey(adjacency, questions, inOrder, delimiter, numberFormat, expectedRows);
  }

  /** Says what stands between cells. */
  public SchemaSurvey delimitedBy(char character) {
    return new SchemaSurvey(adjacency, questions, order, character, numberFormat, expectedRows);
  }

  /** Says how numbers are written. */
  public SchemaSurvey numberFormat(NumberFormat format) {
    return new SchemaSurvey(adjacency, questions, order, delimiter, format, expectedRows);
  }

  /** Declares a public number of rows to expect: a plan then refuses what cannot work. */
  public SchemaSurvey expectedRows(long rows) {
    Check.between("expectedRows", rows, 1, Schema.MOST_ROWS);
    return new SchemaSurvey(adjacency, questions, order, delimiter, numberFormat, rows);
  }

  /** Returns how the file has to be opened. */
  public CsvFormat csvFormat() {
    CsvFormat format = CsvFormat.standard().delimitedBy(delimiter);
    return order.isEmpty() ? format : format.withoutHeader();
  }

  /**
   * Returns what would be done for this guarantee, decided without the rows.
   *
   * @throws DemiluneException if nothing is asked, or what is asked has no answer within this
   *     guarantee
   */
  public SurveyPlan plan(Guarantee guarantee) {
    long labels = questions.values().stream().filter(SchemaSurvey::isLabel).count();
    if (labels != 1) {
      throw new DemiluneException("exactly one column must be the label, got " + labels);
    }
    return SurveyPlan.of(this, guarantee);
  }

  private static boolean isLabel(Question question) {
    return (question instanceof Question.Values values && values.isLabel())
        || (question instanceof Question.Known known && known.isLabel());
  }

  /**
   * Compares the columns of a file with the questions; reads no row.
   *
   * @throws DemiluneException if a column is missing, or in the file and not asked about
   */
  public void check(Table table) {
    List<String> names = names(table);
    List<String> missing = new ArrayList<>(questions.keySet());
    missing.removeAll(names);
    if (!missing.isEmpty()) {
      throw new DemiluneException(
          table.source()
              + ":1: the file has no column '"
              + String.join("', '", missing)
              + "': check the names, or name all columns of a file without header");
    }
    List<String> unknown = new ArrayList<>(names);
    unknown.removeAll(questions.keySet());
    if (!unknown.isEmpty()) {
      throw new DemiluneException(
          table.source()
              + ": say of column '"
              + String.join("', '", unknown.subList(0, Math.min(10, unknown.size())))
              + "' whether it is a number, a category or to be ignored; kinds are not guessed from"
              + " private rows");
    }
  }

  /** The columns of the file in its order. */
  List<String> names(Table table) {
    if (order.isEmpty()) {
      return table.columns();
    }
    if (table.layout() != Table.Layout.POSITIONAL || table.columns().size() != order.size()) {
      throw new DemiluneException(
          table.source()
              + ": "
              + order.size()
              + " columns are named and the file has "
              + table.columns().size()
              + "; name all columns of a file that has no header");
    }
    return order;
  }

  /** Returns what one person can change. */
  public Adjacency adjacency() {
    return adjacency;
  }

  Map<String, Question> questions() {
    return questions;
  }

  char delimiter() {
    return delimiter;
  }

  NumberFormat numberFormat() {
    return numberFormat;
  }

  boolean hasHeader() {
    return order.isEmpty();
  }

  long expectedRows() {
    return expectedRows;
  }

  /** How many ranges are asked for. */
  int ranges() {
    return (int) questions.values().stream().filter(Question.Range.class::isInstance).count();
  }

  /** How many lists of values are asked for. */
  int lists() {
    return (int) questions.values().stream().filter(Question.Values.class::isInstance).count();
  }
}
