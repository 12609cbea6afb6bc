// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema.file;

import dev.demilune.data.DateFormat;
import dev.demilune.data.NumberFormat;
import dev.demilune.schema.AmountScale;
import dev.demilune.schema.Column;
import dev.demilune.schema.FeatureRange;
import dev.demilune.schema.Monotone;
import dev.demilune.schema.Reading;
import dev.demilune.schema.SchemaBuilder;
import dev.demilune.schema.Steps;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** One column of a YAML schema. */
final class ColumnYaml {
  private static final String KINDS =
      "number low..high, {category: [...]}, {ordered: [...]}, {hashed: N}, {date: FORMAT, range:"
          + " from..to}, {label: [...]} or ignore";

  private static final String MISSING = " missing missing-values";
  private static final String SHAPE = " scale bins knots monotone";

  /** The kinds that are written in braces, and what each may have beside itself. */
  private static final Map<String, List<String>> OPTIONS =
      Map.of(
          "number", words("default" + SHAPE + MISSING + " decimal thousands"),
          "date", words("range reference default take" + SHAPE + MISSING),
          "category", words("other" + MISSING),
          "ordered", words("other monotone" + MISSING),
          "hashed", words(MISSING),
          "label", words("other"),
          "text", List.of());

  private final SchemaFile file;
  private final SchemaBuilder builder;
  private final String name;
  private final Map<String, Node> options = new LinkedHashMap<>();

  /** Thrown once a fault was added. */
  private static final class Faulty extends RuntimeException {
    private static final long serialVersionUID = 1;

    Faulty() {
      super(null, null, false, false);
    }
  }

  ColumnYaml(SchemaFile file, String name) {
    this.file = file;
    this.builder = file.builder();
    this.name = name;
  }

  private static List<String> words(String text) {
    return List.of(text.trim().split(" ", -1));
  }

  /** Reads "number 0..120", "number 0..120 default 40" or "ignore". */
  void plain(String text) {
    String[] words = text.trim().split("\\s+", -1);
    if (text.trim().equals("ignore")) {
      builder.ignore(name);
      return;
    }
    try {
      if (words[0].equals("text")) {
        throw freeText();
      }
      boolean withDefault = words.length == 4 && words[2].equals("default");
      if (!words[0].equals("number") || (words.length != 2 && !withDefault)) {
        throw fault("must be " + KINDS);
      }
      FeatureRange range = range(words[1]);
      builder.number(
          name, range.low(), range.high(), fallback(range, withDefault ? words[3] : null));
    } catch (Faulty e) {
      builder.declared(name);
    }
  }

  private double fallback(FeatureRange range, String text) {
    Double fallback = text == null ? Double.valueOf(range.middle()) : SchemaFile.number(text);
    if (fallback == null) {
      throw fault("needs its range as number low..high, say 0..120");
    }
    return fallback;
  }

  /** Reads what is written in braces: a kind, and what else is declared. */
  void listed(MappingNode mapping) {
    try {
      String kind = kind(mapping);
      switch (kind) {
        case "number" -> builder.column(number());
        case "date" -> builder.column(date());
        case "category" -> builder.column(category(false));
        case "ordered" -> builder.column(category(true));
        case "hashed" -> builder.column(hashed());
        case "text" -> throw freeText();
        default -> label();
      }
    } catch (Faulty e) {
      builder.declared(name);
    }
  }

  /** Finds the kind among the keys, and the options. */
  private String kind(MappingNode mapping) {
    Set<String> seen = new HashSet<>();
    String kind = null;
    for (NodeTuple tuple : mapping.getValue()) {
      String key = file.key(tuple, seen);
      if (key == null) {
        throw new Faulty();
      }
      if (OPTIONS.containsKey(key) && kind == null) {
        kind = key;
      }
      options.put(key, tuple.getValueNode());
    }
    if (kind == null) {
      throw fault("must be " + KINDS);
    }
    file.place(mapping); // faults are of the column from here on
    for (String key : options.keySet()) {
      if (key.equals("monotone") && (kind.equals("category") || kind.equals("hashed"))) {
        throw fault(
            "is a category without an order and cannot be monotone: list its values from low to"
                + " high as {ordered: [...]}");
      }
      if (!key.equals(kind) && !OPTIONS.get(kind).contains(key)) {
        throw fault(
            "is declared as "
                + kind
                + ", which has no '"
                + key
                + "'"
                + (OPTIONS.get(kind).isEmpty()
                    ? ""
                    : "; it may have " + String.join(", ", OPTIONS.get(kind))));
      }
    }
    return kind;
  }

  private Column number() {
    FeatureRange range = range(text("number").orElse(""));
    Column.Numeric number =
        Column.number(name, range.low(), range.high())
            .withScale(scale())
            .withSteps(steps())
            .withMonotone(monotone())
            .withReading(reading());
    return text("default")
        .map(
            text -> {
              Double value = SchemaFile.number(text);
              if (value == null) {
                throw fault("needs a number as its default");
              }
              return number.withFallback(value);
            })
        .orElse(number);
  }

  private Column date() {
    String pattern = text("date").orElse("");
    DateFormat.fault(pattern)
        .ifPresent(
            fault -> {
              throw fault("has the format '" + pattern + "': a " + fault);
            });
    String range = text("range").orElse("");
    int dots = range.indexOf("..");
    if (dots < 0) {
      throw fault("needs a public range of dates, say range: 2000-01-01..2030-12-31");
    }
    LocalDate from = day(range.substring(0, dots));
    LocalDate to = day(range.substring(dots + 2));
    Column.Date date =
        Column.date(name, pattern, from, to)
            .withScale(scale())
            .withSteps(steps())
            .withMonotone(monotone())
            .withReading(reading());
    if (options.containsKey("take")) {
      date =
          date.taking(
              values("take").stream()
                  .map(
                      word ->
                          word(
                              "take",
                              Column.DatePart.values(),
                              part -> part.name().toLowerCase(Locale.ROOT),
                              word))
                  .toArray(Column.DatePart[]::new));
    }
    if (options.containsKey("reference")) {
      date = date.withReference(day(text("reference").orElse("")));
    }
    if (options.containsKey("default")) {
      date = date.withFallback(day(text("default").orElse("")));
    }
    return date;
  }

  private Column category(boolean ordered) {
    List<String> values = values(ordered ? "ordered" : "category");
    Optional<String> other = text("other");
    if (other.isPresent() && !values.contains(other.get())) {
      if (ordered) {
        throw fault("counts others as '" + other.get() + "', which has no place in its order");
      }
      values.add(other.get());
    }
    return new Column.Category(
        name, values, other.map(values::indexOf).orElse(-1), ordered, monotone(), reading());
  }

  private Column hashed() {
    return new Column.Hashed(name, whole("hashed", options.get("hashed")), reading());
  }

  private void label() {
    String[] values = values("label").toArray(new String[0]);
    Optional<String> other = text("other");
    if (other.isPresent()) {
      builder.labelWithOther(name, other.get(), values);
    } else {
      builder.label(name, values);
    }
  }

  private Faulty freeText() {
    return fault(
        "is free text, from which nothing is learned: ignore it, or make a column of what it says,"
            + " as a category or a number; {hashed: 64} is for codes with many values");
  }

  private Reading reading() {
    boolean own =
        text("missing")
            .map(
                word ->
                    word("missing", new Boolean[] {true, false}, b -> b ? "own" : "default", word))
            .orElse(false);
    Optional<List<String>> texts =
        options.containsKey("missing-values")
            ? Optional.of(values("missing-values"))
            : Optional.empty();
    Optional<NumberFormat> format = Optional.empty();
    if (options.containsKey("decimal") || options.containsKey("thousands")) {
      format = Optional.ofNullable(file.numberFormat(text("decimal"), text("thousands"), quoted()));
      if (format.isEmpty()) {
        throw new Faulty();
      }
    }
    return new Reading(own, texts, format);
  }

  private AmountScale scale() {
    return text("scale")
        .map(word -> word("scale", AmountScale.values(), AmountScale::text, word))
        .orElse(AmountScale.LINEAR);
  }

  private Monotone monotone() {
    return text("monotone")
        .map(word -> word("monotone", Monotone.values(), Monotone::text, word))
        .orElse(Monotone.NONE);
  }

  private Steps steps() {
    boolean bins = options.containsKey("bins");
    if (bins && options.containsKey("knots")) {
      throw fault("has bins and knots: leave out the one or the other");
    }
    if (!bins && !options.containsKey("knots")) {
      return Steps.line();
    }
    String key = bins ? "bins" : "knots";
    Steps.Kind kind = bins ? Steps.Kind.BINS : Steps.Kind.KNOTS;
    if (options.get(key) instanceof ScalarNode) {
      return new Steps(kind, whole(key, options.get(key)), List.of());
    }
    List<Double> listed = new ArrayList<>();
    for (String text : values(key)) {
      Double value = SchemaFile.number(text);
      if (value == null) {
        throw fault("needs numbers as its " + key);
      }
      listed.add(value);
    }
    return new Steps(kind, 0, listed);
  }

  private int whole(String what, Node node) {
    String text = file.text(what, node);
    if (text == null || !text.matches("[0-9]{1,9}")) {
      throw fault("needs a whole number as " + what);
    }
    return Integer.parseInt(text);
  }

  private LocalDate day(String text) {
    try {
      return LocalDate.parse(text.trim());
    } catch (DateTimeException e) {
      throw fault("needs days of the calendar, written as 2026-12-31");
    }
  }

  private FeatureRange range(String text) {
    int dots = text.indexOf("..");
    Double low = dots < 0 ? null : SchemaFile.number(text.substring(0, dots).trim());
    Double high = dots < 0 ? null : SchemaFile.number(text.substring(dots + 2).trim());
    if (low == null || high == null) {
      throw fault("needs its range as number low..high, say 0..120");
    }
    if (!FeatureRange.valid(low, high)) {
      throw fault("needs a finite range with low < high, got " + low + ".." + high);
    }
    return new FeatureRange(low, high);
  }

  private <E> E word(String option, E[] known, Function<E, String> written, String word) {
    for (E one : known) {
      if (written.apply(one).equals(word)) {
        return one;
      }
    }
    throw fault(
        "has "
            + option
            + ": "
            + word
            + "; known are "
            + String.join(", ", Arrays.stream(known).map(written).toList()));
  }

  /** Returns the text of an option; empty where it is not given. */
  private Optional<String> text(String option) {
    Node node = options.get(option);
    if (node == null) {
      return Optional.empty();
    }
    String text = file.text(option, node);
    if (text == null) {
      throw new Faulty();
    }
    return Optional.of(text);
  }

  private List<String> values(String option) {
    List<String> values = file.list(option, options.get(option));
    if (values == null) {
      throw fault("needs its values in brackets, say [free, pro]");
    }
    return values;
  }

  private Faulty fault(String rest) {
    builder.fault(quoted() + " " + rest);
    return new Faulty();
  }

  private String quoted() {
    return "column '" + name + "'";
  }
}
