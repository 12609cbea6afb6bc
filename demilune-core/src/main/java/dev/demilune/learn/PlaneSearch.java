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

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.random.Randomness;

/** How halfspaces of the plane are chosen privately, each with an equal part of a budget. */
sealed interface PlaneSearch permits PerimeterSearch, HalfCircles {

  /** Returns what all choices together do, for the accountant. */
  PrivacyEvent event();

  /**
   * Returns how many mistakes more than the best there is a chosen halfspace makes at most, but for
   * a probability.
   */
  double mistakes(double failure);

  /** Chooses a normal. */
  int[] choose(PlaneRows rows, Randomness randomness);
}
