// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

/**
 * Receives the progress of a training. The number of steps is planned from public quantities, so it
 * reveals nothing.
 */
@FunctionalInterface
public interface Progress {

  /** Ignores it. */
  Progress NONE = (done, total) -> {};

  /** Called after each of the planned steps. */
  void step(int done, int total);
}
