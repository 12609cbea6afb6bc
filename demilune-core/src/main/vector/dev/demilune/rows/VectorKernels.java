// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Kernels with the vector instructions of the processor.
 *
 * <p>The lanes of a vector are the outputs of a row, so that every output adds its products in the
 * order that {@link RowKernels} fixes, and no bit differs from {@link PlainKernels}. Products and
 * sums are rounded separately, as Java does it: no fused operation changes a score.
 *
 * <p>Sums of dense rows are formed in doubles: at most {@value Kernels#MOST_ROWS} = 2^6 products of
 * a value below 2^15 in size and a coefficient below {@value #LARGEST} = 2^30. All partial sums are
 * integers below 2^51, which doubles hold exactly, in any order and fused or not.
 */
final class VectorKernels implements RowKernels {

  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
  private static final int LANES = DOUBLES.length();

  private static final double ROUNDER = 0x1.8p52;

  static final long LARGEST = 1L << 30;

  /** Fewer are left to plain loops: most lanes would be empty. */
  private static final int FEWEST_OUTPUTS = 4;

  @Override
  public String name() {
    return "vectors of " + DOUBLES.vectorBitSize() + " bits";
  }

  @Override
  public boolean isWorthIt() {
    return LANES >= 4 && LONGS.length() == LANES; // such processors have fused operations too
  }

  @Override
  public int columns(int outputs) {
    return outputs < FEWEST_OUTPUTS ? outputs : (outputs + LANES - 1) / LANES * LANES;
  }

  private static boolean fits(int outputs) {
    return outputs % LANES == 0;
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
    if (!fits(outputs)) {
      Kernels.PLAIN.denseScores(values, features, rows, count, weights, outputs, into);
      return;
    }
    for (int i = 0; i < count; i += 4) {
      int last = count - 1 - i; // rows that are missing in the last four are the last row again
      int second = i + Math.min(1, last);
      int third = i + Math.min(2, last);
      int fourth = i + Math.min(3, last);
      int k = 0;
      for (; k + 2 * LANES <= outputs; k += 2 * LANES) {
        fourRows(values, features, rows, i, second, third, fourth, weights, outputs, k, into);
      }
      if (k < outputs) {
        fourRowsOnce(values, features, rows, i, second, third, fourth, weights, outputs, k, into);
      }
    }
  }

  /** Four rows, two vectors of outputs: eight sums hide each other's latency. */
  private static void fourRows(
      short[] values,
      int features,
      int[] rows,
      int i,
      int second,
      int third,
      int fourth,
      double[] weights,
      int outputs,
      int k,
      double[] into) {
    int a = rows[i] * features;
    int b = rows[second] * features;
    int c = rows[third] * features;
    int d = rows[fourth] * features;
    DoubleVector a0 = DoubleVector.zero(DOUBLES);
    DoubleVector a1 = a0;
    DoubleVector b0 = a0;
    DoubleVector b1 = a0;
    DoubleVector c0 = a0;
    DoubleVector c1 = a0;
    DoubleVector d0 = a0;
    DoubleVector d1 = a0;
    for (int j = 0, line = k; j < features; j++, line += outputs) {
      DoubleVector w0 = DoubleVector.fromArray(DOUBLES, weights, line);
      DoubleVector w1 = DoubleVector.fromArray(DOUBLES, weights, line + LANES);
      a0 = a0.add(w0.mul((double) values[a + j])); // rounded twice, as in plain Java
      a1 = a1.add(w1.mul((double) values[a + j]));
      b0 = b0.add(w0.mul((double) values[b + j]));
      b1 = b1.add(w1.mul((double) values[b + j]));
      c0 = c0.add(w0.mul((double) values[c + j]));
      c1 = c1.add(w1.mul((double) values[c + j]));
      d0 = d0.add(w0.mul((double) values[d + j]));
      d1 = d1.add(w1.mul((double) values[d + j]));
    }
    a0.intoArray(into, i * outputs + k);
    a1.intoArray(into, i * outputs + k + LANES);
    b0.intoArray(into, second * outputs + k);
    b1.intoArray(into, second * outputs + k + LANES);
    c0.intoArray(into, third * outputs + k);
    c1.intoArray(into, third * outputs + k + LANES);
    d0.intoArray(into, fourth * outputs + k);
    d1.intoArray(into, fourth * outputs + k + LANES);
  }

  /** Four rows, one vector of outputs. */
  private static void fourRowsOnce(
      short[] values,
      int features,
      int[] rows,
      int i,
      int second,
      int third,
      int fourth,
      double[] weights,
      int outputs,
      int k,
      double[] into) {
    int a = rows[i] * features;
    int b = rows[second] * features;
    int c = rows[third] * features;
    int d = rows[fourth] * features;
    DoubleVector a0 = DoubleVector.zero(DOUBLES);
    DoubleVector b0 = a0;
    DoubleVector c0 = a0;
    DoubleVector d0 = a0;
    for (int j = 0, line = k; j < features; j++, line += outputs) {
      DoubleVector w0 = DoubleVector.fromArray(DOUBLES, weights, line);
      a0 = a0.add(w0.mul((double) values[a + j]));
      b0 = b0.add(w0.mul((double) values[b + j]));
      c0 = c0.add(w0.mul((double) values[c + j]));
      d0 = d0.add(w0.mul((double) values[d + j]));
    }
    a0.intoArray(into, i * outputs + k);
    b0.intoArray(into, second * outputs + k);
    c0.intoArray(into, third * outputs + k);
    d0.intoArray(into, fourth * outputs + k);
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
    if (!fits(outputs) || !small(coefficients, count, outputs)) {
      Kernels.PLAIN.denseSums(values, features, rows, count, coefficients, sums, outputs);
      return;
    }
    double[] factors = new double[count * outputs];
    for (int i = 0; i < factors.length; i++) {
      factors[i] = coefficients[i]; // exact: below 2^53
    }
    int k = 0;
    for (; k + 2 * LANES <= outputs; k += 2 * LANES) {
      int j = 0;
      for (; j + 4 <= features; j += 4) {
        fourFeatures(values, features, j, rows, count, factors, outputs, k, sums);
      }
      for (; j < features; j++) {
        oneFeature(values, features, j, rows, count, factors, outputs, k, sums);
        oneFeature(values, features, j, rows, count, factors, outputs, k + LANES, sums);
      }
    }
    if (k < outputs) {
      for (int j = 0; j < features; j++) {
        oneFeature(values, features, j, rows, count, factors, outputs, k, sums);
      }
    }
  }

  /** The bound of the proof; other coefficients are left to 64-bit integers. */
  private static boolean small(long[] coefficients, int count, int outputs) {
    long bits = 0;
    for (int i = 0; i < count * outputs; i++) {
      bits |= Math.abs(coefficients[i]); // the most negative long stays negative
    }
    return count <= Kernels.MOST_ROWS && bits >= 0 && bits < LARGEST;
  }

  private static void fourFeatures(
      short[] values,
      int features,
      int j,
      int[] rows,
      int count,
      double[] factors,
      int outputs,
      int k,
      long[] sums) {
    DoubleVector a0 = DoubleVector.zero(DOUBLES);
    DoubleVector a1 = a0;
    DoubleVector b0 = a0;
    DoubleVector b1 = a0;
    DoubleVector c0 = a0;
    DoubleVector c1 = a0;
    DoubleVector d0 = a0;
    DoubleVector d1 = a0;
    for (int i = 0, line = k; i < count; i++, line += outputs) {
      DoubleVector f0 = DoubleVector.fromArray(DOUBLES, factors, line);
      DoubleVector f1 = DoubleVector.fromArray(DOUBLES, factors, line + LANES);
      int at = rows[i] * features + j;
      DoubleVector a = DoubleVector.broadcast(DOUBLES, (double) values[at]);
      DoubleVector b = DoubleVector.broadcast(DOUBLES, (double) values[at + 1]);
      DoubleVector c = DoubleVector.broadcast(DOUBLES, (double) values[at + 2]);
      DoubleVector d = DoubleVector.broadcast(DOUBLES, (double) values[at + 3]);
      a0 = a.fma(f0, a0);
      a1 = a.fma(f1, a1);
      b0 = b.fma(f0, b0);
      b1 = b.fma(f1, b1);
      c0 = c.fma(f0, c0);
      c1 = c.fma(f1, c1);
      d0 = d.fma(f0, d0);
      d1 = d.fma(f1, d1);
    }
    int line = j * outputs + k;
    add(a0, sums, line);
    add(a1, sums, line + LANES);
    add(b0, sums, line + outputs);
    add(b1, sums, line + outputs + LANES);
    add(c0, sums, line + 2 * outputs);
    add(c1, sums, line + 2 * outputs + LANES);
    add(d0, sums, line + 3 * outputs);
    add(d1, sums, line + 3 * outputs + LANES);
  }

  private static void oneFeature(
      short[] values,
      int features,
      int j,
      int[] rows,
      int count,
      double[] factors,
      int outputs,
      int k,
      long[] sums) {
    DoubleVector a = DoubleVector.zero(DOUBLES);
    for (int i = 0, line = k; i < count; i++, line += outputs) {
      DoubleVector factor = DoubleVector.fromArray(DOUBLES, factors, line);
      a = factor.fma(DoubleVector.broadcast(DOUBLES, values[rows[i] * features + j]), a);
    }
    add(a, sums, j * outputs + k);
  }

  /** Adds integers that are stored as doubles, less than 2^51 in size. */
  private static void add(DoubleVector integers, long[] sums, int at) {
    // The sum lies between 2^52 and 2^53, where doubles are the integers: so it is exact, and its
    // bits are those of 1.5·2^52 plus the integer.
    LongVector bits = integers.add(ROUNDER).reinterpretAsLongs();
    LongVector.fromArray(LONGS, sums, at)
        .add(bits)
        .sub(Double.doubleToRawLongBits(ROUNDER))
        .intoArray(sums, at);
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
    if (!fits(outputs)) {
      Kernels.PLAIN.sparseScores(entries, from, to, page, weights, outputs, into, at);
      return;
    }
    int k = 0;
    for (; k + 2 * LANES <= outputs; k += 2 * LANES) {
      DoubleVector a = DoubleVector.fromArray(DOUBLES, into, at + k);
      DoubleVector b = DoubleVector.fromArray(DOUBLES, into, at + k + LANES);
      for (int i = from; i < to; i++) {
        DoubleVector value = DoubleVector.broadcast(DOUBLES, SparseBlock.value(entries[i]));
        int line = (page + SparseBlock.feature(entries[i])) * outputs + k;
        a = a.add(value.mul(DoubleVector.fromArray(DOUBLES, weights, line)));
        b = b.add(value.mul(DoubleVector.fromArray(DOUBLES, weights, line + LANES)));
      }
      a.intoArray(into, at + k);
      b.intoArray(into, at + k + LANES);
    }
    if (k < outputs) {
      DoubleVector a = DoubleVector.fromArray(DOUBLES, into, at + k);
      for (int i = from; i < to; i++) {
        DoubleVector value = DoubleVector.broadcast(DOUBLES, SparseBlock.value(entries[i]));
        int line = (page + SparseBlock.feature(entries[i])) * outputs + k;
        a = a.add(value.mul(DoubleVector.fromArray(DOUBLES, weights, line)));
      }
      a.intoArray(into, at + k);
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
    if (!fits(outputs)) {
      Kernels.PLAIN.sparseSums(entries, from, to, page, coefficients, at, sums, outputs);
      return;
    }
    for (int k = 0; k < outputs; k += LANES) {
      LongVector factor = LongVector.fromArray(LONGS, coefficients, at + k);
      for (int i = from; i < to; i++) {
        int line = (page + SparseBlock.feature(entries[i])) * outputs + k;
        LongVector.fromArray(LONGS, sums, line)
            .add(factor.mul(SparseBlock.value(entries[i])))
            .intoArray(sums, line);
      }
    }
  }
}
