// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.survey;

import dev.demilune.schema.SchemaBuilder;
import java.util.function.Consumer;

/** What to find out about one column. */
sealed interface Question {

  /** A number whose range is to be learned, on a public grid. */
  record Range(ValueGrid grid) implements Question {}

  /** A category, or the label, whose values are to be learned. */
  record Values(boolean isLabel) implements Question {}

  /** What is known without the rows, and how a schema says it. */
  record Known(Consumer<SchemaBuilder> declaration, String note, boolean isLabel)
      implements Question {}
}
