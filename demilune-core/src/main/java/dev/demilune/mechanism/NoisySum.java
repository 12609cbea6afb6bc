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
package dev.demilune.mechanism;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.random.Randomness;

/** Noise for a vector of exact integer sums that knows what it costs. */
public sealed interface NoisySum permits NoisyIntegerSum, L2Laplace {

  /** Adds the noise to the sums, in place. The caller no longer has the exact sums. */
  void release(long[] sums, Randomness randomness);

  /**
   * Returns the standard deviation of the noise of one entry of a vector of so many, rounding not
   * counted.
   */
  double noiseStandardDeviation(int entries);

  /** Returns what {@link #release} does, for the accountant. */
  PrivacyEvent event();
}
