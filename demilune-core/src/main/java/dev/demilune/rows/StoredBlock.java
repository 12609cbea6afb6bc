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
  private transient volatile CenteredLengths.Kept lengths; // made where they are asked for

  StoredBlock(BlockLabels labels, int[] squaredNorms, char[] codes, char[] peers) {
    this.peers = peers;
    this.labels = labels;
    this.squaredNorms = squaredNorms;
    this.codes = codes;
  }

  /** Has lengths kept where they outlive this block, which is read again in every fold. */
  final StoredBlock keepingLengthsIn(CenteredLengths.Kept kept) {
    lengths = kept;
    return this;
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

  /** Returns the codes, those of a row after the other; not a copy. */
  final char[] codes() {
    return codes;
  }

  /**
   * Returns whether the stored numbers are those of rows with so many features: entries in order,
   * and squared norms as stored, at most GRID_RADIUS².
   */
  abstract boolean isWithin(int features);

  /**
   * Returns whether a row's squared norm, computed anew, is the stored one and within the bound.
   */
  final boolean isNorm(int row, long computed) {
    return computed == squaredNorms[row]
        && computed <= (long) BoundedDataset.GRID_RADIUS * BoundedDataset.GRID_RADIUS;
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
  public void lengths(int[] rows, int count, CenteredLengths.Origin origin, int[] into) {
    if (lengths == null) { // two threads may make one each
      lengths = new CenteredLengths.Kept();
    }
    CenteredLengths known = lengths.of(this, count, origin);
    if (known == null) {
      super.lengths(rows, count, origin, into);
      return;
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
