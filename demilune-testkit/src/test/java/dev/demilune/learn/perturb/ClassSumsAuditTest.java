// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.data.VectorTable;
import dev.demilune.mechanism.NoisySum;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import dev.demilune.testkit.EpsilonRefutation;
import dev.demilune.testkit.Seeds;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An audit of the noisy sums themselves. One false alarm in a million runs. */
public class ClassSumsAuditTest {

  private static final double EPSILON = 1;

  private static long[] sums(Adjacency adjacency, boolean present) {
    Schema schema = Schema.vectors(1, LabelSet.numbered(2)).adjacency(adjacency).build();
    boolean added = adjacency != Adjacency.ADD_OR_REMOVE_ONE || present;
    double value = adjacency == Adjacency.REPLACE_ONE && !present ? -1 : 1;
    int label = adjacency == Adjacency.REPLACE_LABEL && !present ? 0 : 1;
    return ClassSums.of(
        BoundedDataset.of(
            schema,
            VectorTable.of(
                added ? new double[][] {{value}} : new double[0][1],
                added ? new int[] {label} : new int[0])));
  }

  /**
   * The logarithm of the likelihood ratio, but for rounding and a factor: the best test there is.
   */
  private static double statistic(
      Adjacency adjacency, boolean present, Guarantee guarantee, Randomness randomness) {
    NoisySum noise = ClassSums.noise(adjacency, 2, guarantee);
    long[] with = sums(adjacency, true);
    long[] without = sums(adjacency, false);
    long[] released = sums(adjacency, present);
    noise.release(released, randomness);
    double ratio = 0;
    for (int k = 0; k < 2; k++) {
      ratio += distance(released, without, k) - distance(released, with, k);
    }
    return ratio;
  }

  private static double distance(long[] one, long[] other, int column) {
    return Math.hypot(
        (double) (one[column] - other[column]), (double) (one[2 + column] - other[2 + column]));
  }

  private static boolean refuted(Adjacency adjacency, Guarantee run) {
    Randomness runs = Seeds.randomness("class sums " + adjacency + run.describe());
    return new EpsilonRefutation(EPSILON, 0, 500, 3_000, 1e-6)
        .of(
            i -> statistic(adjacency, false, run, runs.stream("without " + i)),
            i -> statistic(adjacency, true, run, runs.stream("with " + i)))
        .refuted();
  }

  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void theClaimStandsAndLessNoiseIsRefuted(Adjacency adjacency) {
    assertThat(refuted(adjacency, PureDp.of(EPSILON))).isFalse();
    // Half the noise; a third where the change shows in two columns, each with noise of its own.
    int times = adjacency == Adjacency.REPLACE_LABEL ? 3 : 2;
    assertThat(refuted(adjacency, PureDp.of(times * EPSILON))).isTrue();
  }
}
