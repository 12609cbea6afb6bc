// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import dev.demilune.data.CsvFormat;
import dev.demilune.data.NumberFormat;
import dev.demilune.privacy.Adjacency;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Builds a {@link Schema}. {@link #build} reports all faults at once.
 *
 * <p>Adjacency and labels have no default. By default rows are scaled to norm one, numbers are
 * mapped to [-1, 1] and the intercept is {@link Schema#defaultIntercept}.
 */
public final class SchemaBuilder {
  /** The largest number of features. */
  public static final int MAX_FEATURES = 1 << 24;

  /** The largest intercept constant; beyond it the rows themselves would hardly matter. */
  public static final double MAX_INTERCEPT = 100;

  private final List<Column> columns = new ArrayList<>();
  private final List<Crossing> crossings = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private final Set<String> faulty = new HashSet<>(); // names of columns
  private final int vectorFeatures; // 0 for named columns
  private LabelSet labels;
  private int labelColumns;
  private Adjacency adjacency;
  private long expectedRows;
  private String person; // the column that names the person; null where the unit is a row
  private int rowsPerPerson = 1;
  private RowBound rowBound = RowBound.scale();
  private NumberScale numberScale = NumberScale.MINUS_ONE_TO_ONE;
  private double valueScale = 1;
  private double intercept = Double.NaN; // NaN: the default
  private CsvFormat csvFormat = CsvFormat.standard();
  private NumberFormat numberFormat = NumberFormat.standard();
  private List<String> missingValues = List.of("");
  private Optional<Learned> learned = Optional.empty();
  private boolean limited = true;
  private String place = "";

  /** Columns to be combined, and where that was asked for. */
  private record Crossing(List<String> names, String place) {}

  private SchemaBuilder(int vectorFeatures, LabelSet labels) {
    this.vectorFeatures = vectorFeatures;
    this.labels = labels;
  }

  public static SchemaBuilder ofColumns() {
    return new SchemaBuilder(0, null);
  }

  static SchemaBuilder ofVectors(int features, LabelSet labels) {
    SchemaBuilder builder = new SchemaBuilder(Math.max(1, features), labels);
    if (features < 1 || features > MAX_FEATURES) {
      builder.fault("features must be between 1 and " + MAX_FEATURES + ", got " + features);
    }
    return builder;
  }

  /** Adds a number with its public range; a cell that is not a number counts as the middle. */
  public SchemaBuilder number(String name, double low, double high) {
    return number(name, low, high, low / 2 + high / 2);
  }

  /** Adds a number with its public range; a cell that is not a number counts as the fallback. */
  public SchemaBuilder number(String name, double low, double high, double fallback) {
    if (!FeatureRange.valid(low, high)) {
      fault(quoted(name) + " needs a finite range with low < high, got " + low + ".." + high);
      declared(name);
      return this;
    }
    return column(new Column.Numeric(name, new FeatureRange(low, high), fallback));
  }

  /**
   * Adds an integer with its public range; a cell that is not a number counts as the integer in the
   * middle. It becomes a feature like any number, and learners of exact integers see it as it is.
   */
  public SchemaBuilder integer(String name, double low, double high) {
    return integer(name, low, high, Math.floor(low / 2 + high / 2));
  }

  /** Adds an integer with its public range; a cell that is not a number counts as the fallback. */
  public SchemaBuilder integer(String name, double low, double high, double fallback) {
    if (!FeatureRange.valid(low, high)) {
      fault(quoted(name) + " needs a finite range with low < high, got " + low + ".." + high);
      declared(name);
      return this;
    }
    return column(new Column.Whole(name, new FeatureRange(low, high), fallback));
  }

  /** Adds a category; a value that is not listed counts as none of them. */
  public SchemaBuilder category(String name, String... values) {
    return column(new Column.Category(name, List.of(values), -1));
  }

  /** Adds a category; a value that is not listed counts as {@code other}, listed or not. */
  public SchemaBuilder categoryWithOther(String name, String other, String... values) {
    List<String> all = withOther(other, values);
    return column(new Column.Category(name, all, all.indexOf(other)));
  }

  /**
   * Adds a column with all that is declared of it: {@code column(Column.number("income", 0,
   * 1e6).withScale(SIGNED_LOG).withSteps(Steps.knots(8)))}.
   */
  public SchemaBuilder column(Column column) {
    if (column instanceof Column.Label || column instanceof Column.Cross) {
      throw new IllegalArgumentException("use label(...) and cross(...) for these columns");
    }
    int before = faults.size();
    column.check(this);
    if (faults.size() > before) {
      faulty.add(column.name());
    }
    return add(column);
  }

  /**
   * Adds the combinations of the values of two or more columns: categories, hashed ones, and
   * numbers with bins. The columns may be declared before or after.
   */
  public SchemaBuilder cross(String... crossed) {
    crossings.add(new Crossing(List.of(crossed), place));
    return this;
  }

  /** Says which parts of the schema were learned from private rows, and at which price. */
  public SchemaBuilder learned(Learned parts) {
    learned = Optional.of(parts);
    return this;
  }

  /** Sets the texts that mean a missing value; by default the empty one. */
  public SchemaBuilder missingValues(String... texts) {
    missingValues = List.of(texts);
    return this;
  }

  /** Sets how numbers are written. */
  public SchemaBuilder numberFormat(NumberFormat format) {
    numberFormat = format;
    return this;
  }

  /** Adds the class to predict, with its names in the order of the scores. */
  public SchemaBuilder label(String name, String... values) {
    return label(name, Arrays.asList(values), -1);
  }

  /** Adds the class to predict; a value that is not listed counts as {@code other}. */
  public SchemaBuilder labelWithOther(String name, String other, String... values) {
    List<String> all = withOther(other, values);
    return label(name, all, all.indexOf(other));
  }

  private SchemaBuilder label(String name, List<String> values, int other) {
    labelColumns++;
    if (checkValues(name, "label", values, 2)) {
      labels = new LabelSet(values, other);
    }
    return add(new Column.Label(name));
  }

  /** Adds columns of the file that are not used. */
  public SchemaBuilder ignore(String... ignored) {
    for (String name : ignored) {
      add(new Column.Ignored(name));
    }
    return this;
  }

  /** Sets what one person can change. */
  public SchemaBuilder adjacency(Adjacency chosen) {
    adjacency = chosen;
    return this;
  }

  /**
   * Declares a public number of rows to expect, where the true number is private; of persons, where
   * these are the unit.
   */
  public SchemaBuilder expectedRows(long rows) {
    if (rows < 1 || rows > Schema.MOST_ROWS) {
      fault("expected rows must be from 1 to " + Schema.MOST_ROWS + ", got " + rows);
    }
    expectedRows = rows;
    return this;
  }

  /**
   * Makes the unit of privacy a person: rows with the same text in this column are hers, and at
   * most so many of them are used. The column is no feature; it need not be declared otherwise if
   * files have a header. Of plain vectors it is a column beside them, which a DataFrame may have
   * and no file of vectors has. The adjacency is {@link Adjacency#ADD_OR_REMOVE_PERSON}.
   */
  public SchemaBuilder person(String column, int mostRows) {
    if (mostRows < 1 || mostRows > Schema.MOST_ROWS_PER_PERSON) {
      fault(
          "rows-per-person must be from 1 to "
              + Schema.MOST_ROWS_PER_PERSON
              + ", got "
              + mostRows
              + ": say how many rows of one person are used at most");
    }
    person = column;
    rowsPerPerson = mostRows;
    return this;
  }

  /** Sets how rows are mapped into the unit ball. */
  public SchemaBuilder rows(RowBound bound) {
    rowBound = bound;
    return this;
  }

  /** Sets the interval that ranges of numbers are mapped to. */
  public SchemaBuilder numbersTo(NumberScale scale) {
    numberScale = scale;
    return this;
  }

  /** Sets the factor for every value of a plain vector, such as 1/255 for the bytes of an image. */
  public SchemaBuilder valueScale(double factor) {
    if (!(factor > 0 && factor < Double.POSITIVE_INFINITY)) {
      fault("value scale must be finite and > 0, got " + factor);
    }
    if (!isVectors()) {
      fault("value scale is for plain vectors; number columns have their range");
    }
    valueScale = factor;
    return this;
  }

  /** Sets the constant that acts as one more coordinate of every row; 0 for no intercept. */
  public SchemaBuilder intercept(double constant) {
    if (!(constant >= 0 && constant <= MAX_INTERCEPT)) {
      fault("intercept must be between 0 and " + MAX_INTERCEPT + ", got " + constant);
    }
    intercept = constant;
    return this;
  }

  /** Declares that CSV files have no header line: columns are in the order of this builder. */
  public SchemaBuilder withoutHeader() {
    csvFormat = csvFormat.withoutHeader();
    return this;
  }

  /** Sets the delimiter of CSV files. */
  public SchemaBuilder delimiter(char character) {
    if (CsvFormat.canDelimit(character)) {
      csvFormat = csvFormat.delimitedBy(character);
    } else {
      fault("delimiter must be one character other than a quote or a line end");
    }
    return this;
  }

  /**
   * Returns the schema.
   *
   * @throws SchemaException with all faults
   */
  public Schema build() {
    return build("schema");
  }

  public Schema build(String source) {
    at("");
    List<String> all = new ArrayList<>(faults);
    persons(all);
    if (adjacency() == null) {
      all.add(
          "adjacency is missing: say what one person can change, add-or-remove-one, replace-one or"
              + " replace-label, or name the column of the person (person: COLUMN)");
    }
    crosses(all);
    missing(all);
    long features = vectorFeatures;
    if (!isVectors() && all.isEmpty()) {
      features = columns().stream().mapToLong(Column::width).sum();
    }
    if (isVectors() && !columns.isEmpty()) {
      all.add("a schema of plain vectors has no named columns");
    } else if (!isVectors() && labelColumns != 1) {
      all.add("exactly one column must be the label, got " + labelColumns);
    }
    if (isVectors() && labels == null) {
      all.add("labels are missing: name the classes");
    }
    if (!isVectors() && columns.stream().allMatch(SchemaBuilder::isIdle) && faults.isEmpty()) {
      all.add("no column is a number or a category: there is nothing to learn from");
    }
    if (features > MAX_FEATURES) {
      all.add("at most " + MAX_FEATURES + " features are possible, got " + features);
    }
    if (!all.isEmpty()) {
      throw new SchemaException(source, all);
    }
    return new Schema(copy(), labels);
  }

  /** Finds what is wrong with the column of persons. */
  private void persons(List<String> all) {
    if (person == null) {
      if (adjacency == Adjacency.ADD_OR_REMOVE_PERSON && !isVectors()) {
        all.add(
            "add-or-remove-person needs the column that names the person and how many of her rows"
                + " are used at most: person: COLUMN and rows-per-person: K");
      }
      return;
    }
    Column column = named(person);
    if (column == null && !isVectors() && !csvFormat.header()) {
      all.add(
          quoted(person)
              + " names the person, and without a header line it must be among the columns, at its"
              + " place: list it there as ignore");
    } else if (column != null && !(column instanceof Column.Ignored)) {
      all.add(
          quoted(person)
              + " names the person, so it is neither feature nor label: list it as ignore, or leave"
              + " it out of the columns");
    }
    if (adjacency != null && adjacency != Adjacency.ADD_OR_REMOVE_PERSON) {
      all.add(
          "with person: the adjacency is add-or-remove-person, got "
              + adjacency.name().toLowerCase(Locale.ROOT).replace('_', '-')
              + ": leave the adjacency out, or leave out person:");
    }
  }

  private static boolean isIdle(Column column) {
    return column instanceof Column.Label || column instanceof Column.Ignored;
  }

  /** Finds what is wrong with the crosses, now that all columns are known. */
  private void crosses(List<String> all) {
    Set<List<String>> seen = new HashSet<>();
    for (Crossing crossing : crossings) {
      String what = crossing.place + "cross " + crossing.names + " ";
      if (crossing.names.size() < 2
          || crossing.names.stream().distinct().count() < crossing.names.size()) {
        all.add(what + "needs two or more different columns");
        continue;
      }
      if (!seen.add(crossing.names)) {
        all.add(what + "is there twice");
        continue;
      }
      long values = 1;
      for (String name : crossing.names) {
        Column column = named(name);
        if (faulty.contains(name)) {
          values = 0; // reported already
        } else if (column == null) {
          all.add(what + "names '" + name + "', which is not a column: check the name");
          values = 0;
        } else if (column.choices().isEmpty()) {
          all.add(
              what
                  + "needs a category, or a number with bins, and "
                  + quoted(name)
                  + " is none: give it bins, say {number: 0..100, bins: 8}");
          values = 0;
        } else {
          values = Math.min(values * column.choices().size(), MAX_FEATURES);
        }
      }
      if (values > Part.MOST_VALUES) {
        all.add(
            what
                + "has more than "
                + Part.MOST_VALUES
                + " combinations: take fewer bins, values or buckets");
      }
    }
  }

  private Column named(String name) {
    return columns.stream().filter(column -> column.name().equals(name)).findFirst().orElse(null);
  }

  /** A listed value that also means missing would be neither. */
  private void missing(List<String> all) {
    for (Column column : columns) {
      if (column instanceof Column.Category category && category.reading().missingIsValue()) {
        for (String text : category.reading().missingValues().orElse(missingValues)) {
          if (category.values().contains(text)) {
            all.add(
                quoted(column.name())
                    + " lists '"
                    + text
                    + "', which also means missing: leave it out of the one or of the other");
          }
        }
      }
    }
  }

  private SchemaBuilder copy() {
    SchemaBuilder copy = new SchemaBuilder(vectorFeatures, labels);
    copy.columns.addAll(columns);
    if (person != null && named(person) == null && !isVectors()) {
      copy.columns.add(new Column.Ignored(person));
    }
    copy.person = person;
    copy.rowsPerPerson = rowsPerPerson;
    copy.crossings.addAll(crossings);
    copy.numberFormat = numberFormat;
    copy.missingValues = missingValues;
    copy.adjacency = adjacency;
    copy.expectedRows = expectedRows;
    copy.rowBound = rowBound;
    copy.numberScale = numberScale;
    copy.valueScale = valueScale;
    copy.intercept = intercept;
    copy.csvFormat = csvFormat;
    copy.learned = learned;
    return copy;
  }

  /** Sets the prefix of the next faults, such as "line 7: ". */
  public SchemaBuilder at(String where) {
    place = where;
    return this;
  }

  public void fault(String sentence) {
    faults.add(place + sentence);
  }

  /** Notes that a column was declared, but with a fault that has been added. */
  public void declared(String name) {
    faulty.add(name);
    declare(name);
  }

  /** Adds a fault of size, which model files from before the limit may have. */
  void limit(String sentence) {
    if (limited) {
      fault(sentence);
    }
  }

  /** Lets categories have any number of values, as model files from before the limit may. */
  SchemaBuilder withoutLimit() {
    limited = false;
    return this;
  }

  private SchemaBuilder add(Column column) {
    columns.add(column);
    declare(column.name());
    return this;
  }

  private void declare(String name) {
    if (!names.add(name)) {
      fault(quoted(name) + " is declared twice");
    }
  }

  boolean checkValues(String name, String kind, List<String> values, int least) {
    int before = faults.size();
    if (values.size() < least) {
      fault(quoted(name) + " needs at least " + least + " " + kind + " value(s)");
    }
    if (kind.equals("label") && values.size() > LabelSet.MAX_SIZE) {
      fault(quoted(name) + " has more than " + LabelSet.MAX_SIZE + " labels");
    }
    Set<String> seen = new HashSet<>();
    for (String value : values) {
      if (!seen.add(value)) {
        fault(quoted(name) + " lists '" + value + "' twice");
      }
    }
    return faults.size() == before;
  }

  private static List<String> withOther(String other, String... values) {
    List<String> all = new ArrayList<>(Arrays.asList(values));
    if (!all.contains(other)) {
      all.add(other);
    }
    return all;
  }

  static String quoted(String name) {
    return "column '" + name + "'";
  }

  boolean isVectors() {
    return vectorFeatures > 0;
  }

  int vectorFeatures() {
    return vectorFeatures;
  }

  List<Column> fileColumns() {
    return List.copyOf(columns);
  }

  /** The columns of the file, and after them the crosses. */
  List<Column> columns() {
    List<Column> all = new ArrayList<>(columns);
    for (Crossing crossing : crossings) {
      all.add(new Column.Cross(crossing.names.stream().map(this::named).toList()));
    }
    return List.copyOf(all);
  }

  Optional<Learned> learned() {
    return learned;
  }

  NumberFormat numberFormat() {
    return numberFormat;
  }

  List<String> missingValues() {
    return missingValues;
  }

  Adjacency adjacency() {
    return adjacency == null && person != null ? Adjacency.ADD_OR_REMOVE_PERSON : adjacency;
  }

  Optional<String> person() {
    return Optional.ofNullable(person);
  }

  int rowsPerPerson() {
    return rowsPerPerson;
  }

  long expectedRows() {
    return expectedRows;
  }

  RowBound rowBound() {
    return rowBound;
  }

  NumberScale numberScale() {
    return numberScale;
  }

  double valueScale() {
    return valueScale;
  }

  double interceptOrDefault(int classes) {
    return Double.isNaN(intercept) ? Schema.defaultIntercept(classes) : intercept;
  }

  CsvFormat csvFormat() {
    return csvFormat;
  }
}
