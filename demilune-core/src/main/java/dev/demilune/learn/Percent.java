/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.learn;

/** Counts the hundredths of some choices, each once: progress that is public. */
final class Percent {

  private static final int PARTS = 100;

  private final Progress progress;
  private final int total;
  private int done;
  private int end = PARTS;

  Percent(Progress progress, int choices) {
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
