// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema.file;

import dev.demilune.data.AtomicFile;
import dev.demilune.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;

/** A schema with notes on the origin of its ranges, categories and labels. */
public record AnnotatedSchema(Schema schema, SchemaNotes notes) {

  public AnnotatedSchema {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(notes, "notes");
  }

  /** Returns the text of a YAML file with the notes as comments. */
  public String toYaml() {
    return YamlText.of(schema, notes);
  }

  /** Writes the YAML file, whole or not at all. */
  public void write(Path file) {
    try (AtomicFile out = AtomicFile.create(file)) {
      out.write(toYaml().getBytes(StandardCharsets.UTF_8));
      out.commit();
    }
  }
}
