// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.center;

import dev.demilune.internal.Check;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Points with integer coordinates, one per person, within public bounds. Except for the bounds,
 * everything here is private.
 */
public final class Points {

  private final long[][] rows;
  private final List<Long> bounds;

  private Points(long[][] rows, List<Long> bounds) {
    this.rows = rows;
    this.bounds = bounds;
  }

  /**
   * Returns the points.
   *
   * @param bounds public, on the absolute values of each coordinate; a point beyond them is
   *     refused, by its number and without its content
   */
  public static Points of(long[][] rows, List<Long> bounds) {
    long[][] copy = new long[rows.length][];
    for (int row = 0; row < rows.length; row++) {
      copy[row] = rows[row].clone(); // checked below, so the caller must not change it later
      boolean within = copy[row].length == bounds.size();
      for (int i = 0; within && i < bounds.size(); i++) {
        within = copy[row][i] >= -bounds.get(i) && copy[row][i] <= bounds.get(i);
      }
      if (!within) {
        throw new IllegalArgumentException("point " + row + " is beyond the declared bounds");
      }
    }
    bounds.forEach(bound -> Check.between("bound of a coordinate", bound, 0, Long.MAX_VALUE));
    return new Points(copy, List.copyOf(bounds));
  }

  /** Returns the number of points. */
  public int size() {
    return rows.length;
  }

  /** Returns the public bounds. */
  public List<Long> bounds() {
    return bounds;
  }

  /** Returns the points with the given numbers, in their order, for example a sample. */
  public Points select(int[] chosen) {
    return new Points(
        IntStream.of(chosen).mapToObj(row -> rows[row]).toArray(long[][]::new), bounds);
  }

  /** Returns the points in the order of their coordinates, so that equal ones are neighbors. */
  long[][] sorted() {
    long[][] sorted = rows.clone();
    Arrays.sort(sorted, Arrays::compare);
    return sorted;
  }
}
