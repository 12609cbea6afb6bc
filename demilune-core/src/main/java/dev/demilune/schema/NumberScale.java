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
package dev.demilune.schema;

/** The interval to which every number column's range is mapped. */
public enum NumberScale {
  /** The middle of the range becomes 0. */
  MINUS_ONE_TO_ONE("-1..1"),
  /** The low end of the range becomes 0. */
  ZERO_TO_ONE("0..1");

  private final String text;

  NumberScale(String text) {
    this.text = text;
  }

  /** Returns the interval as schema files write it. */
  public String text() {
    return text;
  }

  /** Maps a number between 0 and 1 to the interval. */
  double map(double fraction) {
    return this == ZERO_TO_ONE ? fraction : 2 * fraction - 1;
  }
}
