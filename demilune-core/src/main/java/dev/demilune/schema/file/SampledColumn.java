// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema.file;

import dev.demilune.DemiluneException;
import dev.demilune.data.CellParser;
import dev.demilune.data.CsvReader;
import dev.demilune.data.DateFormat;
import dev.demilune.data.NumberFormat;
import dev.demilune.schema.Column;
import dev.demilune.schema.FeatureRange;
import dev.demilune.schema.SchemaBuilder;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Statistics of one column of a public sample, and the column drafted from them. */
final class SampledColumn {

  /** A column with more different texts is taken for names or identifiers. */
  static final int MOST_CATEGORIES = 100;

  static final int MOST_LABELS = 1000;

  /** A number with more different values is hardly a label that somebody wants to predict. */
  static final int FEW_LABELS = 20;

  /** Fewer different cells may all be different by chance. */
  private static final int MANY_CELLS = 20;

  private static final int MOST_REMEMBERED = 1 << 20;
  private static final int WORDS_OF_A_SENTENCE = 4;
  private static final Pattern IDENTIFIER =
      Pattern.compile(
          "(.*[^a-z])?(id|nr|no|num|number|key|uuid|guid|ssn|email|phone)",
          Pattern.CASE_INSENSITIVE);

  private static final Set<String> MISSING = Set.of("", "?", "NA", "N/A", "NaN", "null", "NULL");

  private final String name;
  private final Map<String, Long> texts = new TreeMap<>(); // of at most MOST_LABELS + 1 texts
  private final List<Way> numbers = ways(NumberFormat.COMMON);
  private final List<Way> dates = ways(DateFormat.COMMON);
  private final Set<String> markers = new TreeSet<>(); // texts that mean missing
  private final Set<String> different = new HashSet<>(); // up to the first that is seen twice
  private boolean repeated; // a text was seen twice
  private long cells;
  private long sentences; // cells of several words
  private long fractions; // cells that are no whole numbers
  private long inSequence; // cells that are one more than the cell above
  private double previous = Double.NaN;

  /** A way to read the cells, and what it has read. */
  private static final class Way {
    private final CellParser parser;
    private long read;
    private double least = Double.POSITIVE_INFINITY;
    private double largest = Double.NEGATIVE_INFINITY;

    Way(CellParser parser) {
      this.parser = parser;
    }

    void add(double value) {
      if (Double.isFinite(value)) {
        read++;
        least = Math.min(least, value);
        largest = Math.max(largest, value);
      }
    }
  }

  private static List<Way> ways(List<? extends CellParser> parsers) {
    return parsers.stream().map(parser -> new Way(parser)).toList();
  }

  SampledColumn(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  /** Adds the cell of the sample's current row. */
  void add(CsvReader sample, int column) {
    String text = sample.text(column);
    if (MISSING.contains(text)) {
      markers.add(text);
      return;
    }
    cells++;
    numbers.forEach(way -> way.add(sample.parse(column, way.parser)));
    dates.forEach(way -> way.add(sample.parse(column, way.parser)));
    double number = sample.number(column);
    fractions += number == Math.rint(number) ? 0 : 1;
    sentences += text.strip().split("\\s+", -1).length >= WORDS_OF_A_SENTENCE ? 1 : 0;
    remember(text);
    inSequence += number == previous + 1 ? 1 : 0;
    previous = number;
    if (texts.size() <= MOST_LABELS || texts.containsKey(text)) {
      texts.merge(text, 1L, Long::sum);
    }
  }

  private void remember(String text) {
    if (!repeated && different.size() < MOST_REMEMBERED) {
      repeated = !different.add(text);
      if (repeated) {
        different.clear();
      }
    }
  }

  /** Returns whether all cells are different, and many. */
  private boolean isAllDifferent() {
    return !repeated && cells >= MANY_CELLS;
  }

  /** Returns whether somebody might want to predict it: few values, and not one. */
  boolean couldBeLabel() {
    return texts.size() >= 2
        && texts.size() <= (isNumber() ? FEW_LABELS : MOST_CATEGORIES)
        && !isAllDifferent();
  }

  /** Returns the texts for missing that were seen. */
  Set<String> markers() {
    return markers;
  }

  /** Returns whether some format reads all cells as numbers. */
  boolean isNumber() {
    return reading(numbers).isPresent();
  }

  /** Returns whether a format reads all cells. */
  boolean reads(NumberFormat format) {
    return numbers.stream().anyMatch(way -> way.parser.equals(format) && readsAll(way));
  }

  private boolean readsAll(Way way) {
    return cells > 0 && way.read == cells;
  }

  private Optional<Way> reading(List<Way> ways) {
    return ways.stream().filter(this::readsAll).findFirst();
  }

  /** Adds the column as the label and returns a note on the sample. */
  String asLabel(SchemaBuilder builder, String source) {
    if (texts.size() < 2 || texts.size() > MOST_LABELS) {
      throw new DemiluneException(
          source
              + ": the label column '"
              + name
              + "' has "
              + (texts.size() < 2 ? "fewer than two" : "more than " + MOST_LABELS)
              + " different values in the sample; name another column with --label");
    }
    builder.label(name, byFrequency().toArray(String[]::new));
    return "the label, its values by frequency in the sample";
  }

  /**
   * Adds the column as a number, a date, a category or as ignored, and returns the reason.
   *
   * @param format how the file's numbers are written
   */
  String asFeature(SchemaBuilder builder, NumberFormat format) {
    if (cells == 0) {
      builder.ignore(name);
      return "ignored, since all cells of the sample are empty";
    }
    if (cells > 2 && inSequence == cells - 1) {
      builder.ignore(name);
      return "ignored, since it counts the rows";
    }
    if (texts.size() == 1 && cells > 2) {
      builder.ignore(name);
      return "ignored, since all cells of the sample are the same: a constant tells nothing";
    }
    if (isNumber()) {
      if (isAllDifferent() && fractions == 0 && IDENTIFIER.matcher(name.strip()).matches()) {
        return asIdentifier(builder);
      }
      return asNumber(builder, format);
    }
    if (reading(dates).isPresent()) {
      return asDate(builder);
    }
    if (isAllDifferent() && 2 * sentences < cells) {
      return asIdentifier(builder);
    }
    if (cells >= MANY_CELLS && 2 * sentences >= cells && texts.size() > FEW_LABELS) {
      builder.ignore(name);
      return "ignored, since it is free text";
    }
    if (texts.size() <= MOST_CATEGORIES) {
      builder.categoryWithOther(name, "other", byFrequency().toArray(String[]::new));
      return "the values of the sample; any other counts as other";
    }
    builder.ignore(name);
    return "ignored, since the sample has more than "
        + MOST_CATEGORIES
        + " different texts here; {hashed: 64} would use it";
  }

  private String asIdentifier(SchemaBuilder builder) {
    builder.ignore(name);
    return "ignored, since all cells of the sample are different: an identifier tells nothing of"
        + " others";
  }

  private String asNumber(SchemaBuilder builder, NumberFormat format) {
    Way way =
        numbers.stream()
            .filter(w -> w.parser.equals(format) && readsAll(w))
            .findFirst()
            .or(() -> reading(numbers))
            .orElseThrow();
    FeatureRange range = RoundRange.around(way.least, way.largest);
    Column.Numeric number = Column.number(name, range.low(), range.high());
    builder.column(
        way.parser.equals(format) ? number : number.withNumberFormat((NumberFormat) way.parser));
    return "from "
        + YamlText.number(way.least)
        + " to "
        + YamlText.number(way.largest)
        + " in the sample, widened to round numbers"
        + otherwise(way);
  }

  /** Another way to read the same cells as other numbers. */
  private String otherwise(Way chosen) {
    return numbers.stream()
        .filter(this::readsAll)
        .filter(way -> way.least != chosen.least || way.largest != chosen.largest)
        .findFirst()
        .map(way -> (NumberFormat) way.parser)
        .map(
            format ->
                "; CHECK the format: "
                    + (format.decimal() == ',' ? "commas" : "points")
                    + " could be decimal")
        .orElse("");
  }

  /** A range of whole years around the sample. */
  private String asDate(SchemaBuilder builder) {
    List<Way> all = dates.stream().filter(this::readsAll).toList();
    Way way = all.get(0);
    LocalDate first = LocalDate.ofEpochDay((long) Math.floor(way.least));
    LocalDate last = LocalDate.ofEpochDay((long) Math.floor(way.largest));
    builder.column(
        Column.date(
            name,
            ((DateFormat) way.parser).pattern(),
            LocalDate.of(first.getYear(), 1, 1),
            LocalDate.of(last.getYear(), 12, 31)));
    String others =
        all.stream()
            .skip(1)
            .map(other -> ((DateFormat) other.parser).pattern())
            .collect(Collectors.joining(" or "));
    return "dates from "
        + first
        + " to "
        + last
        + " in the sample, widened to whole years"
        + (others.isEmpty() ? "" : "; CHECK the format, which could be " + others);
  }

  private List<String> byFrequency() {
    List<String> values = new ArrayList<>(texts.keySet());
    values.sort(Comparator.comparing(texts::get, Comparator.reverseOrder())); // stable
    return values;
  }
}
