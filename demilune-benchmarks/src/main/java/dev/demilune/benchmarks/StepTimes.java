// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.budget.Ledger;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Progress;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.List;

/**
 * Times of the steps of one private training, noise included, from its own reports of progress.
 *
 * @param seconds of each step by the clock
 * @param processorSeconds of each step, of all threads
 */
record StepTimes(List<Double> seconds, List<Double> processorSeconds) {

  /**
   * Trains by {@code noisy-descent}; only the second half of the steps counts, when all is warm.
   */
  static StepTimes of(BoundedDataset rows, int steps) {
    Learner learner = NoisyDescent.withDefaults().with("steps", Integer.toString(steps));
    Guarantee guarantee = ApproximateDp.of(1, 1e-5);
    Ledger ledger =
        Ledger.inMemory("steps", rows.adjacency(), guarantee, Randomness.reproducible(1));
    StepTimes times = new StepTimes(new ArrayList<>(), new ArrayList<>());
    learner.fit(rows, ledger.spend("steps", guarantee), times.recorder());
    return times;
  }

  private Progress recorder() {
    long[] last = {0, 0};
    return (done, total) -> {
      long clock = System.nanoTime();
      long processor = ProcessorTime.ofThreads();
      if (done > Math.max(1, total / 2)) {
        seconds.add((clock - last[0]) / 1e9);
        processorSeconds.add((processor - last[1]) / 1e9);
      }
      last[0] = clock;
      last[1] = processor;
    };
  }
}
