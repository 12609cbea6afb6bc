// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

/** How long a section may take. */
enum Effort {
  /** For the page: about three minutes on a quiet machine. */
  FULL,
  /** Fewer repetitions, to see that a section works. */
  QUICK,
  /** For tests: the smallest run that goes through all of the code, whose numbers mean nothing. */
  SMALLEST;

  <T> T of(T full, T quick, T smallest) {
    return switch (this) {
      case FULL -> full;
      case QUICK -> quick;
      case SMALLEST -> smallest;
    };
  }
}
