// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import java.util.stream.IntStream;

/**
 * The greatest depth of any point.
 *
 * <p><b>Claim.</b> {@link #depth} is the maximum over all points of the flat, if all rows may be
 * made tight.
 *
 * <p><b>Proof.</b> Let K be the rows that hold at a deepest point. The points where all of K hold
 * are a polyhedron, and its least faces are flats on which a set I of independent rows of K is
 * tight (Schrijver 1986, theorem 8.4); every point of such a face is a deepest one. Take the rows
 * of I in the order of their numbers. The recursion makes them tight in this order, among other
 * choices, and each of the flats on the way contains the face. It ends in the face, at the point
 * where the unknowns left are zero, or before that in a line that contains the face, where {@link
 * LineSweep} finds the greatest depth. Every depth that it considers is that of a point. ∎
 *
 * <p><b>Source.</b> Schrijver, Theory of Linear and Integer Programming (1986).
 */
final class DeepestPoint {

  private DeepestPoint() {}

  /** The greatest depth of the points of a slice; the rows are shared among threads. */
  static int depth(Slice slice) {
    Flat flat = slice.flat();
    if (flat.unknowns() <= 1) {
      return depth(slice, flat, 0, new LineSweep(slice));
    }
    return Math.max(
        depthAtOrigin(slice, flat),
        IntStream.range(0, flat.rows())
            .parallel()
            // buffers of its own: rows run in parallel
            .map(row -> depthOnBorder(slice, flat, row, new LineSweep(slice)))
            .max()
            .orElse(slice.constant()));
  }

  /** The greatest depth found on a flat when only rows from one on are made tight. */
  static int depth(Slice slice, Flat flat, int firstRow, LineSweep sweep) {
    if (flat.unknowns() == 1) {
      sweep.over(flat); // a line: the last row of I has its threshold here
      return sweep.deepest();
    }
    // a face ends here, at the point where the unknowns left are zero
    int deepest = depthAtOrigin(slice, flat);
    for (int row = firstRow; row < flat.rows() && flat.unknowns() > 1; row++) {
      deepest = Math.max(deepest, depthOnBorder(slice, flat, row, sweep));
    }
    return deepest;
  }

  private static int depthOnBorder(Slice slice, Flat flat, int row, LineSweep sweep) {
    int unknown = flat.lastUnknown(row, 0); // any that occurs in the row may be eliminated
    // A row without unknowns has no border; 0 is a depth that never wins.
    return unknown < 0 ? 0 : depth(slice, flat.border(row, unknown), row + 1, sweep);
  }

  private static int depthAtOrigin(Slice slice, Flat flat) {
    int depth = slice.constant();
    for (int row = 0; row < flat.rows(); row++) {
      // at y = 0 a row holds if its right side is at most 0
      depth += flat.sign(row, flat.unknowns()) <= 0 ? slice.weights().of(row) : 0;
    }
    return depth;
  }
}
