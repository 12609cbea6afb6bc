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
package dev.demilune.survey;

import dev.demilune.privacy.Certificate;
import dev.demilune.schema.AnnotatedSchema;
import dev.demilune.schema.Schema;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A schema that was paid for, and the certificate of what it cost.
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
