// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema.file;

import dev.demilune.schema.Column;
import dev.demilune.schema.FeatureRange;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.NumberScale;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.math.BigDecimal;
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
    for (Column column : schema.columns()) {
      yaml.line(
          "  " + key(column.name()),
          value(column, schema.labels()),
          notes.columns().get(column.name()));
    }
    return yaml.text.toString();
  }

  private void settings(Schema schema) {
    setting("adjacency", schema.adjacency().name().toLowerCase(Locale.ROOT).replace('_', '-'));
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
      setting("expected-rows", Long.toString(schema.expectedRows()));
    }
    if (!schema.csvFormat().header()) {
      setting("header", "false");
    }
    char delimiter = schema.csvFormat().delimiter();
    if (delimiter != ',') {
      setting("delimiter", delimiter == '\t' ? "tab" : quoted(String.valueOf(delimiter)));
    }
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
      FeatureRange range = number.range();
      double middle = number.whole() ? Math.floor(range.middle()) : range.middle();
      String fallback = number.fallback() == middle ? "" : " default " + number(number.fallback());
      return (number.whole() ? "integer " : "number ")
          + number(range.low())
          + ".."
          + number(range.high())
          + fallback;
    }
    if (column instanceof Column.Category category) {
      return listed("category", category.values(), category.other());
    }
    return column instanceof Column.Label
        ? listed("label", labels.names(), labels.other())
        : "ignore";
  }

  private static String listed(String kind, List<String> values, int other) {
    String list = values.stream().map(YamlText::quoted).collect(Collectors.joining(", "));
    return "{"
        + kind
        + ": ["
        + list
        + "]"
        + (other < 0 ? "" : ", other: " + quoted(values.get(other)))
        + "}";
  }

  /** The shortest decimal that reads back as the same double. */
  static String number(double value) {
    BigDecimal exact = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    boolean plain = exact.signum() == 0 || (Math.abs(value) < 1e15 && Math.abs(value) >= 1e-6);
    return plain ? exact.toPlainString() : exact.toString();
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
