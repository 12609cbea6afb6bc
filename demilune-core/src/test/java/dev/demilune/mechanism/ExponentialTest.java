// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.demilune.random.Randomness;
import java.lang.management.ManagementFactory;
import java.util.PrimitiveIterator;
import org.junit.jupiter.api.Test;

class ExponentialTest {

  private static final int STREAMED = 10_000_000;

  /** To keep two bytes of each candidate would take more than all that is allocated on the way. */
  @Test
  void tenMillionStreamedCandidatesNeedNoMemory() {
    choose(1000); // so that classes are loaded
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    long winner = choose(STREAMED);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(2L * STREAMED);
    // The others weigh e^-20 each, at most 0.07 together.
    assertThat(winner).isEqualTo(7_654_321);
  }

  private static long choose(int candidates) {
    PrimitiveIterator.OfLong scores =
        new PrimitiveIterator.OfLong() {
          private int next;

          @Override
          public boolean hasNext() {
            return next < candidates;
          }

          @Override
          public long nextLong() {
            return next++ == 7_654_321 ? 0 : 40 + next % 9;
          }
        };
    return Exponential.of(1).choose(scores, Randomness.reproducible(3));
  }
}
