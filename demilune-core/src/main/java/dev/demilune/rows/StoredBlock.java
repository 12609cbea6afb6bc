// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

/** A block of stored rows, with their labels and squared norms. */
abstract class StoredBlock extends BoundedDataset.Block {
  private final BlockLabels labels;
  private final int[] squaredNorms;

  StoredBlock(BlockLabels labels, int[] squaredNorms) {
    this.labels = labels;
    this.squaredNorms = squaredNorms;
  }

  @Override
  public int rows() {
    return squaredNorms.length;
  }

  @Override
  public int label(int row) {
    return labels.get(row);
  }

  @Override
  public long squaredNorm(int row) {
    return squaredNorms[row]; // computed once, when the row was rounded
  }
}
