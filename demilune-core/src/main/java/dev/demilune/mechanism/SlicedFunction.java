// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import java.math.BigInteger;
import java.util.List;

/**
 * A function of several coordinates, each from an ordered domain, given one coordinate at a time:
 * the slice of coordinate i says how large the function can become if the coordinates before i are
 * the chosen ones and the next is this one. {@link CoordinateSearch} finds a point where it is
 * nearly largest.
 *
 * <p>Coordinates are numbers 0, 1, ..., size - 1 of their domains; what they mean is up to the
 * implementation. Sizes are public. The values of slices are private, and an implementation proves
 * two things about them: given the same chosen coordinates, a neighboring table moves each value as
 * the {@link ValueShift} of the search says; and, for accuracy alone, how much is missing from the
 * largest value of a slice when the slice before lost so much ({@link CoordinateSearch.Axis}).
 */
public interface SlicedFunction {

  /** Returns the number of coordinates, a public number. */
  int coordinates();

  /**
   * Returns the number of values that the next coordinate can have, by public quantities and the
   * chosen coordinates alone.
   *
   * @param chosen the first coordinates, fewer than there are
   */
  BigInteger size(List<BigInteger> chosen);

  /** Returns the function of the next coordinate, with as many points as {@link #size} says. */
  StepFunction slice(List<BigInteger> chosen);
}
