// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.learn.Learner;
import dev.demilune.learn.additive.Additive;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * No audit of a whole fit sees the small releases of an additive model. The law of replay measures
 * them one by one; here it is shown that a neighbor moves each of them by more than half of what it
 * declares, so that half the sensitivity, or twice as fine a grid, would be seen in each.
 */
class AdditiveReplayTest {

  private static final Guarantee GUARANTEE = ApproximateDp.of(8, 1e-6);
  private static final int STEPS = 4;

  private static final Learner LEARNER =
      Additive.withDefaults()
          .with("steps", Integer.toString(STEPS))
          .with("bins", "private")
          .with("interactions", "2")
          .with("class-weights", "balanced")
          .with("calibration", "on");

  @ParameterizedTest
  @EnumSource(names = {"ADD_OR_REMOVE_ONE", "REPLACE_ONE"})
  void everyReleaseIsMovedByMoreThanHalfOfWhatItDeclares(Adjacency adjacency) {
    Subject subject = new Subject(LEARNER);
    double[] largest = new double[0];
    for (int trial = 0; trial < 4; trial++) {
      NeighborTables tables =
          NeighborTables.of(
              subject,
              /* features= */ 4,
              /* classes= */ 2,
              adjacency,
              /* declared= */ adjacency.rowCountIsPublic(),
              Generator.of(Seeds.randomness("additive " + trial)));
      Function<BoundedDataset, Function<Randomness, String>> run =
          data -> randomness -> Published.by(subject, data, GUARANTEE, randomness).text();
      Replay replay = Replay.of(trial, run.apply(tables.table()));
      if (trial == 0) {
        largest = new double[replay.releases()];
      }
      for (BoundedDataset neighbor : tables.neighbors()) {
        var shares = replay.sharesOn(run.apply(neighbor));
        for (int i = 0; i < largest.length; i++) {
          largest[i] = Math.max(largest[i], shares.get(i));
        }
      }
    }
    // Ranks, mean, second moment, class counts, steps and scores; a count where it is private.
    int bought = adjacency.rowCountIsPublic() ? 0 : 1;
    assertThat(largest).as("seed %d", Seeds.seed()).hasSize(5 + STEPS + bought);
    for (double share : largest) {
      assertThat(share).as("seed %d", Seeds.seed()).isGreaterThan(0.5);
    }
  }
}
