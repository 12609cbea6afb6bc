// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import dev.demilune.learn.Progress;

/** Counts the hundredths of some choices, each once: progress that is public. */
final class PercentProgress {

  private static final int PARTS = 100;

  private final Progress progress;
  private final int total;
  private int done;
  private int end = PARTS;

  PercentProgress(Progress progress, int choices) {
    this.progress = progress;
    this.total = Math.multiplyExact(PARTS, choices);
  }

  /** Hears how much of the choice that is being made is done. */
  void within(double share) {
    to(end - PARTS + (int) (PARTS * Math.max(0, Math.min(1, share))));
  }

  /** Hears that a choice is made, and that the next begins. */
  void next() {
    to(end);
    end += PARTS;
  }

  private void to(int some) {
    while (done < some) {
      progress.step(++done, total);
    }
  }
}
