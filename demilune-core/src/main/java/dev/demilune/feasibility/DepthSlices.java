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
 * The depth of points as a function of their coordinates: the slice envelope, and the depth itself
 * for the last coordinate. {@link DepthFunctions} says how neighbors move it, {@link DeepPoint} why
 * an axis grows as it does.
 *
 * @param constraints private but for their bounds
 */
record DepthSlices(Constraints constraints) implements SlicedFunction {

  /** Returns what is public about the coordinates. */
  static List<Axis> axes(Constraints.Bounds bounds, Adjacency adjacency) {
    List<BigInteger> sizes = VertexSpace.largestSizes(bounds);
    ValueShift shift = ValueShift.ofCounts(adjacency);
    List<Axis> axes = new ArrayList<>();
    for (int i = 0; i < sizes.size(); i++) {
      // The cases of the proof: z exists for the first, the depth itself for a flat last one.
      int growth = i == 0 || i == sizes.size() - 1 ? 1 : 2;
      axes.add(new Axis(sizes.get(i), shift, growth, i == 0 ? 1 : 2));
    }
    return axes;
  }

  @Override
  public int coordinates() {
    return constraints.unknowns();
  }

  @Override
  public BigInteger size(List<BigInteger> chosen) {
    return domain(point(chosen)).size();
  }

  @Override
  public StepFunction slice(List<BigInteger> chosen) {
    List<Rational> fixed = point(chosen);
    RationalDomain domain = domain(fixed);
    return DepthFunctions.of(constraints, fixed, domain, domain.size());
  }

  /** Returns the fractions that the chosen numbers mean. */
  List<Rational> point(List<BigInteger> chosen) {
    List<Rational> point = new ArrayList<>();
    for (BigInteger number : chosen) {
      point.add(domain(point).value(number)); // each domain depends on the coordinates before it
    }
    return point;
  }

  RationalDomain domain(List<Rational> fixed) {
    return new VertexSpace(constraints.bounds(), fixed).domain();
  }
}
