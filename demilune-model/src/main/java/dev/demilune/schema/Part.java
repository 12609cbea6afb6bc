// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import java.io.Serializable;
import java.util.List;

/**
 * One thing that a column says of a record, before it becomes features: a number or a choice.
 *
 * <p>Learners of shape functions see parts ({@link EncodedRow#part}); all others see features. Most
 * columns are one part.
 */
public sealed interface Part extends Serializable {

  /** The largest number of values of a choice: an index fits in a signed 16-bit code. */
  int MOST_VALUES = Short.MAX_VALUE;

  /** Returns the name to show: that of the column, or of what is taken from it. */
  String name();

  /** Returns the declared direction; a choice without an order has none. */
  Monotone monotone();

  /**
   * Returns whether a missing value is a value of its own: NaN for a number, the last value for a
   * choice.
   */
  boolean missing();

  /** Returns the part with another direction. */
  Part withMonotone(Monotone direction);

  /**
   * A number. Its value in a row is its position in the public range, between 0 (low) and 1 (high),
   * taken after the scale; NaN where it is missing and that is a value of its own.
   *
   * @param low what position 0 stands for, in the units of the file
   * @param high what position 1 stands for
   * @param scale the function that was applied before the position was taken
   * @param marks the edges of bins or the knots that the schema declares, increasing, strictly
   *     between low and high, in the units of the file; empty where it declares none
   */
  @SuppressWarnings("JavaLangClash") // always written with its Part
  record Number(
      String name,
      double low,
      double high,
      AmountScale scale,
      List<Double> marks,
      boolean missing,
      Monotone monotone)
      implements Part {
    public Number {
      marks = List.copyOf(marks);
    }

    /** A number on a linear scale, of which nothing else is declared. */
    public Number(String name, double low, double high) {
      this(name, low, high, AmountScale.LINEAR, List.of(), false, Monotone.NONE);
    }

    @Override
    public Number withMonotone(Monotone direction) {
      return new Number(name, low, high, scale, marks, missing, direction);
    }

    /** Returns the number at a position, in the units of the file. */
    public double valueAt(double position) {
      return scale.valueAt(position, new FeatureRange(low, high));
    }

    /** Returns the position of a number, clipped to [0, 1]. */
    public double positionOf(double value) {
      return scale.position(value, new FeatureRange(low, high));
    }

    /** Returns whether zero lies strictly inside the range. */
    public boolean zeroInside() {
      return low < 0 && high > 0;
    }
  }

  /**
   * One of a list of values. Its value in a row is the index in the list, or -1 for none of them.
   *
   * @param values at most {@link #MOST_VALUES}
   * @param ordered whether the values are listed in their order; one for missing has no place in it
   */
  record Choice(
      String name, List<String> values, boolean ordered, boolean missing, Monotone monotone)
      implements Part {
    public Choice {
      values = List.copyOf(values);
    }

    /** A choice without an order, of which nothing else is declared. */
    public Choice(String name, List<String> values) {
      this(name, values, false, false, Monotone.NONE);
    }

    @Override
    public Choice withMonotone(Monotone direction) {
      return new Choice(name, values, ordered, missing, direction);
    }
  }
}
