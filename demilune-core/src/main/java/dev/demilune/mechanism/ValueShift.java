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

import dev.demilune.privacy.Adjacency;

/** How a neighbouring table may move the values of a function, each by at most one. */
public enum ValueShift {
  /** Some values up and others down, as when a row is replaced. */
  EITHER_WAY(2),
  /** All of them up, or all of them down: counts of rows, when a row is added or removed. */
  ONE_WAY(1);

  private final int range;

  ValueShift(int range) {
    this.range = range;
  }

  /** Returns the most by which a neighbour can move one value more than another. */
  public int range() {
    return range;
  }

  /** Returns what a neighbour does to counts of rows, or to their maxima and minima. */
  public static ValueShift ofCounts(Adjacency adjacency) {
    return adjacency == Adjacency.ADD_OR_REMOVE_ONE ? ONE_WAY : EITHER_WAY;
  }
}
