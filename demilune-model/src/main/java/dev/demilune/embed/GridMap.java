// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

/**
 * A public map from stored rows to other rows; see {@code BoundedDataset.through} of {@code
 * dev.demilune.rows}.
 *
 * <p>The image of a row depends on that row and on public constants only, also where several rows
 * are mapped in one call: not on the other rows of the call, nor on earlier calls. The sensitivity
 * of sums over images relies on it, and nothing checks it. An object serves one thread and may keep
 * arrays between calls.
 */
@FunctionalInterface
public interface GridMap {

  /**
   * Writes every entry of the image of a row, in grid units. An image of norm above {@code
   * GRID_RADIUS} is shortened by a slow path; maps should avoid that.
   */
  void map(int[] row, short[] into);

  /**
   * Writes the images of several rows, one after the other. Each has the bits that {@link
   * #map(int[], short[])} gives the row alone, whatever the other rows are.
   *
   * @param count how many of {@code rows} to take
   * @param outputs how many entries an image has
   */
  default void map(int[][] rows, int count, short[] into, int outputs) {
    short[] image = new short[outputs];
    for (int i = 0; i < count; i++) {
      map(rows[i], image);
      System.arraycopy(image, 0, into, i * outputs, outputs);
    }
  }
}
