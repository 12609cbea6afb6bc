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

/** Rows of the plane, in integers, as one halfspace sees them: private. */
@FunctionalInterface
interface PlaneRows {

  /** Hears of one row. */
  @FunctionalInterface
  interface Visitor {

    /**
     * Called once for every row.
     *
     * @param positive whether the row belongs on the positive side
     */
    void row(long x, long y, boolean positive);
  }

  /** Goes through all rows, in no particular order. */
  void forEach(Visitor visitor);
}
