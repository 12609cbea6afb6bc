// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.random.Randomness;

/**
 * One charged training in progress: its randomness and the receiver of its progress.
 *
 * <p>Only {@link TrainingPlan#run} makes one, out of an allowance that it has used up.
 */
public final class TrainingRun {

  private final Randomness randomness;
  private final String purpose;
  private final Progress progress;

  TrainingRun(Randomness randomness, String purpose, Progress progress) {
    this.randomness = randomness;
    this.purpose = purpose;
    this.progress = progress;
  }

  /** Returns the randomness of the training. */
  public Randomness randomness() {
    return randomness;
  }

  /** Returns the receiver of the training's progress. */
  public Progress progress() {
    return progress;
  }

  /**
   * Returns the run of one part of this training, with a noise stream of its own.
   *
   * @param number of the part, from 1; no two parts have the same
   * @param hears of the part's progress
   */
  public TrainingRun part(int number, Progress hears) {
    String name = "part " + number + " of " + purpose;
    return new TrainingRun(randomness.stream(name), name, hears);
  }
}
