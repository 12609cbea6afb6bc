// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

/**
 * Hears how far training is. The number of steps is planned from public quantities, so this tells
 * nothing.
 */
@FunctionalInterface
public interface Progress {

  /** Hears nothing. */
  Progress NONE = (done, total) -> {};

  /** Called after each of the planned steps. */
  void step(int done, int total);
}
