// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.demilune.DemiluneException;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/** Reads embeddings from JSON and builds the schema of their images. */
public final class Embeddings {

  private static final Set<String> PROJECTION = Set.of("kind", "inputs", "outputs", "draw");

  private Embeddings() {}

  /**
   * Draws again the embedding that {@link Embedding#toJson} describes.
   *
   * @throws DemiluneException if the JSON is anything else
   */
  public static Embedding fromJson(JsonElement json) {
    try {
      return read(json.getAsJsonObject());
    } catch (IllegalArgumentException
        | IllegalStateException
        | NullPointerException
        | ArithmeticException
        | UnsupportedOperationException e) {
      throw new DemiluneException("the embedding is not one that this program can draw", e);
    }
  }

  /**
   * Returns the schema of the images: plain vectors in the unit ball, with the labels, adjacency,
   * expected rows and intercept of the rows' schema.
   */
  public static Schema images(Schema rows, Embedding embedding) {
    if (rows.features() != embedding.inputs()) {
      throw new IllegalArgumentException(
          "the embedding takes "
              + embedding.inputs()
              + " features, the schema has "
              + rows.features());
    }
    SchemaBuilder images =
        Schema.vectors(embedding.outputs(), rows.labels())
            .adjacency(rows.adjacency())
            // images have norm at most 1 by the contract; longer ones are clipped
            .rows(RowBound.clip(1))
            .intercept(rows.intercept());
    if (rows.expectedRows() > 0) {
      images.expectedRows(rows.expectedRows());
    }
    return images.build();
  }

  private static Embedding read(JsonObject json) {
    String kind = json.get("kind").getAsString();
    int inputs = whole(json.get("inputs"));
    long draw = json.get("draw").getAsBigDecimal().longValueExact();
    return switch (kind) {
      case FourierFeatures.KIND -> {
        requireFields(json, Set.of("kind", "kernel", "width", "inputs", "frequencies", "draw"));
        yield FourierFeatures.of(
            kernel(json),
            json.get("width").getAsDouble(),
            inputs,
            whole(json.get("frequencies")),
            draw);
      }
      case GroupedFeatures.KIND -> grouped(json, inputs, draw);
      case PolynomialSketch.KIND -> {
        requireFields(json, Set.of("kind", "degree", "offset", "inputs", "outputs", "draw"));
        yield PolynomialSketch.of(
            whole(json.get("degree")),
            json.get("offset").getAsDouble(),
            inputs,
            whole(json.get("outputs")),
            draw);
      }
      case ArcCosineFeatures.KIND -> {
        requireFields(json, Set.of("kind", "order", "offset", "inputs", "outputs", "draw"));
        yield ArcCosineFeatures.of(
            whole(json.get("order")),
            json.get("offset").getAsDouble(),
            inputs,
            whole(json.get("outputs")),
            draw);
      }
      case SignProjection.KIND -> {
        requireFields(json, PROJECTION);
        yield SignProjection.of(inputs, whole(json.get("outputs")), draw);
      }
      case HadamardProjection.KIND -> {
        requireFields(json, PROJECTION);
        yield HadamardProjection.of(inputs, whole(json.get("outputs")), draw);
      }
      default -> throw new IllegalArgumentException("unknown kind");
    };
  }

  private static Embedding grouped(JsonObject json, int inputs, long draw) {
    requireFields(
        json, Set.of("kind", "form", "kernel", "inputs", "sizes", "widths", "frequencies", "draw"));
    int[] sizes =
        json.getAsJsonArray("sizes").asList().stream().mapToInt(Embeddings::whole).toArray();
    double[] widths =
        json.getAsJsonArray("widths").asList().stream()
            .mapToDouble(JsonElement::getAsDouble)
            .toArray();
    if (Arrays.stream(sizes).asLongStream().sum() != inputs) {
      throw new IllegalArgumentException("groups of other inputs");
    }
    GroupedFeatures.Form form =
        GroupedFeatures.Form.valueOf(json.get("form").getAsString().toUpperCase(Locale.ROOT));
    return GroupedFeatures.of(
        kernel(json), form, sizes, widths, whole(json.get("frequencies")), draw);
  }

  private static Kernel kernel(JsonObject json) {
    String name = json.get("kernel").getAsString();
    return Kernel.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  private static int whole(JsonElement number) {
    return number.getAsBigDecimal().intValueExact();
  }

  private static void requireFields(JsonObject json, Set<String> names) {
    if (!json.keySet().equals(names)) {
      throw new IllegalArgumentException("other fields");
    }
  }
}
