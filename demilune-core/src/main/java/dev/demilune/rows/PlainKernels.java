// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

/** Kernels in plain Java. */
final class PlainKernels implements RowKernels {

  @Override
  public String name() {
    return "plain loops";
  }

  @Override
  public void denseScores(
      short[] values,
      int features,
      int[] rows,
      int count,
      double[] weights,
      int outputs,
      double[] into,
      int columns) {
    if (outputs == 1) {
      oneOutput(values, features, rows, count, weights, into, columns);
      return;
    }
    for (int i = 0; i < count; i += 2) {
      int next = Math.min(i + 1, count - 1); // where it is missing, the last row again
      for (int k = 0; k < outputs; k += 2) {
        int second = Math.min(k + 1, outputs - 1);
        twoByTwo(values, features, rows, i, next, weights, k, second, into, columns);
      }
    }
  }

  /** The only output of four rows at a time: four sums that hide each other's latency. */
  private static void oneOutput(
      short[] values,
      int features,
      int[] rows,
      int count,
      double[] weights,
      double[] into,
      int columns) {
    for (int i = 0; i < count; i += 4) {
      // Rows that are missing in the last four are the last row again, with the same score.
      int one = rows[i] * features;
      int two = rows[Math.min(i + 1, count - 1)] * features;
      int three = rows[Math.min(i + 2, count - 1)] * features;
      int four = rows[Math.min(i + 3, count - 1)] * features;
      double a = 0;
      double b = 0;
      double c = 0;
      double d = 0;
      for (int j = 0; j < features; j++) {
        double weight = weights[j];
        a += values[one + j] * weight;
        b += values[two + j] * weight;
        c += values[three + j] * weight;
        d += values[four + j] * weight;
      }
      into[i * columns] = a;
      into[Math.min(i + 1, count - 1) * columns] = b;
      into[Math.min(i + 2, count - 1) * columns] = c;
      into[Math.min(i + 3, count - 1) * columns] = d;
    }
  }

  /** Two outputs of two rows: likewise. */
  private static void twoByTwo(
      short[] values,
      int features,
      int[] rows,
      int first,
      int second,
      double[] weights,
      int k,
      int l,
      double[] into,
      int columns) {
    int one = rows[first] * features;
    int other = rows[second] * features;
    int v = k * features;
    int w = l * features;
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    for (int j = 0; j < features; j++) {
      double value = values[one + j];
      double next = values[other + j];
      a += value * weights[v + j];
      b += value * weights[w + j];
      c += next * weights[v + j];
      d += next * weights[w + j];
    }
    into[first * columns + k] = a;
    into[first * columns + l] = b;
    into[second * columns + k] = c;
    into[second * columns + l] = d;
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
    for (int k = 0; k < outputs; k++) { // the sums of one output stay in cache
      for (int i = 0; i < count; i++) {
        long coefficient = coefficients[i * outputs + k];
        if (coefficient != 0) { // classes at which the row does not pull
          int start = rows[i] * features;
          for (int j = 0, at = k * features; j < features; j++, at++) {
            sums[at] += coefficient * values[start + j];
          }
        }
      }
    }
  }

  @Override
  public void sparseScores(
      int[] entries,
      int from,
      int to,
      int page,
      double[] weights,
      int columns,
      int outputs,
      double[] into,
      int at) {
    int k = 0;
    // Four sums at a time stay in registers. Columns beyond the outputs add zeros.
    for (; k < outputs && k + 4 <= columns; k += 4) {
      double a = into[at + k]; // continues the sums of the pages before
      double b = into[at + k + 1];
      double c = into[at + k + 2];
      double d = into[at + k + 3];
      for (int i = from; i < to; i++) {
        double value = SparseBlock.value(entries[i]);
        // below the length of the weights: no overflow
        int line = (page + SparseBlock.feature(entries[i])) * columns + k;
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
    for (; k < outputs; k++) {
      double sum = into[at + k];
      for (int i = from; i < to; i++) {
        sum +=
            SparseBlock.value(entries[i])
                * weights[(page + SparseBlock.feature(entries[i])) * columns + k];
      }
      into[at + k] = sum;
    }
  }
}
