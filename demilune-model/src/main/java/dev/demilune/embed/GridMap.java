// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

/**
 * A public map from stored rows to other rows; see {@code BoundedDataset.through} of {@code
 * dev.demilune.rows}.
 *
 * <p>The image depends on this row and on public constants only. An object serves one thread and
 * may keep arrays between calls.
 */
@FunctionalInterface
public interface GridMap {

  /**
   * Writes every entry of the image of a row, in grid units. An image of norm above {@code
   * GRID_RADIUS} is shortened by a slow path; maps should avoid that.
   */
  void map(int[] row, short[] into);
}
