// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

/** A block of stored rows, with their labels, squared norms and, if they have parts, codes. */
abstract class StoredBlock extends BoundedDataset.Block {
  private final BlockLabels labels;
  private final int[] squaredNorms;
  private final char[] codes; // those of a row are consecutive; empty for rows without parts

  StoredBlock(BlockLabels labels, int[] squaredNorms, char[] codes) {
    this.labels = labels;
    this.squaredNorms = squaredNorms;
    this.codes = codes;
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

  @Override
  public void copyCodesTo(int row, char[] into) {
    System.arraycopy(codes, row * into.length, into, 0, into.length);
  }
}
