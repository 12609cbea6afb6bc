// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import com.google.gson.JsonParser;
import dev.demilune.embed.Embedding;
import dev.demilune.embed.Embeddings;
import dev.demilune.embed.GridMap;
import java.io.Serializable;

/** Applies an embedding to a data set. */
public final class EmbeddedData {

  private EmbeddedData() {}

  /**
   * Returns the rows' images as a data set for any learner. They are computed as they are read,
   * once per pass over the rows, and stored only where the caller keeps them.
   */
  public static BoundedDataset of(BoundedDataset data, Embedding embedding) {
    return data.through(Embeddings.images(data.schema(), embedding), new Maps(embedding));
  }

  /**
   * Makes the maps of an embedding. What is sent is the few numbers that define it; the receiver
   * draws it again, bit for bit.
   */
  private record Maps(Embedding embedding) implements MapMaker<GridMap> {

    @Override
    public GridMap get() {
      return embedding.gridMap(Kernels.transforms());
    }

    private Object writeReplace() {
      return new Numbers(embedding.toJson().toString());
    }
  }

  /** An embedding as it is sent. */
  private record Numbers(String json) implements Serializable {
    private Object readResolve() {
      return new Maps(Embeddings.fromJson(JsonParser.parseString(json).getAsJsonObject()));
    }
  }
}
