// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.learn.gradient.HostileRows;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RowCountBoundTest {

  private static BoundedDataset data(Adjacency adjacency, int count) {
    Schema schema = Schema.vectors(1, LabelSet.numbered(2)).adjacency(adjacency).build();
    return HostileRows.bound(schema, new double[count][1], new int[count]);
  }

  @Test
  void aPublicCountIsTheCount() {
    Randomness randomness = Randomness.reproducible(1);

    assertThat(RowCountBound.of(data(Adjacency.REPLACE_ONE, 7), 100, Optional.empty(), randomness))
        .isEqualTo(new RowCountBound(7, 7));
    assertThat(RowCountBound.of(data(Adjacency.REPLACE_ONE, 0), 0, Optional.empty(), randomness))
        .isEqualTo(new RowCountBound(1, 0));
  }

  @Test
  void aPrivateCountIsNeverAboveItsBound() {
    Optional<NoisyIntegerSum> count = Optional.of(NoisyIntegerSum.of(1, 20));
    BoundedDataset data = data(Adjacency.ADD_OR_REMOVE_ONE, 500);
    for (int seed = 0; seed < 500; seed++) {
      RowCountBound bought = RowCountBound.of(data, 0, count, Randomness.reproducible(seed));
      RowCountBound declared = RowCountBound.of(data, 400, count, Randomness.reproducible(seed));

      assertThat(bought.most()).isBetween(500L + 30 * 20, 500L + 46 * 20);
      assertThat(bought.estimate()).isBetween(350.0, 650.0);
      assertThat(declared).isEqualTo(new RowCountBound(400, bought.most()));
    }
  }

  @Test
  void noEstimateIsBelowOneAndNoBoundBelowZero() {
    Optional<NoisyIntegerSum> count = Optional.of(NoisyIntegerSum.of(1, 0.01));
    BoundedDataset data = data(Adjacency.ADD_OR_REMOVE_ONE, 0);

    assertThat(RowCountBound.of(data, 0, count, Randomness.reproducible(2)))
        .isEqualTo(new RowCountBound(1, 2));
  }
}
