// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.demilune.DemiluneException;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;
import java.util.Locale;
import java.util.Set;

/** Reads embeddings from JSON and builds the schema of their images. */
public final class Embeddings {

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
    int inputs = json.get("inputs").getAsBigDecimal().intValueExact();
    long draw = json.get("draw").getAsBigDecimal().longValueExact();
    if (kind.equals(FourierFeatures.KIND)) {
      // an unknown field might mean another map: refused
      requireFields(json, Set.of("kind", "kernel", "width", "inputs", "frequencies", "draw"));
      String kernel = json.get("kernel").getAsString().toUpperCase(Locale.ROOT).replace('-', '_');
      return FourierFeatures.of(
          Kernel.valueOf(kernel),
          json.get("width").getAsDouble(),
          inputs,
          json.get("frequencies").getAsBigDecimal().intValueExact(),
          draw);
    }
    requireFields(json, Set.of("kind", "inputs", "outputs", "draw"));
    int outputs = json.get("outputs").getAsBigDecimal().intValueExact();
    return switch (kind) {
      case SignProjection.KIND -> SignProjection.of(inputs, outputs, draw);
      case HadamardProjection.KIND -> HadamardProjection.of(inputs, outputs, draw);
      default -> throw new IllegalArgumentException("unknown kind");
    };
  }

  private static void requireFields(JsonObject json, Set<String> names) {
    if (!json.keySet().equals(names)) {
      throw new IllegalArgumentException("other fields");
    }
  }
}
