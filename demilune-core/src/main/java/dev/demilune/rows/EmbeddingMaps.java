// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import com.google.gson.JsonParser;
import dev.demilune.embed.Embedding;
import dev.demilune.embed.Embeddings;
import dev.demilune.embed.GridMap;
import java.io.Serializable;

/**
 * Makes the maps of an embedding. What is sent is the few numbers that define it; the receiver
 * draws it again, bit for bit.
 */
record EmbeddingMaps(Embedding embedding) implements MapMaker<GridMap> {

  @Override
  public GridMap get() {
    return embedding.gridMap();
  }

  private Object writeReplace() {
    return new Numbers(embedding.toJson().toString());
  }

  /** An embedding as it is sent. */
  private record Numbers(String json) implements Serializable {
    private Object readResolve() {
      return new EmbeddingMaps(Embeddings.fromJson(JsonParser.parseString(json).getAsJsonObject()));
    }
  }
}
