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
package dev.demilune.learn;

import dev.demilune.internal.Check;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.BoundedDataset;
import dev.demilune.schema.Schema;

/**
 * The public size of a learning problem.
 *
 * @param rows the public number of rows, or what was declared as expected; 0 when it is private and
 *     was not declared, and when it is public but the rows were not read yet and none are expected
 */
public record Shape(long rows, int features, int classes, Adjacency adjacency) {

  public Shape {
    Check.between("rows", rows, 0, Long.MAX_VALUE);
    Check.atLeastOne("features", features);
    Check.between("classes", classes, 2, Integer.MAX_VALUE);
  }

  /** Returns the shape that a schema declares, before any row is read. */
  public static Shape of(Schema schema) {
    return new Shape(
        schema.expectedRows(), schema.features(), schema.labels().size(), schema.adjacency());
  }

  /**
   * Returns the shape of the data as far as it is public: the row count only where the adjacency
   * allows.
   */
  public static Shape of(BoundedDataset data) {
    Shape declared = of(data.schema());
    return declared.adjacency.rowCountIsPublic()
        ? new Shape(data.publicSize(), declared.features, declared.classes, declared.adjacency)
        : declared;
  }
}
