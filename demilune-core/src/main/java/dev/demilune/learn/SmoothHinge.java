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

/**
 * The hinge loss max(0, 1 - t) with its corner rounded: quadratic between 0 and 1.
 *
 * <p>It lies between the hinge less one half and the hinge, is convex, its slope is between -1 and
 * 0, and its slope's slope at most 1.
 */
final class SmoothHinge {

  private SmoothHinge() {}

  static double value(double t) {
    if (t >= 1) {
      return 0;
    }
    return t > 0 ? 0.5 * (1 - t) * (1 - t) : 0.5 - t;
  }

  static double slope(double t) {
    if (t >= 1) {
      return 0;
    }
    return t > 0 ? t - 1 : -1;
  }
}
