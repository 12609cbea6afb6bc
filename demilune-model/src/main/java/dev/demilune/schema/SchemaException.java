// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import dev.demilune.DemiluneException;
import java.util.List;

/** All faults of a schema, reported at once. */
public final class SchemaException extends DemiluneException {
  private final transient List<String> faults;

  public SchemaException(String source, List<String> faults) {
    super(message(source, faults));
    this.faults = List.copyOf(faults);
  }

  /** Returns the faults, one sentence each. */
  public List<String> faults() {
    return faults;
  }

  private static String message(String source, List<String> faults) {
    return faults.size() == 1
        ? source + ": " + faults.get(0)
        : source + " has " + faults.size() + " faults:\n  - " + String.join("\n  - ", faults);
  }
}
