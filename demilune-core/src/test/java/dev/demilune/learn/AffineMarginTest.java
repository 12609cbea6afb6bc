// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class AffineMarginTest {

  @Test
  void theFormulaIsThatOfThePaper() {
    assertThat(Goal.affineMargin(0.1, 0.4, 1)).isCloseTo(0.1 / 2.8, within(1e-15));
    assertThat(Goal.affineMargin(0.1, -0.4, 0.5)).isCloseTo(0.05 / 2.8, within(1e-15));
    assertThat(Goal.affineMargin(0.1, 0, 7)).isCloseTo(0.05, within(1e-15));
  }

  /** Rows (x, 1) and weights (w, θ) of length one keep at least that margin. */
  @Test
  void rowsWithAConstantKeepIt() {
    Random random = new Random(5);
    for (int i = 0; i < 20_000; i++) {
      double angle = 2 * Math.PI * random.nextDouble();
      double length = random.nextDouble();
      double threshold = 2 * random.nextDouble() - 1;
      // w = (1, 0), so that the score of x is x_1 + θ.
      double score = Math.abs(length * Math.cos(angle) + threshold);
      double kept = score / (Math.hypot(1, threshold) * Math.hypot(length, 1));
      assertThat(kept).isGreaterThanOrEqualTo(Goal.affineMargin(score, threshold, 1));
      double relative = Math.min(1, score / length);
      assertThat(kept).isGreaterThanOrEqualTo(Goal.affineMargin(relative, threshold, length));
    }
  }
}
