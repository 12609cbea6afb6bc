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

import dev.demilune.privacy.ApproximateDp;

/** What one fit among others may cost, where all of them share a guarantee. */
final class PartOfBudget {

  private PartOfBudget() {}

  /**
   * Returns a guarantee that falls with a noise, for {@link
   * dev.demilune.accounting.Calibration#smallestNoise} to look for the largest that fits. Its δ
   * shrinks with ε, so that both get small.
   */
  static ApproximateDp atNoise(ApproximateDp whole, double noise) {
    double epsilon = 1 / noise;
    return ApproximateDp.of(epsilon, whole.delta() * Math.min(1, epsilon / whole.epsilon()));
  }
}
