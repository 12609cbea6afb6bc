// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.center;

import dev.demilune.feasibility.Rational;
import dev.demilune.mechanism.SlicedFunction;
import dev.demilune.mechanism.StepFunction;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The greatest Tukey depth in a box, coordinate by coordinate. A box is a product of cells; the
 * cells of a coordinate have the width 1/r and their middles at the multiples of 1/r, and they
 * cover all that the bounds admit.
 *
 * <p>The depth D(x) of a place x is the least number of points in a closed halfspace that contains
 * it. The slice of coordinate i is, for each of its cells, the largest D(x) of the x whose first i
 * - 1 coordinates are in the chosen cells and whose i-th is in this one.
 *
 * <p><b>Claim.</b> Slices are quasi-concave. Adding a point raises every value by 0 or 1, removing
 * one lowers it by 0 or 1, and replacing one moves it by at most 1. The largest value of a slice is
 * the value of the slice before it at the chosen cell, and that of the first is the largest depth
 * there is, at least n/(d + 1).
 *
 * <p><b>Proof.</b> Each halfspace's number of points moves so when a point is added, removed or
 * replaced; minima and maxima of such numbers do the same. The places of depth k or more are a
 * closed convex set R_k, an intersection of halfspaces ({@link Planes}). Its part in the box of the
 * chosen cells is convex, so the i-th coordinates of that part are an interval, and the cells that
 * meet an interval are consecutive: slices are quasi-concave. For k ≥ 1 R_k lies within the hull of
 * the points and so within the bounds; the cells of a coordinate cover its range, so a place of the
 * largest depth in the chosen box is in one of the next cells. The last number is the theorem of
 * the center point (Rado 1946). ∎
 *
 * <p>There is no loss by the width of cells: the box that is chosen contains a deep place, wherever
 * the points are. How close its middle is to that place is what the width says.
 *
 * <p><b>Source.</b> OptimizeHighDimFunc of Kaplan, Mansour, Stemmer and Tsfadia (2020) for the
 * search; Tukey (1975) for the depth. Boxes are ours; fractions in which all corners of R_k lie
 * would need domains that are larger by many bits.
 */
public final class TukeyDepth implements SlicedFunction {

  private static final Rational HALF = Rational.of(1, 2);

  private final Points points;
  private final long resolution;
  private final Planes planes;

  private TukeyDepth(Points points, long resolution, Planes planes) {
    this.points = points;
    this.resolution = resolution;
    this.planes = planes;
  }

  /**
   * Returns the depths of these points; finding their planes is most of the work.
   *
   * @param resolution r, the number of cells in one unit
   */
  static TukeyDepth of(Points points, long resolution) {
    return new TukeyDepth(points, resolution, Planes.of(points));
  }

  /** Returns the number of cells of a coordinate with this bound. */
  static BigInteger cells(long bound, long resolution) {
    return BigInteger.valueOf(bound)
        .multiply(BigInteger.valueOf(2 * resolution))
        .add(BigInteger.ONE);
  }

  @Override
  public int coordinates() {
    return points.bounds().size();
  }

  @Override
  public BigInteger size(List<BigInteger> chosen) {
    return cells(points.bounds().get(chosen.size()), resolution);
  }

  /** Returns the middle of a cell of a coordinate with this bound. */
  static Rational middle(long bound, long resolution, BigInteger number) {
    return Rational.of(number, BigInteger.valueOf(resolution)).minus(Rational.of(bound));
  }

  @Override
  public StepFunction slice(List<BigInteger> chosen) {
    int coordinate = chosen.size();
    List<Rational> low = new ArrayList<>();
    List<Rational> high = new ArrayList<>();
    Rational half = Rational.of(1, resolution).times(HALF);
    for (int i = 0; i < coordinates(); i++) {
      long bound = points.bounds().get(i);
      boolean isChosen = i < coordinate;
      low.add(
          isChosen ? middle(bound, resolution, chosen.get(i)).minus(half) : Rational.of(-bound));
      high.add(isChosen ? middle(bound, resolution, chosen.get(i)).plus(half) : Rational.of(bound));
    }
    BigInteger scale = BigInteger.valueOf(resolution);
    BigInteger offset = BigInteger.valueOf(points.bounds().get(coordinate)).multiply(scale);
    StepFunction.Builder slice = StepFunction.builder(size(chosen));
    IntStream.rangeClosed(1, deepest(low, high))
        .parallel()
        .mapToObj(
            level -> {
              List<long[]> halfspaces = planes.of(level);
              return new Rational[] {
                ExactProgram.smallest(halfspaces, coordinate, low, high).orElseThrow(),
                ExactProgram.largest(halfspaces, coordinate, low, high).orElseThrow()
              };
            })
        .toList()
        .forEach(
            ends -> {
              // The cells from (a - 1/2)/r to (a + 1/2)/r that meet the interval.
              BigInteger first = HALF.minus(ends[0].times(scale)).floor().negate();
              BigInteger last = ends[1].times(scale).plus(HALF).floor();
              slice.add(first.add(offset), 1);
              slice.add(last.add(offset).add(BigInteger.ONE), -1);
            });
    return slice.build();
  }

  /** The greatest depth in a box: R_(k+1) lies within R_k, so bisection finds the last. */
  private int deepest(List<Rational> low, List<Rational> high) {
    int reached = 0;
    int beyond = points.size() + 1;
    while (beyond - reached > 1) {
      int level = (reached + beyond) >>> 1;
      boolean isReached = ExactProgram.largest(planes.of(level), 0, low, high).isPresent();
      reached = isReached ? level : reached;
      beyond = isReached ? beyond : level;
    }
    return reached;
  }
}
