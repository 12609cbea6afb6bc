// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import dev.demilune.data.NumberFormat;
import java.util.List;
import java.util.Optional;

/**
 * How the cells of a column are read.
 *
 * @param missingIsValue whether a missing cell is a value of its own; otherwise it counts as the
 *     column's default
 * @param missingValues the texts that mean missing, where they are not those of the file
 * @param numbers how numbers are written, where that is not as in the rest of the file
 */
public record Reading(
    boolean missingIsValue, Optional<List<String>> missingValues, Optional<NumberFormat> numbers) {

  private static final Reading PLAIN = new Reading(false, Optional.empty(), Optional.empty());

  public Reading {
    missingValues = missingValues.map(List::copyOf);
  }

  /** Returns the reading as in the rest of the file, where a missing cell counts as the default. */
  public static Reading plain() {
    return PLAIN;
  }

  Reading missingAsValue() {
    return new Reading(true, missingValues, numbers);
  }

  Reading withMissingValues(List<String> texts) {
    return new Reading(missingIsValue, Optional.of(texts), numbers);
  }

  Reading withNumbers(NumberFormat format) {
    return new Reading(missingIsValue, missingValues, Optional.of(format));
  }
}
