/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.embed;

import dev.demilune.schema.BoundedDataset;

/** A data set seen through an embedding. */
public final class EmbeddedData {

  private EmbeddedData() {}

  /**
   * Returns the rows' images as a data set for any learner. They are computed as they are read,
   * once in a pass over the rows, and never kept.
   */
  public static BoundedDataset of(BoundedDataset data, Embedding embedding) {
    return data.through(Embeddings.images(data.schema(), embedding), embedding::rowMap);
  }
}
