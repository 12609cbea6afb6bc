// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Ledger;
import dev.demilune.data.VectorTable;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Shape;
import dev.demilune.mechanism.L2Laplace;
import dev.demilune.mechanism.NoisySum;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The mean of directions: lengths in integers, cost, and what it learns. */
class BlockMeanTest {

  private static final Learner MEAN = GridAggregate.withDefaults().with("combine", "mean");

  @Test
  void clippedVectorsAreNeverTooLong() {
    Random random = new Random(1);
    for (int trial = 0; trial < 20_000; trial++) {
      long[] vector = new long[1 + random.nextInt(20)];
      Arrays.setAll(vector, j -> random.nextInt(-(1 << 26), 1 << 26));
      long norm = 64L + random.nextInt(1 << 18);
      long[] clipped = vector.clone();
      BlockMean.clip(clipped, norm);
      assertThat(squares(clipped)).isLessThanOrEqualTo(norm * norm);
      if (squares(vector) <= norm * norm) {
        assertThat(clipped).isEqualTo(vector);
      }
      int[] weights = Arrays.stream(vector).mapToInt(value -> (int) value).toArray();
      long[] direction = BlockMean.direction(weights, weights.length, norm);
      assertThat(squares(direction)).isLessThanOrEqualTo(norm * norm);
      assertThat(Math.sqrt((double) squares(direction))).isGreaterThan(0.9 * norm - 20);
    }
    assertThat(BlockMean.direction(new int[3], 3, 100)).containsExactly(0, 0, 0);
  }

  private static long squares(long[] vector) {
    return Arrays.stream(vector).map(value -> value * value).sum();
  }

  /** Each ball is twice as large as the noise of the mean before it: 2·√(2·3)·(2·1000)/(1·980). */
  @Test
  void ballsShrinkWithTheNoise() {
    BlockMean mean = BlockMean.of(980, 2, 1_000, 3, sensitivity -> L2Laplace.of(sensitivity, 1));
    assertThat(mean.rounds()).extracting(BlockMean.Round::radius).containsExactly(1_000L, 64L, 64L);
    assertThat(mean.rounds())
        .extracting(BlockMean.Round::noise)
        .containsExactly(noise(2_000), noise(128), noise(128));
    BlockMean few = BlockMean.of(20, 2, 1_000, 3, sensitivity -> L2Laplace.of(sensitivity, 1));
    // 2·√6·2000/20 = 489.9, and 0.4899 of that
    assertThat(few.rounds())
        .extracting(BlockMean.Round::radius)
        .containsExactly(1_000L, 490L, 241L);
    assertThat(few.contraction()).isEqualTo(0.49);
    // Noise that is longer than a direction makes no ball larger.
    assertThat(BlockMean.of(2, 2, 1_000, 2, BlockMeanTest::noise).rounds().get(1).radius())
        .isEqualTo(1_000);
  }

  private static NoisySum noise(long sensitivity) {
    return L2Laplace.of(sensitivity, 1);
  }

  /** With next to no noise a first mean of all, and then one in which outliers count little. */
  @Test
  void laterRoundsLookAtABallAroundTheFirstMean() {
    long[][] directions = new long[100][];
    Arrays.setAll(directions, b -> b < 90 ? new long[] {900, b % 3} : new long[] {-900, 0});
    BlockMean once = BlockMean.of(100, 2, 1_000, 1, s -> L2Laplace.of(s, 500));
    int[] first = once.release(directions, Randomness.reproducible(1));
    assertThat(first[0]).isBetween(715, 725); // (90·900 - 10·900)/100 = 720
    BlockMean twice =
        new BlockMean(
            100, List.of(once.rounds().get(0), new BlockMean.Round(200, L2Laplace.of(400, 500))));
    int[] second = twice.release(directions, Randomness.reproducible(1));
    assertThat(second[0]).isBetween(857, 867); // 720 + (90·180 - 10·200)/100 = 862
  }

  @Test
  void theEventCostsWhatWasAskedFor() {
    for (Guarantee guarantee : List.of(PureDp.of(1), ApproximateDp.of(1, 1e-6))) {
      for (String rounds : List.of("1", "3")) {
        for (int classes = 2; classes <= 3; classes++) {
          Plan plan =
              MEAN.with("rounds", rounds)
                  .plan(new Shape(20_000, 8, classes, Adjacency.REPLACE_ONE), guarantee);
          PrivacyEvent event = plan.event().orElseThrow();
          assertThat(Accountant.best(event).epsilon(guarantee.delta()))
              .isLessThanOrEqualTo(1)
              .isGreaterThan(guarantee.delta() > 0 ? 0.8 : 0.9999);
        }
      }
    }
  }

  /** 300 rows of 8 features, which interior points would want 85 times more of. */
  @Test
  void aFewHundredRowsOfEightFeaturesAreLearned() {
    assertThat(error(300, 8, /* width= */ 1)).isLessThan(0.2);
  }

  /** Rows in a strip so thin that one mean is too rough for it; three are not. */
  @Test
  void thinStripsAreLearnedInRounds() {
    assertThat(error(20_000, 8, /* width= */ 0.02)).isLessThan(0.2);
  }

  /** The mean of three fits with δ = 0 and ε = 1, rows added or removed. */
  private static double error(int rows, int features, double width) {
    double errors = 0;
    int tests = 2_000;
    for (int seed = 0; seed < 3; seed++) {
      Random random = new Random(seed);
      double[] normal = random.doubles(features, -1, 1).toArray();
      double length = Math.sqrt(Arrays.stream(normal).map(w -> w * w).sum());
      double[][] points = new double[rows + tests][];
      int[] labels = new int[points.length];
      for (int i = 0; i < points.length; i++) {
        points[i] = new double[features];
        double score = 0;
        for (int j = 0; j < features; j++) {
          points[i][j] = 0.7 * random.nextGaussian() / Math.sqrt(features);
          score += points[i][j] * normal[j] / length;
        }
        for (int j = 0; j < features; j++) {
          points[i][j] += (width - 1) * score * normal[j] / length;
        }
        labels[i] = score > 0.03 ? 1 : 0;
      }
      BoundedDataset data =
          BoundedDataset.of(
              Schema.vectors(features, LabelSet.numbered(2))
                  .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
                  .rows(RowBound.clip(1))
                  .expectedRows(rows)
                  .build(),
              VectorTable.of(Arrays.copyOf(points, rows), Arrays.copyOf(labels, rows)));
      Ledger ledger =
          Ledger.inMemory("test", data.adjacency(), PureDp.of(1), Randomness.reproducible(seed));
      Classifier model =
          GridAggregate.withDefaults().fit(data, ledger.spend("it", PureDp.of(1))).model();
      for (int i = rows; i < points.length; i++) {
        errors += model.predict(points[i]) == labels[i] ? 0 : 1;
      }
    }
    return errors / (3 * tests);
  }
}
