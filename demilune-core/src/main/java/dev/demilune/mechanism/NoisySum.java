// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.random.Randomness;

/** Noise for a vector of exact integer sums, with its privacy event. */
public sealed interface NoisySum permits NoisyIntegerSum, L2Laplace {

  /** Adds the noise to the sums, in place. The caller no longer has the exact sums. */
  void release(long[] sums, Randomness randomness);

  /**
   * Returns the standard deviation of the noise of one entry, before rounding, for a vector of
   * {@code entries} entries.
   */
  double noiseStandardDeviation(int entries);

  /** Returns the privacy event of {@link #release}. */
  PrivacyEvent event();
}
