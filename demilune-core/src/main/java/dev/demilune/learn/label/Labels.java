// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.label;

import dev.demilune.rows.BoundedDataset;

/**
 * A label for each row, in the order of {@link PublicFeatures}. Those of a table are private; a
 * {@link LabelRehearsal} makes some up.
 *
 * @param classes how many there are
 */
@SuppressWarnings("ArrayRecordComponent") // nobody changes the array
record Labels(int[] values, int classes) {

  /** Returns the labels of a table, which are private. */
  static Labels of(BoundedDataset data) {
    int[] starts = PublicFeatures.starts(data);
    int[] labels = new int[starts[data.blocks()]];
    for (int b = 0; b < data.blocks(); b++) {
      BoundedDataset.Block block = data.block(b);
      for (int row = 0; row < block.rows(); row++) {
        labels[starts[b] + row] = block.label(row);
      }
    }
    return new Labels(labels, data.classes());
  }
}
