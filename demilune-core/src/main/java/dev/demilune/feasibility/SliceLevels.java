// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.stream.IntStream;

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
 * end of the range, it is the least t of a polyhedron of some constraints K in the slice. The face
 * where it is attained contains a least face, a flat on which a set I of independent constraints of
 * K is tight and on which t is constant. So I determines t, and all points of the face are deep
 * enough. The search makes the rows of I tight in the order of their numbers, among all other
 * choices, and keeps t among the unknowns as long as it is not constant. If t becomes constant on
 * the way, the flat contains the face and {@link DeepestPoint} finds the depth; otherwise the
 * search ends in a line on which t is the unknown, and the last row of I has its threshold there.
 * Every depth that it records is that of a point. The same holds for high. Depths move by at most
 * one, all in one direction when a constraint is added or removed ({@link Constraints}), and maxima
 * and minima of such numbers do the same. ∎
 *
 * <p>The work is about n^u·log n/(u - 1)! for u unknowns that are not fixed and n different
 * constraints ({@link SearchWork}).
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
  private final long sorted;

  private SliceLevels(Rational[] lows, Rational[] highs, long sorted) {
    this.lows = lows;
    this.highs = highs;
    this.sorted = sorted;
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
    if (fixed.size() >= constraints.unknowns()) {
      throw new IllegalArgumentException("fewer coordinates must be fixed than there are unknowns");
    }
    if (low.compareTo(high) > 0) {
      throw new IllegalArgumentException("low must not be above high");
    }
    Slice slice = Slice.of(constraints, fixed); // t is column 0 of its flat
    // The ends of the range need not be vertices, so their depths are found by themselves.
    int depthAtLow = DeepestPoint.depth(Slice.of(constraints, with(fixed, low)));
    int depthAtHigh = DeepestPoint.depth(Slice.of(constraints, with(fixed, high)));
    // The slice's unknowns are the coordinates times its scale, which keeps its rows integers.
    Rational from = low.times(slice.scale());
    Rational to = high.times(slice.scale());
    Supplier<LevelEnds> start =
        () -> new LevelEnds(constraints.size(), from, depthAtLow, to, depthAtHigh);
    LevelEnds ends = start.get();
    Queue<Search> idle = new ConcurrentLinkedQueue<>();
    Flat flat = slice.flat();
    if (flat.unknowns() == 1) {
      Search search = new Search(slice, ends);
      search.on(flat, 0);
      idle.add(search);
    } else {
      // Every row is tried as the first of I; the rows after it have larger numbers. These searches
      // are independent, and least and largest coordinates do not depend on the threads' order.
      IntStream.range(0, flat.rows())
          .parallel()
          .forEach(
              row -> {
                Search search = idle.poll();
                if (search == null) {
                  search = new Search(slice, start.get());
                }
                search.onBorder(flat, row);
                idle.add(search); // its buffers serve the next row
              });
      idle.forEach(search -> ends.offer(search.ends()));
    }
    return new SliceLevels(
        unscaled(ends.lows(), slice.scale()),
        unscaled(ends.highs(), slice.scale()),
        idle.stream().mapToLong(search -> search.sweep().sorted()).sum());
  }

  private static List<Rational> with(List<Rational> fixed, Rational next) {
    List<Rational> longer = new ArrayList<>(fixed);
    longer.add(next);
    return longer;
  }

  private static Rational[] unscaled(Rational[] numbers, BigInteger scale) {
    Rational[] unscaled = new Rational[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      unscaled[i] =
          numbers[i] == null
              ? null // no point has this depth
              : Rational.of(numbers[i].numerator(), numbers[i].denominator().multiply(scale));
    }
    return unscaled;
  }

  /** Returns how many thresholds were sorted: private. */
  long sorted() {
    return sorted;
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

  /** The search of one thread. */
  private record Search(Slice slice, LineSweep sweep, LevelEnds ends) {

    Search(Slice slice, LevelEnds ends) {
      this(slice, new LineSweep(slice), ends);
    }

    /** Makes rows from one on tight. */
    void on(Flat flat, int firstRow) {
      if (flat.unknowns() == 1) { // a line on which t is the unknown: the last row of I is here
        sweep.over(flat);
        ends.offer(flat, sweep); // depths at all thresholds of this line
        return;
      }
      // each set I once, in the order of its row numbers
      for (int row = firstRow; row < flat.rows(); row++) {
        onBorder(flat, row);
      }
    }

    void onBorder(Flat flat, int row) {
      int unknown = flat.lastUnknown(row, 1); // any but t, which is column 0
      if (unknown >= 0) {
        on(flat.border(row, unknown), row + 1);
      } else if (flat.sign(row, 0) != 0 && ends.isWithin(flat, row)) {
        // No other unknown occurs in the row, so t is constant on its border, which contains the
        // face: the greatest depth there is noted for that t.
        Flat constant = flat.border(row, 0);
        ends.offer(DeepestPoint.depth(slice, constant, row + 1, sweep), flat.quotient(row, 0));
      }
    }
  }
}
