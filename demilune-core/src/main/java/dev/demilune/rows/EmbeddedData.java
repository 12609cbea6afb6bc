// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import dev.demilune.embed.Embedding;
import dev.demilune.embed.Embeddings;

/** Applies an embedding to a data set. */
public final class EmbeddedData {

  private EmbeddedData() {}

  /**
   * Returns the rows' images as a data set for any learner. They are computed as they are read,
   * once per pass over the rows, and stored only where the caller keeps them.
   */
  public static BoundedDataset of(BoundedDataset data, Embedding embedding) {
    return data.through(Embeddings.images(data.schema(), embedding), new EmbeddingMaps(embedding));
  }
}
