// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.learn.Goal;
import dev.demilune.learn.Shape;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.PureDp;
import java.util.List;
import org.junit.jupiter.api.Test;

class LowerBoundsTest {

  private static final Goal GOAL = new Goal(0.1, 0.1, 0.1);

  private static List<Double> rows(Shape shape, PureDp guarantee, Goal goal) {
    return LowerBounds.of(shape, guarantee, goal).stream().map(LowerBound::rows).toList();
  }

  /** Counted by hand: 2^7 over 1 + 7 + 21 is 4.4, and 2^4 over 1 + 4 is 3.2. */
  @Test
  void signVectorsAreCountedAsGilbertAndVarshamovDo() {
    assertThat(Math.exp(PackingBounds.logMembers(7, 3))).isCloseTo(128.0 / 29, within(1e-9));
    assertThat(Math.exp(PackingBounds.logMembers(4, 2))).isCloseTo(3.2, within(1e-9));
    assertThat(Math.exp(PackingBounds.logMembers(4, 1))).isCloseTo(16, within(1e-9));
    assertThat(Math.exp(PackingBounds.logMembers(4, 4))).isCloseTo(2, within(1e-9)); // at least
    assertThat(PackingBounds.logMembers(4, 5)).isZero();
    // Twenty of a hundred: ln(2^100/Σ_(i≤20) C(100, i)), computed with integers.
    assertThat(PackingBounds.logMembers(100, 21)).isCloseTo(logMembers(100, 21), within(1e-9));
    // The entropy's bound is a little less than the sum's.
    double summed = PackingBounds.logMembers(100_000, 20_001);
    assertThat(PackingBounds.logMembers(100_001, 20_001)).isBetween(0.999 * summed, 1.001 * summed);
  }

  private static double logMembers(int length, int different) {
    java.math.BigInteger term = java.math.BigInteger.ONE;
    java.math.BigInteger volume = java.math.BigInteger.ZERO;
    for (int i = 0; i < different; i++) {
      volume = volume.add(term);
      term =
          term.multiply(java.math.BigInteger.valueOf(length - i))
              .divide(java.math.BigInteger.valueOf(i + 1));
    }
    return length * Math.log(2) - Math.log(volume.doubleValue());
  }

  /** ln(9(K - 1))/ε for a tenth and a tenth, and half of it where two tables are 2n steps apart. */
  @Test
  void aPackingOfKNeedsTheLogarithmOfNineTimesTheOthers() {
    double k = 1_000;
    assertThat(PackingBounds.rows(Math.log(k), 0.1, 0.5))
        .isEqualTo(Math.ceil(Math.log(9 * 999) / 0.5));
    assertThat(PackingBounds.rows(Math.log(k), 0.1, 1)).isEqualTo(Math.ceil(Math.log(9 * 999)));
    assertThat(PackingBounds.rows(Math.log(2), 0.1, 1)).isEqualTo(Math.ceil(Math.log(9)));
    assertThat(PackingBounds.rows(0, 0.1, 1)).isZero();
  }

  /** By hand: 25 directions, 100 rows; and none below a half where nothing can be learned. */
  @Test
  void aMeanErrorIsTheLargerOfWhatIsUnseenAndWhatIsHidden() {
    Shape shape = new Shape(100, 50, 2, Adjacency.ADD_OR_REMOVE_ONE);
    assertThat(LowerBounds.leastMeanError(shape, PureDp.of(0.1), 0.2))
        .isCloseTo(1 / (1 + Math.exp(2 * 0.1 * 100 / 25)), within(1e-12));
    assertThat(LowerBounds.leastMeanError(shape, ApproximateDp.of(0.1, 1e-3), 0.2))
        .isCloseTo(1 / (1 + Math.exp(0.8)) - 1e-3 / Math.expm1(0.1), within(1e-12));
    assertThat(LowerBounds.leastMeanError(shape, PureDp.of(5), 0.2))
        .isCloseTo(Math.pow(24 / 25.0, 100) / 2, within(1e-12));
    assertThat(LowerBounds.leastMeanError(shape, PureDp.of(1e-9), 0.2))
        .isCloseTo(0.5, within(1e-6));
    // With the rows that the bound for a goal asks for, that goal is what is left of the error.
    double rows = rows(shape, PureDp.of(0.1), new Goal(0.2, 0.1, 0.1)).get(0);
    Shape enough = new Shape((long) rows, 50, 2, Adjacency.ADD_OR_REMOVE_ONE);
    assertThat(LowerBounds.leastMeanError(enough, PureDp.of(0.1), 0.2))
        .isCloseTo(0.2, within(0.001));
  }

  @Test
  void theLargestBoundComesFirst() {
    for (Adjacency adjacency : Adjacency.values()) {
      List<Double> rows = rows(new Shape(1_000, 50, 2, adjacency), PureDp.of(0.5), GOAL);
      assertThat(rows)
          .hasSize(adjacency == Adjacency.REPLACE_LABEL ? 3 : 4)
          .isSortedAccordingTo(java.util.Comparator.reverseOrder());
    }
    // 50 directions: 50/ε·ln(1/0.2 - 1) by signs one at a time.
    List<Double> rows = rows(new Shape(1_000, 50, 2, Adjacency.REPLACE_ONE), PureDp.of(0.5), GOAL);
    assertThat(rows.get(0)).isEqualTo(Math.ceil(100 * Math.log(4)));
    double packed = (logMembers(50, 11) + Math.log(9)) / 0.5;
    assertThat(rows).contains(Math.ceil(packed));
    // Two tables of n rows are 2n rows apart where one is added or removed at a time.
    assertThat(rows(new Shape(1_000, 50, 2, Adjacency.ADD_OR_REMOVE_ONE), PureDp.of(0.5), GOAL))
        .contains(Math.ceil(packed / 2), Math.ceil(50 * Math.log(4)));
  }

  /** Few directions and a small probability of failure: here the packing says most. */
  @Test
  void highConfidenceIsWhatPackingAsksFor() {
    Shape shape = new Shape(1_000, 2, 2, Adjacency.REPLACE_ONE);
    List<LowerBound> bounds = LowerBounds.of(shape, PureDp.of(1), new Goal(0.5, 0.1, 1e-9));
    // Two directions in which sign vectors differ in one place at least: four of them.
    assertThat(bounds.get(0).rows()).isEqualTo(Math.ceil(Math.log(3 * (1e9 - 1))));
    assertThat(bounds.get(0).source()).contains("packing");
  }

  /** The margin leaves one direction; robust learners still need rows for every feature. */
  @Test
  void robustLearnersNeedRowsInProportionToTheFeatures() {
    Shape shape = new Shape(1_000, 1_000, 2, Adjacency.REPLACE_ONE);
    LowerBound largest = LowerBounds.of(shape, PureDp.of(1), new Goal(0.9, 0.1, 0.1)).get(0);
    assertThat(largest.source()).contains("may not change within 0.9 of the margin");
    assertThat(largest.rows()).isEqualTo(Math.ceil(logMembers(1_000, 206) + Math.log(9)));
    assertThat(largest.rows()).isBetween(185.0, 200.0);
  }

  @Test
  void aDeltaLeavesThePackingsOut() {
    Shape shape = new Shape(1_000, 50, 2, Adjacency.REPLACE_ONE);
    assertThat(LowerBounds.of(shape, ApproximateDp.of(1, 1e-6), GOAL)).hasSize(2);
    assertThat(LowerBounds.asymptotic(shape, ApproximateDp.of(1, 1e-6)).orElseThrow())
        .startsWith("in the order of min(√d/γ, d) rows");
    assertThat(LowerBounds.asymptotic(shape, PureDp.of(1))).isEmpty();
    assertThat(LowerBounds.of(new Shape(9, 2, 3, Adjacency.REPLACE_ONE), PureDp.of(1), GOAL))
        .isEmpty();
  }
}
