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

import dev.demilune.schema.SchemaBuilder;
import java.util.function.Consumer;

/** What is to become of one column. */
sealed interface Question {

  /** A number whose range is to be learned, on a public grid. */
  record Range(ValueGrid grid) implements Question {}

  /** A category, or the label, whose values are to be learned. */
  record Values(boolean isLabel) implements Question {}

  /** What is known without the rows, and how a schema says it. */
  record Known(Consumer<SchemaBuilder> declaration, String note, boolean isLabel)
      implements Question {}
}
