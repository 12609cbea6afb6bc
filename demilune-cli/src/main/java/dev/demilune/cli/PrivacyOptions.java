// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import picocli.CommandLine.Option;

/** How much privacy: never a default, and nothing that protects nobody. */
final class PrivacyOptions {

  /** e^100 is more than 10^43: no evidence that strong exists to be hidden. */
  static final double LARGEST_EPSILON = 100;

  /** Below this, no table that fits on a machine teaches anything. */
  static final double SMALLEST_EPSILON = 1e-6;

  @Option(
      names = "--epsilon",
      paramLabel = "E",
      required = true,
      description = "Privacy: the smaller, the safer (there is no default).")
  String epsilon;

  @Option(
      names = "--delta",
      paramLabel = "D",
      description =
          "Probability left out of the promise: far below one in the number of rows. Without it, or"
              + " with 0, pure privacy is asked for.")
  String delta;

  /** Returns what is asked for, or says in a sentence why it cannot be asked for. */
  Guarantee guarantee() {
    return guarantee(epsilon, delta);
  }

  /** The same, of texts; without a delta, pure privacy. */
  static Guarantee guarantee(String epsilon, String delta) {
    double e = epsilon(epsilon);
    double d = delta == null ? 0 : delta(delta);
    return d == 0 ? PureDp.of(e) : ApproximateDp.of(e, d);
  }

  static double epsilon(String text) {
    double value = Numerals.number("epsilon", text);
    if (!(value > 0)) {
      throw new IllegalArgumentException("epsilon must be a number greater than 0, got " + text);
    }
    if (value > LARGEST_EPSILON) {
      throw new IllegalArgumentException(
          "epsilon above 100 protects nobody, got " + text + ": choose one, most often below 10");
    }
    if (value < SMALLEST_EPSILON) {
      throw new IllegalArgumentException(
          "epsilon below 1e-6 leaves nothing to learn, got " + text + ": choose a larger one");
    }
    return value;
  }

  static double delta(String text) {
    double value = Numerals.number("delta", text);
    if (!(value >= 0)) {
      throw new IllegalArgumentException(
          "delta must be 0, for pure privacy, or a number above it, got " + text);
    }
    if (value >= 1) {
      throw new IllegalArgumentException(
          "delta must be below 1 (1 promises nothing), got "
              + text
              + ": choose one far below one in the number of rows, such as 1e-6");
    }
    return value;
  }
}
