// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
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
