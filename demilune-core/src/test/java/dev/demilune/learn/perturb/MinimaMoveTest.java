// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.learn.Progress;
import dev.demilune.learn.gradient.HostileRows;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.math.BigInteger;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * On hostile neighbors no integers of minima move by more than output perturbation's noise was
 * planned for, and some pair comes close.
 */
class MinimaMoveTest {

  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void theIntegersOfMinimaMoveByAtMostTheirSensitivity(Adjacency adjacency) {
    double closest = 0;
    for (int seed = 0; seed < 1_500; seed++) {
      int classes = 2 + seed % 3;
      HostileRows hostile = new HostileRows(seed, 1 + seed % 4, classes);
      Schema schema =
          hostile.schema(adjacency, seed % 2 == 0 ? RowBound.scale() : RowBound.clip(0.7));
      int count = 1 + hostile.random().nextInt(4);
      double[][] rows = hostile.rows(count);
      int[] labels = hostile.labels(count);
      double[][] otherRows = rows.clone();
      int[] otherLabels = labels.clone();
      if (adjacency == Adjacency.ADD_OR_REMOVE_ONE) {
        otherRows = Arrays.copyOf(rows, count - 1);
        otherLabels = Arrays.copyOf(labels, count - 1);
      } else if (adjacency == Adjacency.REPLACE_ONE) {
        otherRows[0] = Arrays.stream(rows[0]).map(v -> -v).toArray();
      } else {
        otherLabels[0] = (labels[0] + 1) % classes;
      }
      double lambda = Math.pow(10, hostile.random().nextDouble(-1, 3));
      double[][] one = minima(schema, rows, labels, lambda);
      double[][] other = minima(schema, otherRows, otherLabels, lambda);
      double root = Math.sqrt(one.length);
      double sensitivity = (adjacency.contributionsChanged() + 2e-6) * root / lambda;
      VectorRelease release =
          new VectorRelease(sensitivity, one.length * one[0].length, new VectorNoise.Gaussian(1));
      BigInteger squares = BigInteger.ZERO;
      long[] a = release.integers(one);
      long[] b = release.integers(other);
      for (int i = 0; i < a.length; i++) {
        squares = squares.add(BigInteger.valueOf(a[i] - b[i]).pow(2));
      }
      BigInteger claimed = ((NoisyIntegerSum) release.sum()).sensitivitySquared();

      assertThat(squares).as("seed %d", seed).isLessThanOrEqualTo(claimed);
      closest = Math.max(closest, Math.sqrt(squares.doubleValue() / claimed.doubleValue()));
    }
    assertThat(closest).isGreaterThan(0.9);
  }

  private static double[][] minima(Schema schema, double[][] rows, int[] labels, double lambda) {
    BoundedDataset data = HostileRows.bound(schema, rows, labels);
    OneAgainstRest minima = new OneAgainstRest(data, new FadingHinge(10), lambda);
    assertThat(minima.tolerance(10, 0)).isLessThan(1e-6);
    return minima.find(minima.tolerance(10, 0), minima::withoutTilt, Progress.NONE);
  }
}
