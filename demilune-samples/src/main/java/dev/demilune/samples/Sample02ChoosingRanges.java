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
package dev.demilune.samples;

import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * 2. Choosing ranges.
 *
 * <p>The trap: the least and greatest value of a column are two people's data. A range read off the
 * table puts them into the schema, the model file and the report, and no noise is added to them.
 */
public final class Sample02ChoosingRanges {

  private Sample02ChoosingRanges() {}

  /** The oldest customer's age ends up in the schema, exactly. */
  public static Schema wrong(Path customers) {
    double oldest;
    try (Stream<String> lines = Files.lines(customers)) {
      oldest =
          lines
              .skip(1)
              .mapToDouble(line -> Double.parseDouble(line.substring(0, line.indexOf(','))))
              .max()
              .orElse(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return schemaUpTo(oldest);
  }

  /**
   * People live to about 120. A value outside the range is moved to its end, so a tight guess is
   * safe, too.
   */
  public static Schema right() {
    return schemaUpTo(120);
  }

  private static Schema schemaUpTo(double oldest) {
    return Schema.builder()
        .number("age", 0, oldest)
        .category("plan", "free", "pro")
        .number("visits", 0, 300)
        .label("churned", "no", "yes")
        .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
        .build();
  }
}
