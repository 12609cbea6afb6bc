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
package dev.demilune.accounting;

/** Checks of the two questions every accountant answers. */
final class Arguments {

  private Arguments() {}

  static double delta(double delta) {
    if (!(delta >= 0 && delta < 1)) {
      throw new IllegalArgumentException("delta must be at least 0 and below 1, got " + delta);
    }
    return delta;
  }

  static double relativeWidth(double width) {
    if (!(width >= 1e-6 && width <= 1)) { // written so that NaN fails too
      throw new IllegalArgumentException("relative width must be between 1e-6 and 1, got " + width);
    }
    return width;
  }

  static double epsilon(double epsilon) {
    if (!(epsilon >= 0 && epsilon < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("epsilon must be finite and >= 0, got " + epsilon);
    }
    return epsilon;
  }
}
