// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import java.util.Objects;
import java.util.Optional;

/**
 * What a DataFrame calls the columns that have a role.
 *
 * @param features the column of vectors, for a schema of vectors
 * @param label the column of labels, where it is not the schema's
 * @param person the column that says whose row it is, where it is not the schema's
 */
public record ColumnNames(String features, Optional<String> label, Optional<String> person) {

  /** Spark's usual name for vectors, and the schema's names for the rest. */
  public static final ColumnNames USUAL =
      new ColumnNames("features", Optional.empty(), Optional.empty());

  public ColumnNames {
    Objects.requireNonNull(features, "features");
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(person, "person");
  }
}
