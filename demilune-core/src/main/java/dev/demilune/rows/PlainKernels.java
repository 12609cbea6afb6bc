// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

/**
 * Kernels in plain Java.
 *
 * <p>Four or five outputs are summed at a time, or four rows where there are fewer outputs: these
 * independent additions hide the latency of one another.
 */
final class PlainKernels implements RowKernels {

  @Override
  public String name() {
    return "plain loops";
  }

  @Override
  public int columns(int outputs) {
    return outputs;
  }

  @Override
  public void denseScores(
      short[] values,
      int features,
      int[] rows,
      int count,
      double[] weights,
      int outputs,
      double[] into) {
    int i = 0;
    if (outputs <= 2) {
      for (; i + 4 <= count; i += 4) {
        for (int k = 0; k < outputs; k++) {
          fourRows(values, features, rows, i, weights, outputs, k, into);
        }
      }
    }
    for (; i < count; i++) {
      DenseKernels.scores(
          values, rows[i] * features, features, weights, outputs, into, i * outputs);
    }
  }

  /** One output of four rows. */
  private static void fourRows(
      short[] values,
      int features,
      int[] rows,
      int i,
      double[] weights,
      int outputs,
      int k,
      double[] into) {
    int first = rows[i] * features;
    int second = rows[i + 1] * features;
    int third = rows[i + 2] * features;
    int fourth = rows[i + 3] * features;
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    for (int j = 0, at = k; j < features; j++, at += outputs) {
      double weight = weights[at];
      a += values[first + j] * weight;
      b += values[second + j] * weight;
      c += values[third + j] * weight;
      d += values[fourth + j] * weight;
    }
    into[i * outputs + k] = a;
    into[(i + 1) * outputs + k] = b;
    into[(i + 2) * outputs + k] = c;
    into[(i + 3) * outputs + k] = d;
  }

  @Override
  public void denseSums(
      short[] values,
      int features,
      int[] rows,
      int count,
      long[] coefficients,
      long[] sums,
      int outputs) {
    for (int i = 0; i < count; i++) {
      DenseKernels.addTo(
          values, rows[i] * features, features, coefficients, i * outputs, sums, outputs);
    }
  }

  @Override
  public void sparseScores(
      int[] entries,
      int from,
      int to,
      int page,
      double[] weights,
      int outputs,
      double[] into,
      int at) {
    int k = 0;
    for (; k + 4 <= outputs; k += 4) { // four sums at a time stay in registers
      double a = into[at + k]; // continues the sums of the pages before
      double b = into[at + k + 1];
      double c = into[at + k + 2];
      double d = into[at + k + 3];
      for (int i = from; i < to; i++) {
        double value = SparseBlock.value(entries[i]);
        // below the length of the weights: no overflow
        int line = (page + SparseBlock.feature(entries[i])) * outputs + k;
        a += value * weights[line];
        b += value * weights[line + 1];
        c += value * weights[line + 2];
        d += value * weights[line + 3];
      }
      into[at + k] = a;
      into[at + k + 1] = b;
      into[at + k + 2] = c;
      into[at + k + 3] = d;
    }
    for (; k + 2 <= outputs; k += 2) {
      double a = into[at + k];
      double b = into[at + k + 1];
      for (int i = from; i < to; i++) {
        double value = SparseBlock.value(entries[i]);
        int line = (page + SparseBlock.feature(entries[i])) * outputs + k;
        a += value * weights[line];
        b += value * weights[line + 1];
      }
      into[at + k] = a;
      into[at + k + 1] = b;
    }
    for (; k < outputs; k++) {
      double sum = into[at + k];
      for (int i = from; i < to; i++) {
        sum +=
            SparseBlock.value(entries[i])
                * weights[(page + SparseBlock.feature(entries[i])) * outputs + k];
      }
      into[at + k] = sum;
    }
  }

  @Override
  public void sparseSums(
      int[] entries,
      int from,
      int to,
      int page,
      long[] coefficients,
      int at,
      long[] sums,
      int outputs) {
    if (2 * DenseKernels.nonZero(coefficients, at, outputs) < outputs) { // as of a hinge loss
      for (int k = 0; k < outputs; k++) {
        if (coefficients[at + k] != 0) {
          sparseSum(entries, from, to, page, coefficients[at + k], sums, outputs, k);
        }
      }
      return;
    }
    int k = 0;
    for (; k + 4 <= outputs; k += 4) { // four coefficients at a time stay in registers
      long a = coefficients[at + k];
      long b = coefficients[at + k + 1];
      long c = coefficients[at + k + 2];
      long d = coefficients[at + k + 3];
      for (int i = from; i < to; i++) {
        long value = SparseBlock.value(entries[i]);
        int line = (page + SparseBlock.feature(entries[i])) * outputs + k;
        sums[line] += a * value; // integers: exact in any order
        sums[line + 1] += b * value;
        sums[line + 2] += c * value;
        sums[line + 3] += d * value;
      }
    }
    for (; k < outputs; k++) {
      sparseSum(entries, from, to, page, coefficients[at + k], sums, outputs, k);
    }
  }

  static void sparseSum(
      int[] entries,
      int from,
      int to,
      int page,
      long coefficient,
      long[] sums,
      int outputs,
      int k) {
    for (int i = from; i < to; i++) {
      int line = (page + SparseBlock.feature(entries[i])) * outputs + k;
      sums[line] += coefficient * SparseBlock.value(entries[i]);
    }
  }
}
