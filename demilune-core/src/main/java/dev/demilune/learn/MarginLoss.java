package dev.demilune.learn;

import dev.demilune.schema.BoundedDataset;

/**
 * The loss at a margin ρ of one weight vector for each class, summed over all rows, with its
 * gradient and with a bound on the error of both.
 *
 * <p>For class k, with y = 1 for rows of the class and -1 for others, it is f_k(w) = Σ φ(y w·z/ρ) +
 * (λ/2)|w|², where φ is the {@link SmoothHinge} and z = (u, c) the row in the unit ball with the
 * intercept's constant: |z| ≤ r = √(1 + c²). Two classes need one vector.
 *
 * <p><b>Claim.</b> For |w| ≤ 3, value and gradient are off by at most {@link #valueError} and {@link
 * #gradientError}, and are the same bits on any number of threads.
 *
 * <p><b>Proof.</b> A row's score is a sum of d + 1 products in double precision: its error is at
 * most (d + 3)·2^-53 times |z||w| ≤ 3r. So t = y w·z/ρ is off by at most τ = 4(d + 4)·2^-53·r/ρ, and
 * so is φ(t), whose slope is at most 1, and φ'(t), whose slope is at most 1. Both are then rounded to
 * multiples of 2^-30: half of that more. From there on all is exact: integers times integers of the
 * grid, at most 2^30·2^15 each, summed in 64 bits within a block of at most 2^17 rows, and over
 * blocks in two halves. The sums become doubles by two roundings. ∎
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

  MarginLoss(BoundedDataset data, double margin, double regularization) {
    this.data = data;
    this.outputs = LinearTraining.outputs(data.classes());
    this.features = data.features();
    this.constant = (double) data.gridIntercept() / BoundedDataset.GRID_RADIUS;
    this.margin = margin;
    this.regularization = regularization;
  }

  int outputs() {
    return outputs;
  }

  int weights() {
    return (features + 1) * outputs;
  }

  /** The most that one row can weigh in the value of one class, for |w| ≤ 1. */
  double largestLoss() {
    return largestLoss(length(), margin);
  }

  static double largestLoss(double length, double margin) {
    return (0.5 + length / margin) * (1 + 0x1p-40);
  }

  /** The bound r on the length of a row with its constant. */
  double length() {
    return Math.sqrt(1 + constant * constant) * (1 + 0x1p-50);
  }

  /** An upper bound of the gradient's slope. */
  double smoothness(long rows) {
    return (rows * length() * length() / (margin * margin) + regularization) * (1 + 0x1p-40);
  }

  double valueError(long rows) {
    return rows * (scoreError() + UNIT) + 1e-9;
  }

  double gradientError(long rows) {
    return rows * (scoreError() + UNIT) * length() / margin + 1e-9;
  }

  private double scoreError() {
    return 4 * (features + 4.0) * 0x1p-53 * length() / margin;
  }

  /** Values by class, and the gradient in the layout of the weights. */
  record At(double[] values, double[] gradient) {}

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
    Sums sums =
        data.fold(() -> new Sums(), (all, block) -> all.add(block, scaled, shift), Sums::plus);
    double[] values = new double[outputs];
    double[] gradient = new double[weights.length];
    for (int k = 0; k < outputs; k++) {
      values[k] = sums.whole(sums.losses(), k) * UNIT;
    }
    for (int i = 0; i < weights.length; i++) {
      boolean intercept = i >= features * outputs;
      double coordinate = intercept ? constant : 1.0 / BoundedDataset.GRID_RADIUS;
      gradient[i] =
          sums.whole(sums.slopes(), i) * UNIT * coordinate / margin + regularization * weights[i];
      values[i % outputs] += 0.5 * regularization * weights[i] * weights[i];
    }
    return new At(values, gradient);
  }

  /** Exact sums in two halves: the high one in units of 2^24. */
  private final class Sums {
    private final long[] losses = new long[2 * outputs];
    private final long[] slopes = new long[2 * (features + 1) * outputs];

    long[] losses() {
      return losses;
    }

    long[] slopes() {
      return slopes;
    }

    double whole(long[] halves, int i) {
      return (double) halves[2 * i] * (1L << HALF) + halves[2 * i + 1];
    }

    void add(BoundedDataset.Block block, double[] weights, double[] shift) {
      long[] loss = new long[outputs];
      long[] slope = new long[(features + 1) * outputs];
      double[] scores = new double[outputs];
      long[] coefficients = new long[outputs];
      for (int row = 0; row < block.rows(); row++) {
        block.scores(row, weights, outputs, scores);
        for (int k = 0; k < outputs; k++) {
          int sign = block.label(row) == (outputs == 1 ? 1 : k) ? 1 : -1;
          double t = sign * (scores[k] + shift[k]);
          loss[k] += Math.round(Math.scalb(SmoothHinge.value(t), BITS));
          coefficients[k] = sign * Math.round(Math.scalb(SmoothHinge.slope(t), BITS));
          slope[features * outputs + k] += coefficients[k];
        }
        block.addTo(row, coefficients, slope, outputs);
      }
      split(loss, losses);
      split(slope, slopes);
    }

    private void split(long[] from, long[] into) {
      for (int i = 0; i < from.length; i++) {
        into[2 * i] += from[i] >> HALF;
        into[2 * i + 1] += from[i] & MASK;
      }
    }

    Sums plus(Sums other) {
      for (int i = 0; i < losses.length; i++) {
        losses[i] += other.losses[i];
      }
      for (int i = 0; i < slopes.length; i++) {
        slopes[i] += other.slopes[i];
      }
      return this;
    }
  }
}
