// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.learn.gradient.Margins;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.CenteredLengths;
import dev.demilune.rows.VectorSum;
import java.io.Serializable;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * The objective J(w) = Σ f(y x·w) + λ|w|²/2 + b·w of one class against the others, with a gradient
 * whose error is known.
 *
 * <p>A row is x = (k, c)/r: k its grid integers, c the intercept's constant, r the smallest integer
 * that is at least |(k, c)|; so |x| ≤ 1, exactly. y is 1 for rows of the class, -1 for the others,
 * and f a {@link FadingHinge}.
 *
 * <p><b>Claim.</b> {@link Point#error} bounds the distance of {@link Point#gradient} from ∇J(w) for
 * the w that the doubles are; and neither depends on the order of rows or on the number of threads.
 *
 * <p><b>Proof.</b> With u = 2^-53, n rows and d coordinates:
 *
 * <ul>
 *   <li>a score is a sum of at most d products, divided once: its error is at most 1.01(d + 3)u
 *       Σ|z_j w_j|/r ≤ 1.01(d + 3)u|w| by the inequality of Cauchy and Schwarz, in whatever order
 *       it was summed. It moves the pull by at most the sharpness a times that, and the pull itself
 *       is off by 20u ({@link FadingHinge});
 *   <li>the pull over r is stretched by 2^S and rounded to an integer: u relative for the division,
 *       and half a unit, which is r 2^-(S+1) in length;
 *   <li>integers are added exactly. Each is split as high·2^p + low with 0 ≤ low &lt; 2^p. With n
 *       &lt; 2^L, p = 47 - L and S = min(60, 108 - 2L), a sum of low parts times values below 2^15
 *       stays below 2^(L+p+15) = 2^62, and one of high parts below 2^L(2^(S-p) + 2^16) ≤ 2^63;
 *   <li>putting the parts together, λw and b added, rounds by 8u(n + λ|w| + |b| + 2^17 √d) at most:
 *       the parts of a coordinate are below |sum| + n 2^(p+15-S) ≤ |sum| + 2^16 in size.
 * </ul>
 *
 * Hence the error n(1.01a(d + 3)u|w| + 22u + r 2^-(S+1)) + 8u(n + λ|w| + |b| + 2^17 √d). ∎
 */
final class PenalizedHinge {

  private static final double UNIT = Rounding.UNIT;

  private final BoundedDataset data;
  private final Rule rule;
  private final double regularization;
  private final double[] tilt;
  private final double tiltLength;
  private final long rows;
  private final FixedPoint fixed;

  /** How pulls are stretched and split; see the proof. */
  private record FixedPoint(int lowBits, int scaleBits, int curvatureBits) implements Serializable {
    static FixedPoint upTo(long rows) {
      int rowBits = Long.SIZE - Long.numberOfLeadingZeros(rows); // at most 31, see MOST_ROWS
      return new FixedPoint(47 - rowBits, Math.min(60, 108 - 2 * rowBits), 60 - rowBits);
    }

    double together(long high, long low) {
      // Scaling by powers of two is exact; two conversions and one sum round.
      return Math.scalb(Math.scalb((double) high, lowBits) + low, -scaleBits);
    }
  }

  /**
   * @param positive the class whose rows have y = 1
   * @param tilt b, one entry per feature and one for the constant
   */
  PenalizedHinge(
      BoundedDataset data, int positive, FadingHinge loss, double regularization, double[] tilt) {
    this.data = data;
    this.regularization = regularization;
    this.tilt = tilt.clone();
    this.tiltLength = Margins.length(tilt);
    this.rule = new Rule(data.features(), data.gridIntercept(), positive, loss);
    this.rows = data.privateSize();
    this.fixed = FixedPoint.upTo(rows);
  }

  /** The objective's slope at given weights, and how it bends there; holds its arrays. */
  static final class Point {
    private final double[] weights;
    private final double[] gradient;
    private final double error;
    private double[][] curvatures; // of the rows of each block; null until they are needed

    Point(double[] weights, double[] gradient, double error) {
      this.weights = weights;
      this.gradient = gradient;
      this.error = error;
    }

    double[] weights() {
      return weights;
    }

    double[] gradient() {
      return gradient;
    }

    /** Returns a bound on the distance of the gradient from the true one. */
    double error() {
      return error;
    }

    /** Returns an upper bound on the length of the true gradient. */
    double steepest() {
      // Up: the computed length and this sum may be too small by their own roundings.
      return (Margins.length(gradient) * Rounding.LENGTH_UP + error) * Rounding.LENGTH_UP;
    }
  }

  int dimension() {
    return tilt.length;
  }

  /** Returns λ + an, which no eigenvalue of the second derivative exceeds. */
  double mostCurvature() {
    return regularization + rule.loss.sharpness() * rows;
  }

  Point at(double[] weights) {
    double[] gradient = new double[dimension()];
    long[] pulls = data.fold(new Pulls(rule, fixed, weights));
    for (int j = 0; j < gradient.length; j++) {
      double pull = fixed.together(pulls[2 * j], pulls[2 * j + 1]);
      pull = j < rule.features ? pull : rule.constant * pull;
      // The last item of the proof: parts put together, λw and b added.
      gradient[j] = regularization * weights[j] + tilt[j] - pull;
    }
    double error =
        error(data, rule.loss, regularization, rows, Margins.length(weights), tiltLength);
    return new Point(weights.clone(), gradient, error);
  }

  /**
   * Returns a bound on the error of every gradient at weights of at most this length, for every
   * table of at most that many rows.
   */
  static double error(
      BoundedDataset data,
      FadingHinge loss,
      double regularization,
      long rows,
      double length,
      double tiltLength) {
    int dimension = data.features() + 1;
    // The formula of the proof, per row: the score times a, pull and division, half a unit.
    double perRow =
        1.01 * loss.sharpness() * (dimension + 3.0) * UNIT * length
            + (FadingHinge.PULL_ULPS + 2) * UNIT
            + Math.scalb(longestRow(data), -FixedPoint.upTo(rows).scaleBits - 1);
    // The last item: two parts of each coordinate, 2^16 longer than their sum at most.
    double parts = 0x1p17 * Math.sqrt(dimension);
    // Twice, upwards: once for this sum, once for the lengths that it is made of.
    return Rounding.LENGTH_UP
        * Rounding.LENGTH_UP
        * (rows * perRow + 8 * UNIT * (rows + regularization * length + tiltLength + parts));
  }

  private static double longestRow(BoundedDataset data) {
    long constant = data.gridIntercept();
    long radius = BoundedDataset.GRID_RADIUS;
    return CenteredLengths.ceilSqrt(
        radius * radius + constant * constant); // r of the longest row, up
  }

  /**
   * Returns the second derivative at a point times a vector, nearly: it decides where to look next
   * and no more. It too is the same for any order of rows.
   *
   * <p>Where the rows are in this process, their curvatures are kept beside them for all vectors:
   * computing them for each one scores all rows once more, as it must be done elsewhere.
   */
  double[] bend(Point point, double[] vector) {
    double[] result = new double[dimension()];
    double length = Margins.length(vector);
    if (length > 0) {
      double unit = Math.scalb(1.0, fixed.curvatureBits) / (rule.loss.sharpness() * length);
      Bends fold = new Bends(rule, point.weights, vector, unit);
      long[] bends = data.isInOnePlace() ? bends(fold, curvatures(point)) : data.fold(fold);
      for (int j = 0; j < rule.features; j++) {
        result[j] = bends[j] / unit;
      }
      result[rule.features] = bends[rule.features] * (double) rule.constant / unit;
    }
    for (int j = 0; j < result.length; j++) {
      result[j] += regularization * vector[j];
    }
    return result;
  }

  private long[] bends(Bends fold, double[][] curvatures) {
    return data.foldNumbered(
        fold::empty, (sum, i) -> fold.add(sum, data.block(i), curvatures[i]), fold::merge);
  }

  private double[][] curvatures(Point point) {
    if (point.curvatures == null) {
      double[][] curvatures = new double[data.blocks()][];
      IntStream.range(0, curvatures.length)
          .parallel()
          .forEach(i -> curvatures[i] = rule.curvatures(data.block(i), point.weights));
      point.curvatures = curvatures;
    }
    return point.curvatures;
  }

  /** What a row is to the objective. */
  private record Rule(int features, long constant, int positive, FadingHinge loss)
      implements Serializable {

    long length(BoundedDataset.Block block, int row) {
      // Rounded up in integers, so that |x| ≤ 1 holds exactly.
      return CenteredLengths.ceilSqrt(block.squaredNorm(row) + constant * constant);
    }

    /** Returns x·w; off by 1.01(d + 3)u|w|: the first item of the proof. */
    double score(
        BoundedDataset.Block block, int row, long length, double[] weights, double[] score) {
      block.scores(row, weights, 1, score);
      return (score[0] + constant * weights[features]) / length;
    }

    double[] curvatures(BoundedDataset.Block block, double[] weights) {
      double[] curvatures = new double[block.rows()];
      double[] score = new double[1];
      for (int row = 0; row < curvatures.length; row++) {
        long length = length(block, row);
        if (length > 0) { // x = 0 bends nothing
          double along = score(block, row, length, weights, score);
          curvatures[row] = loss.curvature(block.label(row) == positive ? along : -along);
        }
      }
      return curvatures;
    }
  }

  /** Σ f'' x (x·v) for a vector v, with the coefficients' sum at the end. */
  @SuppressWarnings("ArrayRecordComponent") // nobody else sees the arrays
  private record Bends(Rule rule, double[] weights, double[] vector, double unit)
      implements VectorSum {

    @Override
    public int size() {
      return vector.length;
    }

    @Override
    public void add(long[] sums, BoundedDataset.Block block, BitSet rows) {
      add(sums, block, rule.curvatures(block, weights)); // of all rows: there are no samples here
    }

    void add(long[] sums, BoundedDataset.Block block, double[] curvatures) {
      double[] score = new double[1];
      for (int row = 0; row < curvatures.length; row++) {
        if (curvatures[row] > 0) {
          long length = rule.length(block, row);
          double along = rule.score(block, row, length, vector, score);
          // No bound is needed here: a wrong bend costs steps, never nearness.
          long coefficient = (long) Math.rint(curvatures[row] * along * unit / length);
          block.addTo(row, coefficient, sums, 1, 0);
          sums[rule.features] += coefficient;
        }
      }
    }
  }

  /** Σ c y x: two parts for each feature, and for the constant. */
  @SuppressWarnings("ArrayRecordComponent") // nobody else sees the array
  private record Pulls(Rule rule, FixedPoint fixed, double[] weights) implements VectorSum {

    @Override
    public int size() {
      return 2 * weights.length;
    }

    @Override
    public void add(long[] sums, BoundedDataset.Block block, BitSet rows) {
      long[] parts = new long[2];
      double[] score = new double[1];
      for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
        long length = rule.length(block, row);
        if (length == 0) {
          continue; // x = 0 pulls at nothing
        }
        boolean isPositive = block.label(row) == rule.positive;
        double along = rule.score(block, row, length, weights, score);
        double pull = rule.loss.pull(isPositive ? along : -along);
        if (pull > 0) {
          // At most 2^S ≤ 2^60, since the pull is at most one: no overflow. Second item.
          long whole = (long) Math.rint(Math.scalb(pull, fixed.scaleBits) / length);
          whole = isPositive ? whole : -whole;
          parts[0] = whole >> fixed.lowBits; // towards -∞, so that 0 ≤ low < 2^p: third item
          parts[1] = whole - (parts[0] << fixed.lowBits);
          block.addTo(row, parts, sums, 2);
          sums[2 * rule.features] += parts[0];
          sums[2 * rule.features + 1] += parts[1];
        }
      }
    }
  }
}
