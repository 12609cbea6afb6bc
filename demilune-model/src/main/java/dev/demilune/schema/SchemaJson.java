// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import dev.demilune.data.NumberFormat;
import dev.demilune.privacy.Adjacency;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The schema as one JSON object, as in model files. */
final class SchemaJson {
  private static final String SOURCE = "schema in JSON";
  private static final Set<String> KEYS =
      Set.of(
          "vectors",
          "valueScale",
          "columns",
          "labels",
          "otherLabel",
          "adjacency",
          "expectedRows",
          "person",
          "rowsPerPerson",
          "rows",
          "norm",
          "numbers",
          "intercept",
          "header",
          "delimiter",
          "encodings",
          "crosses",
          "missingValues",
          "numberFormat",
          "learned");

  /** Says that columns have fields which older versions would not notice. */
  private static final int ENCODINGS = 1;

  private static final Set<String> COLUMN_KEYS =
      Set.of(
          "number",
          "integer",
          "low",
          "high",
          "default",
          "category",
          "values",
          "other",
          "label",
          "ignore",
          "hashed",
          "buckets",
          "ordered",
          "date",
          "format",
          "from",
          "to",
          "reference",
          "taken",
          "scale",
          "bins",
          "knots",
          "monotone",
          "missing",
          "missingValues",
          "numberFormat");

  /** What decides how a record is stored, columns apart, in words. */
  private static final Map<String, String> OF_ENCODING = new LinkedHashMap<>();

  static {
    OF_ENCODING.put("vectors", "the number of features");
    OF_ENCODING.put("valueScale", "the factor of values");
    OF_ENCODING.put("crosses", "the crosses");
    OF_ENCODING.put("labels", "the labels");
    OF_ENCODING.put("otherLabel", "the label of unknown ones");
    OF_ENCODING.put("numbers", "what the ranges of numbers are mapped to (numbers:)");
    OF_ENCODING.put("missingValues", "the texts that mean missing");
    OF_ENCODING.put("numberFormat", "how numbers are written");
    OF_ENCODING.put("rows", "how rows are bounded (rows:)");
    OF_ENCODING.put("norm", "the norm of rows");
    OF_ENCODING.put("person", "the column of the person");
    OF_ENCODING.put("rowsPerPerson", "the rows per person");
  }

  private SchemaJson() {}

  static String write(Schema schema) {
    JsonObject json = new JsonObject();
    if (schema.isVectors()) {
      json.addProperty("vectors", schema.features());
      json.addProperty("valueScale", schema.valueScale());
    } else {
      JsonArray columns = new JsonArray();
      boolean plain = true;
      for (Column column : schema.fileColumns()) {
        JsonObject written = ColumnJson.write(column);
        plain &= ColumnJson.isPlain(column);
        columns.add(written);
      }
      json.add("columns", columns);
      writeEncodings(schema, plain, json);
      json.addProperty("numbers", schema.numberScale().text());
      json.addProperty("header", schema.csvFormat().header());
      json.addProperty("delimiter", String.valueOf(schema.csvFormat().delimiter()));
    }
    json.add("labels", array(schema.labels().names()));
    json.addProperty("otherLabel", schema.labels().other());
    json.addProperty("adjacency", schema.adjacency().name());
    json.addProperty("expectedRows", schema.expectedRows());
    schema
        .person()
        .ifPresent(
            column -> {
              json.addProperty("person", column);
              json.addProperty("rowsPerPerson", schema.rowsPerPerson());
            });
    json.addProperty("rows", schema.rowBound().rule().name());
    json.addProperty("norm", schema.rowBound().norm());
    json.addProperty("intercept", schema.intercept());
    schema.learned().ifPresent(parts -> json.add("learned", parts.toJson()));
    return json.toString();
  }

  /** See {@link Schema#encodingDifference}. */
  static Optional<String> encodingDifference(Schema one, Schema other) {
    if (one.isVectors() != other.isVectors()) {
      return Optional.of("whether rows are plain vectors");
    }
    JsonObject first = JsonParser.parseString(write(one)).getAsJsonObject();
    JsonObject second = JsonParser.parseString(write(other)).getAsJsonObject();
    Optional<String> column = columnDifference(first, second);
    if (column.isPresent()) {
      return column;
    }
    for (Map.Entry<String, String> field : OF_ENCODING.entrySet()) {
      if (!Objects.equals(first.get(field.getKey()), second.get(field.getKey()))) {
        return Optional.of(field.getValue());
      }
    }
    return one.adjacency().isOfPersons() == other.adjacency().isOfPersons()
        ? Optional.empty()
        : Optional.of("whether the unit is a person");
  }

  private static Optional<String> columnDifference(JsonObject one, JsonObject other) {
    List<JsonElement> first = columnsOf(one);
    List<JsonElement> second = columnsOf(other);
    for (int i = 0; i < Math.max(first.size(), second.size()); i++) {
      JsonElement left = i < first.size() ? first.get(i) : JsonNull.INSTANCE;
      JsonElement right = i < second.size() ? second.get(i) : JsonNull.INSTANCE;
      if (!left.equals(right)) {
        return Optional.of("column '" + nameOf(left.isJsonNull() ? right : left) + "'");
      }
    }
    return Optional.empty();
  }

  /** The first field of a column says its kind and its name. */
  private static String nameOf(JsonElement column) {
    return column.getAsJsonObject().entrySet().iterator().next().getValue().getAsString();
  }

  /** The columns, without what learners make of them. */
  private static List<JsonElement> columnsOf(JsonObject schema) {
    List<JsonElement> columns = new ArrayList<>();
    if (schema.has("columns")) {
      for (JsonElement column : schema.getAsJsonArray("columns")) {
        column.getAsJsonObject().remove("monotone");
        columns.add(column);
      }
    }
    return columns;
  }

  /** Nothing for schemas that could be written before there were encodings. */
  private static void writeEncodings(Schema schema, boolean plain, JsonObject json) {
    JsonArray crosses = new JsonArray();
    for (Column column : schema.columns()) {
      if (column instanceof Column.Cross cross) {
        crosses.add(array(cross.of().stream().map(Column::name).toList()));
      }
    }
    boolean sameNumbers = schema.numberFormat().equals(NumberFormat.standard());
    boolean sameMissing = schema.missingValues().equals(List.of(""));
    if (!plain || !crosses.isEmpty() || !sameNumbers || !sameMissing) {
      json.addProperty("encodings", ENCODINGS);
    }
    if (!crosses.isEmpty()) {
      json.add("crosses", crosses);
    }
    if (!sameMissing) {
      json.add("missingValues", array(schema.missingValues()));
    }
    if (!sameNumbers) {
      json.addProperty("numberFormat", ColumnJson.text(schema.numberFormat()));
    }
  }

  static JsonArray array(List<String> texts) {
    JsonArray array = new JsonArray();
    texts.forEach(array::add);
    return array;
  }

  static Schema read(String text, UnaryOperator<SchemaBuilder> changes) {
    try (JsonReader reader = new JsonReader(new StringReader(text))) {
      reader.setStrictness(Strictness.STRICT);
      JsonElement json = JsonParser.parseReader(reader);
      if (!json.isJsonObject() || reader.peek() != JsonToken.END_DOCUMENT) {
        throw fault("one object is expected and nothing after it");
      }
      return read(json.getAsJsonObject(), changes);
    } catch (IOException | JsonParseException e) {
      throw fault("the text is not valid JSON; it may be cut short");
    } catch (ClassCastException
        | IllegalStateException
        | IllegalArgumentException // NumberFormatException included
        | ArithmeticException // a fraction instead of an integer
        | UnsupportedOperationException
        | NullPointerException
        | IndexOutOfBoundsException e) {
      throw fault("a field is missing or has the wrong type; it may be damaged");
    }
  }

  private static Schema read(JsonObject json, UnaryOperator<SchemaBuilder> changes) {
    for (String key : json.keySet()) {
      if (!KEYS.contains(key)) {
        throw fault("the field '" + key + "' is not known; it may come from a newer version");
      }
    }
    LabelSet labels = new LabelSet(texts(json.get("labels")), integer(json, "otherLabel"));
    SchemaBuilder builder;
    if (json.has("vectors")) {
      builder = SchemaBuilder.ofVectors(integer(json, "vectors"), labels);
      builder.valueScale(json.get("valueScale").getAsDouble());
    } else {
      builder = SchemaBuilder.ofColumns();
      readEncodings(json, builder);
      for (JsonElement column : json.getAsJsonArray("columns")) {
        readColumn(column.getAsJsonObject(), labels, builder);
      }
      builder.numbersTo(numberScale(json.get("numbers").getAsString()));
      readFormat(json, builder);
    }
    long expectedRows = json.get("expectedRows").getAsBigDecimal().longValueExact();
    if (json.has("person")) {
      builder.person(json.get("person").getAsString(), integer(json, "rowsPerPerson"));
    }
    if (expectedRows != 0) {
      builder.expectedRows(expectedRows);
    }
    if (json.has("learned")) {
      builder.learned(Learned.fromJson(json.get("learned")));
    }
    RowBound.Rule rule = RowBound.Rule.valueOf(json.get("rows").getAsString());
    return changes
        .apply(
            builder
                .adjacency(Adjacency.valueOf(json.get("adjacency").getAsString()))
                .rows(new RowBound(rule, json.get("norm").getAsDouble()))
                .intercept(json.get("intercept").getAsDouble()))
        .build(SOURCE);
  }

  private static void readEncodings(JsonObject json, SchemaBuilder builder) {
    if (!json.has("encodings")) {
      builder.withoutLimit();
    } else if (integer(json, "encodings") != ENCODINGS) {
      throw fault("the encodings are of a newer version");
    }
    if (json.has("crosses")) {
      for (JsonElement cross : json.getAsJsonArray("crosses")) {
        builder.cross(texts(cross).toArray(String[]::new));
      }
    }
    if (json.has("missingValues")) {
      builder.missingValues(texts(json.get("missingValues")).toArray(String[]::new));
    }
    if (json.has("numberFormat")) {
      builder.numberFormat(ColumnJson.numberFormat(json.get("numberFormat").getAsString()));
    }
  }

  private static void readColumn(JsonObject json, LabelSet labels, SchemaBuilder builder) {
    for (String key : json.keySet()) {
      if (!COLUMN_KEYS.contains(key)) {
        throw fault("the field '" + key + "' is not known; it may come from a newer version");
      }
    }
    if (!json.has("label")) {
      builder.column(ColumnJson.read(json));
    } else if (labels.other() == -1) {
      builder.label(json.get("label").getAsString(), labels.names().toArray(String[]::new));
    } else {
      builder.labelWithOther(
          json.get("label").getAsString(),
          labels.name(labels.other()),
          labels.names().toArray(String[]::new));
    }
  }

  private static void readFormat(JsonObject json, SchemaBuilder builder) {
    if (!json.get("header").getAsBoolean()) {
      builder.withoutHeader();
    }
    String delimiter = json.get("delimiter").getAsString();
    if (delimiter.length() != 1) {
      throw fault("the delimiter must be one character");
    }
    builder.delimiter(delimiter.charAt(0));
  }

  private static NumberScale numberScale(String text) {
    for (NumberScale scale : NumberScale.values()) {
      if (scale.text().equals(text)) {
        return scale;
      }
    }
    throw fault("numbers must be -1..1 or 0..1");
  }

  static int integer(JsonObject json, String key) {
    return json.get(key).getAsBigDecimal().intValueExact();
  }

  static List<String> texts(JsonElement json) {
    List<String> texts = new ArrayList<>();
    json.getAsJsonArray().forEach(element -> texts.add(element.getAsString()));
    return texts;
  }

  static SchemaException fault(String sentence) {
    return new SchemaException(SOURCE, List.of(sentence));
  }
}
