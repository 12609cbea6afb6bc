// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import java.io.Serializable;

/**
 * A block of stored rows, with their labels, squared norms and, if they have them, codes and peers.
 * It is a few flat arrays, in memory and when it is sent or written.
 */
abstract class StoredBlock extends BoundedDataset.Block implements Serializable {

  private static final long serialVersionUID = 1;

  private final BlockLabels labels;
  private final int[] squaredNorms;
  private final char[] codes; // those of a row are consecutive; empty for rows without parts
  private final char[] peers; // how many rows the person of each row has; null where it is one
  private transient volatile CenteredLengths lengths; // asked for last

  StoredBlock(BlockLabels labels, int[] squaredNorms, char[] codes, char[] peers) {
    this.peers = peers;
    this.labels = labels;
    this.squaredNorms = squaredNorms;
    this.codes = codes;
  }

  /** Hashes all that a fold can see of a row. */
  final void hash(int row, RowHash hash) {
    hash.start(label(row));
    hashFeatures(row, hash);
    int parts = rows() == 0 ? 0 : codes.length / rows();
    for (int p = 0; p < parts; p++) {
      hash.code(p, codes[row * parts + p]);
    }
    if (peers(row) > 1) {
      hash.code(parts, (char) peers(row));
    }
  }

  /** Adds the features that are not zero. */
  abstract void hashFeatures(int row, RowHash hash);

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
  public void lengths(int[] rows, int count, int[] center, long constant, int[] into) {
    CenteredLengths known = lengths;
    if (known == null || !known.areOf(center, constant)) { // two threads may compute the same
      known = CenteredLengths.of(this, center, constant);
      lengths = known;
    }
    for (int i = 0; i < count; i++) {
      into[i] = known.of(rows[i]);
    }
  }

  @Override
  public void copyCodesTo(int row, char[] into) {
    System.arraycopy(codes, row * into.length, into, 0, into.length);
  }
}
