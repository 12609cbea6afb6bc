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

import dev.demilune.DemiluneException;
import java.util.List;

/** All the faults of a schema, reported at once. */
public final class SchemaException extends DemiluneException {
  private final transient List<String> faults;

  SchemaException(String source, List<String> faults) {
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
