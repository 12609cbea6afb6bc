// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import dev.demilune.DemiluneException;
import dev.demilune.schema.Schema;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The layers of a network in a model file: decimals that read back as the same doubles. */
final class NetworkJson {

  private NetworkJson() {}

  static void write(Writer text, NetworkClassifier network) throws IOException {
    text.write("  \"layers\": [");
    String between = "\n";
    for (NetworkLayer layer : network.layers()) {
      text.write(between + "    {\n      \"biases\": ");
      double[] biases = new double[layer.units()];
      Arrays.setAll(biases, layer::bias);
      ModelWriter.decimals(text, biases);
      text.write(",\n      \"weights\": [");
      double[] weights = new double[layer.inputs()];
      for (int unit = 0; unit < layer.units(); unit++) {
        int of = unit;
        Arrays.setAll(weights, input -> layer.weight(of, input));
        text.write(unit == 0 ? "\n        " : ",\n        ");
        ModelWriter.decimals(text, weights);
      }
      text.write("\n      ]\n    }");
      between = ",\n";
    }
    text.write("\n  ],\n");
  }

  /**
   * Reads the layers, in memory that the file's length bounds.
   *
   * @param most the largest count of numbers that fits in the file
   */
  static NetworkClassifier read(JsonReader json, Schema schema, long most) throws IOException {
    List<NetworkLayer> layers = new ArrayList<>();
    int width = schema.features();
    json.beginArray();
    while (json.hasNext()) {
      json.beginObject();
      expect(json, "biases");
      double[] biases = numbers(json);
      if ((long) width * biases.length > Math.min(most, Integer.MAX_VALUE - 8)) {
        throw new DemiluneException("it holds fewer weights than its layers need");
      }
      expect(json, "weights");
      double[] weights = new double[width * biases.length];
      json.beginArray();
      for (int unit = 0; unit < biases.length; unit++) {
        double[] row = json.hasNext() ? numbers(json) : new double[0];
        if (row.length != width) {
          throw new DemiluneException("the weights of a unit are not as many as its inputs");
        }
        System.arraycopy(row, 0, weights, unit * width, width);
      }
      if (json.hasNext()) {
        throw new DemiluneException("it holds weights for more units than there are biases");
      }
      json.endArray();
      json.endObject();
      layers.add(NetworkLayer.of(width, weights, biases));
      width = biases.length;
    }
    json.endArray();
    return NetworkClassifier.of(schema, layers);
  }

  static double[] numbers(JsonReader json) throws IOException {
    double[] values = new double[16];
    int count = 0;
    json.beginArray();
    while (json.hasNext()) {
      if (json.peek() != JsonToken.NUMBER) { // NaN, say, in quotes
        throw new DemiluneException("one of its weights or biases is not a number");
      }
      if (count == values.length) {
        values = Arrays.copyOf(values, 2 * count);
      }
      values[count++] = json.nextDouble();
    }
    json.endArray();
    return Arrays.copyOf(values, count);
  }

  static void expect(JsonReader json, String name) throws IOException {
    if (!json.nextName().equals(name)) {
      throw new IllegalStateException("expected " + name);
    }
  }
}
