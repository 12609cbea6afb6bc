// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

/**
 * A public map from stored rows to other rows; see {@link BoundedDataset#through}.
 *
 * <p>What it writes is a function of the one row and of public constants. An object serves one
 * thread and may keep arrays between calls.
 */
@FunctionalInterface
public interface GridMap {

  /**
   * Writes the image of a row in grid units, every element of it. An image longer than {@link
   * BoundedDataset#GRID_RADIUS} will be shortened, slowly: it is the map's part to avoid that.
   */
  void map(int[] row, short[] into);
}
