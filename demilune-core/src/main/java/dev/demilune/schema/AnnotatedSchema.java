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

import dev.demilune.data.AtomicFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;

/** A schema together with where its ranges, categories and labels come from. */
public record AnnotatedSchema(Schema schema, SchemaNotes notes) {

  public AnnotatedSchema {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(notes, "notes");
  }

  /** Returns the text of a YAML file with the notes as comments. */
  public String toYaml() {
    return schema.toYaml(notes);
  }

  /** Writes the YAML file, all of it or nothing. */
  public void write(Path file) {
    try (AtomicFile out = AtomicFile.create(file)) {
      out.write(toYaml().getBytes(StandardCharsets.UTF_8));
      out.commit();
    }
  }
}
