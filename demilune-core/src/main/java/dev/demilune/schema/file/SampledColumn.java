// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema.file;

import dev.demilune.DemiluneException;
import dev.demilune.schema.FeatureRange;
import dev.demilune.schema.SchemaBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Statistics of one column of a public sample, and the column drafted from them. */
final class SampledColumn {

  /** A column with more different texts is taken for names or identifiers. */
  static final int MOST_CATEGORIES = 100;

  static final int MOST_LABELS = 1000;

  private static final Set<String> MISSING = Set.of("", "?", "NA", "N/A", "NaN", "null", "NULL");

  private final String name;
  private final Map<String, Long> texts = new TreeMap<>(); // of at most MOST_LABELS + 1 texts
  private long cells;
  private long numbers;
  private long inSequence; // cells that are one more than the cell above
  private double previous = Double.NaN;
  private double least = Double.POSITIVE_INFINITY;
  private double largest = Double.NEGATIVE_INFINITY;

  SampledColumn(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  void add(String text, double number) {
    if (MISSING.contains(text)) {
      return;
    }
    cells++;
    if (Double.isFinite(number)) {
      numbers++;
      least = Math.min(least, number);
      largest = Math.max(largest, number);
    }
    inSequence += number == previous + 1 ? 1 : 0;
    previous = number;
    if (texts.size() <= MOST_LABELS || texts.containsKey(text)) {
      texts.merge(text, 1L, Long::sum);
    }
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

  /** Adds the column as a number, as a category or as ignored, and returns the reason. */
  String asFeature(SchemaBuilder builder) {
    if (cells == 0) {
      builder.ignore(name);
      return "ignored, since all cells of the sample are empty";
    }
    if (numbers == cells && cells > 2 && inSequence == cells - 1) {
      builder.ignore(name);
      return "ignored, since it counts the rows";
    }
    if (numbers == cells) {
      FeatureRange range = RoundRange.around(least, largest);
      builder.number(name, range.low(), range.high());
      return "from "
          + YamlText.number(least)
          + " to "
          + YamlText.number(largest)
          + " in the sample, widened to round numbers";
    }
    if (texts.size() <= MOST_CATEGORIES) {
      builder.categoryWithOther(name, "other", byFrequency().toArray(String[]::new));
      return "the values of the sample; any other counts as other";
    }
    builder.ignore(name);
    return "ignored, since the sample has more than " + MOST_CATEGORIES + " different texts here";
  }

  private List<String> byFrequency() {
    List<String> values = new ArrayList<>(texts.keySet());
    values.sort(Comparator.comparing(texts::get, Comparator.reverseOrder())); // stable
    return values;
  }
}
