// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The greatest depth of a point whose first coordinates are fixed, as a function of its next one:
 * the slice envelope.
 *
 * <p>Let M(t) be the greatest depth of any point whose first coordinates are the fixed ones and
 * whose next one is t, and let t run from one public number to another. The envelope at t is the
 * smaller of the largest M up to t and the largest M from t on.
 *
 * <p><b>Claim.</b> The envelope is at least k exactly from {@link #low} to {@link #high} of k,
 * where these exist. Both are an end of the range, or the coordinate of a slice vertex: of a point,
 * with the first coordinates as fixed, where as many constraints with linearly independent normals
 * are tight as determine that coordinate. Adding a constraint raises the envelope everywhere by 0
 * or 1, removing one lowers it by 0 or 1, and replacing one moves it by at most 1.
 *
 * <p><b>Proof.</b> The points of depth k or more are the union of finitely many polyhedra, so the t
 * with M(t) ≥ k are finitely many closed intervals. Let low and high be the least and the largest
 * of these t within the range; the envelope is at least k exactly between them. If low is not an
 * end of the range, it is the least t of a polyhedron of some constraints K in the slice, and
 * {@link VertexSearch} finds its depth there; the same holds for high. Every depth that is recorded
 * is that of a point. Depths move by at most one, all in one direction when a constraint is added
 * or removed ({@link Constraints}), and maxima and minima of such numbers do the same. ∎
 *
 * <p>{@link SearchWork} says how long it takes.
 *
 * <p><b>Relies on.</b> Nothing. Everything here but the range is private.
 *
 * <p><b>Source.</b> Kaplan, Mansour, Stemmer and Tsfadia (2020), whose list of decreasing points is
 * that of this function and not of the convex depth they define it for; the tests have a
 * counterexample.
 */
public final class SliceLevels {

  private final Rational[] lows;
  private final Rational[] highs;

  private SliceLevels(Rational[] lows, Rational[] highs) {
    this.lows = lows;
    this.highs = highs;
  }

  /**
   * Computes the levels of the coordinate after the fixed ones.
   *
   * @param fixed the first coordinates, fewer than there are unknowns
   * @param low the least coordinate to look at
   * @param high the largest coordinate to look at
   */
  public static SliceLevels of(
      Constraints constraints, List<Rational> fixed, Rational low, Rational high) {
    return of(constraints, fixed, low, high, VertexSearch.FEW_ROWS);
  }

  /**
   * Computes the same in another way.
   *
   * @param fewRows below this number of rows no plane is divided into slabs
   */
  static SliceLevels of(
      Constraints constraints, List<Rational> fixed, Rational low, Rational high, int fewRows) {
    if (fixed.size() >= constraints.unknowns()) {
      throw new IllegalArgumentException("fewer coordinates must be fixed than there are unknowns");
    }
    if (low.compareTo(high) > 0) {
      throw new IllegalArgumentException("low must not be above high");
    }
    Slice slice = Slice.of(constraints, fixed); // t is column 0 of its flat
    // The ends of the range need not be vertices, so their depths are found by themselves.
    int depthAtLow = DeepestPoint.depth(constraints, DeepestPoint.with(fixed, low), 0);
    int depthAtHigh = DeepestPoint.depth(constraints, DeepestPoint.with(fixed, high), 0);
    // The slice's unknowns are the coordinates times its scale, which keeps its rows integers.
    Rational from = low.times(slice.scale());
    Rational to = high.times(slice.scale());
    LevelEnds ends = new LevelEnds(constraints.size(), from, depthAtLow, to, depthAtHigh);
    new VertexSearch(slice, ends, from, to, fewRows)
        .run(
            row -> {
              // All points with the t of the row, if they could be new.
              double t = slice.flat().nearly(row, 0);
              int known =
                  ends.known(
                      Quotients.moved(t, -Quotients.MARGIN), Quotients.moved(t, Quotients.MARGIN));
              Rational coordinate = unscaled(slice.flat().quotient(row, 0), slice.scale());
              List<Rational> longer = DeepestPoint.with(fixed, coordinate);
              int depth = DeepestPoint.depth(constraints, longer, known);
              if (depth > known) {
                ends.offer(depth, slice.flat(), row);
              }
            });
    return new SliceLevels(
        unscaled(ends.lows(), slice.scale()), unscaled(ends.highs(), slice.scale()));
  }

  private static Rational[] unscaled(Rational[] numbers, BigInteger scale) {
    return Arrays.stream(numbers)
        .map(number -> number == null ? null : unscaled(number, scale)) // null: not reached
        .toArray(Rational[]::new);
  }

  private static Rational unscaled(Rational number, BigInteger scale) {
    return Rational.of(number.numerator(), number.denominator().multiply(scale));
  }

  /** Returns the number of constraints, the largest level there could be. */
  public int largest() {
    return lows.length - 1;
  }

  /** Returns the largest level that is reached. */
  public int best() {
    int best = largest();
    while (lows[best] == null) { // ends at 0: every point has that depth
      best--;
    }
    return best;
  }

  /** Returns the least coordinate at which a level of 0, 1, ... is reached, if any. */
  public Optional<Rational> low(int level) {
    return Optional.ofNullable(lows[level]);
  }

  /** Returns the largest coordinate at which a level is reached, if any. */
  public Optional<Rational> high(int level) {
    return Optional.ofNullable(highs[level]);
  }

  /** Returns the envelope at a coordinate within the range. */
  public int value(Rational coordinate) {
    int below = 0; // the levels form intervals, each within the one before it
    int above = best() + 1;
    while (above - below > 1) {
      int middle = (below + above) >>> 1; // the intervals are nested, so bisection finds the last
      boolean reached =
          lows[middle].compareTo(coordinate) <= 0 && coordinate.compareTo(highs[middle]) <= 0;
      below = reached ? middle : below; // level 0 is reached everywhere, so below starts as reached
      above = reached ? above : middle;
    }
    return below;
  }
}
