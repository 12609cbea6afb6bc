// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.internal.Check;
import dev.demilune.model.LinearClassifier;
import dev.demilune.rows.Batch;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.CenteredLengths;
import dev.demilune.rows.ExactWeights;
import dev.demilune.rows.RowFold;
import dev.demilune.rows.RowSums;
import java.io.Serializable;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The exact sum over a batch of rows of a coefficient vector times the centered row.
 *
 * <p>A row k of grid integers becomes z = (k - m, c): m is a public center on the grid, c a public
 * constant for the intercept. A {@link RowRule} looks at the row's label and its scores and asks
 * for a real vector α of length at most one; the row then contributes the integer matrix a ⊗ z,
 * where a is α stretched so that |a||z| comes as close to the contribution bound as integers allow.
 * Rows are thus renormalized after centering, unless they are shorter than a least length: such a
 * row is divided by that length, as it would be if it had it, and a least length that no row
 * exceeds leaves all rows as they are. Scores are those of the row as it is renormalized, or, where
 * only contributions are clipped, those of the row divided by the least length, which are linear.
 *
 * <p><b>Claim.</b> The Frobenius norm of what one row contributes is at most the contribution
 * bound, and so is that of what all rows of a person contribute together; the sum is exact,
 * whatever the rows hold and whatever floating point made of α.
 *
 * <p><b>Proof.</b> |z|² = |k|² - 2 k·m + |m|² + c² is computed exactly. With r the smallest integer
 * whose square is at least |z|², or the least length if that is larger, and t = floor(bound / r),
 * the code keeps integers a with Σ a² ≤ t² (checked in integers, see {@link #quantise}), so |a ⊗
 * z|² = |a|²|z|² ≤ t²r² ≤ bound². For one of m rows of a person t is floor(bound / (m·r)), so the
 * row adds at most bound/m, and all m together at most the bound. The sum of a ⊗ (k - m) is formed
 * as A - B ⊗ m with A = Σ a ⊗ k and B = Σ a, in 64-bit integers that wrap around: this is
 * arithmetic modulo 2^64, in which the identity holds exactly, and the true sum lies below 2^63 in
 * size because there are fewer than 2^31 rows ({@link dev.demilune.schema.Schema#MOST_ROWS}) of at
 * most 2^29 each. So the wrapped result is the true one. ∎
 *
 * <p>Floating point decides α, a function of public weights and one row; it never touches a sum.
 * For this to hold to the last bit, rules use {@link StrictMath} or {@link
 * dev.demilune.internal.NegativeExp} where they need more than IEEE 754 arithmetic: then no other
 * row's α can differ between neighbors, whatever the compiler does.
 */
public final class CenteredSum {

  /**
   * The finest resolution: a contribution bound with which no sum of fewer than 2^31 rows
   * overflows.
   */
  static final long FINEST = 1L << 29;

  // α is shrunk by this factor before it is rounded toward zero, so that rounding errors of its
  // norm (about 1e-16 per class) almost never make the integer check fail.
  private static final double SAFETY = 1 - 0x1p-30;

  private final BoundedDataset data;
  private final int[] center;
  private final CenteredLengths.Origin origin;
  private final long constant;
  private final int outputs;
  private final long contribution;
  private final long leastLength;
  private final boolean linearScores;

  /** Sums rows of length one. */
  CenteredSum(BoundedDataset data, int[] center, int constant, int outputs, long contribution) {
    this(data, center, constant, outputs, contribution, /* leastLength= */ 0);
  }

  /** Sums rows of length at most one: shorter ones are divided by the least length. */
  CenteredSum(
      BoundedDataset data,
      int[] center,
      int constant,
      int outputs,
      long contribution,
      long leastLength) {
    this(data, center, constant, outputs, contribution, leastLength, /* linearScores= */ false);
  }

  /**
   * @param center grid integers, one per feature; all zero for rows that are not centered
   * @param constant the intercept's coordinate in grid units; 0 for none
   * @param outputs how many weight vectors there are: 1 for two classes, else one per class
   * @param contribution the largest norm of one row's contribution, in grid units times coefficient
   *     units
   * @param leastLength rows that are shorter, in grid units, are not stretched to the contribution
   *     but divided by this; 0 if all rows are stretched
   * @param linearScores whether a rule sees the scores of every row divided by the least length,
   *     though longer rows contribute as if they were shorter
   */
  CenteredSum(
      BoundedDataset data,
      int[] center,
      int constant,
      int outputs,
      long contribution,
      long leastLength,
      boolean linearScores) {
    this.data = data;
    this.center = center.clone();
    this.origin = CenteredLengths.Origin.of(center, constant);
    this.constant = constant;
    this.outputs = outputs;
    this.contribution = Check.between("contribution", contribution, 1, FINEST);
    this.leastLength = Check.between("leastLength", leastLength, 0, FINEST);
    this.linearScores = linearScores;
  }

  /** Returns the length of the longest row with this constant, rounded up, before centering. */
  static long longest(int constant) {
    long radius = BoundedDataset.GRID_RADIUS;
    return CenteredLengths.ceilSqrt(radius * radius + (long) constant * constant);
  }

  /**
   * Sums over the rows of a batch.
   *
   * @param weights (features + 1) × outputs, feature-major; the last line belongs to the constant
   * @return the sum in the layout of the weights
   */
  long[] over(Batch batch, double[] weights, RowRule rule) {
    return centered(contributions(batch, weights, rule, /* countWeight= */ 0));
  }

  /**
   * Sums over the rows of a batch, and counts those that contribute: the last number of the result
   * is their number times a weight. A row that contributes a ⊗ z then adds a vector of squared
   * length |a ⊗ z|² + weight² ≤ contribution² + weight²; one of m rows of a person adds at most a
   * part 1/m of such a vector.
   */
  long[] overCounting(Batch batch, double[] weights, RowRule rule, long weight) {
    Sums sums = contributions(batch, weights, rule, weight);
    long[] centered = centered(sums);
    long[] counted = Arrays.copyOf(centered, centered.length + 1);
    // Cannot overflow: fewer than 2^31 rows, and a weight of at most FINEST = 2^29.
    counted[centered.length] = sums.count;
    return counted;
  }

  private Sums contributions(Batch batch, double[] weights, RowRule rule, long countWeight) {
    ExactWeights exact = ExactWeights.of(weights, center.length, outputs);
    long[] centerScores = new long[outputs];
    double[] constantScores = new double[outputs];
    for (int k = 0; k < outputs; k++) {
      centerScores[k] = exact.score(center, k);
      constantScores[k] = constant * weights[center.length * outputs + k];
    }
    return data.fold(
        new Contributions(
            origin,
            center.length,
            outputs,
            contribution,
            leastLength,
            linearScores,
            exact,
            centerScores,
            constantScores,
            rule,
            countWeight),
        batch);
  }

  /** A - B ⊗ m for the features, B·c for the constant: the last step of the proof. */
  private long[] centered(Sums sums) {
    long[] centered = new long[weights()];
    for (int j = 0; j < center.length; j++) {
      for (int k = 0; k < outputs; k++) {
        // Either operand may have wrapped around, the difference has not: exact modulo 2^64, and
        // the true sum is below 2^63 in size.
        centered[j * outputs + k] =
            sums.products[k * center.length + j] - sums.coefficients[k] * center[j];
      }
    }
    for (int k = 0; k < outputs; k++) {
      // Every row has the same last coordinate c, so it leaves the sum.
      centered[center.length * outputs + k] = sums.coefficients[k] * constant;
    }
    return centered;
  }

  /** Returns the number of weights: one per output for every feature and for the constant. */
  int weights() {
    return (center.length + 1) * outputs;
  }

  /**
   * Returns the classifier with these weights: a score w·(u - m) + c w₀ is w·u plus a bias. With
   * one output the first of the two classes scores zero.
   */
  LinearClassifier classifier(double[] weights) {
    int classes = data.classes();
    double[] shift = scoreShift(weights);
    double[][] rows = new double[classes][center.length];
    double[] biases = new double[classes];
    for (int k = 0; k < outputs; k++) {
      int row = outputs == 1 ? 1 : k; // one output is the score of the second class
      // A model scores unit rows, the shift is in grid units. Post-processing: doubles will do.
      biases[row] = shift[k] / BoundedDataset.GRID_RADIUS;
      for (int j = 0; j < center.length; j++) {
        rows[row][j] = weights[j * outputs + k];
      }
    }
    return LinearClassifier.of(data.schema(), rows, biases);
  }

  /** Returns what the center and the constant add to every row's scores. */
  private double[] scoreShift(double[] weights) {
    double[] shift = new double[outputs];
    for (int k = 0; k < outputs; k++) {
      shift[k] = constant * weights[center.length * outputs + k];
    }
    for (int j = 0; j < center.length; j++) {
      if (center[j] != 0) { // an origin as the center costs nothing
        for (int k = 0; k < outputs; k++) {
          shift[k] -= center[j] * weights[j * outputs + k];
        }
      }
    }
    return shift;
  }

  /**
   * Returns floor(a / b) of positive integers below 2^51, by a division of doubles, which takes a
   * fraction of the time. If b does not divide a, the next integer m is at least 1/b ≥ m/(a + b)
   * &gt; m·2^-52 above the quotient, which rounding moves by at most m·2^-53.
   */
  static long quotient(long a, long b) {
    return (long) ((double) a / b);
  }

  /** Writes integers a ≈ α·limit with Σ a² ≤ limit², shrinking until that holds in integers. */
  static void quantise(double[] alpha, long limit, long[] into) {
    // Ends: at a scale below one all integers are zero. One pass is enough if |α| ≤ 1.
    for (double scale = limit * SAFETY; ; scale *= 0.5) {
      long squares = 0;
      for (int k = 0; k < alpha.length && squares <= limit * limit; k++) {
        // The clamp keeps each square below 2^58, so the sum cannot overflow before the loop sees
        // it is too large.
        into[k] =
            (long) (Math.max(-1, Math.min(1, alpha[k])) * scale); // toward zero; NaN becomes 0
        squares += into[k] * into[k];
      }
      if (squares <= limit * limit) { // the bound of the proof, whatever the doubles were
        return;
      }
    }
  }

  /** A = Σ a ⊗ k, B = Σ a, and the weight of the rows that contributed. */
  private static final class Sums implements Serializable {
    private static final long serialVersionUID = 1;

    private final long[] products; // output by output
    private final long[] coefficients;
    private long count;

    Sums(int features, int outputs) {
      products = new long[features * outputs];
      coefficients = new long[outputs];
    }
  }

  /** Working space for rows that are taken at once. */
  private static final class Few {
    private final double[] scores; // of all rows
    private final int[] lengths;
    private final long[] coefficients; // of those that contribute
    private final double[] score; // of one row
    private final double[] alpha;
    private final long[] integers;

    Few(int most, int columns, int outputs) {
      scores = new double[most * columns];
      lengths = new int[most];
      coefficients = new long[most * outputs];
      score = new double[outputs];
      alpha = new double[outputs];
      integers = new long[outputs];
    }
  }

  /** What rows contribute to a step at given weights. */
  @SuppressWarnings("ArrayRecordComponent") // nobody else sees the arrays
  private record Contributions(
      CenteredLengths.Origin origin,
      int features,
      int outputs,
      long contribution,
      long leastLength,
      boolean linearScores,
      ExactWeights weights,
      long[] centerScores,
      double[] constantScores,
      RowRule rule,
      long countWeight)
      implements RowFold<Sums> {

    @Override
    public boolean rowsShare() {
      return true;
    }

    @Override
    public Sums empty() {
      return new Sums(features, outputs);
    }

    @Override
    public void add(Sums sums, BoundedDataset.Block block, BitSet rows) {
      // Working space of one call: blocks are folded by several threads at once.
      Few few = new Few(block.rowsAtOnce(), weights.columns(), outputs);
      RowSums products = new RowSums(sums.products, outputs);
      block.forSome(rows, (some, count) -> add(sums, products, block, some, count, few));
      products.finish();
    }

    /** Adds a few rows: their scores first, then what they pull. */
    private void add(
        Sums sums, RowSums products, BoundedDataset.Block block, int[] rows, int count, Few few) {
      block.scores(rows, count, weights, few.scores);
      block.lengths(rows, count, origin, few.lengths);
      int columns = weights.columns();
      int active = 0;
      for (int i = 0; i < count; i++) {
        int row = rows[i];
        int at = i * columns;
        // r of the proof: rounded up, so that t is rounded down
        long length = Math.max(leastLength, few.lengths[i]);
        if (length == 0) {
          continue; // z = 0 contributes nothing, whatever its coefficients
        }
        for (int k = 0; k < outputs; k++) {
          // ⟨w, k - m⟩, rounded at most once: public weights and this row, no sum
          few.score[k] =
              ((few.scores[at + k] - centerScores[k]) * weights.unit(k) + constantScores[k])
                  / (linearScores ? leastLength : length);
        }
        if (rule.coefficients(block.label(row), few.score, few.alpha)) {
          int peers = block.peers(row);
          // t = floor(bound / (r · peers)): the rows of a person share the bound
          quantise(few.alpha, quotient(contribution, length * peers), few.integers);
          if (countWeight > 0) { // counted as the rule says, though all integers may be zero
            sums.count += countWeight / peers;
          }
          for (int k = 0; k < outputs; k++) {
            sums.coefficients[k] += few.integers[k];
            few.coefficients[active * outputs + k] = few.integers[k];
          }
          rows[active++] = row; // of those that were looked at already
        }
      }
      block.addTo(rows, active, few.coefficients, products);
    }

    @Override
    public Sums merge(Sums one, Sums other) {
      // Integers modulo 2^64: the order in which parts are merged cannot change a bit.
      one.count += other.count;
      for (int i = 0; i < one.products.length; i++) {
        one.products[i] += other.products[i];
      }
      for (int k = 0; k < one.coefficients.length; k++) {
        one.coefficients[k] += other.coefficients[k];
      }
      return one;
    }
  }
}
