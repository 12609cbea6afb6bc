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
package dev.demilune.random;

/** Stub: round(sigma * N(0, 1)), sampled exactly. */
public final class RoundedGaussian {

  public static RoundedGaussian of(double sigma) {
    return null;
  }

  public double sigma() {
    throw new UnsupportedOperationException();
  }

  public long sample(Randomness randomness) {
    throw new UnsupportedOperationException();
  }

  /**
   * Adds one independent draw to every element, in parallel: fixed-size pieces of the array each
   * use their own stream, so the result does not depend on the number of threads.
   */
  public void addTo(long[] sums, Randomness randomness) {
    throw new UnsupportedOperationException();
  }
}
