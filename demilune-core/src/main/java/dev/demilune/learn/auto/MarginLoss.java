// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.auto;

import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.learn.Shape;
import dev.demilune.rows.Batch;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.RowFold;
import java.io.Serializable;
import java.util.BitSet;

/**
 * The loss at a margin ρ of one weight vector for each class, summed over all rows, with its
 * gradient and with a bound on the error of both.
 *
 * <p>For class k, with y = 1 for rows of the class and -1 for others, it is f_k(w) = Σ φ(y w·z/ρ) +
 * (λ/2)|w|², where φ is the {@link SmoothHinge} and z = (u, c) the row in the unit ball with the
 * intercept's constant: |z| ≤ r = √(1 + c²). Two classes need one vector.
 *
 * <p><b>Claim.</b> For |w| ≤ 3, value and gradient are off by at most {@link #valueError} and
 * {@link #gradientError}, and are the same bits on any number of threads. Only the first rows
 * count, up to a public number; so a row more or less in the table adds, removes or replaces one
 * here.
 *
 * <p><b>Proof.</b> A row's score is a sum of d + 1 products in double precision: its error is at
 * most (d + 3)·2^-53 times |z||w| ≤ 3r. So t = y w·z/ρ is off by at most τ = 4(d + 4)·2^-53·r/ρ,
 * and so is φ(t), whose slope is at most 1, and φ'(t), whose slope is at most 1. Both are then
 * rounded to multiples of 2^-30: half of that more. From there on sums over rows are exact:
 * integers times integers of the grid, at most 2^30·2^15 each, summed in 64 bits within a block of
 * at most 2^17 rows, and over blocks in two halves. The sums become doubles by two roundings, which
 * the other half of 2^-30 per row covers. A class's value gets d + 1 squares added, its sum being
 * at most n(1/2 + 3r/ρ) + 5λ; its gradient gets λw, |λw| ≤ 3λ. ∎
 */
final class MarginLoss {

  private static final int BITS = 30;
  private static final double UNIT = 0x1p-30;
  private static final int HALF = 24;
  private static final long MASK = (1L << HALF) - 1;

  private final BoundedDataset data;
  private final int outputs;
  private final int features;
  private final double constant;
  private final double margin;
  private final double regularization;
  private final Batch taken;
  private final long rows;

  /**
   * @param mostRows of more rows, only the first this many count
   */
  MarginLoss(BoundedDataset data, double margin, double regularization, long mostRows) {
    this.data = data;
    this.outputs = Shape.outputs(data.classes());
    this.features = data.features();
    this.constant = (double) data.gridIntercept() / BoundedDataset.GRID_RADIUS;
    this.margin = margin;
    this.regularization = regularization;
    int[] first = new int[data.blocks()];
    long left = mostRows;
    for (int i = 0; i < first.length; i++) {
      first[i] = (int) Math.min(left, data.block(i).rows());
      left -= first[i];
    }
    this.taken = Batch.firstOf(first);
    this.rows = mostRows - left;
  }

  int outputs() {
    return outputs;
  }

  int weights() {
    return (features + 1) * outputs;
  }

  /** Returns how many rows count, which is private. */
  long rows() {
    return rows;
  }

  double regularization() {
    return regularization;
  }

  /** The most that one row can weigh in the value of one class, for |w| ≤ 1. */
  static double largestLoss(double length, double margin) {
    return (0.5 + length / margin) * Rounding.SECOND_ORDER_UP; // a sensitivity
  }

  /** The bound r on the length of a row with its constant. */
  static double length(BoundedDataset data) {
    double constant = (double) data.gridIntercept() / BoundedDataset.GRID_RADIUS;
    return Math.sqrt(1 + constant * constant) * Rounding.CALL_UP;
  }

  /** An upper bound of the gradient's slope. */
  double smoothness() {
    double length = length(data);
    return (rows * length * length / (margin * margin) + regularization) * Rounding.SECOND_ORDER_UP;
  }

  double valueError() {
    return rows * valueErrorPerRow(features, length(data), margin)
        + (features + 8) * 0x1p-52 * 5 * regularization
        + 1e-9;
  }

  double gradientError() {
    return rows * gradientErrorPerRow(features, length(data), margin)
        + 0x1p-50 * 3 * regularization
        + 1e-9;
  }

  static double valueErrorPerRow(int features, double length, double margin) {
    return scoreError(features, length, margin)
        + UNIT
        + (features + 8) * 0x1p-52 * (0.5 + 3 * length / margin);
  }

  static double gradientErrorPerRow(int features, double length, double margin) {
    return (scoreError(features, length, margin) + UNIT) * length / margin;
  }

  private static double scoreError(int features, double length, double margin) {
    return 4 * (features + 4.0) * Rounding.UNIT * length / margin;
  }

  /** Values by class, and the gradient in the layout of the weights. */
  static final class At {
    final double[] values;
    final double[] gradient;

    private At(double[] values, double[] gradient) {
      this.values = values;
      this.gradient = gradient;
    }
  }

  /**
   * @param weights (features + 1) × outputs, feature-major; the last line belongs to the constant
   */
  At at(double[] weights) {
    double[] scaled = new double[features * outputs];
    double[] shift = new double[outputs];
    for (int i = 0; i < scaled.length; i++) {
      scaled[i] = weights[i] / (margin * BoundedDataset.GRID_RADIUS);
    }
    for (int k = 0; k < outputs; k++) {
      shift[k] = weights[features * outputs + k] * constant / margin;
    }
    Sums sums = data.fold(new LossesAndSlopes(features, outputs, scaled, shift), taken);
    double[] values = new double[outputs];
    double[] gradient = new double[weights.length];
    for (int k = 0; k < outputs; k++) {
      values[k] = sums.whole(sums.losses, k) * UNIT; // the first rounding of a sum over rows
    }
    for (int i = 0; i < weights.length; i++) {
      boolean intercept = i >= features * outputs;
      double coordinate = intercept ? constant : 1.0 / BoundedDataset.GRID_RADIUS;
      gradient[i] =
          sums.whole(sums.slopes, i) * UNIT * coordinate / margin + regularization * weights[i];
      values[i % outputs] += 0.5 * regularization * weights[i] * weights[i];
    }
    return new At(values, gradient);
  }

  /** Exact sums in two halves: the high one in units of 2^24. */
  private static final class Sums implements Serializable {
    private static final long serialVersionUID = 1;

    private final long[] losses;
    private final long[] slopes;

    Sums(int features, int outputs) {
      losses = new long[2 * outputs];
      slopes = new long[2 * (features + 1) * outputs];
    }

    double whole(long[] halves, int i) {
      return (double) halves[2 * i] * (1L << HALF) + halves[2 * i + 1];
    }

    /** Splits a block's sums before they are added, so that no half overflows over all blocks. */
    private static void split(long[] from, long[] into) {
      for (int i = 0; i < from.length; i++) {
        // An arithmetic shift and a mask: high·2^24 + low is the number, negative ones too.
        into[2 * i] += from[i] >> HALF;
        into[2 * i + 1] += from[i] & MASK;
      }
    }
  }

  /** What rows add to losses and slopes at given weights. */
  @SuppressWarnings("ArrayRecordComponent") // nobody else sees the arrays
  private record LossesAndSlopes(int features, int outputs, double[] weights, double[] shift)
      implements RowFold<Sums> {

    @Override
    public Sums empty() {
      return new Sums(features, outputs);
    }

    @Override
    public void add(Sums sums, BoundedDataset.Block block, BitSet rows) {
      long[] loss = new long[outputs];
      long[] slope = new long[(features + 1) * outputs];
      double[] scores = new double[outputs];
      long[] coefficients = new long[outputs];
      for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
        block.scores(row, weights, outputs, scores);
        for (int k = 0; k < outputs; k++) {
          int sign = block.label(row) == (outputs == 1 ? 1 : k) ? 1 : -1;
          double t = sign * (scores[k] + shift[k]);
          loss[k] += Math.round(Math.scalb(SmoothHinge.value(t), BITS)); // within half a unit
          // |φ'| ≤ 1, so at most 2^30; times a value of the grid, over a block: below 2^62.
          coefficients[k] = sign * Math.round(Math.scalb(SmoothHinge.slope(t), BITS));
          slope[features * outputs + k] += coefficients[k];
        }
        block.addTo(row, coefficients, slope, outputs);
      }
      Sums.split(loss, sums.losses);
      Sums.split(slope, sums.slopes);
    }

    @Override
    public Sums merge(Sums one, Sums other) {
      for (int i = 0; i < one.losses.length; i++) {
        one.losses[i] += other.losses[i];
      }
      for (int i = 0; i < one.slopes.length; i++) {
        one.slopes[i] += other.slopes[i];
      }
      return one;
    }
  }
}
