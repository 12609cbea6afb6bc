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

/** What certificates say where a proof bounds rounding errors instead of doing without any. */
final class FloatingPoint {

  static final String RELIED_ON =
      "floating-point arithmetic as IEEE 754 has it: what is released is computed with it, its errors"
          + " are bounded in the proof and counted in the noise";

  private FloatingPoint() {}
}
