// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import java.util.List;

/** The schema of one column of a file. */
public sealed interface Column {

  String name();

  /** Returns the number of features the column becomes. */
  int width();

  /** Returns what the column says of a record: nothing for a label or an ignored column. */
  default List<Part> parts() {
    return List.of();
  }

  /**
   * A number with its public range; a cell that is not a number counts as the fallback, one outside
   * the range as its nearer end.
   *
   * @param whole whether it is an integer, which is then also kept exactly beside the bounded row;
   *     the ends of the range and the fallback are integers up to {@link #LARGEST_INTEGER} then
   */
  record Numeric(String name, FeatureRange range, double fallback, boolean whole)
      implements Column {

    /** The largest absolute value of an integer: 2^60. */
    public static final long LARGEST_INTEGER = 1L << 60;

    /** Returns a number that need not be an integer. */
    public Numeric(String name, FeatureRange range, double fallback) {
      this(name, range, fallback, false);
    }

    /** Returns an integer within the range: the nearer end for what lies outside. */
    public long clip(long value) {
      return Math.max((long) range.low(), Math.min((long) range.high(), value));
    }

    @Override
    public int width() {
      return 1;
    }

    @Override
    public List<Part> parts() {
      return List.of(new Part.Number(name, range.low(), range.high()));
    }
  }

  /**
   * One of a list of values, one feature each. Any other value counts as the value with index
   * {@code other}, or as none of them (all zeros) when that is -1.
   */
  record Category(String name, List<String> values, int other) implements Column {
    public Category {
      values = List.copyOf(values);
    }

    @Override
    public int width() {
      return values.size();
    }

    @Override
    public List<Part> parts() {
      return List.of(new Part.Choice(name, values));
    }
  }

  /** The class to predict; its values are the schema's {@link LabelSet}. */
  record Label(String name) implements Column {
    @Override
    public int width() {
      return 0;
    }
  }

  /** A column of the file that is not used. */
  record Ignored(String name) implements Column {
    @Override
    public int width() {
      return 0;
    }
  }
}
