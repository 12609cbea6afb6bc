// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

/**
 * A block of stored rows, with their labels, squared norms and, if they have them, codes and peers.
 */
abstract class StoredBlock extends BoundedDataset.Block {
  private final BlockLabels labels;
  private final int[] squaredNorms;
  private final char[] codes; // those of a row are consecutive; empty for rows without parts
  private final char[] peers; // how many rows the person of each row has; null where it is one

  StoredBlock(BlockLabels labels, int[] squaredNorms, char[] codes, char[] peers) {
    this.peers = peers;
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
  public int peers(int row) {
    return peers == null ? 1 : peers[row];
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
