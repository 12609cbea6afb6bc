// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.learn.Shape;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.rows.Batch;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * On hostile neighbors no exact release moves by more than the sensitivity its noise was planned
 * for, and some pair comes close: a bound that is too small by a factor would be seen.
 */
class SensitivityTest {

  private static final int TRIALS = 2_000;

  private static final class Table {
    private final double[][] rows;
    private final int[] labels;

    Table(double[][] rows, int[] labels) {
      this.rows = rows;
      this.labels = labels;
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void theSumOfAStepMovesByAtMostItsSensitivity(Adjacency adjacency) {
    double closest = 0;
    for (int seed = 0; seed < TRIALS; seed++) {
      int classes = 2 + seed % 4;
      int outputs = Shape.outputs(classes);
      HostileRows hostile = new HostileRows(seed, 1 + seed % 5, classes);
      Schema schema = hostile.schema(adjacency, seed % 2 == 0 ? RowBound.scale() : clip());
      double[] weights = seed % 3 == 0 ? zeros(hostile, outputs) : hostile.weights(outputs);
      int[] center = seed % 5 == 0 ? new int[1 + seed % 5] : hostile.center();
      RowRule rule = rules(weights, classes).get(seed % 5 % rules(weights, classes).size());
      boolean stretched = seed / 2 % 2 == 0;
      Function<BoundedDataset, long[]> sum =
          data ->
              new CenteredSum(
                      data,
                      center,
                      data.gridIntercept(),
                      outputs,
                      plan(data).contribution(),
                      // Stretched to length one, or as they are.
                      stretched ? 0 : CenteredSum.longest(data.gridIntercept()))
                  .over(Batch.ALL, weights, rule);

      int step = seed % 80;
      closest = Math.max(closest, moved(hostile, schema, sum, plan -> plan.mechanism(1 + step)));
    }
    assertThat(closest).isGreaterThan(0.99);
  }

  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void theSumOfRowsMovesByAtMostItsSensitivity(Adjacency adjacency) {
    double closest = 0;
    for (int seed = 0; seed < TRIALS; seed++) {
      HostileRows hostile = new HostileRows(seed, 1 + seed % 5, 2);
      Schema schema = hostile.schema(adjacency, seed % 2 == 0 ? RowBound.scale() : clip());
      closest =
          Math.max(
              closest, moved(hostile, schema, Center::rowSum, plan -> plan.mean().orElseThrow()));
    }
    // Labels alone do not move the sum of rows.
    assertThat(closest).isGreaterThanOrEqualTo(adjacency == Adjacency.REPLACE_LABEL ? 0 : 0.99);
  }

  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void theCountMovesByAtMostOne(Adjacency adjacency) {
    for (int seed = 0; seed < 100; seed++) {
      HostileRows hostile = new HostileRows(seed, 2, 2);
      Schema schema = hostile.schema(adjacency, RowBound.scale());
      moved(
          hostile,
          schema,
          data -> new long[] {data.privateSize()},
          plan -> plan.count().orElseGet(() -> NoisyIntegerSum.of(1, 1)));
    }
  }

  /** Returns the move as a share of the planned sensitivity, and fails above one. */
  private static double moved(
      HostileRows hostile,
      Schema schema,
      Function<BoundedDataset, long[]> release,
      Function<ReleasePlan, NoisyIntegerSum> mechanism) {
    int count = hostile.random().nextInt(4);
    if (schema.adjacency().rowCountIsPublic()) {
      count++;
    }
    Table table = new Table(hostile.rows(count), hostile.labels(count));
    Table neighbor = neighbor(hostile, table, schema.adjacency());
    BoundedDataset left = HostileRows.bound(schema, table.rows, table.labels);
    BoundedDataset right = HostileRows.bound(schema, neighbor.rows, neighbor.labels);
    BigInteger squares = BigInteger.ZERO;
    long[] a = release.apply(left);
    long[] b = release.apply(right);
    for (int i = 0; i < a.length; i++) {
      squares = squares.add(BigInteger.valueOf(a[i]).subtract(BigInteger.valueOf(b[i])).pow(2));
    }
    BigInteger claimed = mechanism.apply(plan(left)).sensitivitySquared();

    assertThat(squares)
        .as("%s against %s", Arrays.deepToString(table.rows), Arrays.deepToString(neighbor.rows))
        .isLessThanOrEqualTo(claimed);
    return Math.sqrt(squares.doubleValue() / claimed.doubleValue());
  }

  private static Table neighbor(HostileRows hostile, Table table, Adjacency adjacency) {
    int count = table.rows.length;
    if (adjacency == Adjacency.ADD_OR_REMOVE_ONE) {
      double[][] rows = Arrays.copyOf(table.rows, count + 1);
      int[] labels = Arrays.copyOf(table.labels, count + 1);
      rows[count] = hostile.row();
      labels[count] = hostile.labels(1)[0];
      return new Table(rows, labels);
    }
    double[][] rows = table.rows.clone();
    int[] labels = table.labels.clone();
    int changed = hostile.random().nextInt(count);
    if (adjacency == Adjacency.REPLACE_ONE) {
      boolean opposite = hostile.random().nextBoolean(); // the worst there is
      rows[changed] =
          opposite ? Arrays.stream(rows[changed]).map(v -> -v).toArray() : hostile.row();
    }
    if (adjacency == Adjacency.REPLACE_LABEL || hostile.random().nextBoolean()) {
      labels[changed] = hostile.labels(1)[0];
    }
    return new Table(rows, labels);
  }

  private static ReleasePlan plan(BoundedDataset data) {
    return ReleasePlan.of(
        Shape.of(data),
        ApproximateDp.of(1, 1e-6),
        Schedule.matched(80, 27, 1),
        /* centered= */ true);
  }

  private static RowBound clip() {
    return RowBound.clip(0.7);
  }

  private static double[] zeros(HostileRows hostile, int outputs) {
    return new double[hostile.weights(outputs).length];
  }

  private static List<RowRule> rules(double[] weights, int classes) {
    List<RowRule> rules = new ArrayList<>();
    for (Loss loss : Loss.values()) {
      rules.add(
          classes == 2
              ? loss.binary(1)
              : loss.joint(Margins.proportional(weights, classes, 0.1, 1)));
    }
    // What the length check is for: a rule that forgets its own bound.
    rules.add(
        (label, scores, into) -> {
          Arrays.fill(into, label == 0 ? -1 : 1);
          return true;
        });
    return rules;
  }
}
