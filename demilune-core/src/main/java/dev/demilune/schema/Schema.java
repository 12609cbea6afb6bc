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
package dev.demilune.schema;

import dev.demilune.data.Table;
import dev.demilune.privacy.Adjacency;

/** Stub: public knowledge about a table. */
public abstract class Schema {
  /** Number of encoded features (the intercept's constant not counted). */
  public abstract int features();

  /** Name of an encoded feature: "age", "plan=pro", or "17" for plain vectors. */
  public abstract String featureName(int index);

  public abstract LabelSet labels();

  public abstract RowBound rowBound();

  /**
   * The constant appended to every bounded row for the intercept; 0 = no intercept. Rows are (u,
   * intercept).
   */
  public abstract double intercept();

  public abstract Adjacency adjacency();

  /** Public number of rows to expect, or 0 when not declared. */
  public abstract long expectedRows();

  /** Reads the whole table (training). Nothing a row's values hold can make it throw. */
  public abstract BoundedDataset bound(Table table);

  /**
   * Finds the schema's columns in the table's header (any order; missing ones reported all at once)
   * for prediction.
   */
  public abstract RowEncoder encoder(Table table);

  /** One JSON object, read back by {@link #fromJson}. */
  public abstract String toJson();

  public static Schema fromJson(String json) {
    return null;
  }
}
