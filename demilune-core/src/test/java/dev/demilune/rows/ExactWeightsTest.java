// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ExactWeightsTest {

  /** A copy for each worker would be memory that nobody counts. */
  @Test
  void allWorkersGetOneArrayByFeature() throws Exception {
    double[] some = new double[4 * 300_000];
    Arrays.setAll(some, i -> i - 7);
    ExactWeights weights = ExactWeights.of(some, some.length / 4, 4);
    int workers = 4;
    CyclicBarrier start = new CyclicBarrier(workers);
    ExecutorService threads = Executors.newFixedThreadPool(workers);
    try {
      List<Future<double[]>> asked = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        asked.add(
            threads.submit(
                () -> {
                  start.await();
                  return weights.byFeature();
                }));
      }
      Set<double[]> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
      for (Future<double[]> made : asked) {
        arrays.add(made.get());
      }
      assertThat(arrays.size()).isOne();
    } finally {
      threads.shutdownNow();
    }
  }

  /** The bound of the proof, for weights whose sum of squares is rounded often. */
  @Test
  void lengthsStayWithinTheBoundOfTheProof() {
    for (int features : new int[] {1, 2, 3, 1_000, 100_000}) {
      for (double weight : new double[] {1, -1.0 / 3, 0x1.fffffffffffffp-950, 1e300}) {
        double[] some = new double[features];
        Arrays.setAll(some, j -> weight / (1 + j % 3));
        double squares = 0;
        for (double integer : ExactWeights.of(some, features, 1).byOutput()) {
          assertThat(integer).isEqualTo(Math.rint(integer));
          squares += integer * integer;
        }
        assertThat(Math.sqrt(squares)).isBetween(0x1p37 * 0.999_999, 0x1p37 + Math.sqrt(features));
      }
    }
  }
}
