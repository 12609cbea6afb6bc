// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import java.util.Arrays;

/**
 * The nonzero entries of every row (compressed sparse rows).
 *
 * <p>An entry is one int: the upper 16 bits are the feature's index within its page of 65,536
 * features, the lower 16 the value. Most tables have one page; {@code starts[row * pages + page]}
 * is where the row's entries of a page begin.
 */
final class SparseBlock extends StoredBlock {

  private static final long serialVersionUID = 1;

  static final int PAGE_BITS = 16;

  private final int[] entries;
  private final int[] starts;
  private final int pages;

  SparseBlock(
      BlockLabels labels,
      int[] squaredNorms,
      char[] codes,
      char[] peers,
      int[] entries,
      int[] starts,
      int pages) {
    super(labels, squaredNorms, codes, peers);
    this.entries = entries;
    this.starts = starts;
    this.pages = pages;
  }

  static int pages(int features) {
    // unsigned: the sum may pass 2^31
    return Math.max(1, (features + (1 << PAGE_BITS) - 1) >>> PAGE_BITS);
  }

  static int entry(int feature, int value) {
    // the shift drops the page; the mask keeps the sign out
    return (feature << PAGE_BITS) | (value & 0xffff);
  }

  /** Returns the feature of an entry, within its page. */
  static int feature(int entry) {
    return entry >>> PAGE_BITS;
  }

  /** Returns the value of an entry: the low half, with its sign. */
  static short value(int entry) {
    return (short) entry;
  }

  /** Returns the entries; not a copy, and perhaps longer. */
  int[] entries() {
    return entries;
  }

  /** Returns where entries begin; not a copy, and perhaps longer. */
  int[] starts() {
    return starts;
  }

  @Override
  boolean isWithin(int features) {
    if (starts[0] != 0 || starts[rows() * pages] > entries.length) {
      return false;
    }
    for (int row = 0; row < rows(); row++) {
      long sum = 0;
      for (int page = 0; page < pages; page++) {
        int start = starts[row * pages + page];
        int end = starts[row * pages + page + 1];
        if (end < start || end > entries.length) {
          return false;
        }
        int last = -1;
        for (int i = start; i < end; i++) {
          int feature = feature(entries[i]);
          if (feature <= last || feature >= features - (page << PAGE_BITS)) {
            return false;
          }
          last = feature;
          sum += value(entries[i]) * value(entries[i]); // an int product: at most 2^30
        }
      }
      if (!isNorm(row, sum)) {
        return false;
      }
    }
    return true;
  }

  @Override
  void hashFeatures(int row, RowHash hash) {
    for (int page = 0; page < pages; page++) {
      int base = page << PAGE_BITS;
      int end = starts[row * pages + page + 1];
      for (int i = starts[row * pages + page]; i < end; i++) {
        hash.feature(base + (entries[i] >>> PAGE_BITS), (short) entries[i]);
      }
    }
  }

  @Override
  public long dot(int row, int[] gridVector) {
    long sum = 0;
    for (int page = 0; page < pages; page++) {
      int base = page << PAGE_BITS;
      int end = starts[row * pages + page + 1]; // the next page or row begins there
      for (int i = starts[row * pages + page]; i < end; i++) {
        // exact; zeros add nothing, so as in DenseKernels
        sum += (long) (short) entries[i] * gridVector[base + (entries[i] >>> PAGE_BITS)];
      }
    }
    return sum;
  }

  @Override
  public void scores(int row, double[] weights, int outputs, double[] into) {
    scores(Kernels.PLAIN, row, weights, outputs, into, 0);
  }

  @Override
  public void scores(int[] rows, int count, double[] weights, int outputs, double[] into) {
    RowKernels kernels = kernels(rows, count, outputs);
    for (int i = 0; i < count; i++) {
      scores(kernels, rows[i], weights, outputs, into, i * outputs);
    }
  }

  private void scores(
      RowKernels kernels, int row, double[] weights, int outputs, double[] into, int at) {
    Arrays.fill(into, at, at + outputs, 0); // sums start at +0, as of dense rows: the same bits
    for (int page = 0; page < pages; page++) {
      int from = starts[row * pages + page];
      int to = starts[row * pages + page + 1];
      kernels.sparseScores(entries, from, to, page << PAGE_BITS, weights, outputs, into, at);
    }
  }

  private RowKernels kernels(int[] rows, int count, int outputs) {
    long some = count == 0 ? 0 : starts[(rows[0] + 1) * pages] - starts[rows[0] * pages];
    return Kernels.of(some * count * outputs); // as if all rows were as long as the first
  }

  @Override
  public void addTo(int row, long coefficient, long[] sums, int outputs, int output) {
    for (int page = 0; page < pages; page++) {
      int from = starts[row * pages + page];
      int to = starts[row * pages + page + 1];
      PlainKernels.sparseSum(
          entries, from, to, page << PAGE_BITS, coefficient, sums, outputs, output);
    }
  }

  @Override
  public void addTo(int row, long[] coefficients, long[] sums, int outputs) {
    addTo(Kernels.PLAIN, row, coefficients, 0, sums, outputs);
  }

  @Override
  public void addTo(int[] rows, int count, long[] coefficients, long[] sums, int outputs) {
    RowKernels kernels = kernels(rows, count, outputs);
    for (int i = 0; i < count; i++) {
      addTo(kernels, rows[i], coefficients, i * outputs, sums, outputs);
    }
  }

  private void addTo(
      RowKernels kernels, int row, long[] coefficients, int at, long[] sums, int outputs) {
    for (int page = 0; page < pages; page++) {
      int from = starts[row * pages + page];
      int to = starts[row * pages + page + 1];
      kernels.sparseSums(entries, from, to, page << PAGE_BITS, coefficients, at, sums, outputs);
    }
  }

  @Override
  public void copyTo(int row, int[] into) {
    Arrays.fill(into, 0); // entries that are not listed are zero
    for (int page = 0; page < pages; page++) {
      int base = page << PAGE_BITS;
      int end = starts[row * pages + page + 1];
      for (int i = starts[row * pages + page]; i < end; i++) {
        into[base + (entries[i] >>> PAGE_BITS)] = (short) entries[i];
      }
    }
  }
}
