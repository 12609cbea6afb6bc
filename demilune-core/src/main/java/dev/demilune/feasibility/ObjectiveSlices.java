// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import dev.demilune.mechanism.CoordinateSearch.Axis;
import dev.demilune.mechanism.SlicedFunction;
import dev.demilune.mechanism.StepFunction;
import dev.demilune.mechanism.ValueShift;
import dev.demilune.privacy.Adjacency;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * A linear program as a function of its coordinates: the first is t, the value of the objective,
 * and the others are those of a deep point with this value.
 *
 * <p>Let v(t) be the least number of constraints that a point violates whose objective is t or
 * more, and t' the element of the domain after t. The first slice is q(t) = min(m - v(t), v(t') -
 * m), without the second term at the end of the domain, plus a public number; m is a public
 * threshold. Later slices are those of {@link DepthSlices}.
 *
 * <p><b>Claim.</b> q is quasi-concave; a neighbor moves each of its values by at most one, in
 * either direction. Let some point violate at most j constraints, m = l + j + 1, and q(t) ≥ -l.
 * Then no point that violates at most j constraints has an objective above t, or that objective is
 * not bounded; and some point with the objective t violates at most 2(l + j + 1) of them. The
 * largest value of q is at least 0.
 *
 * <p><b>Proof.</b> v rises with t, so q is the minimum of a falling and a rising function. v(t) is
 * the number of rows less the greatest depth of points with an objective from t on, and equally the
 * least number of violated rows of such points: a neighbor moves each count of violated rows by at
 * most one, hence v. At the least t of the domain v ≤ j ≤ m, because depths do not change before
 * the first vertex ({@link VertexSpace}); at the last t of the domain with v(t) ≤ m, q is at least
 * 0. Let q(t) ≥ -l: v(t) ≤ m + l = 2l + j + 1, by a point y with c·y ≥ t. If t is not the last of
 * the domain, v(t') ≥ m - l = j + 1, so a point that violates at most j has an objective below t';
 * the largest such objective is in the domain, and so at most t. If t is the last one, it lies
 * beyond all vertices, and the least objective of such points, if there is one, is in the domain.
 * In both cases a point z that violates at most j has c·z ≤ t. On the segment from z to y every
 * constraint holds that holds at both ends, and it crosses c·x = t: at most 2l + 2j + 1 are
 * violated there. ∎
 *
 * <p><b>Source.</b> OptimizeHighDimFunc and FindDeepPoint of Kaplan, Mansour, Stemmer and Tsfadia
 * (2020), in other coordinates; the first function is the crossing that RecConcave of Beimel,
 * Nissim and Stemmer searches for a width. The program is ours.
 *
 * @param depth of the constraints on t and the other unknowns
 * @param threshold m
 * @param added to q, so that one promise serves all slices
 */
record ObjectiveSlices(DepthSlices depth, long threshold, long added) implements SlicedFunction {

  /** Returns what is public about the coordinates. */
  static List<Axis> axes(Constraints.Bounds bounds, Adjacency adjacency) {
    List<Axis> axes = new ArrayList<>(DepthSlices.axes(bounds, adjacency));
    // 2(l + j + 1) of the claim, j + 1 being missing before; q moves either way for all adjacencies
    axes.set(0, new Axis(axes.get(0).size(), ValueShift.EITHER_WAY, 2, 2));
    return axes;
  }

  @Override
  public int coordinates() {
    return depth.coordinates();
  }

  @Override
  public BigInteger size(List<BigInteger> chosen) {
    return depth.size(chosen);
  }

  @Override
  public StepFunction slice(List<BigInteger> chosen) {
    return chosen.isEmpty() ? crossing() : depth.slice(chosen);
  }

  private StepFunction crossing() {
    StepFunction violated = violated();
    int last = violated.pieces() - 1;
    List<BigInteger> starts = new ArrayList<>();
    List<Long> values = new ArrayList<>();
    for (int piece = 0; piece <= last; piece++) {
      long below = threshold - violated.value(piece);
      BigInteger end = violated.last(piece);
      if (violated.first(piece).compareTo(end) < 0) { // the next point has the same value
        starts.add(violated.first(piece));
        values.add(added + Math.min(below, -below));
      }
      starts.add(end);
      values.add(
          added
              + (piece == last
                  ? below // the end of the domain
                  : Math.min(below, violated.value(piece + 1) - threshold)));
    }
    return StepFunction.of(
        violated.size(), starts, values.stream().mapToLong(Long::longValue).toArray());
  }

  /** v. */
  private StepFunction violated() {
    RationalDomain domain = depth.domain(List.of());
    Constraints constraints = depth.constraints();
    SliceLevels levels = SliceLevels.of(constraints, List.of(), domain.lowest(), domain.highest());
    StepFunction.Builder violated = StepFunction.builder(domain.size());
    violated.add(BigInteger.ZERO, constraints.size() - levels.best());
    for (int level = 1; level <= levels.best(); level++) {
      Rational high = levels.high(level).orElseThrow();
      if (high.compareTo(domain.highest()) < 0) {
        violated.add(
            domain.lastAtMost(high).add(BigInteger.ONE), 1); // one level less from there on
      }
    }
    return violated.build();
  }
}
