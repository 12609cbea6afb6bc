// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.Batch;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.CenteredLengths;
import dev.demilune.rows.ExactWeights;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CenteredSumTest {

  private static final double[] COEFFICIENTS = {
    0, 1, -1, 0.3, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e308, -7, 1e-300
  };

  /** One row at a time, so that the sum is the row's contribution. */
  @Test
  void noRowAndNoCoefficientsContributeMoreThanTheBound() {
    for (int seed = 0; seed < 3000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int outputs = 1 + random.nextInt(5);
      HostileRows hostile = new HostileRows(seed, 1 + random.nextInt(6), Math.max(2, outputs));
      RowBound bound = random.nextBoolean() ? RowBound.scale() : RowBound.clip(2);
      Schema schema = hostile.schema(Adjacency.ADD_OR_REMOVE_ONE, bound);
      BoundedDataset data = HostileRows.bound(schema, hostile.rows(1), hostile.labels(1));
      long contribution = 1 + random.nextLong(1L << random.nextInt(1, 30));
      int[] center = random.nextInt(4) == 0 ? new int[data.features()] : hostile.center();
      CenteredSum sum = new CenteredSum(data, center, data.gridIntercept(), outputs, contribution);

      long[] one =
          sum.over(
              Batch.ALL,
              hostile.weights(outputs),
              (label, scores, into) -> {
                for (int k = 0; k < into.length; k++) {
                  into[k] = COEFFICIENTS[random.nextInt(COEFFICIENTS.length)];
                }
                return true;
              });

      assertThat(squares(one))
          .as("seed %d", seed)
          .isLessThanOrEqualTo(BigInteger.valueOf(contribution).pow(2));
    }
  }

  /** A row of length 1/8 scores and pulls an eighth of what a row of length one does. */
  @Test
  void rowsAsTheyAreKeepTheirLengths() {
    Schema schema =
        Schema.vectors(2, LabelSet.numbered(2))
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .rows(RowBound.clip(1))
            .intercept(0)
            .build();
    double[] weights = {0.5, 0.25, 0};
    double[][] score = new double[2][2];
    double[][] pull = new double[2][2];
    for (int i = 0; i < 2; i++) {
      double[][] row = {{i == 0 ? 1 : 0.125, 0}};
      BoundedDataset data = HostileRows.bound(schema, row, new int[] {1});
      for (int form = 0; form < 2; form++) {
        double[] seen = score[form];
        int place = i;
        long[] sum =
            new CenteredSum(
                    data,
                    new int[2],
                    /* constant= */ 0,
                    1,
                    CenteredSum.FINEST,
                    form == 0 ? CenteredSum.longest(0) : 0)
                .over(
                    Batch.ALL,
                    weights,
                    (label, scores, into) -> {
                      seen[place] = scores[0];
                      into[0] = 1;
                      return true;
                    });
        pull[form][i] = (double) sum[0] / CenteredSum.FINEST;
      }
    }
    assertThat(score[0]).containsExactly(new double[] {0.5, 0.0625}, within(1e-4));
    assertThat(pull[0]).containsExactly(new double[] {1, 0.125}, within(1e-3));
    assertThat(score[1]).containsExactly(new double[] {0.5, 0.5}, within(1e-3)); // stretched
    assertThat(pull[1]).containsExactly(new double[] {1, 1}, within(1e-3));
  }

  @Test
  void aUnitVectorOfCoefficientsUsesNearlyAllOfTheBound() {
    HostileRows hostile = new HostileRows(5, 4, 3);
    Schema schema = hostile.schema(Adjacency.ADD_OR_REMOVE_ONE, RowBound.scale());
    BoundedDataset data =
        HostileRows.bound(schema, new double[][] {{1, -2, 3, 0.5}}, new int[] {1});
    CenteredSum sum = new CenteredSum(data, hostile.center(), 9_600, 3, CenteredSum.FINEST);

    long[] one =
        sum.over(
            Batch.ALL,
            new double[sum.weights()],
            (label, scores, into) -> {
              into[0] = 0.6;
              into[1] = 0;
              into[2] = -0.8;
              return true;
            });

    assertThat(Math.sqrt(squares(one).doubleValue()))
        .isBetween(0.9995 * CenteredSum.FINEST, (double) CenteredSum.FINEST);
  }

  @Test
  void theSumEqualsTheDirectSumOfCenteredRows() {
    for (int seed = 0; seed < 200; seed++) {
      HostileRows hostile = new HostileRows(seed, 5, 3);
      Schema schema = hostile.schema(Adjacency.REPLACE_ONE, RowBound.clip(2));
      int count = 1 + hostile.random().nextInt(40);
      BoundedDataset data = HostileRows.bound(schema, hostile.rows(count), hostile.labels(count));
      int[] center = hostile.center();
      // also that of the largest intercept of a schema
      int constant = seed % 10 == 0 ? 100 * BoundedDataset.GRID_RADIUS : data.gridIntercept();
      long contribution = CenteredSum.FINEST >> hostile.random().nextInt(14);
      double[] weights = hostile.weights(3);
      RowRule rule = Loss.SOFTMAX.joint(Margins.proportional(weights, 3, 0, 1));

      long[] sum =
          new CenteredSum(data, center, constant, 3, contribution).over(Batch.ALL, weights, rule);

      assertThat(toBigIntegers(sum))
          .as("seed %d", seed)
          .isEqualTo(direct(data, center, constant, contribution, weights, rule));
    }
  }

  /**
   * A row one grid unit from the center has a coefficient of nearly 2^29 and entries of 32,000: the
   * sum of a ⊗ k leaves 64 bits after 2^19 rows, the sum of a ⊗ (k - m) is nowhere near.
   */
  @Test
  void partsThatWrapAroundLeaveTheSumExact() {
    int count = 600_000;
    double[][] rows = new double[count][];
    Arrays.fill(rows, new double[] {1});
    int[] labels = new int[count];
    Arrays.fill(labels, 1);
    Schema schema =
        Schema.vectors(1, LabelSet.numbered(2))
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .intercept(0)
            .build();
    BoundedDataset data = HostileRows.bound(schema, rows, labels);
    int[] row = new int[1];
    data.block(0).copyTo(0, row);
    long coefficient = CenteredSum.FINEST - 1; // rounded toward zero
    BigInteger uncentered =
        BigInteger.valueOf(count).multiply(BigInteger.valueOf(coefficient * row[0]));

    long[] sum =
        new CenteredSum(data, new int[] {row[0] - 1}, 0, 1, CenteredSum.FINEST)
            .over(Batch.ALL, new double[2], Loss.HINGE.binary(1));

    assertThat(uncentered).isGreaterThan(BigInteger.valueOf(Long.MAX_VALUE));
    assertThat(sum).containsExactly(count * coefficient, 0);
  }

  @Test
  void aZeroRowAndARowOnTheCenterContributeNothing() {
    Schema schema =
        Schema.vectors(2, LabelSet.numbered(2))
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .intercept(0)
            .build();
    BoundedDataset zero = HostileRows.bound(schema, new double[][] {{0, 0}}, new int[] {1});
    BoundedDataset unit = HostileRows.bound(schema, new double[][] {{3, 4}}, new int[] {1});
    int[] row = new int[2];
    unit.block(0).copyTo(0, row);
    RowRule always =
        (label, scores, into) -> {
          into[0] = 1;
          return true;
        };

    assertThat(new CenteredSum(zero, new int[2], 0, 1, 1000).over(Batch.ALL, new double[3], always))
        .containsOnly(0);
    assertThat(new CenteredSum(unit, row, 0, 1, 1000).over(Batch.ALL, new double[3], always))
        .containsOnly(0);
    // With an intercept only its coordinate is left, and it takes the whole bound.
    assertThat(new CenteredSum(unit, row, 10, 1, 1000).over(Batch.ALL, new double[3], always))
        .containsExactly(0, 0, 990); // 99 · 10: a is rounded toward zero
  }

  @Test
  void quantizedCoefficientsKeepTheBoundWhateverFloatingPointSays() {
    SplittableRandom random = new SplittableRandom(1);
    for (int trial = 0; trial < 100_000; trial++) {
      double[] alpha = new double[1 + random.nextInt(12)];
      for (int k = 0; k < alpha.length; k++) {
        alpha[k] =
            random.nextBoolean()
                ? COEFFICIENTS[random.nextInt(COEFFICIENTS.length)]
                : 2 * random.nextDouble() - 1;
      }
      long limit = random.nextLong(1L << random.nextInt(1, 30));
      long[] into = new long[alpha.length];
      Arrays.fill(into, -1);

      CenteredSum.quantise(alpha, limit, into);

      assertThat(squares(into))
          .as("%s at limit %d", Arrays.toString(alpha), limit)
          .isLessThanOrEqualTo(BigInteger.valueOf(limit).pow(2));
    }
  }

  @Test
  void quantizingKeepsUnitVectorsAndShortensLongOnes() {
    long[] into = new long[3];

    CenteredSum.quantise(new double[] {0.6, 0, -0.8}, 1_000_000, into);
    assertThat(into).containsExactly(599_999, 0, -799_999);

    CenteredSum.quantise(new double[] {1, 1, 1}, 1_000_000, into); // √3 long: halved once
    assertThat(into).containsExactly(499_999, 499_999, 499_999);

    CenteredSum.quantise(
        new double[] {Double.NaN, Double.POSITIVE_INFINITY, -1e300}, 1_000_000, into);
    assertThat(into).containsExactly(0, 499_999, -499_999);

    CenteredSum.quantise(new double[] {1, -1, Double.NaN}, 0, into);
    assertThat(into).containsOnly(0);
  }

  @Test
  void quotientsAreRoundedDown() {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 100_000; i++) {
      long b = random.nextLong(1, 1L << random.nextInt(1, 51));
      long a = random.nextLong(1, 1L << random.nextInt(1, 51));
      long multiple = Math.max(1, a / b) * b; // and beside it, where rounding would show
      for (long near : new long[] {a, multiple - 1, multiple, multiple + 1}) {
        assertThat(CenteredSum.quotient(near, b)).isEqualTo(near / b);
      }
    }
  }

  @Test
  void theRootIsRoundedUpAndExactOnSquares() {
    assertThat(CenteredLengths.ceilSqrt(0)).isZero();
    assertThat(CenteredLengths.ceilSqrt(1)).isEqualTo(1);
    assertThat(CenteredLengths.ceilSqrt(2)).isEqualTo(2);
    SplittableRandom random = new SplittableRandom(2);
    for (int trial = 0; trial < 100_000; trial++) {
      long root = 2 + random.nextLong(1L << random.nextInt(1, 31));
      assertThat(CenteredLengths.ceilSqrt(root * root - 1)).isEqualTo(root);
      assertThat(CenteredLengths.ceilSqrt(root * root)).isEqualTo(root);
      assertThat(CenteredLengths.ceilSqrt(root * root + 1)).isEqualTo(root + 1);
    }
  }

  @Test
  void aBoundThatCouldOverflowIsRefused() {
    HostileRows hostile = new HostileRows(0, 2, 2);
    BoundedDataset data =
        HostileRows.bound(
            hostile.schema(Adjacency.REPLACE_ONE, RowBound.scale()), new double[0][], new int[0]);

    assertThatThrownBy(() -> new CenteredSum(data, new int[2], 0, 1, CenteredSum.FINEST + 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("contribution");
  }

  private static BigInteger[] direct(
      BoundedDataset data,
      int[] center,
      int constant,
      long contribution,
      double[] weights,
      RowRule rule) {
    int features = data.features();
    BigInteger[] sums = new BigInteger[(features + 1) * 3];
    Arrays.fill(sums, BigInteger.ZERO);
    BoundedDataset.Block block = data.block(0);
    int[] row = new int[features];
    for (int i = 0; i < block.rows(); i++) {
      block.copyTo(i, row);
      long[] z = new long[features + 1];
      BigInteger squared = BigInteger.ZERO;
      for (int j = 0; j <= features; j++) {
        z[j] = j < features ? row[j] - center[j] : constant;
        squared = squared.add(BigInteger.valueOf(z[j]).pow(2));
      }
      BigInteger length = squared.sqrt();
      if (length.pow(2).compareTo(squared) < 0) {
        length = length.add(BigInteger.ONE);
      }
      if (length.signum() == 0) {
        continue;
      }
      // With the same rounded weights as the code under test: scores decide coefficients.
      ExactWeights exact = ExactWeights.of(weights, features, 3);
      double[] scores = new double[3];
      for (int k = 0; k < 3; k++) {
        long score = exact.score(row, k) - exact.score(center, k);
        double shift = constant * weights[features * 3 + k];
        scores[k] = (score * exact.unit(k) + shift) / length.longValueExact();
      }
      double[] alpha = new double[3];
      long[] a = new long[3];
      if (rule.coefficients(block.label(i), scores, alpha)) {
        CenteredSum.quantise(alpha, contribution / length.longValueExact(), a);
        for (int j = 0; j <= features; j++) {
          for (int k = 0; k < 3; k++) {
            BigInteger product = BigInteger.valueOf(a[k]).multiply(BigInteger.valueOf(z[j]));
            sums[j * 3 + k] = sums[j * 3 + k].add(product);
          }
        }
      }
    }
    return sums;
  }

  private static BigInteger[] toBigIntegers(long[] values) {
    return Arrays.stream(values).mapToObj(BigInteger::valueOf).toArray(BigInteger[]::new);
  }

  static BigInteger squares(long[] values) {
    return Arrays.stream(values)
        .mapToObj(value -> BigInteger.valueOf(value).pow(2))
        .reduce(BigInteger.ZERO, BigInteger::add);
  }
}
