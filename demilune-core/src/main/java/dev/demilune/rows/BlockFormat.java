// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import dev.demilune.schema.Column;
import dev.demilune.schema.FeatureRange;
import dev.demilune.schema.PartCodes;
import dev.demilune.schema.Schema;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Blocks of one schema as bytes and back.
 *
 * <p>A block is four ints (whether it is sparse, rows, entries, zero) and then its arrays as they
 * are in memory, least byte first, each padded to 8 bytes: reading one is a few large copies.
 *
 * <p><b>Claim.</b> A block that passes {@link #isSound} has what {@link BoundedDataset} claims of
 * every row: integers whose squares sum to at most GRID_RADIUS², labels, codes, exact integers and
 * numbers of peers within what the schema declares.
 *
 * <p><b>Proof.</b> Each of these is checked, in integers, for every row. ∎ So where a row is the
 * unit, the bound on sensitivity rests neither on the program that wrote the bytes nor on a
 * checksum.
 *
 * <p><b>Relies on.</b> Where the unit is a person: m rows that say m peers are of one person. The
 * bytes do not show it, so they are trusted there, like a schema.
 */
final class BlockFormat {

  private static final int HEAD = 4 * Integer.BYTES;
  private static final int SPARSE = 1;

  private final int features;
  private final int pages;
  private final int classes;
  private final PartCodes parts;
  private final int mostPeers; // 0 where a row is a person
  private final List<FeatureRange> integers; // of the columns that are exact integers

  BlockFormat(Schema schema) {
    features = schema.features();
    pages = SparseBlock.pages(features);
    classes = schema.labels().size();
    parts = PartCodes.of(schema.parts());
    mostPeers = schema.adjacency().isOfPersons() ? schema.rowsPerPerson() : 0;
    integers =
        schema.columns().stream()
            .filter(Column.Whole.class::isInstance)
            .map(column -> ((Column.Whole) column).range())
            .toList();
  }

  /** Where the arrays of a block are. */
  private final class Places {
    final boolean sparse;
    final int rows;
    final int entries; // of a sparse block
    final long features = HEAD;
    final long starts;
    final long norms;
    final long labels;
    final long codes;
    final long peers;
    final long integers;
    final long end;

    Places(boolean sparse, int rows, int entries) {
      this.sparse = sparse;
      this.rows = rows;
      this.entries = entries;
      long cells = (long) rows * BlockFormat.this.features;
      starts = padded(features, sparse ? 4L * entries : 2 * cells);
      norms = padded(starts, sparse ? 4 * ((long) rows * pages + 1) : 0);
      labels = padded(norms, 4L * rows);
      codes = padded(labels, (classes <= 256 ? 1L : 2L) * rows);
      peers = padded(codes, 2L * rows * parts.parts());
      integers = padded(peers, mostPeers > 0 ? 2L * rows : 0);
      end = padded(integers, 8L * rows * BlockFormat.this.integers.size());
    }

    private static long padded(long from, long length) {
      return from + (length + 7) / 8 * 8;
    }
  }

  /** Returns the bytes of a block. */
  byte[] bytes(StoredBlock block, long[] exact) {
    boolean sparse = block instanceof SparseBlock;
    int rows = block.rows();
    int entries = sparse ? ((SparseBlock) block).starts()[rows * pages] : 0;
    Places at = new Places(sparse, rows, entries);
    byte[] bytes = new byte[Math.toIntExact(at.end)];
    ByteBuffer into = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    into.putInt(sparse ? SPARSE : 0).putInt(rows).putInt(entries).putInt(0);
    if (block instanceof SparseBlock lists) {
      part(into, at.features).asIntBuffer().put(lists.entries(), 0, entries);
      part(into, at.starts).asIntBuffer().put(lists.starts(), 0, rows * pages + 1);
    } else {
      part(into, at.features)
          .asShortBuffer()
          .put(((DenseBlock) block).values(), 0, rows * features);
    }
    for (int row = 0; row < rows; row++) {
      into.putInt((int) at.norms + 4 * row, (int) block.squaredNorm(row));
      if (classes <= 256) {
        into.put((int) at.labels + row, (byte) block.label(row));
      } else {
        into.putChar((int) at.labels + 2 * row, (char) block.label(row));
      }
      if (mostPeers > 0) {
        into.putChar((int) at.peers + 2 * row, (char) block.peers(row));
      }
    }
    part(into, at.codes).asCharBuffer().put(block.codes());
    part(into, at.integers).asLongBuffer().put(exact);
    return bytes;
  }

  /**
   * Returns where a block's arrays are; null if the bytes are not those of a block, which is
   * noticed before anything is allocated.
   */
  private Places places(ByteBuffer bytes) {
    if (bytes.capacity() < HEAD) {
      return null;
    }
    int kind = bytes.getInt(0);
    int rows = bytes.getInt(4);
    int entries = bytes.getInt(8);
    if ((kind != 0 && kind != SPARSE)
        || rows < 1
        || rows > BlockBuilder.BLOCK_ROWS
        || entries < 0
        || (kind == 0 && entries != 0)
        || bytes.getInt(12) != 0) {
      return null;
    }
    Places places = new Places(kind == SPARSE, rows, entries);
    return places.end == bytes.capacity() ? places : null;
  }

  /**
   * Reads a block into arrays that may be used again when nobody reads the block any more; null if
   * the bytes are not those of a block.
   */
  StoredBlock block(ByteBuffer bytes, BlockArrays into) {
    Places at = places(bytes);
    if (at == null) {
      return null;
    }
    int rows = at.rows;
    int[] norms = into.squaredNorms(rows);
    part(bytes, at.norms).asIntBuffer().get(norms, 0, rows);
    BlockLabels labels = labels(bytes, at, into);
    char[] codes = into.codes(rows * parts.parts());
    part(bytes, at.codes).asCharBuffer().get(codes);
    char[] peers = null;
    if (mostPeers > 0) {
      peers = into.peers(rows);
      part(bytes, at.peers).asCharBuffer().get(peers, 0, rows);
    }
    if (!at.sparse) {
      short[] values = into.values(rows * features);
      part(bytes, at.features).asShortBuffer().get(values, 0, rows * features);
      return new DenseBlock(labels, norms, codes, peers, values, features);
    }
    int[] entries = into.entries(at.entries);
    part(bytes, at.features).asIntBuffer().get(entries, 0, at.entries);
    int[] starts = into.starts(rows * pages + 1);
    part(bytes, at.starts).asIntBuffer().get(starts, 0, rows * pages + 1);
    if (starts[rows * pages] != at.entries) { // what follows in the array is of another block
      return null;
    }
    return new SparseBlock(labels, norms, codes, peers, entries, starts, pages);
  }

  private BlockLabels labels(ByteBuffer bytes, Places at, BlockArrays into) {
    if (classes <= 256) {
      byte[] narrow = into.narrowLabels(at.rows);
      part(bytes, at.labels).get(narrow, 0, at.rows);
      return new BlockLabels(narrow, null);
    }
    char[] wide = into.wideLabels(at.rows);
    part(bytes, at.labels).asCharBuffer().get(wide, 0, at.rows);
    return new BlockLabels(null, wide);
  }

  /** Reads the exact integers of a block's rows; null if the bytes are not those of a block. */
  long[] integers(ByteBuffer bytes) {
    Places at = places(bytes);
    if (at == null) {
      return null;
    }
    long[] exact = new long[at.rows * integers.size()];
    part(bytes, at.integers).asLongBuffer().get(exact);
    return exact;
  }

  /** Returns whether bytes are a block of this schema and number of rows; see the claim above. */
  boolean isSound(ByteBuffer bytes, int rows, BlockArrays reused) {
    StoredBlock block = block(bytes, reused);
    if (block == null || block.rows() != rows || !block.isWithin(features)) {
      return false;
    }
    for (int row = 0; row < block.rows(); row++) {
      if (block.label(row) >= classes || (mostPeers > 0 && !arePeers(block.peers(row)))) {
        return false;
      }
    }
    char[] codes = block.codes();
    for (int i = 0; i < codes.length; i++) {
      if (!parts.isCode(i % parts.parts(), codes[i])) {
        return false;
      }
    }
    long[] exact = integers(bytes);
    for (int i = 0; i < exact.length; i++) {
      FeatureRange range = integers.get(i % integers.size());
      if (exact[i] < (long) range.low() || exact[i] > (long) range.high()) {
        return false;
      }
    }
    return true;
  }

  private boolean arePeers(int peers) {
    return peers >= 1 && peers <= mostPeers;
  }

  private static ByteBuffer part(ByteBuffer bytes, long from) {
    int at = (int) from; // within the bytes, see places; BlockBuilder bounds what is written
    return bytes.slice(at, bytes.capacity() - at).order(ByteOrder.LITTLE_ENDIAN);
  }
}
