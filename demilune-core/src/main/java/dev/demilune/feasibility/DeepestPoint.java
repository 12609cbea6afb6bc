// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import java.util.ArrayList;
import java.util.List;

/**
 * The greatest depth of any point.
 *
 * <p><b>Claim.</b> {@link #depth} is the maximum over all points of the slice, or of the flat.
 *
 * <p><b>Proof for a slice.</b> The points of the greatest depth are a union of polyhedra. If the
 * next coordinate has a least value on one of them, {@link VertexSearch} offers the depth there.
 * Otherwise the polyhedron has points beyond all vertices, where depths do not change any more, and
 * the lower end of the {@link VertexSpace} lies there: the slice at this end is as deep. With one
 * unknown, {@link LineSweep} finds the depth.
 *
 * <p><b>Proof for a flat.</b> Let K be the rows that hold at a deepest point. The points where all
 * of K hold are a polyhedron, and its least faces are flats on which a set I of independent rows of
 * K is tight (Schrijver 1986, theorem 8.4); every point of such a face is a deepest one. Take the
 * rows of I in the order of their numbers. The recursion makes them tight in this order, among
 * other choices, and each of the flats on the way contains the face. It ends in the face, at the
 * point where the unknowns left are zero, or before that in a line that contains the face, where
 * {@link LineSweep} finds the greatest depth. Every depth that it considers is that of a point. ∎
 *
 * <p><b>Source.</b> Schrijver, Theory of Linear and Integer Programming (1986).
 */
final class DeepestPoint {

  private DeepestPoint() {}

  /**
   * The greatest depth of the points that begin with fixed coordinates, or {@code least} if it is
   * smaller than that.
   */
  static int depth(Constraints constraints, List<Rational> fixed, int least) {
    Slice slice = Slice.of(constraints, fixed);
    Flat flat = slice.flat();
    if (flat.unknowns() <= 1) {
      return Math.max(least, depth(slice, flat, new LineSweep(slice)));
    }
    RationalDomain domain = new VertexSpace(constraints.bounds(), fixed).domain();
    int atLowest = depth(constraints, with(fixed, domain.lowest()), least);
    BestDepth best = new BestDepth(atLowest);
    new VertexSearch(
            slice,
            best,
            domain.lowest().times(slice.scale()),
            domain.highest().times(slice.scale()),
            VertexSearch.FEW_ROWS)
        .run(
            row -> {
              Rational t = flat.quotient(row, 0);
              Rational coordinate =
                  Rational.of(t.numerator(), t.denominator().multiply(slice.scale()));
              best.offer(depth(constraints, with(fixed, coordinate), best.depth()));
            });
    return best.depth();
  }

  /** The coordinates with another one after them. */
  static List<Rational> with(List<Rational> fixed, Rational next) {
    List<Rational> longer = new ArrayList<>(fixed);
    longer.add(next);
    return longer;
  }

  /** The greatest depth on a flat of a slice. */
  static int depth(Slice slice, Flat flat, LineSweep sweep) {
    return depth(slice, flat, 0, sweep);
  }

  /** The greatest depth found on a flat when only rows from one on are made tight. */
  private static int depth(Slice slice, Flat flat, int firstRow, LineSweep sweep) {
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
