// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.robust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WaveMinimumTest {

  private static double value(double c, double e, double beta, double kappa, double t) {
    return c * (Math.cos(t) - 1) - e * (t - Math.sin(t)) + beta * t + kappa * t * t / 2;
  }

  /**
   * Against the least of many values, for convex waves and others. Without the penalty of Newton's
   * method or that of the points, tried once, the bound is above some of them.
   */
  @Test
  void noValueIsBelowTheBoundAndTheLeastIsClose() {
    SplittableRandom random = new SplittableRandom(30);
    WaveMinimum wave = new WaveMinimum();
    int convex = 0;
    for (int trial = 0; trial < 2_000; trial++) {
      double c = random.nextGaussian();
      double e = random.nextGaussian();
      double amplitude = Math.hypot(c, e);
      double kappa = amplitude * Math.exp(4 * random.nextDouble() - 2); // a seventh to seven times
      double beta = amplitude * 3 * random.nextGaussian();
      double bound = wave.bound(c, e, beta, kappa);
      double reach = (2 * Math.abs(beta - e) + 3 * amplitude) / kappa + 3;
      double least = 0;
      for (int i = -2_000; i <= 2_000; i++) {
        least = Math.min(least, value(c, e, beta, kappa, i * reach / 2_000));
      }
      convex += kappa > 1.1 * amplitude ? 1 : 0;
      assertThat(bound).as("trial %d", trial).isLessThanOrEqualTo(least);
      assertThat(bound)
          .as("trial %d", trial)
          .isCloseTo(least, within(0.02 * (amplitude + Math.abs(least))));
    }
    assertThat(convex).isBetween(500, 1_500);
  }

  @Test
  void aStraightWaveIsAParabola() {
    WaveMinimum wave = new WaveMinimum();
    assertThat(wave.bound(0, 0, 3, 2)).isCloseTo(-9.0 / 4, within(1e-12)).isLessThan(-9.0 / 4);
    assertThat(wave.at()).isCloseTo(-1.5, within(1e-12));
  }

  @Test
  void aWaveThatBendsUpwardFromItsTopStaysThere() {
    WaveMinimum wave = new WaveMinimum();
    assertThat(wave.bound(1, 0, 0, 2)).isZero(); // κ > A and no slope: the minimum is at 0
    assertThat(wave.bound(-1, 0, 0, 0.5)).isCloseTo(0, within(1e-2)).isLessThan(0);
  }
}
