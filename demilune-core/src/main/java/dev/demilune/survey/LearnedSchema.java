// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.survey;

import dev.demilune.privacy.Certificate;
import dev.demilune.schema.Schema;
import dev.demilune.schema.file.AnnotatedSchema;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A schema learned from private rows, and the certificate of its privacy cost.
 *
 * @param annotated the schema with, for every column, where it comes from
 */
public record LearnedSchema(AnnotatedSchema annotated, Certificate certificate) {

  public LearnedSchema {
    Objects.requireNonNull(annotated, "annotated");
    Objects.requireNonNull(certificate, "certificate");
  }

  /** Returns the schema. */
  public Schema schema() {
    return annotated.schema();
  }

  /** Writes the schema file, all of it or nothing. */
  public void write(Path file) {
    annotated.write(file);
  }
}
