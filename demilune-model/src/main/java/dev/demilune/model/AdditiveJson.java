// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import com.google.gson.JsonPrimitive;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import dev.demilune.DemiluneException;
import dev.demilune.schema.Part;
import dev.demilune.schema.Schema;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/** The shapes and interactions of an additive model in a model file, as exact decimals. */
final class AdditiveJson {

  private AdditiveJson() {}

  static void write(Writer text, AdditiveClassifier model) throws IOException {
    List<Part> parts = model.schema().parts();
    double[] biases = new double[model.labels().size()];
    Arrays.setAll(biases, model::bias);
    text.write("  \"biases\": ");
    ModelWriter.decimals(text, biases);
    text.write(",\n  \"shapes\": [");
    for (int p = 0; p < parts.size(); p++) {
      text.write(p == 0 ? "\n" : ",\n");
      shape(text, parts.get(p).name(), model.shapes().get(p));
    }
    text.write("\n  ],\n  \"interactions\": ");
    if (model.interactions().isPresent()) {
      interactions(text, parts.size(), model.interactions().get());
    } else {
      text.write("null");
    }
    text.write(",\n");
  }

  private static void shape(Writer text, String part, ShapeFunction shape) throws IOException {
    text.write("    {\n      \"part\": " + new JsonPrimitive(part));
    text.write(",\n      \"breakpoints\": ");
    ModelWriter.decimals(text, shape.breakpoints());
    text.write(",\n      \"values\": ");
    rows(text, shape.values());
    text.write(",\n      \"standardErrors\": ");
    rows(text, shape.standardErrors());
    text.write(",\n      \"shares\": ");
    ModelWriter.decimals(text, shape.shares());
    text.write("\n    }");
  }

  private static void rows(Writer text, double[][] rows) throws IOException {
    text.write('[');
    for (int i = 0; i < rows.length; i++) {
      text.write(i == 0 ? "" : ", ");
      ModelWriter.decimals(text, rows[i]);
    }
    text.write(']');
  }

  private static void interactions(Writer text, int parts, Interactions of) throws IOException {
    text.write("{\n    \"warps\": [");
    String between = "\n";
    for (int p = 0; p < parts; p++) {
      if (of.hasWarp(p)) {
        text.write(between + "      {\"part\": " + p + ", \"breakpoints\": ");
        ModelWriter.decimals(text, of.warpBreakpoints(p));
        text.write(", \"values\": ");
        ModelWriter.decimals(text, of.warpValues(p));
        text.write('}');
        between = ",\n";
      }
    }
    text.write("\n    ],\n    \"directions\": [");
    for (int j = 0; j < of.directions(); j++) {
      text.write((j == 0 ? "\n" : ",\n") + "      {\"offset\": " + of.offset(j) + ", \"terms\": [");
      String comma = "";
      for (Interactions.Term term : of.terms(j)) {
        text.write(comma + "{\"part\": " + term.part() + ", \"coefficients\": ");
        ModelWriter.decimals(text, term.coefficients().stream().mapToDouble(c -> c).toArray());
        text.write('}');
        comma = ", ";
      }
      text.write("], \"cosine\": ");
      ModelWriter.decimals(text, of.cosine(j));
      text.write(", \"sine\": ");
      ModelWriter.decimals(text, of.sine(j));
      text.write('}');
    }
    text.write("\n    ]\n  }");
  }

  /** Reads the model, in memory that the file's length bounds. */
  static AdditiveClassifier read(JsonReader json, Schema schema) throws IOException {
    expect(json, "biases");
    double[] biases = NetworkJson.numbers(json);
    expect(json, "shapes");
    List<Part> parts = schema.parts();
    List<ShapeFunction> shapes = new ArrayList<>();
    json.beginArray();
    while (json.hasNext()) {
      if (shapes.size() == parts.size()) {
        throw new DemiluneException("it holds more shapes than its schema has columns");
      }
      shapes.add(shape(json, parts.get(shapes.size())));
    }
    json.endArray();
    AdditiveClassifier model;
    try {
      model = AdditiveClassifier.of(schema, biases, shapes);
      expect(json, "interactions");
      if (json.peek() == JsonToken.NULL) {
        json.nextNull();
        return model;
      }
      return model.withInteractions(interactions(json, parts, biases.length));
    } catch (IllegalArgumentException | IndexOutOfBoundsException fault) {
      throw new DemiluneException("its shapes or interactions do not fit its schema", fault);
    }
  }

  private static ShapeFunction shape(JsonReader json, Part part) throws IOException {
    json.beginObject();
    expect(json, "part");
    if (!json.nextString().equals(part.name())) {
      throw new DemiluneException("its shapes are not in the order of its schema's columns");
    }
    expect(json, "breakpoints");
    double[] breakpoints = NetworkJson.numbers(json);
    expect(json, "values");
    double[][] values = rows(json);
    expect(json, "standardErrors");
    double[][] errors = rows(json);
    expect(json, "shares");
    double[] shares = NetworkJson.numbers(json);
    json.endObject();
    try {
      ShapeFunction shape =
          breakpoints.length == 0
              ? ShapeFunction.choice(values)
              : ShapeFunction.curve(breakpoints, values);
      shape = errors.length == 0 ? shape : shape.withStandardErrors(errors);
      return shares.length == 0 ? shape : shape.withShares(shares);
    } catch (IllegalArgumentException fault) {
      throw new DemiluneException(
          "its shape of '" + part.name() + "' is not valid (" + fault.getMessage() + ")", fault);
    }
  }

  private static double[][] rows(JsonReader json) throws IOException {
    List<double[]> rows = new ArrayList<>();
    json.beginArray();
    while (json.hasNext()) {
      rows.add(NetworkJson.numbers(json));
    }
    json.endArray();
    return rows.toArray(double[][]::new);
  }

  private static Interactions interactions(JsonReader json, List<Part> parts, int classes)
      throws IOException {
    Interactions.Builder builder = Interactions.builder(parts, classes);
    json.beginObject();
    expect(json, "warps");
    json.beginArray();
    while (json.hasNext()) {
      json.beginObject();
      expect(json, "part");
      int part = json.nextInt();
      expect(json, "breakpoints");
      double[] breakpoints = NetworkJson.numbers(json);
      expect(json, "values");
      builder.warp(part, breakpoints, NetworkJson.numbers(json));
      json.endObject();
    }
    json.endArray();
    expect(json, "directions");
    json.beginArray();
    while (json.hasNext()) {
      json.beginObject();
      expect(json, "offset");
      double offset = json.nextDouble();
      expect(json, "terms");
      List<Interactions.Term> terms = terms(json);
      expect(json, "cosine");
      double[] cosine = NetworkJson.numbers(json);
      expect(json, "sine");
      builder.direction(offset, terms, cosine, NetworkJson.numbers(json));
      json.endObject();
    }
    json.endArray();
    json.endObject();
    return builder.build();
  }

  private static List<Interactions.Term> terms(JsonReader json) throws IOException {
    List<Interactions.Term> terms = new ArrayList<>();
    json.beginArray();
    while (json.hasNext()) {
      json.beginObject();
      expect(json, "part");
      int part = json.nextInt();
      expect(json, "coefficients");
      terms.add(
          new Interactions.Term(part, DoubleStream.of(NetworkJson.numbers(json)).boxed().toList()));
      json.endObject();
    }
    json.endArray();
    return terms;
  }

  private static void expect(JsonReader json, String name) throws IOException {
    NetworkJson.expect(json, name);
  }
}
