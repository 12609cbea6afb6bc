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
    RowKernels kernels = Kernels.of(some * count * columns);
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
  public void addTo(int[] rows, int count, long[] coefficients, long[] sums, int outputs) {
    int features = sums.length / outputs;
    for (int i = 0; i < count; i++) {
      int waiting = -1; // an output that waits for another: two are added in one pass
      for (int k = 0; k < outputs; k++) {
        if (coefficients[i * outputs + k] != 0) { // a hinge loss has two that are not
          if (waiting < 0) {
            waiting = k;
          } else {
            addTwo(rows[i], coefficients, i * outputs, waiting, k, sums, features);
            waiting = -1;
          }
        }
      }
      if (waiting >= 0) {
        addOne(rows[i], coefficients[i * outputs + waiting], sums, waiting * features);
      }
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
