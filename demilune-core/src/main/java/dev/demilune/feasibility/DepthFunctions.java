// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import dev.demilune.mechanism.StepFunction;
import java.math.BigInteger;
import java.util.List;

/**
 * The greatest depth of a point, as a function of the numbers of a {@link RationalDomain}.
 *
 * <p><b>Claim.</b> A neighboring table moves every value by at most one, and all of them in one
 * direction where a row is added or removed. The largest value is the largest for all real
 * coordinates.
 *
 * <p><b>Proof.</b> At each number the value is that of {@link SliceLevels} or {@link LineDepth} at
 * the number's fraction: levels are intervals, each within the one before, so the number of levels
 * that hold a fraction is the largest of them. Their claims are about every coordinate. The second
 * sentence is that of {@link VertexSpace}. ∎
 */
final class DepthFunctions {

  private DepthFunctions() {}

  /**
   * Returns the function of the coordinate after the fixed ones: its depth if it is the last one,
   * else the slice envelope.
   *
   * @param size at least the domain's; points beyond its own have the value of its last one
   */
  static StepFunction of(
      Constraints constraints, List<Rational> fixed, RationalDomain domain, BigInteger size) {
    Changes depth = new Changes(StepFunction.builder(size), domain, size);
    if (fixed.size() + 1 < constraints.unknowns()) {
      depth.add(SliceLevels.of(constraints, fixed, domain.lowest(), domain.highest()));
    } else {
      depth.add(LineDepth.of(constraints, fixed));
    }
    return depth.function().build();
  }

  /** Where the function changes, as numbers of the domain. */
  private record Changes(StepFunction.Builder function, RationalDomain domain, BigInteger size) {

    void add(SliceLevels levels) {
      Rational low = null;
      Rational high = null;
      BigInteger first = BigInteger.ZERO;
      BigInteger end = BigInteger.ZERO;
      for (int level = 1; level <= levels.best(); level++) {
        Rational nextLow = levels.low(level).orElseThrow();
        Rational nextHigh = levels.high(level).orElseThrow();
        // Levels often share an end, and finding its number is the slow part.
        first = nextLow.equals(low) ? first : domain.firstAtLeast(nextLow);
        end = nextHigh.equals(high) ? end : after(nextHigh);
        low = nextLow;
        high = nextHigh;
        function.add(first, 1); // one more level from its first number to its last
        function.add(end, -1);
      }
    }

    void add(LineDepth line) {
      function.add(BigInteger.ZERO, line.leftmost());
      for (int i = 0; i < line.thresholds().size(); i++) {
        Rational threshold = line.thresholds().get(i);
        if (line.rise(i) > 0) {
          // holds at the threshold itself
          function.add(domain.firstAtLeast(threshold), line.rise(i));
        }
        if (line.fall(i) > 0) {
          function.add(
              after(threshold), -line.fall(i)); // a falling row still holds at its threshold
        }
      }
    }

    /** The first number with a value above this one; what holds at the last holds to the end. */
    private BigInteger after(Rational value) {
      return value.compareTo(domain.highest()) >= 0
          ? size // changes nothing: no number lies beyond
          : domain.lastAtMost(value).add(BigInteger.ONE);
    }
  }
}
