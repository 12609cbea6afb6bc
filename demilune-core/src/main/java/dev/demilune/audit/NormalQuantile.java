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
package dev.demilune.audit;

import org.apache.commons.numbers.gamma.InverseErfc;

/** The inverse of the standard normal distribution function. */
final class NormalQuantile {

  private NormalQuantile() {}

  static double of(double probability) {
    return -Math.sqrt(2) * InverseErfc.value(2 * probability);
  }
}
