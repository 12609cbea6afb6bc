// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.data.VectorTable;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Shape;
import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.Batch;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class MarginViolationsTest {

  @Test
  void aRowAndItsCountAreNoLongerThanARowMayBe() {
    double closest = 0;
    for (int seed = 0; seed < 2_000; seed++) {
      int classes = 2 + seed % 4;
      HostileRows hostile = new HostileRows(seed, 1 + seed % 5, classes);
      Schema schema =
          hostile.schema(
              Adjacency.REPLACE_ONE, seed % 2 == 0 ? RowBound.scale() : RowBound.clip(0.7));
      BoundedDataset one = HostileRows.bound(schema, hostile.rows(1), hostile.labels(1));
      int outputs = Shape.outputs(classes);
      long contribution = 32_000L + hostile.random().nextInt(1 << 29);
      contribution = Math.min(contribution, CenteredSum.FINEST);
      MarginViolations faults = MarginViolations.within(contribution, Descent.stoppingBelow(0.1));
      double[] weights = hostile.weights(outputs);
      CenteredSum sum =
          new CenteredSum(one, hostile.center(), one.gridIntercept(), outputs, faults.bound());

      long[] numbers =
          faults.sum(
              sum,
              Batch.ALL,
              weights,
              (label, scores, into) -> {
                Arrays.fill(into, label == 0 ? -1 : 1); // too long on purpose
                return true;
              });

      BigInteger squares = BigInteger.ZERO;
      for (long number : numbers) {
        squares = squares.add(BigInteger.valueOf(number).pow(2));
      }
      assertThat(squares).isLessThanOrEqualTo(BigInteger.valueOf(contribution).pow(2));
      closest = Math.max(closest, Math.sqrt(squares.doubleValue()) / contribution);
      assertThat(numbers).hasSize(sum.weights() + 1);
    }
    assertThat(closest).isGreaterThan(0.99);
  }

  @Test
  void nothingIsCountedUnlessTrainingMayStop() {
    assertThat(MarginViolations.within(1_000_000, Descent.PLAIN))
        .isEqualTo(new MarginViolations(1_000_000, 0, 0));
  }

  @Test
  void trainingStopsWhenFewRowsAreAtFault() {
    double[][] rows = {{1, 0}, {0.9, 0.1}, {-1, 0}, {-0.8, -0.1}};
    BoundedDataset data =
        BoundedDataset.of(
            Schema.vectors(2, LabelSet.numbered(2)).adjacency(Adjacency.REPLACE_ONE).build(),
            VectorTable.of(rows, new int[] {1, 1, 0, 0}));
    CountedReleases plain = new CountedReleases(data);
    CountedReleases stopping = new CountedReleases(data);
    Schedule schedule = Schedule.even(30, 1);

    train(data, plain, schedule, Descent.PLAIN);
    train(data, stopping, schedule, Descent.stoppingBelow(0.2));

    assertThat(plain.released).isEqualTo(30);
    // All rows are at fault at first, and none after the first round.
    assertThat(stopping.released).isEqualTo(2);
  }

  private static void train(
      BoundedDataset data, GradientReleases releases, Schedule schedule, Descent descent) {
    new LinearTraining(data, releases, schedule, descent)
        .run(1, weights -> Loss.HINGE.binary(0.5 * Margins.length(weights)), Progress.NONE);
  }

  /** The noise off, counting the steps. */
  private static final class CountedReleases implements GradientReleases {
    private final GradientReleases exact;
    private int released;

    CountedReleases(BoundedDataset data) {
      this.exact = new ExactReleases(data, false);
    }

    @Override
    public double rows() {
      return exact.rows();
    }

    @Override
    public int[] centre() {
      return exact.centre();
    }

    @Override
    public long contribution() {
      return exact.contribution();
    }

    @Override
    public double rowsPerStep() {
      return exact.rowsPerStep();
    }

    @Override
    public long[] release(int step, Function<Batch, long[]> sum) {
      released++;
      return exact.release(step, sum);
    }
  }
}
