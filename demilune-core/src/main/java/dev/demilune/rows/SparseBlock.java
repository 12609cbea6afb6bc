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
    Arrays.fill(into, 0, outputs, 0); // sums start at +0, as in DenseKernels: the same bits
    for (int page = 0; page < pages; page++) {
      int from = starts[row * pages + page];
      int to = starts[row * pages + page + 1];
      addScores(from, to, page << PAGE_BITS, weights, outputs, into);
    }
  }

  private void addScores(int from, int to, int base, double[] weights, int outputs, double[] into) {
    int k = 0;
    for (; k + 4 <= outputs; k += 4) { // four sums at a time stay in registers
      double a = into[k]; // continues the sums of the pages before
      double b = into[k + 1];
      double c = into[k + 2];
      double d = into[k + 3];
      for (int i = from; i < to; i++) {
        double value = (short) entries[i]; // the low half, with its sign
        // below the length of the weights: no overflow
        int at = (base + (entries[i] >>> PAGE_BITS)) * outputs + k;
        a += value * weights[at];
        b += value * weights[at + 1];
        c += value * weights[at + 2];
        d += value * weights[at + 3];
      }
      into[k] = a;
      into[k + 1] = b;
      into[k + 2] = c;
      into[k + 3] = d;
    }
    for (; k < outputs; k++) {
      double sum = into[k];
      for (int i = from; i < to; i++) {
        sum += (short) entries[i] * weights[(base + (entries[i] >>> PAGE_BITS)) * outputs + k];
      }
      into[k] = sum;
    }
  }

  @Override
  public void addTo(int row, long coefficient, long[] sums, int outputs, int output) {
    for (int page = 0; page < pages; page++) {
      int base = page << PAGE_BITS;
      int end = starts[row * pages + page + 1];
      for (int i = starts[row * pages + page]; i < end; i++) {
        int at = (base + (entries[i] >>> PAGE_BITS)) * outputs + output;
        sums[at] += coefficient * (short) entries[i]; // integers: exact in any order
      }
    }
  }

  @Override
  public void addTo(int row, long[] coefficients, long[] sums, int outputs) {
    for (int page = 0; page < pages; page++) {
      int from = starts[row * pages + page];
      int to = starts[row * pages + page + 1];
      addRow(from, to, page << PAGE_BITS, coefficients, sums, outputs);
    }
  }

  private void addRow(int from, int to, int base, long[] coefficients, long[] sums, int outputs) {
    int k = 0;
    for (; k + 4 <= outputs; k += 4) { // four coefficients at a time stay in registers
      long a = coefficients[k];
      long b = coefficients[k + 1];
      long c = coefficients[k + 2];
      long d = coefficients[k + 3];
      for (int i = from; i < to; i++) {
        long value = (short) entries[i];
        int at = (base + (entries[i] >>> PAGE_BITS)) * outputs + k;
        sums[at] += a * value;
        sums[at + 1] += b * value;
        sums[at + 2] += c * value;
        sums[at + 3] += d * value;
      }
    }
    for (; k < outputs; k++) {
      long coefficient = coefficients[k];
      for (int i = from; i < to; i++) {
        int at = (base + (entries[i] >>> PAGE_BITS)) * outputs + k;
        sums[at] += coefficient * (short) entries[i];
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
