// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import dev.demilune.DemiluneException;
import dev.demilune.schema.Column;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.PartCodes;
import dev.demilune.schema.RowGrid;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects rows and cuts them into blocks, each stored dense or sparse, whichever takes less
 * memory.
 *
 * <p>Rows are collected in one reusable buffer of sparse entries, so reading needs little more
 * memory than the finished blocks. A block of several rows is below 2^27 bytes, and no row is above
 * 2^28.
 */
final class BlockBuilder {
  static final int BLOCK_ROWS = 2_048; // at most

  private static final long MOST_BESIDE = 1 << 26; // bytes of all but the features
  private static final int MOST_ENTRIES = 1 << 19; // 2 MB; a single longer row is one block
  private static final int MOST_DENSE_VALUES = 1 << 24; // keeps row * features far from overflow

  private final Schema schema;
  private final int pages;
  private final RowGrid grid = new RowGrid();
  private final PartCodes parts;
  private final char[] codes; // reused for every block
  private final List<StoredBlock> blocks = new ArrayList<>();
  private final List<long[]> integers = new ArrayList<>(); // of each block
  private long[] blockIntegers = new long[0]; // reused, row after row
  private final int[] labels = new int[BLOCK_ROWS];
  private final int[] squaredNorms = new int[BLOCK_ROWS];
  private final char[] peers; // null where a row is a person
  private final int[] starts;
  private int[] entries = new int[1 << 12]; // reused for every block
  private final int mostRows;
  private final int blockRows;
  private int rows;
  private int integersPerRow;
  private int allRows;

  /**
   * @param mostRows the largest total number of rows
   */
  BlockBuilder(Schema schema, int mostRows) {
    this.schema = schema;
    this.mostRows = mostRows;
    pages = SparseBlock.pages(schema.features());
    parts = PartCodes.of(schema.parts());
    blockRows = blockRows(pages, parts.parts(), columnsOfIntegers(schema));
    codes = new char[blockRows * parts.parts()];
    starts = new int[blockRows * pages + 1];
    peers = schema.adjacency().isOfPersons() ? new char[blockRows] : null;
  }

  private static long columnsOfIntegers(Schema schema) {
    return schema.columns().stream().filter(Column.Whole.class::isInstance).count();
  }

  /**
   * Returns how many rows a block has at most, by public numbers only: so few that it fits in one
   * array of bytes, however many columns there are.
   */
  private static int blockRows(long pages, long parts, long integers) {
    long each = Integer.BYTES * pages + Character.BYTES * parts + Long.BYTES * integers;
    return (int) Math.max(1, Math.min(BLOCK_ROWS, MOST_BESIDE / each));
  }

  /**
   * Adds a row; an unknown label counts as the first.
   *
   * @throws DemiluneException if there would be too many
   */
  void add(EncodedRow row) {
    add(row, /* ofPerson= */ 1);
  }

  /** Adds one of so many rows of a person. */
  void add(EncodedRow row, int ofPerson) {
    if (allRows == mostRows) {
      throw tooMany(mostRows);
    }
    allRows++;
    grid.set(row, schema.rowBound()); // clips or scales, then rounds within the norm
    int end = starts[rows * pages];
    if (rows > 0 && end + grid.size() > MOST_ENTRIES) { // an empty block takes a row of any length
      cut();
      end = 0;
    }
    if (entries.length < end + grid.size()) {
      int most = Math.max(MOST_ENTRIES, grid.size());
      entries = Arrays.copyOf(entries, Math.min(most, 2 * (end + grid.size()))); // doubling, capped
    }
    int next = 0;
    for (int page = 0; page < pages; page++) {
      // Indices increase, so each page's entries are consecutive.
      for (; next < grid.size() && grid.index(next) >>> SparseBlock.PAGE_BITS == page; next++) {
        entries[end++] = SparseBlock.entry(grid.index(next), grid.value(next));
      }
      starts[rows * pages + page + 1] = end;
    }
    labels[rows] = Math.max(0, row.label()); // unknown is -1; throwing would depend on the row
    squaredNorms[rows] = grid.squaredNorm();
    if (peers != null) {
      peers[rows] = (char) ofPerson;
    }
    addIntegers(row);
    for (int p = 0; p < parts.parts(); p++) {
      codes[rows * parts.parts() + p] = parts.code(p, row.part(p));
    }
    rows++;
    if (rows == blockRows) {
      cut();
    }
  }

  static DemiluneException tooMany(int mostRows) {
    return new DemiluneException(
        "the table has more than "
            + mostRows
            + " rows, for which sums are not proved exact: train on fewer rows");
  }

  /** Returns all blocks, the last rows included. */
  List<StoredBlock> blocks() {
    if (rows > 0) {
      cut();
    }
    return blocks;
  }

  boolean hasBlocks() {
    return !blocks.isEmpty();
  }

  /** Returns the first finished block and forgets it, and its integers. */
  StoredBlock take() {
    integers.remove(0);
    return blocks.remove(0);
  }

  private void addIntegers(EncodedRow row) {
    int start = rows * row.integers();
    if (blockIntegers.length < start + row.integers()) {
      blockIntegers = Arrays.copyOf(blockIntegers, blockRows * row.integers());
    }
    for (int k = 0; k < row.integers(); k++) {
      blockIntegers[start + k] = row.integer(k);
    }
    integersPerRow = row.integers();
  }

  /** Returns the exact integers of each block, row after row, in the order of {@link #blocks}. */
  List<long[]> integers() {
    return integers;
  }

  private void cut() {
    integers.add(Arrays.copyOf(blockIntegers, rows * integersPerRow));
    long cells = (long) rows * schema.features();
    long entryCount = starts[rows * pages];
    // A dense cell takes 2 bytes, a sparse entry 4.
    // the layout changes no result, only memory and speed
    boolean dense = 2 * cells <= 4 * entryCount && cells <= MOST_DENSE_VALUES;
    blocks.add(dense ? cutDense() : cutSparse());
  }

  SparseBlock cutSparse() {
    int[] blockEntries = Arrays.copyOf(entries, starts[rows * pages]);
    int[] blockStarts = Arrays.copyOf(starts, rows * pages + 1);
    SparseBlock block =
        new SparseBlock(labels(), norms(), codes(), peers(), blockEntries, blockStarts, pages);
    rows = 0;
    return block;
  }

  DenseBlock cutDense() {
    int features = schema.features();
    short[] values = new short[rows * features];
    for (int row = 0; row < rows; row++) {
      for (int page = 0; page < pages; page++) {
        // below 2^24 by MOST_DENSE_VALUES
        int base = row * features + (page << SparseBlock.PAGE_BITS);
        for (int i = starts[row * pages + page]; i < starts[row * pages + page + 1]; i++) {
          // other cells stay 0
          values[base + (entries[i] >>> SparseBlock.PAGE_BITS)] = (short) entries[i];
        }
      }
    }
    DenseBlock block = new DenseBlock(labels(), norms(), codes(), peers(), values, features);
    rows = 0;
    return block;
  }

  private BlockLabels labels() {
    return new BlockLabels(labels, rows, schema.labels().size());
  }

  private char[] codes() {
    return Arrays.copyOf(codes, rows * parts.parts());
  }

  private char[] peers() {
    return peers == null ? null : Arrays.copyOf(peers, rows);
  }

  private int[] norms() {
    return Arrays.copyOf(squaredNorms, rows);
  }
}
