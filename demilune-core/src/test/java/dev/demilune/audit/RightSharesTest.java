// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RightSharesTest {

  private static final double MEAN = 0.58;

  /** Shares of guesses that are right independently. */
  private static double[] independent(SplittableRandom random, int fits, int guesses) {
    double[] shares = new double[fits];
    for (int t = 0; t < fits; t++) {
      for (int i = 0; i < guesses; i++) {
        shares[t] += (random.nextDouble() < MEAN ? 1.0 : 0) / guesses;
      }
    }
    return shares;
  }

  /** All canaries of a fit given away at once, with a small probability: the same mean. */
  private static double[] together(SplittableRandom random, int fits) {
    double[] shares = new double[fits];
    for (int t = 0; t < fits; t++) {
      shares[t] = random.nextDouble() < 2 * MEAN - 1 ? 1 : 0.5;
    }
    return shares;
  }

  /**
   * 2,000 bounds of each kind at 5 %: more than 150 alarms where 100 are allowed have a probability
   * below 1e-6.
   */
  @Test
  void theMeanIsRarelyExceededHoweverCanariesDepend() {
    SplittableRandom random = new SplittableRandom(1);
    int alarms = 0;
    int ofTogether = 0;
    for (int i = 0; i < 2_000; i++) {
      alarms += new RightShares(20, independent(random, 60, 20)).lowerBound(0.05) > MEAN ? 1 : 0;
      ofTogether += new RightShares(20, together(random, 60)).lowerBound(0.05) > MEAN ? 1 : 0;
    }
    assertThat(alarms).isLessThan(150);
    assertThat(ofTogether).isLessThan(150);
  }

  /** √(2 ln 20) standard errors below the mean, as a bet can at best, and not much more. */
  @Test
  void theBoundIsNearTheMeanOfManyFits() {
    double[] shares = independent(new SplittableRandom(2), 4_000, 54);
    double standardError = Math.sqrt(MEAN * (1 - MEAN) / 54 / 4_000);
    assertThat(new RightShares(54, shares).lowerBound(0.05))
        .isCloseTo(MEAN - Math.sqrt(2 * Math.log(20)) * standardError, within(4 * standardError));
  }

  @Test
  void oneFitSaysNothing() {
    assertThat(new RightShares(54, new double[] {1}).lowerBound(0.05)).isLessThan(0.05);
  }
}
