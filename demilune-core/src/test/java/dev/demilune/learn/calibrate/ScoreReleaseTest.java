// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.data.VectorTable;
import dev.demilune.model.LinearClassifier;
import dev.demilune.model.ScoreCalibration;
import dev.demilune.model.ScoreCells;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scores are counted exactly, released with the planned noise, and calibrated within the noise. */
class ScoreReleaseTest {

  private static final ScoreCells CELLS = ScoreCells.ofLogOdds(1);

  private static Schema schema(int classes, Adjacency adjacency) {
    return Schema.vectors(2, LabelSet.numbered(classes))
        .adjacency(adjacency)
        .rows(RowBound.clip(1))
        .build();
  }

  private static BoundedDataset rows(Schema schema, double[][] features, int[] labels) {
    return BoundedDataset.of(schema, VectorTable.of(features, labels));
  }

  private static LinearClassifier model(Schema schema) {
    int classes = schema.labels().size();
    double[][] weights = new double[classes][2];
    for (int k = 0; k < classes; k++) {
      weights[k][0] = 6.0 * k;
      weights[k][1] = k == 1 ? 3 : 0;
    }
    return LinearClassifier.of(schema, weights, new double[classes]);
  }

  private static long[] counts(BoundedDataset rows) {
    return rows.fold(new ScoreRelease.ScoreCount(LinearScores.of(model(rows.schema())), CELLS, 1));
  }

  /** Whatever a row holds, it adds one to one count: a replaced row moves the counts by √2. */
  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void aNeighborMovesTheCountsByNoMoreThanTheDeclaredSensitivity(Adjacency adjacency) {
    SplittableRandom random = new SplittableRandom(5);
    for (int classes = 2; classes <= 4; classes++) {
      Schema schema = schema(classes, adjacency);
      long declared = ScoreRelease.of(adjacency, 1).noise().sensitivitySquared().longValueExact();
      long largest = 0;
      for (int trial = 0; trial < 200; trial++) {
        double[][] features = new double[5][2];
        int[] labels = new int[5];
        for (int i = 0; i < 5; i++) {
          features[i] = hostile(random);
          labels[i] = random.nextInt(classes);
        }
        long[] counts = counts(rows(schema, features, labels));
        assertThat(Arrays.stream(counts).sum()).isEqualTo(5);
        long[] neighbor;
        if (adjacency == Adjacency.ADD_OR_REMOVE_ONE) {
          neighbor = counts(rows(schema, Arrays.copyOf(features, 4), Arrays.copyOf(labels, 4)));
        } else {
          labels[4] = random.nextInt(classes);
          if (adjacency == Adjacency.REPLACE_ONE) {
            features[4] = hostile(random);
          }
          neighbor = counts(rows(schema, features, labels));
        }
        long squared = 0;
        for (int i = 0; i < counts.length; i++) {
          squared += (counts[i] - neighbor[i]) * (counts[i] - neighbor[i]);
        }
        assertThat(squared).isLessThanOrEqualTo(declared);
        largest = Math.max(largest, squared);
      }
      assertThat(largest).isEqualTo(declared); // the bound is met: less noise would be too little
    }
  }

  private static double[] hostile(SplittableRandom random) {
    return switch (random.nextInt(5)) {
      case 0 -> new double[] {Double.NaN, 1e300};
      case 1 -> new double[] {-1e300, 0};
      case 2 -> new double[2];
      default -> new double[] {random.nextGaussian(), random.nextGaussian()};
    };
  }

  /** Rows whose labels follow σ(a·s + b) of their scores. */
  private static BoundedDataset sample(int rows, double a, double b, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Schema schema = schema(2, Adjacency.ADD_OR_REMOVE_ONE);
    double[][] features = new double[rows][2];
    int[] labels = new int[rows];
    for (int i = 0; i < rows; i++) {
      features[i][0] = random.nextDouble() - 0.5;
      features[i][1] = random.nextDouble() - 0.5;
      double s = 6 * features[i][0] + 3 * features[i][1];
      labels[i] = random.nextDouble() < 1 / (1 + Math.exp(-a * s - b)) ? 1 : 0;
    }
    return rows(schema, features, labels);
  }

  @Test
  void withTheNoiseOffScaleAndOffsetAreFound() {
    BoundedDataset rows = sample(40_000, 1.6, -0.4, 1);
    NoisyScores exact =
        ScoreRelease.withoutPrivacy(rows, LinearScores.of(model(rows.schema())), CELLS);
    ScoreCalibration fit = exact.calibration(ScorePrior.LOG_ODDS);
    assertThat(fit.scale()).isCloseTo(1.6, within(0.08));
    assertThat(fit.offset(1) - fit.offset(0)).isCloseTo(-0.4, within(0.06));
    assertThat(exact.total(0) + exact.total(1)).isEqualTo(40_000);
    assertThat(exact.shares()[0]).isEqualTo(exact.total(0) / 40_000.0);
  }

  @Test
  void moderateNoiseLeavesTheFitNearIt() {
    BoundedDataset rows = sample(40_000, 1.6, -0.4, 1);
    for (int seed = 0; seed < 5; seed++) {
      ScoreCalibration fit = noisy(rows, 40, seed).calibration(ScorePrior.LOG_ODDS);
      assertThat(fit.scale()).isCloseTo(1.6, within(0.3));
      assertThat(fit.offset(1)).isCloseTo(-0.4, within(0.3));
    }
  }

  private static NoisyScores noisy(BoundedDataset rows, double multiplier, long seed) {
    return ScoreRelease.of(rows.adjacency(), multiplier)
        .of(
            rows,
            LinearScores.of(model(rows.schema())),
            CELLS,
            Randomness.reproducible(seed).stream("scores"));
  }

  /** Under noise alone the prior must win: scores that are log odds stay so. */
  @Test
  void underMostlyNoiseThePriorWins() {
    BoundedDataset rows = sample(500, 1, 0, 3);
    double scaleOff = 0;
    double offsetOff = 0;
    for (int seed = 0; seed < 100; seed++) {
      ScoreCalibration fit = noisy(rows, 3000, seed).calibration(ScorePrior.LOG_ODDS);
      scaleOff += Math.abs(fit.scale() - 1) / 100;
      offsetOff += Math.abs(fit.offset(1)) / 100;
      double[] shares = noisy(rows, 3000, seed).shares();
      assertThat(shares[0]).isStrictlyBetween(0.0, 1.0);
      assertThat(shares[0] + shares[1]).isCloseTo(1, within(1e-12));
    }
    assertThat(scaleOff).isLessThan(0.08);
    assertThat(offsetOff).isLessThan(0.06);
  }

  /** Calibrating raw scores that are right costs little, and of scores that are wrong gains. */
  @Test
  void calibrationIsNoWorseThanRawScoresBeyondTheNoise() {
    for (double multiplier : new double[] {5, 50, 500}) {
      assertThat(excess(1, 0, multiplier, true)).isLessThan(0.008);
      double raw = excess(0.4, -0.5, multiplier, false);
      assertThat(excess(0.4, -0.5, multiplier, true)).isLessThan(raw);
    }
  }

  /** The mean log loss above that of the truth, over 20 draws of the noise. */
  private static double excess(double a, double b, double multiplier, boolean calibrated) {
    BoundedDataset rows = sample(20_000, a, b, 4);
    double sum = 0;
    int draws = calibrated ? 20 : 1;
    for (int seed = 0; seed < draws; seed++) {
      ScoreCalibration fit =
          calibrated
              ? noisy(rows, multiplier, seed).calibration(ScorePrior.LOG_ODDS)
              : ScoreCalibration.of(1, 0, 0);
      for (double s = -4; s <= 4; s += 0.1) { // density falls linearly, as that of the sample
        double p = 1 / (1 + Math.exp(-a * s - b));
        double density = Math.max(0, 4.5 - Math.abs(s));
        double[] scores = {0, s};
        sum +=
            density
                * (p * (Math.log(p) - fit.logProbability(scores, 1))
                    + (1 - p) * (Math.log(1 - p) - fit.logProbability(scores, 0)));
      }
    }
    return sum / draws / 202.5; // the sum of the densities, nearly
  }

  @Test
  void theScaleOfSeveralClassesIsFound() {
    SplittableRandom random = new SplittableRandom(8);
    Schema schema = schema(4, Adjacency.ADD_OR_REMOVE_ONE);
    int n = 40_000;
    double[][] features = new double[n][2];
    int[] labels = new int[n];
    double[] scores = new double[4];
    double[] p = new double[4];
    for (int i = 0; i < n; i++) {
      features[i][0] = random.nextDouble() - 0.5;
      features[i][1] = random.nextDouble() - 0.5;
      for (int k = 0; k < 4; k++) {
        scores[k] = 6.0 * k * features[i][0] + (k == 1 ? 3 * features[i][1] : 0);
      }
      ScoreCalibration.of(0.5, 0, 0, 0, 0).probabilities(scores, p);
      double u = random.nextDouble();
      while (u >= p[labels[i]] && labels[i] < 3) {
        u -= p[labels[i]++];
      }
    }
    BoundedDataset rows = rows(schema, features, labels);
    NoisyScores exact = ScoreRelease.withoutPrivacy(rows, LinearScores.of(model(schema)), CELLS);
    assertThat(exact.calibration(ScorePrior.LOG_ODDS).scale()).isCloseTo(0.5, within(0.08));
    assertThat(exact.total(0) + exact.total(1) + exact.total(2) + exact.total(3)).isEqualTo(n);
    NoisyScores noisy = noisy(rows, 30, 1);
    assertThat(noisy.calibration(ScorePrior.LOG_ODDS).scale()).isCloseTo(0.5, within(0.15));
  }

  /** Totals have the noise that they say: 200 draws, off by more than 5.5 sd of a mean square. */
  @Test
  void totalsHaveTheDeclaredNoise() {
    BoundedDataset rows = sample(100, 1, 0, 6);
    double squares = 0;
    for (int seed = 0; seed < 200; seed++) {
      NoisyScores noisy = noisy(rows, 20, seed);
      double off = noisy.total(0) + noisy.total(1) - 100;
      squares += off * off / (2 * noisy.totalDeviation() * noisy.totalDeviation()) / 200;
    }
    // The mean of 200 squares of normals has standard deviation 0.1; half the noise would give
    // 0.25.
    assertThat(squares).isCloseTo(1, within(0.55));
  }
}
