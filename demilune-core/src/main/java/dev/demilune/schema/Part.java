// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import java.util.List;

/**
 * One thing that a column says of a record, before it becomes features: a number or a choice.
 *
 * <p>Learners of shape functions see parts ({@link EncodedRow#part}); all others see features. Most
 * columns are one part.
 */
public sealed interface Part {

  /** Returns the name to show: that of the column, or of what is taken from it. */
  String name();

  /**
   * A number. Its value in a row is its position in the public range, between 0 (low) and 1 (high);
   * NaN where it is missing and that is a value of its own.
   *
   * @param low what position 0 stands for, in the units of the file
   * @param high what position 1 stands for
   */
  record Number(String name, double low, double high) implements Part {}

  /**
   * One of a list of values. Its value in a row is the index in the list, or -1 for none of them.
   */
  record Choice(String name, List<String> values) implements Part {
    public Choice {
      values = List.copyOf(values);
    }
  }
}
