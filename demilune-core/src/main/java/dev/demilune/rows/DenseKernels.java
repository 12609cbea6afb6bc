// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

/**
 * The kernels of {@link BoundedDataset.Block} for a row stored as consecutive 16-bit integers.
 *
 * <p>Training spends nearly all its time here. Four or five outputs are summed at a time: these
 * independent additions hide the latency of one another.
 */
final class DenseKernels {

  private DenseKernels() {}

  static long dot(short[] values, int start, int features, int[] gridVector) {
    long sum = 0;
    for (int j = 0; j < features; j++) {
      sum += (long) values[start + j] * gridVector[j]; // exact: each product is below 2^47
    }
    return sum;
  }

  /**
   * Sums each output in increasing order of features, so its bits do not depend on the grouping.
   */
  static void scores(
      short[] values,
      int start,
      int features,
      double[] weights,
      int outputs,
      double[] into,
      int at) {
    int k = 0;
    // Zeros change nothing: sums start at +0, and +0 ± 0 = +0. So sparse rows give the same bits.
    // Ten outputs, a common case, are two groups of five: no single output is left over.
    while (outputs - k >= 4) {
      if ((outputs - k) % 4 != 0 && outputs - k >= 5) { // leaves a multiple of four where it can
        five(values, start, features, weights, outputs, k, into, at + k);
        k += 5;
      } else {
        four(values, start, features, weights, outputs, k, into, at + k);
        k += 4;
      }
    }
    for (; k < outputs; k++) {
      double sum = 0;
      for (int j = 0, line = k; j < features; j++, line += outputs) {
        sum += values[start + j] * weights[line]; // same order of additions as above: the same bits
      }
      into[at + k] = sum;
    }
  }

  private static void four(
      short[] values,
      int start,
      int features,
      double[] weights,
      int outputs,
      int k,
      double[] into,
      int at) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    for (int j = 0, line = k; j < features; j++, line += outputs) {
      double value = values[start + j];
      a += value * weights[line];
      b += value * weights[line + 1];
      c += value * weights[line + 2];
      d += value * weights[line + 3];
    }
    into[at] = a;
    into[at + 1] = b;
    into[at + 2] = c;
    into[at + 3] = d;
  }

  private static void five(
      short[] values,
      int start,
      int features,
      double[] weights,
      int outputs,
      int k,
      double[] into,
      int at) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    double e = 0;
    for (int j = 0, line = k; j < features; j++, line += outputs) {
      double value = values[start + j];
      a += value * weights[line];
      b += value * weights[line + 1];
      c += value * weights[line + 2];
      d += value * weights[line + 3];
      e += value * weights[line + 4];
    }
    into[at] = a;
    into[at + 1] = b;
    into[at + 2] = c;
    into[at + 3] = d;
    into[at + 4] = e;
  }

  static void addTo(
      short[] values,
      int start,
      int features,
      long coefficient,
      long[] sums,
      int outputs,
      int output) {
    for (int j = 0, at = output; j < features; j++, at += outputs) {
      sums[at] += coefficient * values[start + j]; // integers: exact in any order
    }
  }

  static void copyTo(short[] values, int start, int features, int[] into) {
    for (int j = 0; j < features; j++) {
      into[j] = values[start + j];
    }
  }
}
