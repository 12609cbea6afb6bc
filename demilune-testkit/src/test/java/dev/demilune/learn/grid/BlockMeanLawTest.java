// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.mechanism.L2Laplace;
import dev.demilune.random.Randomness;
import dev.demilune.testkit.ChiSquare;
import dev.demilune.testkit.Seeds;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The whole law of a mean in two rounds, of directions on a line, by plain arithmetic: what is
 * drawn follows it, and on neighbors it differs by at most e^ε.
 */
@Tag("slow")
class BlockMeanLawTest {

  private static final double FALSE_ALARM = 1e-6;
  private static final int DRAWS = 4_000;
  private static final long UNIT = 64;
  private static final long SECOND = 20; // radius of the second ball
  private static final double FIRST_EPSILON = 6;
  private static final double SECOND_EPSILON = 4;
  private static final int LARGEST = (int) (2 * UNIT);

  private static final BlockMean MEAN =
      new BlockMean(
          3,
          List.of(
              new BlockMean.Round(UNIT, L2Laplace.of(2 * UNIT, FIRST_EPSILON)),
              new BlockMean.Round(SECOND, L2Laplace.of(2 * SECOND, SECOND_EPSILON))));

  private static final long[][] ONE = {{64}, {30}, {-10}};
  private static final long[][] OTHER = {{-64}, {30}, {-10}};

  @Test
  void meansFollowTheirLaw() {
    int[] cells = cells(law(ONE, UNIT, SECOND));
    long[] observed = new long[cells[cells.length - 1] + 1];
    Randomness randomness = Seeds.randomness("mean of directions");
    for (int i = 0; i < DRAWS; i++) {
      observed[cells[MEAN.release(ONE, randomness.stream("draw " + i))[0] + LARGEST]]++;
    }
    assertThat(pValue(observed, cells, law(ONE, UNIT, SECOND))).isGreaterThan(FALSE_ALARM);
    // And a second ball of half the size, or a first one a quarter smaller, would be noticed.
    assertThat(pValue(observed, cells, law(ONE, UNIT, SECOND / 2))).isLessThan(FALSE_ALARM);
    assertThat(pValue(observed, cells, law(ONE, 3 * UNIT / 4, SECOND))).isLessThan(FALSE_ALARM);
  }

  /** Joins neighboring values until each cell expects a hundred draws or more. */
  private static int[] cells(double[] law) {
    int[] cells = new int[law.length];
    double left = 1;
    double sum = 0;
    for (int i = 0; i < law.length; i++) {
      sum += law[i];
      left -= law[i];
      boolean full = sum * DRAWS >= 100 && left * DRAWS >= 100;
      if (i + 1 < law.length) {
        cells[i + 1] = cells[i] + (full ? 1 : 0);
      }
      sum = full ? 0 : sum;
    }
    return cells;
  }

  private static double pValue(long[] observed, int[] cells, double[] law) {
    double[] joined = new double[observed.length];
    for (int i = 0; i < law.length; i++) {
      joined[cells[i]] += law[i];
    }
    return ChiSquare.pValue(observed, joined);
  }

  @Test
  void neighborsDifferByAtMostTheGuarantee() {
    double[] one = law(ONE, UNIT, SECOND);
    double[] other = law(OTHER, UNIT, SECOND);
    double worst = 0;
    for (int i = 0; i < one.length; i++) {
      worst = Math.max(worst, Math.abs(Math.log(one[i] / other[i])));
    }
    assertThat(worst).isLessThanOrEqualTo(FIRST_EPSILON + SECOND_EPSILON).isGreaterThan(5);
  }

  /** The law of the last center, from -LARGEST to LARGEST. */
  private static double[] law(long[][] directions, long first, long second) {
    double[] centers = round(directions, 0, first, 2 * UNIT / FIRST_EPSILON);
    double[] law = new double[centers.length];
    for (int c = 0; c < centers.length; c++) {
      double[] next = round(directions, c - LARGEST, second, 2 * SECOND / SECOND_EPSILON);
      for (int i = 0; i < law.length; i++) {
        law[i] += centers[c] * next[i];
      }
    }
    return law;
  }

  private static double[] round(long[][] directions, long center, long radius, double scale) {
    long sum = 0;
    for (long[] direction : directions) {
      sum += Math.max(-radius, Math.min(radius, direction[0] - center));
    }
    double[] law = new double[2 * LARGEST + 1];
    for (long noise = -2_000; noise <= 2_000; noise++) { // beyond e^(-90) of the weight
      long moved = center + Math.round((sum + noise) / 3.0);
      law[(int) Math.max(-LARGEST, Math.min(LARGEST, moved)) + LARGEST] +=
          cumulative(noise + 0.5, scale) - cumulative(noise - 0.5, scale);
    }
    return law;
  }

  /** Of the Laplace law, which the law of the L2 ball is on a line; exact in both tails. */
  private static double cumulative(double z, double scale) {
    return z < 0 ? Math.exp(z / scale) / 2 : 1 - Math.exp(-z / scale) / 2;
  }
}
