// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.demilune.DemiluneException;
import dev.demilune.learn.Goal;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Shape;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class PerceptronRowsTest {

  private static final Goal GOAL = new Goal(0.1, 0.1, 0.1);
  private static final Shape SHAPE = new Shape(10_000, 50, 2, Adjacency.ADD_OR_REMOVE_ONE);

  private static RowsNeeded of(Shape shape, Guarantee guarantee, Goal goal) {
    return PerceptronRows.of(shape, guarantee, goal, OptionalDouble.of(17));
  }

  /**
   * By hand, at α = γ = β = 0.1, d = 50, ε = 1, δ = 1e-6: g = 0.005, T = 6e8, p = 4.08248e-5,
   * ln(T/δ) = 34.02795, σ = 3402.795, ln T = 20.21244. The four terms are 3.76717e12, 3.74732e13,
   * 2.02e4 and 1e14. And x = ln(7.2e10) = 24.99993: the third event decides, B ≥
   * 3402.795·7.071058/5e-6 = 4.812272e9, n = B/p.
   */
  @Test
  void bothNumbersAreThoseOfAHandCalculation() {
    RowsNeeded needed = of(SHAPE, ApproximateDp.of(1, 1e-6), GOAL);
    assertThat(needed.published().orElseThrow()).isCloseTo(1.4124037e14, withinPercentage(1e-4));
    assertThat(needed.guaranteed().orElseThrow()).isCloseTo(1.1787612e14, withinPercentage(1e-4));
    assertThat(needed.bound()).contains("6.00e+08 rounds at rate 4.08e-05 with noise 3.40e+03");
    assertThat(needed.expected()).hasValue(17);
  }

  /** At ε = 0.01 the noise is a hundred times larger, and the printed constant too small. */
  @Test
  void thePrintedNumberIsTooSmallWhereTheBudgetIsSmall() {
    RowsNeeded needed = of(SHAPE, ApproximateDp.of(0.01, 1e-6), GOAL);
    assertThat(needed.published().orElseThrow()).isCloseTo(4.224037e15, withinPercentage(1e-3));
    assertThat(needed.guaranteed().orElseThrow()).isCloseTo(1.1787612e16, withinPercentage(1e-4));
  }

  /** Where a row is replaced: half of ε, and δ/(1 + e^(ε/2)). */
  @Test
  void aReplacedRowIsOneRemovedAndOneAdded() {
    Shape replaced = new Shape(10_000, 50, 2, Adjacency.REPLACE_ONE);
    double delta = 1e-6 / (1 + Math.exp(0.25));
    assertThat(of(replaced, ApproximateDp.of(0.5, 1e-6), GOAL).guaranteed())
        .isEqualTo(of(SHAPE, ApproximateDp.of(0.25, delta), GOAL).guaranteed());
  }

  @Test
  void theTheoremIsForTwoClassesAndADelta() {
    Shape many = new Shape(10_000, 50, 3, Adjacency.ADD_OR_REMOVE_ONE);
    assertThat(of(many, ApproximateDp.of(1, 1e-6), GOAL).guaranteed()).isEmpty();
    RowsNeeded pure = of(SHAPE, PureDp.of(1), GOAL);
    assertThat(pure.guaranteed()).isEmpty();
    assertThat(pure.bound()).contains("is for two classes and a δ");
  }

  @Test
  void aGoalThatCannotBeHasASentence() {
    assertThatThrownBy(() -> new Goal(1.5, 0.1, 0.1))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("the margin must not exceed the bound on the length of rows");
    assertThatThrownBy(() -> new Goal(0, 0.1, 0.1)).hasMessageContaining("must be above 0, got 0");
    assertThatThrownBy(() -> new Goal(0.1, 0.5, 0.1))
        .hasMessageContaining("below 0.5, which guessing reaches, got 0.5");
    assertThatThrownBy(() -> new Goal(0.1, Double.NaN, 0.1)).hasMessageContaining("got NaN");
    assertThatThrownBy(() -> new Goal(0.1, 0.1, 1)).hasMessageContaining("probability of failure");
  }
}
