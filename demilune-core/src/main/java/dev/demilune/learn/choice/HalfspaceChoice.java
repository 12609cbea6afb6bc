// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import dev.demilune.mechanism.Exponential;
import dev.demilune.random.Randomness;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;

/**
 * A private choice of one halfspace from a public stream of them, in memory that does not grow with
 * their number.
 *
 * <p>Counts of mistakes are found for some blocks of candidates in parallel, and enter the race of
 * {@link Exponential} one by one; of the candidates the leader's vector is kept, and no other.
 */
final class HalfspaceChoice {

  private static final int BLOCKS_PER_WORKER = 8;

  private final MistakeCounts counts;
  private final Exponential mechanism;

  HalfspaceChoice(MistakeCounts counts, Exponential mechanism) {
    this.counts = counts;
    this.mechanism = mechanism;
  }

  /** Hears how many candidates have been weighed: a public number. */
  interface Weighed {
    void candidates(double count);
  }

  int[] from(Cover cover, Randomness randomness, Weighed weighed) {
    return from(cover, mechanism.race(randomness)::enter, weighed);
  }

  /** Returns a candidate of fewest mistakes, the first of them: nothing private about it. */
  static int[] withoutPrivacy(MistakeCounts counts, Cover cover) {
    long[] least = {Long.MAX_VALUE};
    return new HalfspaceChoice(counts, Exponential.of(1))
        .from(
            cover,
            score -> {
              boolean less = score < least[0];
              least[0] = less ? score : least[0];
              return less;
            },
            count -> {});
  }

  /** Whether an entrant of that score leads. */
  private interface Race {
    boolean enter(long score);
  }

  private int[] from(Cover cover, Race race, Weighed weighed) {
    // Only how soon progress is heard of depends on the machine.
    int workers = ForkJoinPool.getCommonPoolParallelism() + 1;
    List<CandidateBlock> blocks = new ArrayList<>();
    for (int i = 0; i < workers * BLOCKS_PER_WORKER; i++) {
      blocks.add(new CandidateBlock(cover.dimension()));
    }
    int[] leader = new int[cover.dimension()]; // the first entrant always leads
    double done = 0;
    while (true) {
      List<CandidateBlock> filled = new ArrayList<>();
      for (CandidateBlock block : blocks) {
        block.clear();
        cover.fill(block);
        if (block.size() > 0) {
          filled.add(block);
        }
      }
      if (filled.isEmpty()) {
        return leader;
      }
      int[][] scores = counts.of(filled);
      // In the public order of the candidates, whichever thread counted first.
      for (int b = 0; b < scores.length; b++) {
        for (int c = 0; c < filled.get(b).size(); c++) {
          // Earlier leaders must stay secret: only the last one is returned.
          if (race.enter(scores[b][c])) {
            leader = filled.get(b).vector(c);
          }
        }
        done += filled.get(b).size();
      }
      weighed.candidates(done); // candidates are public, and so is their number
    }
  }
}
