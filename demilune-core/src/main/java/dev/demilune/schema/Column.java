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

import java.util.List;

/** What a schema says about one column of a file. */
public sealed interface Column {

  String name();

  /** Returns the number of features the column becomes. */
  int width();

  /**
   * A number with its public range; a cell that is no number counts as the fallback, one outside
   * the range as its nearer end.
   */
  record Numeric(String name, FeatureRange range, double fallback) implements Column {
    @Override
    public int width() {
      return 1;
    }
  }

  /**
   * One of a list of values, one feature each. Any other value counts as the one with index {@code
   * other}, or as none of them (all zeros) when that is -1.
   */
  record Category(String name, List<String> values, int other) implements Column {
    public Category {
      values = List.copyOf(values);
    }

    @Override
    public int width() {
      return values.size();
    }
  }

  /** The class to predict; its values are the schema's {@link LabelSet}. */
  record Label(String name) implements Column {
    @Override
    public int width() {
      return 0;
    }
  }

  /** A column that is in the file and not used. */
  record Ignored(String name) implements Column {
    @Override
    public int width() {
      return 0;
    }
  }
}
