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

  // Of a coefficient: products stay below 2^45, so that 128 rows fit into a partial sum (2^52).
  private static final long LARGEST_LANE = 1L << 30;

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
    for (int k = 0; k < outputs; k++) {
      double sum = 0; // in the order of the features, as of dense rows: the same bits
      for (int page = 0; page < pages; page++) {
        int offset = (page << PAGE_BITS) * outputs + k;
        int end = starts[row * pages + page + 1];
        for (int i = starts[row * pages + page]; i < end; i++) {
          sum += value(entries[i]) * weights[feature(entries[i]) * outputs + offset];
        }
      }
      into[k] = sum;
    }
  }

  @Override
  public void scores(int[] rows, int count, ExactWeights weights, double[] into) {
    double[] byFeature = weights.byFeature();
    int columns = weights.columns();
    long some = count == 0 ? 0 : starts[(rows[0] + 1) * pages] - starts[rows[0] * pages];
    // counts products as if all rows were as long as the first
    RowKernels kernels =
        kernels(Kernels.Loop.SPARSE_SCORES, some * count * weights.outputs(), columns);
    Arrays.fill(into, 0, count * columns, 0);
    for (int i = 0; i < count; i++) {
      for (int page = 0; page < pages; page++) {
        int from = starts[rows[i] * pages + page];
        int to = starts[rows[i] * pages + page + 1];
        kernels.sparseScores(
            entries,
            from,
            to,
            page << PAGE_BITS,
            byFeature,
            columns,
            weights.outputs(),
            into,
            i * columns);
      }
    }
  }

  @Override
  public void addTo(int row, long coefficient, long[] sums, int outputs, int output) {
    for (int page = 0; page < pages; page++) {
      int offset = (page << PAGE_BITS) * outputs + output;
      int end = starts[row * pages + page + 1];
      for (int i = starts[row * pages + page]; i < end; i++) {
        sums[feature(entries[i]) * outputs + offset] += coefficient * value(entries[i]);
      }
    }
  }

  @Override
  public void addTo(int[] rows, int count, long[] coefficients, RowSums sums) {
    long products = (long) count * entries.length / Math.max(1, rows()) * sums.outputs();
    RowKernels kernels = kernels(Kernels.Loop.SPARSE_SUMS, products, sums.columns());
    addTo(kernels, rows, count, coefficients, sums);
  }

  /** Few outputs have no lanes for vectors. */
  private static RowKernels kernels(Kernels.Loop loop, long products, int columns) {
    return columns % ExactWeights.MOST_LANES == 0 ? Kernels.of(loop, products) : Kernels.PLAIN;
  }

  void addTo(RowKernels kernels, int[] rows, int count, long[] coefficients, RowSums sums) {
    int outputs = sums.outputs();
    int columns = sums.columns();
    boolean lanes = kernels.addsLanes(columns) && sums.areShort(entries.length);
    double[] line = lanes ? new double[columns] : null; // the coefficients of a row
    for (int i = 0; i < count; i++) {
      int active = 0;
      long bits = 0;
      for (int k = 0; k < outputs; k++) {
        long coefficient = coefficients[i * outputs + k];
        active += coefficient == 0 ? 0 : 1;
        bits |= Math.abs(coefficient); // at least each; the most negative long stays negative
      }
      // A vector takes as long as two outputs by themselves.
      if (lanes && active * ExactWeights.MOST_LANES >= 2 * columns && fits(bits)) {
        for (int k = 0; k < outputs; k++) {
          line[k] = coefficients[i * outputs + k];
        }
        addLanes(kernels, rows[i], line, sums.partial(bits << 15), columns); // |value| < 2^15
      } else {
        addByOutput(rows[i], coefficients, i * outputs, sums);
      }
    }
  }

  private static boolean fits(long bits) {
    return bits >= 0 && bits < LARGEST_LANE;
  }

  private void addLanes(RowKernels kernels, int row, double[] line, double[] partial, int columns) {
    for (int page = 0; page < pages; page++) {
      kernels.sparseSums(
          entries,
          starts[row * pages + page],
          starts[row * pages + page + 1],
          page << PAGE_BITS,
          line,
          columns,
          partial);
    }
  }

  private void addByOutput(int row, long[] coefficients, int at, RowSums sums) {
    int features = sums.features();
    int waiting = -1; // an output that waits for another: two are added in one pass
    for (int k = 0; k < sums.outputs(); k++) {
      if (coefficients[at + k] != 0) { // where one rival is near, two are not
        if (waiting < 0) {
          waiting = k;
        } else {
          addTwo(row, coefficients, at, waiting, k, sums.sums(), features);
          waiting = -1;
        }
      }
    }
    if (waiting >= 0) {
      addOne(row, coefficients[at + waiting], sums.sums(), waiting * features);
    }
  }

  private void addTwo(
      int row, long[] coefficients, int at, int k, int l, long[] sums, int features) {
    long one = coefficients[at + k];
    long other = coefficients[at + l];
    for (int page = 0; page < pages; page++) {
      int a = k * features + (page << PAGE_BITS);
      int b = l * features + (page << PAGE_BITS);
      int end = starts[row * pages + page + 1];
      for (int i = starts[row * pages + page]; i < end; i++) {
        int feature = feature(entries[i]);
        long value = value(entries[i]);
        sums[a + feature] += one * value; // integers: exact in any order
        sums[b + feature] += other * value;
      }
    }
  }

  private void addOne(int row, long coefficient, long[] sums, int line) {
    for (int page = 0; page < pages; page++) {
      int offset = line + (page << PAGE_BITS);
      int end = starts[row * pages + page + 1];
      for (int i = starts[row * pages + page]; i < end; i++) {
        sums[offset + feature(entries[i])] += coefficient * value(entries[i]);
      }
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
