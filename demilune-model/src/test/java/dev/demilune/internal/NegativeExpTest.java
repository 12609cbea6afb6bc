// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NegativeExpTest {

  /** {@link StrictMath#exp} itself is within one unit in the last place, 2^-52 of the value. */
  @Test
  void isExp() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 1_000_000; i++) {
      double x = -Math.scalb(random.nextDouble(), random.nextInt(-60, 10));
      double exact = StrictMath.exp(x);
      if (exact >= 0x1p-1021) {
        assertThat(Math.abs(NegativeExp.of(x) - exact)).as("%s", x).isLessThan(0x1.8p-51 * exact);
      }
    }
  }

  @Test
  void atTheEdges() {
    assertThat(NegativeExp.of(0.0)).isEqualTo(1);
    assertThat(NegativeExp.of(-0.0)).isEqualTo(1);
    assertThat(NegativeExp.of(-1e-300)).isEqualTo(1);
    assertThat(NegativeExp.of(-707)).isBetween(8.98e-308, 9e-308);
    assertThat(NegativeExp.of(-800)).isZero();
    assertThat(NegativeExp.of(Double.NEGATIVE_INFINITY)).isZero();
    assertThat(NegativeExp.of(Double.NaN)).isNaN();
  }
}
