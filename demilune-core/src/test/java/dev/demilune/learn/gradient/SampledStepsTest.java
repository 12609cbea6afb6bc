// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.learn.calibrate.ScoreOptions;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import dev.demilune.rows.Batch;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SampledStepsTest {

  @Test
  void aFullBatchHasAllRows() {
    assertThat(Batch.ALL.of(100, SampledStepsTest::identities).cardinality()).isEqualTo(100);
    assertThat(Batch.ALL.of(0, SampledStepsTest::identities).cardinality()).isZero();
  }

  private static byte[] identities() {
    ByteBuffer identities = ByteBuffer.allocate(16 * 400);
    for (int i = 0; i < 400; i++) {
      identities.putLong(i).putLong(0);
    }
    return identities.array();
  }

  /** Secure draws too: 80 of 400 fair coins off is eight standard deviations, below 10^-14. */
  @Test
  void everyStepTakesAFreshSampleAndEveryFitItsOwn() {
    List<BitSet> batches = new ArrayList<>();
    for (Randomness randomness :
        List.of(Randomness.reproducible(2), Randomness.reproducible(3), Randomness.secure())) {
      NoisyReleases releases = new NoisyReleases(noRows(), plan(3), randomness);
      for (int step = 1; step <= 3; step++) {
        releases.release(
            step,
            batch -> {
              batches.add(batch.of(400, SampledStepsTest::identities));
              return new long[1];
            });
      }
    }
    assertThat(new HashSet<>(batches)).hasSize(9);
    assertThat(batches).allSatisfy(batch -> assertThat(batch.cardinality()).isBetween(120, 280));
    // Two samples of the same rate agree on about half of the rows: they are independent.
    for (int i = 1; i < batches.size(); i++) {
      BitSet different = (BitSet) batches.get(i - 1).clone();
      different.xor(batches.get(i));
      assertThat(different.cardinality()).isBetween(120, 280);
    }
  }

  @Test
  void anEmptyBatchIsReleasedWithNoiseLikeAnyOther() {
    NoisyReleases releases = new NoisyReleases(noRows(), plan(1), Randomness.reproducible(4));
    CenteredSum sum = new CenteredSum(noRows(), new int[2], 0, 1, 1_000);

    long[] released =
        releases.release(1, batch -> sum.over(batch, new double[3], Loss.HINGE.binary(1)));

    assertThat(released).hasSize(3).doesNotContain(0);
  }

  @Test
  void aSumIsDividedByTheRowsThatAreExpectedAndNotByThoseTaken() {
    NoisyReleases releases = new NoisyReleases(noRows(), plan(1), Randomness.reproducible(5));

    assertThat(releases.rows()).isEqualTo(1_000);
    assertThat(releases.rowsPerStep()).isEqualTo(500);
    assertThat(new ExactReleases(noRows(), false).rowsPerStep()).isEqualTo(1);
  }

  private static BoundedDataset noRows() {
    Schema schema =
        Schema.vectors(2, LabelSet.numbered(2))
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .expectedRows(1_000)
            .build();
    return HostileRows.bound(schema, new double[0][], new int[0]);
  }

  private static ReleasePlan plan(int steps) {
    return new ReleasePlan(
        Adjacency.ADD_OR_REMOVE_ONE,
        1,
        1_000,
        Optional.empty(),
        Optional.empty(),
        Schedule.even(steps, 0.5),
        List.of(NoisyIntegerSum.of(1_000_000, 1)),
        1_000,
        ScoreOptions.NONE,
        Optional.empty(),
        Optional.empty());
  }
}
