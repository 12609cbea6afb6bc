// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import dev.demilune.embed.RowTransforms;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Kernels with the vector instructions of the processor.
 *
 * <p>The lanes of a vector are features of a dense row, outputs of a sparse one, or rows that are
 * transformed together. Scores are exact integers ({@link ExactWeights}), so that lanes may be
 * added in any order and operations fused.
 *
 * <p>Sums of dense rows are formed in doubles: at most {@value Kernels#MOST_ROWS} = 2^6 products of
 * a value below 2^15 in size and a coefficient below {@value #LARGEST} = 2^30. All partial sums are
 * integers below 2^51, which doubles hold exactly, in any order and fused or not.
 */
final class VectorKernels implements RowKernels {

  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final int LANES = DOUBLES.length();

  // As many 16-bit values as doubles; vectors below 64 bits do not exist.
  private static final VectorSpecies<Short> SHORTS =
      VectorSpecies.of(short.class, VectorShape.forBitSize(Math.max(64, Short.SIZE * LANES)));

  private static final VectorSpecies<Integer> HALF_INTS = // as many as doubles
      VectorSpecies.of(int.class, VectorShape.forBitSize(Math.max(64, Integer.SIZE * LANES)));

  private static final double ROUNDER = 0x1.8p52;

  static final long LARGEST = 1L << 30;

  /** Squares are at most 2^30, so that the sum of as many is below 2^53. */
  private static final int MOST_SQUARES = 1 << 22;

  @Override
  public String name() {
    return "vectors of " + DOUBLES.vectorBitSize() + " bits";
  }

  @Override
  public boolean isWorthIt() {
    // Such processors have fused operations too.
    return LANES >= 4
        && LANES <= ExactWeights.MOST_LANES
        && LONGS.length() == LANES
        && RowTransforms.LANES % INTS.length() == 0;
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
    if (features < LANES) {
      Kernels.PLAIN.denseScores(values, features, rows, count, weights, outputs, into, columns);
      return;
    }
    if (outputs == 1) {
      oneOutput(values, features, rows, count, weights, into, columns);
      return;
    }
    double[] four = new double[4 * features]; // rows as doubles: converted once for all outputs
    for (int i = 0; i < count; i += 4) {
      for (int r = 0; r < 4; r++) {
        // Rows that are missing in the last four are the last row again.
        convert(values, rows[Math.min(i + r, count - 1)] * features, features, four, r * features);
      }
      int some = Math.min(4, count - i);
      for (int k = 0; k < outputs; k += 2) {
        int second = Math.min(k + 1, outputs - 1); // likewise
        twoOutputs(four, features, some, weights, k, second, into, i * columns, columns);
      }
    }
  }

  /** The only output of four rows at a time; values are converted as they are read. */
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
      int a = rows[i] * features;
      int b = rows[Math.min(i + 1, count - 1)] * features;
      int c = rows[Math.min(i + 2, count - 1)] * features;
      int d = rows[Math.min(i + 3, count - 1)] * features;
      DoubleVector sumA = DoubleVector.zero(DOUBLES);
      DoubleVector sumB = sumA;
      DoubleVector sumC = sumA;
      DoubleVector sumD = sumA;
      int j = 0;
      for (; j + LANES <= features; j += LANES) {
        DoubleVector weight = DoubleVector.fromArray(DOUBLES, weights, j);
        sumA = doubles(values, a + j).fma(weight, sumA);
        sumB = doubles(values, b + j).fma(weight, sumB);
        sumC = doubles(values, c + j).fma(weight, sumC);
        sumD = doubles(values, d + j).fma(weight, sumD);
      }
      double scoreA = sumA.reduceLanes(VectorOperators.ADD);
      double scoreB = sumB.reduceLanes(VectorOperators.ADD);
      double scoreC = sumC.reduceLanes(VectorOperators.ADD);
      double scoreD = sumD.reduceLanes(VectorOperators.ADD);
      for (; j < features; j++) {
        scoreA += values[a + j] * weights[j];
        scoreB += values[b + j] * weights[j];
        scoreC += values[c + j] * weights[j];
        scoreD += values[d + j] * weights[j];
      }
      into[i * columns] = scoreA;
      into[Math.min(i + 1, count - 1) * columns] = scoreB;
      into[Math.min(i + 2, count - 1) * columns] = scoreC;
      into[Math.min(i + 3, count - 1) * columns] = scoreD;
    }
  }

  private static void convert(short[] values, int from, int features, double[] into, int at) {
    int j = 0;
    for (; j + LANES <= features; j += LANES) {
      doubles(values, from + j).intoArray(into, at + j);
    }
    for (; j < features; j++) {
      into[at + j] = values[from + j];
    }
  }

  /** Two outputs of four rows: eight sums hide each other's latency. */
  private static void twoOutputs(
      double[] four,
      int features,
      int some,
      double[] weights,
      int k,
      int l,
      double[] into,
      int at,
      int columns) {
    int b = features;
    int c = 2 * features;
    int d = 3 * features;
    int v = k * features;
    int w = l * features;
    DoubleVector a0 = DoubleVector.zero(DOUBLES);
    DoubleVector a1 = a0;
    DoubleVector b0 = a0;
    DoubleVector b1 = a0;
    DoubleVector c0 = a0;
    DoubleVector c1 = a0;
    DoubleVector d0 = a0;
    DoubleVector d1 = a0;
    int j = 0;
    for (; j + LANES <= features; j += LANES) {
      DoubleVector w0 = DoubleVector.fromArray(DOUBLES, weights, v + j);
      DoubleVector w1 = DoubleVector.fromArray(DOUBLES, weights, w + j);
      DoubleVector row = DoubleVector.fromArray(DOUBLES, four, j);
      a0 = row.fma(w0, a0);
      a1 = row.fma(w1, a1);
      row = DoubleVector.fromArray(DOUBLES, four, b + j);
      b0 = row.fma(w0, b0);
      b1 = row.fma(w1, b1);
      row = DoubleVector.fromArray(DOUBLES, four, c + j);
      c0 = row.fma(w0, c0);
      c1 = row.fma(w1, c1);
      row = DoubleVector.fromArray(DOUBLES, four, d + j);
      d0 = row.fma(w0, d0);
      d1 = row.fma(w1, d1);
    }
    into[at + k] = total(a0, four, 0, weights, v, j, features);
    into[at + l] = total(a1, four, 0, weights, w, j, features);
    if (some > 1) {
      into[at + columns + k] = total(b0, four, b, weights, v, j, features);
      into[at + columns + l] = total(b1, four, b, weights, w, j, features);
    }
    if (some > 2) {
      into[at + 2 * columns + k] = total(c0, four, c, weights, v, j, features);
      into[at + 2 * columns + l] = total(c1, four, c, weights, w, j, features);
    }
    if (some > 3) {
      into[at + 3 * columns + k] = total(d0, four, d, weights, v, j, features);
      into[at + 3 * columns + l] = total(d1, four, d, weights, w, j, features);
    }
  }

  /** Adds up the lanes, and the features after the last whole vector. */
  private static double total(
      DoubleVector lanes,
      double[] four,
      int row,
      double[] weights,
      int line,
      int from,
      int features) {
    double sum = lanes.reduceLanes(VectorOperators.ADD);
    for (int j = from; j < features; j++) {
      sum += four[row + j] * weights[line + j];
    }
    return sum;
  }

  @Override
  public long squares(short[] values, int from, int to) {
    if (to - from > MOST_SQUARES) {
      return Kernels.PLAIN.squares(values, from, to);
    }
    DoubleVector a = DoubleVector.zero(DOUBLES);
    DoubleVector b = a;
    int i = from;
    for (; i + 2 * LANES <= to; i += 2 * LANES) {
      DoubleVector first = doubles(values, i);
      DoubleVector second = doubles(values, i + LANES);
      a = first.fma(first, a);
      b = second.fma(second, b);
    }
    long sum = (long) a.add(b).reduceLanes(VectorOperators.ADD);
    for (; i < to; i++) {
      sum += values[i] * values[i];
    }
    return sum;
  }

  @Override
  public void transform(int[][] values, int vectors, int[] negative) {
    int n = values.length;
    if (n < 8) {
      RowTransforms.plain().transform(values, vectors, negative);
      return;
    }
    for (int i = 0; i < n; i += 8) {
      signedEight(values, i, vectors, negative);
    }
    int h = 8;
    for (; h * 8L <= n; h *= 8) { // three levels per pass
      for (int base = 0; base < n; base += 8 * h) {
        for (int i = base; i < base + h; i++) {
          eight(values, i, h, vectors);
        }
      }
    }
    for (; h < n; h *= 2) { // one or two levels are left
      for (int base = 0; base < n; base += 2 * h) {
        for (int i = base; i < base + h; i++) {
          two(values[i], values[i + h], vectors);
        }
      }
    }
  }

  private static void signedEight(int[][] values, int from, int vectors, int[] negative) {
    for (int i = from; i < from + 8; i++) {
      int[] line = values[i];
      int minus = negative[i];
      if (minus != 0) {
        for (int v = 0; v < vectors; v += INTS.length()) {
          IntVector.fromArray(INTS, line, v).neg().intoArray(line, v);
        }
      }
    }
    eight(values, from, 1, vectors);
  }

  /** Three levels of eight entries. */
  private static void eight(int[][] values, int from, int h, int vectors) {
    int[] line0 = values[from];
    int[] line1 = values[from + h];
    int[] line2 = values[from + 2 * h];
    int[] line3 = values[from + 3 * h];
    int[] line4 = values[from + 4 * h];
    int[] line5 = values[from + 5 * h];
    int[] line6 = values[from + 6 * h];
    int[] line7 = values[from + 7 * h];
    for (int v = 0; v < vectors; v += INTS.length()) {
      IntVector a = IntVector.fromArray(INTS, line0, v);
      IntVector b = IntVector.fromArray(INTS, line1, v);
      IntVector a0 = a.add(b);
      IntVector a1 = a.sub(b);
      a = IntVector.fromArray(INTS, line2, v);
      b = IntVector.fromArray(INTS, line3, v);
      IntVector a2 = a.add(b);
      IntVector a3 = a.sub(b);
      a = IntVector.fromArray(INTS, line4, v);
      b = IntVector.fromArray(INTS, line5, v);
      IntVector a4 = a.add(b);
      IntVector a5 = a.sub(b);
      a = IntVector.fromArray(INTS, line6, v);
      b = IntVector.fromArray(INTS, line7, v);
      IntVector a6 = a.add(b);
      IntVector a7 = a.sub(b);
      IntVector b0 = a0.add(a2);
      IntVector b1 = a1.add(a3);
      IntVector b2 = a0.sub(a2);
      IntVector b3 = a1.sub(a3);
      IntVector b4 = a4.add(a6);
      IntVector b5 = a5.add(a7);
      IntVector b6 = a4.sub(a6);
      IntVector b7 = a5.sub(a7);
      b0.add(b4).intoArray(line0, v);
      b1.add(b5).intoArray(line1, v);
      b2.add(b6).intoArray(line2, v);
      b3.add(b7).intoArray(line3, v);
      b0.sub(b4).intoArray(line4, v);
      b1.sub(b5).intoArray(line5, v);
      b2.sub(b6).intoArray(line6, v);
      b3.sub(b7).intoArray(line7, v);
    }
  }

  private static void two(int[] one, int[] two, int vectors) {
    for (int v = 0; v < vectors; v += INTS.length()) {
      IntVector a = IntVector.fromArray(INTS, one, v);
      IntVector b = IntVector.fromArray(INTS, two, v);
      a.add(b).intoArray(one, v);
      a.sub(b).intoArray(two, v);
    }
  }

  @Override
  public void scale(int[] values, int count, double by) {
    for (int v = 0; v < count; v += LANES) {
      DoubleVector numbers =
          (DoubleVector)
              IntVector.fromArray(HALF_INTS, values, v)
                  .convertShape(VectorOperators.I2D, DOUBLES, 0);
      // Two roundings, as in plain loops: not fused.
      LongVector bits = numbers.mul(by).add(ROUNDER).reinterpretAsLongs();
      ((IntVector) bits.convertShape(VectorOperators.L2I, HALF_INTS, 0)).intoArray(values, v);
    }
  }

  private static DoubleVector doubles(short[] values, int from) {
    return (DoubleVector)
        ShortVector.fromArray(SHORTS, values, from).convertShape(VectorOperators.S2D, DOUBLES, 0);
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
    int whole = features / LANES * LANES;
    if (whole == 0 || !small(coefficients, count, outputs)) {
      Kernels.PLAIN.denseSums(values, features, rows, count, coefficients, sums, outputs);
      return;
    }
    int[] starts = new int[count]; // of the rows with a coefficient for the output
    double[] factors = new double[count];
    for (int k = 0; k < outputs; k++) {
      int some = 0;
      for (int i = 0; i < count; i++) {
        long coefficient = coefficients[i * outputs + k];
        if (coefficient != 0) { // classes at which the row does not pull
          starts[some] = rows[i] * features;
          factors[some++] = coefficient; // exact: below 2^53
        }
      }
      if (some > 0) {
        sumOutput(values, features, whole, starts, factors, some, sums, k * features);
      }
    }
  }

  private static void sumOutput(
      short[] values,
      int features,
      int whole,
      int[] starts,
      double[] factors,
      int some,
      long[] sums,
      int line) {
    int j = 0;
    for (; j + 4 * LANES <= whole; j += 4 * LANES) {
      fourVectors(values, j, starts, factors, some, sums, line + j);
    }
    for (; j < whole; j += LANES) {
      DoubleVector a = DoubleVector.zero(DOUBLES);
      for (int i = 0; i < some; i++) {
        a = doubles(values, starts[i] + j).fma(DoubleVector.broadcast(DOUBLES, factors[i]), a);
      }
      add(a, sums, line + j);
    }
    for (; j < features; j++) {
      for (int i = 0; i < some; i++) {
        sums[line + j] += (long) factors[i] * values[starts[i] + j];
      }
    }
  }

  private static void fourVectors(
      short[] values, int j, int[] starts, double[] factors, int some, long[] sums, int at) {
    DoubleVector a = DoubleVector.zero(DOUBLES);
    DoubleVector b = a;
    DoubleVector c = a;
    DoubleVector d = a;
    for (int i = 0; i < some; i++) {
      DoubleVector factor = DoubleVector.broadcast(DOUBLES, factors[i]);
      int from = starts[i] + j;
      a = doubles(values, from).fma(factor, a);
      b = doubles(values, from + LANES).fma(factor, b);
      c = doubles(values, from + 2 * LANES).fma(factor, c);
      d = doubles(values, from + 3 * LANES).fma(factor, d);
    }
    add(a, sums, at);
    add(b, sums, at + LANES);
    add(c, sums, at + 2 * LANES);
    add(d, sums, at + 3 * LANES);
  }

  /** The bound of the proof; other coefficients are left to 64-bit integers. */
  private static boolean small(long[] coefficients, int count, int outputs) {
    long bits = 0;
    for (int i = 0; i < count * outputs; i++) {
      bits |= Math.abs(coefficients[i]); // the most negative long stays negative
    }
    return count <= Kernels.MOST_ROWS && bits >= 0 && bits < LARGEST;
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
      int columns,
      int outputs,
      double[] into,
      int at) {
    if (columns % LANES != 0) {
      Kernels.PLAIN.sparseScores(entries, from, to, page, weights, columns, outputs, into, at);
      return;
    }
    int k = 0;
    for (; k + 2 * LANES <= columns; k += 2 * LANES) {
      twoVectors(entries, from, to, page, weights, columns, k, into, at + k);
    }
    for (; k < columns; k += LANES) {
      DoubleVector a = DoubleVector.fromArray(DOUBLES, into, at + k);
      for (int i = from; i < to; i++) {
        int line = (page + SparseBlock.feature(entries[i])) * columns + k;
        a = value(entries[i]).fma(DoubleVector.fromArray(DOUBLES, weights, line), a);
      }
      a.intoArray(into, at + k);
    }
  }

  /** Two vectors of outputs, and two sums of each: additions need not wait for the last one. */
  private static void twoVectors(
      int[] entries,
      int from,
      int to,
      int page,
      double[] weights,
      int columns,
      int k,
      double[] into,
      int at) {
    DoubleVector a = DoubleVector.fromArray(DOUBLES, into, at);
    DoubleVector b = DoubleVector.fromArray(DOUBLES, into, at + LANES);
    DoubleVector c = DoubleVector.zero(DOUBLES);
    DoubleVector d = c;
    int i = from;
    for (; i + 4 <= to; i += 4) { // entries first: their loads do not wait for bounds checks
      int e = entries[i];
      int f = entries[i + 1];
      int g = entries[i + 2];
      int h = entries[i + 3];
      DoubleVector value = value(e);
      int line = (page + SparseBlock.feature(e)) * columns + k;
      a = value.fma(DoubleVector.fromArray(DOUBLES, weights, line), a);
      b = value.fma(DoubleVector.fromArray(DOUBLES, weights, line + LANES), b);
      value = value(f);
      line = (page + SparseBlock.feature(f)) * columns + k;
      c = value.fma(DoubleVector.fromArray(DOUBLES, weights, line), c);
      d = value.fma(DoubleVector.fromArray(DOUBLES, weights, line + LANES), d);
      value = value(g);
      line = (page + SparseBlock.feature(g)) * columns + k;
      a = value.fma(DoubleVector.fromArray(DOUBLES, weights, line), a);
      b = value.fma(DoubleVector.fromArray(DOUBLES, weights, line + LANES), b);
      value = value(h);
      line = (page + SparseBlock.feature(h)) * columns + k;
      c = value.fma(DoubleVector.fromArray(DOUBLES, weights, line), c);
      d = value.fma(DoubleVector.fromArray(DOUBLES, weights, line + LANES), d);
    }
    for (; i < to; i++) {
      DoubleVector value = value(entries[i]);
      int line = (page + SparseBlock.feature(entries[i])) * columns + k;
      a = value.fma(DoubleVector.fromArray(DOUBLES, weights, line), a);
      b = value.fma(DoubleVector.fromArray(DOUBLES, weights, line + LANES), b);
    }
    a.add(c).intoArray(into, at);
    b.add(d).intoArray(into, at + LANES);
  }

  @Override
  public boolean addsLanes(int columns) {
    return columns % LANES == 0;
  }

  @Override
  public void sparseSums(
      int[] entries,
      int from,
      int to,
      int page,
      double[] coefficients,
      int columns,
      double[] partial) {
    int k = 0;
    for (; k + 2 * LANES <= columns; k += 2 * LANES) {
      addTwoVectors(entries, from, to, page, coefficients, columns, k, partial);
    }
    for (; k < columns; k += LANES) {
      DoubleVector a = DoubleVector.fromArray(DOUBLES, coefficients, k);
      for (int i = from; i < to; i++) {
        int line = (page + SparseBlock.feature(entries[i])) * columns + k;
        add(value(entries[i]), a, partial, line);
      }
    }
  }

  private static void addTwoVectors(
      int[] entries,
      int from,
      int to,
      int page,
      double[] coefficients,
      int columns,
      int k,
      double[] partial) {
    DoubleVector a = DoubleVector.fromArray(DOUBLES, coefficients, k);
    DoubleVector b = DoubleVector.fromArray(DOUBLES, coefficients, k + LANES);
    for (int i = from; i < to; i++) {
      DoubleVector value = value(entries[i]);
      int line = (page + SparseBlock.feature(entries[i])) * columns + k;
      add(value, a, partial, line);
      add(value, b, partial, line + LANES);
    }
  }

  private static void add(DoubleVector value, DoubleVector factor, double[] partial, int at) {
    value.fma(factor, DoubleVector.fromArray(DOUBLES, partial, at)).intoArray(partial, at);
  }

  private static DoubleVector value(int entry) {
    return DoubleVector.broadcast(DOUBLES, (double) SparseBlock.value(entry));
  }
}
