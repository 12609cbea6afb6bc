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

/**
 * A public map from stored rows to other rows; see {@link BoundedDataset#through}.
 *
 * <p>What it writes is a function of the one row and of public constants. An object serves one
 * thread and may keep arrays between calls.
 */
@FunctionalInterface
public interface RowMap {

  /**
   * Writes the image of a row in grid units, every element of it. An image longer than {@link
   * BoundedDataset#GRID_RADIUS} will be shortened, slowly: it is the map's part to avoid that.
   */
  void map(BoundedDataset.Block block, int row, short[] into);
}
