// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema.file;

import dev.demilune.data.NumberFormat;
import dev.demilune.internal.Digits;
import dev.demilune.schema.AmountScale;
import dev.demilune.schema.Column;
import dev.demilune.schema.FeatureRange;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Learned;
import dev.demilune.schema.Monotone;
import dev.demilune.schema.NumberScale;
import dev.demilune.schema.Reading;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import dev.demilune.schema.Steps;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes a schema as YAML that {@link SchemaFile} reads back as the same schema. */
final class YamlText {

  private final StringBuilder text = new StringBuilder();
  private final SchemaNotes notes;

  private YamlText(SchemaNotes notes) {
    this.notes = notes;
  }

  static String of(Schema schema, SchemaNotes notes) {
    if (schema.isVectors()) {
      throw new IllegalStateException("a schema of plain vectors has no file");
    }
    YamlText yaml = new YamlText(notes);
    notes.opening().forEach(line -> yaml.text.append("# ").append(oneLine(line)).append('\n'));
    yaml.settings(schema);
    yaml.text.append("columns:\n");
    for (Column column : schema.fileColumns()) {
      yaml.line(
          "  " + key(column.name()),
          value(column, schema.labels()),
          notes.columns().get(column.name()));
    }
    List<String> crosses =
        schema.columns().stream()
            .filter(Column.Cross.class::isInstance)
            .map(cross -> list(((Column.Cross) cross).of().stream().map(Column::name).toList()))
            .toList();
    if (!crosses.isEmpty()) {
      yaml.setting("cross", "[" + String.join(", ", crosses) + "]");
    }
    schema.learned().ifPresent(yaml::learned);
    return yaml.text.toString();
  }

  private void learned(Learned parts) {
    text.append("learned: # what was paid for this schema; certificates of models will say it\n");
    line("  columns", list(parts.columns()), null);
    line("  expected-rows", Boolean.toString(parts.rowCount()), null);
    line("  release", quoted(parts.release().toJson().toString()), null);
    line("  seal", parts.seal(), null);
  }

  private void settings(Schema schema) {
    setting("adjacency", schema.adjacency().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    if (schema.person().isPresent()) {
      setting("person", quoted(schema.person().get()));
      setting("rows-per-person", Integer.toString(schema.rowsPerPerson()));
    }
    if (schema.rowBound().rule() != RowBound.Rule.SCALE) {
      setting("rows", "clip " + number(schema.rowBound().norm()));
    }
    if (schema.numberScale() != NumberScale.MINUS_ONE_TO_ONE) {
      setting("numbers", schema.numberScale().text());
    }
    if (schema.intercept() != Schema.defaultIntercept(schema.labels().size())) {
      setting("intercept", schema.intercept() == 0 ? "none" : number(schema.intercept()));
    }
    if (schema.expectedRows() > 0) {
      setting(
          schema.person().isPresent() ? "expected-persons" : "expected-rows",
          Long.toString(schema.expectedRows()));
    }
    if (!schema.csvFormat().header()) {
      setting("header", "false");
    }
    char delimiter = schema.csvFormat().delimiter();
    if (delimiter != ',') {
      setting("delimiter", delimiter == '\t' ? "tab" : quoted(String.valueOf(delimiter)));
    }
    NumberFormat numbers = schema.numberFormat();
    if (numbers.decimal() != '.') {
      setting("decimal", quoted(String.valueOf(numbers.decimal())));
    }
    if (numbers.thousands() != NumberFormat.NO_GROUPS) {
      setting("thousands", quoted(String.valueOf(numbers.thousands())));
    }
    if (!schema.missingValues().equals(List.of(""))) {
      setting("missing-values", list(schema.missingValues()));
    }
  }

  private static String writing(NumberFormat format) {
    return "decimal: "
        + quoted(String.valueOf(format.decimal()))
        + ", thousands: "
        + (format.thousands() == NumberFormat.NO_GROUPS
            ? "none"
            : quoted(String.valueOf(format.thousands())));
  }

  private void setting(String name, String value) {
    line(name, value, notes.settings().get(name));
  }

  private void line(String key, String value, String comment) {
    text.append(key).append(": ").append(value);
    if (comment != null) {
      text.append("  # ").append(oneLine(comment));
    }
    text.append('\n');
  }

  private static String value(Column column, LabelSet labels) {
    if (column instanceof Column.Numeric number) {
      return number(number);
    }
    if (column instanceof Column.Whole whole) {
      FeatureRange range = whole.range();
      boolean atMiddle = whole.fallback() == whole.middle();
      return "integer "
          + number(range.low())
          + ".."
          + number(range.high())
          + (atMiddle ? "" : " default " + number(whole.fallback()));
    }
    if (column instanceof Column.Category category) {
      String kind = category.ordered() ? "ordered" : "category";
      return "{"
          + listed(kind, category.values(), category.other())
          + monotone(category.monotone())
          + reading(category.reading())
          + "}";
    }
    if (column instanceof Column.Hashed hashed) {
      return "{hashed: " + hashed.buckets() + reading(hashed.reading()) + "}";
    }
    if (column instanceof Column.Date date) {
      return date(date);
    }
    return column instanceof Column.Label
        ? "{" + listed("label", labels.names(), labels.other()) + "}"
        : "ignore";
  }

  private static String number(Column.Numeric number) {
    FeatureRange range = number.range();
    String ends = number(range.low()) + ".." + number(range.high());
    boolean atMiddle = number.fallback() == number.middle();
    if (number.equals(new Column.Numeric(number.name(), range, number.fallback()))) {
      return "number " + ends + (atMiddle ? "" : " default " + number(number.fallback()));
    }
    return "{number: "
        + ends
        + (atMiddle ? "" : ", default: " + number(number.fallback()))
        + shape(number.scale(), number.steps(), number.monotone())
        + reading(number.reading())
        + "}";
  }

  private static String date(Column.Date date) {
    Column.Date plain = new Column.Date(date.name(), date.format(), date.from(), date.to());
    return "{date: "
        + quoted(date.format().pattern())
        + ", range: "
        + date.from()
        + ".."
        + date.to()
        + (date.reference().equals(plain.reference()) ? "" : ", reference: " + date.reference())
        + (date.fallback().equals(plain.fallback()) ? "" : ", default: " + date.fallback())
        + (date.taken().equals(plain.taken())
            ? ""
            : ", take: "
                + date.taken().stream().map(p -> p.name().toLowerCase(Locale.ROOT)).toList())
        + shape(date.scale(), date.steps(), date.monotone())
        + reading(date.reading())
        + "}";
  }

  private static String shape(AmountScale scale, Steps steps, Monotone monotone) {
    String text = scale == AmountScale.LINEAR ? "" : ", scale: " + scale.text();
    if (steps.kind() != Steps.Kind.LINE) {
      String key = steps.kind() == Steps.Kind.BINS ? ", bins: " : ", knots: ";
      text +=
          key
              + (steps.listed().isEmpty()
                  ? String.valueOf(steps.count())
                  : steps.listed().stream().map(YamlText::number).toList().toString());
    }
    return text + monotone(monotone);
  }

  private static String monotone(Monotone monotone) {
    return monotone == Monotone.NONE ? "" : ", monotone: " + monotone.text();
  }

  private static String reading(Reading reading) {
    return (reading.missingIsValue() ? ", missing: own" : "")
        + reading.missingValues().map(texts -> ", missing-values: " + list(texts)).orElse("")
        + reading.numbers().map(format -> ", " + writing(format)).orElse("");
  }

  private static String listed(String kind, List<String> values, int other) {
    return kind + ": " + list(values) + (other < 0 ? "" : ", other: " + quoted(values.get(other)));
  }

  private static String list(List<String> texts) {
    return texts.stream().map(YamlText::quoted).collect(Collectors.joining(", ", "[", "]"));
  }

  /** The shortest decimal that reads back as the same double. */
  static String number(double value) {
    return Digits.plain(value);
  }

  private static String key(String name) {
    return name.matches("[A-Za-z][A-Za-z0-9_]*") ? name : quoted(name);
  }

  /** Quotes a text and escapes everything but letters, digits and plain signs. */
  private static String quoted(String value) {
    StringBuilder quoted = new StringBuilder("\"");
    value
        .codePoints()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
              } else if ((c >= ' ' && c <= '~') || (c > 0xa0 && Character.isLetterOrDigit(c))) {
                quoted.appendCodePoint(c);
              } else {
                quoted.append(String.format(c < 0x10000 ? "\\u%04x" : "\\U%08x", c));
              }
            });
    return quoted.append('"').toString();
  }

  /** A line end would end the comment, and the rest would be read as YAML. */
  private static String oneLine(String comment) {
    return comment
        .codePoints()
        .map(c -> (c >= ' ' && c <= '~') || Character.isLetterOrDigit(c) ? c : '?')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
