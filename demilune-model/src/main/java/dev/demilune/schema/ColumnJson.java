// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.demilune.data.DateFormat;
import dev.demilune.data.NumberFormat;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One column as a JSON object. What a column does not declare is not written, so that a plain
 * number or category is written as it always was.
 */
final class ColumnJson {

  private ColumnJson() {}

  /** Returns whether versions before there were encodings read the column in the same way. */
  static boolean isPlain(Column column) {
    if (column instanceof Column.Numeric number) {
      return number.equals(new Column.Numeric(number.name(), number.range(), number.fallback()));
    }
    if (column instanceof Column.Category category) {
      return category.equals(
          new Column.Category(category.name(), category.values(), category.other()));
    }
    return column instanceof Column.Label || column instanceof Column.Ignored;
  }

  static JsonObject write(Column column) {
    JsonObject json = new JsonObject();
    if (column instanceof Column.Numeric number) {
      json.addProperty("number", number.name());
      json.addProperty("low", number.range().low());
      json.addProperty("high", number.range().high());
      json.addProperty("default", number.fallback());
      write(number.scale(), number.steps(), number.monotone(), json);
    } else if (column instanceof Column.Whole whole) {
      json.addProperty("integer", whole.name());
      json.addProperty("low", whole.range().low());
      json.addProperty("high", whole.range().high());
      json.addProperty("default", whole.fallback());
    } else if (column instanceof Column.Category category) {
      json.addProperty("category", category.name());
      json.add("values", SchemaJson.array(category.values()));
      json.addProperty("other", category.other());
      if (category.ordered()) {
        json.addProperty("ordered", true);
      }
      write(category.monotone(), json);
    } else if (column instanceof Column.Hashed hashed) {
      json.addProperty("hashed", hashed.name());
      json.addProperty("buckets", hashed.buckets());
    } else if (column instanceof Column.Date date) {
      json.addProperty("date", date.name());
      json.addProperty("format", date.format().pattern());
      json.addProperty("from", date.from().toString());
      json.addProperty("to", date.to().toString());
      json.addProperty("reference", date.reference().toString());
      json.addProperty("default", date.fallback().toString());
      json.add("taken", SchemaJson.array(date.taken().stream().map(Enum::name).toList()));
      write(date.scale(), date.steps(), date.monotone(), json);
    } else if (column instanceof Column.Label) {
      json.addProperty("label", column.name());
    } else {
      json.addProperty("ignore", column.name());
    }
    write(column.reading(), json);
    return json;
  }

  private static void write(AmountScale scale, Steps steps, Monotone monotone, JsonObject json) {
    if (scale != AmountScale.LINEAR) {
      json.addProperty("scale", scale.text());
    }
    if (steps.kind() != Steps.Kind.LINE) {
      String key = steps.kind() == Steps.Kind.BINS ? "bins" : "knots";
      if (steps.listed().isEmpty()) {
        json.addProperty(key, steps.count());
      } else {
        JsonArray listed = new JsonArray();
        steps.listed().forEach(listed::add);
        json.add(key, listed);
      }
    }
    write(monotone, json);
  }

  private static void write(Monotone monotone, JsonObject json) {
    if (monotone != Monotone.NONE) {
      json.addProperty("monotone", monotone.text());
    }
  }

  private static void write(Reading reading, JsonObject json) {
    if (reading.missingIsValue()) {
      json.addProperty("missing", "own");
    }
    reading.missingValues().ifPresent(v -> json.add("missingValues", SchemaJson.array(v)));
    reading.numbers().ifPresent(format -> json.addProperty("numberFormat", text(format)));
  }

  /** Returns the decimal character, and after it the one between thousands, if there is one. */
  static String text(NumberFormat format) {
    return format.thousands() == NumberFormat.NO_GROUPS
        ? String.valueOf(format.decimal())
        : "" + format.decimal() + format.thousands();
  }

  static NumberFormat numberFormat(String text) {
    char thousands = text.length() == 2 ? text.charAt(1) : NumberFormat.NO_GROUPS;
    if (text.isEmpty() || text.length() > 2 || !NumberFormat.valid(text.charAt(0), thousands)) {
      throw SchemaJson.fault("a number format is not known");
    }
    return new NumberFormat(text.charAt(0), thousands);
  }

  /** Reads a column that is not the label. */
  static Column read(JsonObject json) {
    Reading reading =
        new Reading(
            json.has("missing") && text(json, "missing").equals("own"),
            optional(json, "missingValues").map(SchemaJson::texts),
            optional(json, "numberFormat").map(e -> numberFormat(e.getAsString())));
    if (json.has("number")) {
      return new Column.Numeric(
          text(json, "number"),
          range(json, "number"),
          json.get("default").getAsDouble(),
          scale(json),
          steps(json),
          monotone(json),
          reading);
    }
    if (json.has("integer")) {
      return new Column.Whole(
          text(json, "integer"), range(json, "integer"), json.get("default").getAsDouble());
    }
    if (json.has("category")) {
      List<String> values = SchemaJson.texts(json.get("values"));
      int other = SchemaJson.integer(json, "other");
      if (other < -1 || other >= values.size()) {
        throw SchemaJson.fault("the other of a category is not one of its values");
      }
      boolean ordered = json.has("ordered") && json.get("ordered").getAsBoolean();
      return new Column.Category(
          text(json, "category"), values, other, ordered, monotone(json), reading);
    }
    if (json.has("hashed")) {
      return new Column.Hashed(text(json, "hashed"), SchemaJson.integer(json, "buckets"), reading);
    }
    return json.has("date") ? date(json, reading) : new Column.Ignored(text(json, "ignore"));
  }

  private static Column.Date date(JsonObject json, Reading reading) {
    try {
      return new Column.Date(
          text(json, "date"),
          new DateFormat(text(json, "format")),
          LocalDate.parse(text(json, "from")),
          LocalDate.parse(text(json, "to")),
          LocalDate.parse(text(json, "reference")),
          LocalDate.parse(text(json, "default")),
          SchemaJson.texts(json.get("taken")).stream().map(Column.DatePart::valueOf).toList(),
          scale(json),
          steps(json),
          monotone(json),
          reading);
    } catch (DateTimeException e) {
      throw SchemaJson.fault("a date is not one; it may be damaged");
    }
  }

  private static FeatureRange range(JsonObject json, String kind) {
    double low = json.get("low").getAsDouble();
    double high = json.get("high").getAsDouble();
    if (!FeatureRange.valid(low, high)) {
      throw SchemaJson.fault(
          "column '"
              + text(json, kind)
              + "' needs a finite range with low < high, got "
              + low
              + ".."
              + high);
    }
    return new FeatureRange(low, high);
  }

  private static AmountScale scale(JsonObject json) {
    return json.has("scale")
        ? word(AmountScale.values(), AmountScale::text, text(json, "scale"))
        : AmountScale.LINEAR;
  }

  private static Monotone monotone(JsonObject json) {
    return json.has("monotone")
        ? word(Monotone.values(), Monotone::text, text(json, "monotone"))
        : Monotone.NONE;
  }

  private static Steps steps(JsonObject json) {
    boolean bins = json.has("bins");
    if (!bins && !json.has("knots")) {
      return Steps.line();
    }
    JsonElement value = json.get(bins ? "bins" : "knots");
    Steps.Kind kind = bins ? Steps.Kind.BINS : Steps.Kind.KNOTS;
    if (!value.isJsonArray()) {
      return new Steps(kind, value.getAsBigDecimal().intValueExact(), List.of());
    }
    List<Double> listed =
        value.getAsJsonArray().asList().stream().map(JsonElement::getAsDouble).toList();
    return new Steps(kind, 0, listed);
  }

  private static <E> E word(E[] all, Function<E, String> text, String written) {
    for (E one : all) {
      if (text.apply(one).equals(written)) {
        return one;
      }
    }
    throw SchemaJson.fault("the word '" + written + "' is not known; it may be damaged");
  }

  private static String text(JsonObject json, String key) {
    return json.get(key).getAsString();
  }

  private static Optional<JsonElement> optional(JsonObject json, String key) {
    return Optional.ofNullable(json.get(key));
  }
}
