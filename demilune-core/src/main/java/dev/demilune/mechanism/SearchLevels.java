// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.internal.Check;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Divides ε, δ and the failure probability among the levels of a {@link RecursiveSearch}; see
 * Budget in its Javadoc.
 *
 * @param sizes of the levels, the innermost last
 */
record SearchLevels(
    List<BigInteger> sizes, ValueShift shift, double stepDelta, double stepFailure, int spread) {

  static SearchLevels of(
      BigInteger size, ValueShift shift, double delta, double failureProbability, int levels) {
    QuasiConcave.check(size, failureProbability);
    List<BigInteger> sizes = new ArrayList<>(List.of(size));
    for (int i = 1; i < levels; i++) {
      // the inner search is over j = 0, ..., bits - 1
      sizes.add(BigInteger.valueOf(sizes.get(i - 1).bitLength()));
    }
    // Each level but the last may fail in three ways, the last in one. The cells' width is a power
    // of two; the failure probability left over goes to the other steps.
    int spread = (int) Math.ceil(Math.log((3 * levels - 2) / failureProbability) / Math.log(2));
    double cut = (levels - 1) * Math.scalb(1.0, -spread);
    return new SearchLevels(
        List.copyOf(sizes),
        shift,
        delta / (levels - 1) * Rounding.LEVEL_DOWN, // rounds down: the parts add up to at most δ
        (failureProbability - cut) / (2 * levels - 1) * Rounding.LEVEL_DOWN,
        spread);
  }

  /** Returns the search of all levels. */
  QuasiConcave search(double epsilon) {
    Check.positive("epsilon", epsilon);
    double sum = innermostRoot();
    for (int level = 0; level + 1 < sizes.size(); level++) {
      sum += stableRoot(level) + finalRoot(level);
    }
    // rounds down: the parts add up to at most ε
    return search(0, epsilon / sum * Rounding.LEVEL_DOWN);
  }

  private QuasiConcave search(int level, double part) {
    BigInteger size = sizes.get(level);
    if (level + 1 == sizes.size()) {
      return new FlatSearch(size, shift(level), part * innermostRoot(), stepFailure);
    }
    return new RecursiveSearch(
        size,
        shift(level),
        search(level + 1, part),
        new StableChoice(part * stableRoot(level), stepDelta, shift(level).range()),
        part * finalRoot(level),
        stepFailure,
        spread);
  }

  private ValueShift shift(int level) {
    return level == 0 ? shift : ValueShift.EITHER_WAY; // inner functions move in both directions
  }

  /** m_i·r_i: how often a level's loss counts, times the range of its values. */
  private double weight(int level) {
    return Math.scalb((double) shift(level).range(), level);
  }

  private double stableRoot(int level) {
    double steps = -Math.log(stepDelta) - Math.log(4 * stepFailure); // ln(1/(4δ'β'))
    return Math.sqrt(weight(level) * Math.max(1, steps)); // steps are few if δ is large
  }

  private double finalRoot(int level) {
    return Math.sqrt(weight(level) * Math.log((Math.scalb(2.0, spread) + 1) / stepFailure));
  }

  private double innermostRoot() {
    int level = sizes.size() - 1;
    return Math.sqrt(weight(level) * Math.log(sizes.get(level).doubleValue() / stepFailure));
  }
}
