// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.learn.Shape;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.util.Arrays;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PhasedDescentTest {

  /**
   * The same coins and keys for the rows in common, which come first: the average of a phase moves
   * by at most its sensitivity, and some hostile pair comes close enough to notice half of it.
   */
  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void theAverageOfAPhaseMovesByAtMostItsSensitivity(Adjacency adjacency) {
    assertThat(largestMove(adjacency, 2_000, () -> StandardLoss.HINGE)).isGreaterThan(0.51);
  }

  /** So it does for every loss, and for those that are not what they declare to be. */
  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void theSensitivityHoldsWhateverTheLossReturns(Adjacency adjacency) {
    for (MarginLoss loss : Losses.ALL) {
      assertThat(largestMove(adjacency, 60, () -> loss)).as(loss.name()).isGreaterThan(0.1);
    }
    // the same mood for both neighbors, as it does not depend on them
    largestMove(adjacency, 60, Losses::moody);
  }

  /** Returns the largest move of an average, over its sensitivity, which it must not exceed. */
  private static double largestMove(Adjacency adjacency, int seeds, Supplier<MarginLoss> loss) {
    double closest = 0;
    for (int seed = 0; seed < seeds; seed++) {
      HostileRows hostile = new HostileRows(seed, 1 + seed % 5, 2 + seed % 3);
      Schema schema =
          hostile.schema(adjacency, seed % 2 == 0 ? RowBound.scale() : RowBound.clip(0.7));
      int count = 1 + hostile.random().nextInt(seed % 7 == 0 ? 200 : 12);
      double[][] rows = hostile.rows(count);
      int[] labels = hostile.labels(count);
      double[][] changedRows = rows.clone();
      int[] changedLabels = labels.clone();
      if (adjacency == Adjacency.ADD_OR_REMOVE_ONE) {
        changedRows = Arrays.copyOf(rows, count + 1);
        changedLabels = Arrays.copyOf(labels, count + 1);
        changedRows[count] = hostile.row();
        changedLabels[count] = hostile.labels(1)[0];
      } else {
        int place = hostile.random().nextInt(count);
        changedLabels[place] = hostile.labels(1)[0];
        if (adjacency == Adjacency.REPLACE_ONE) {
          changedRows[place] =
              hostile.random().nextBoolean()
                  ? Arrays.stream(rows[place]).map(v -> -v).toArray()
                  : hostile.row();
        }
      }
      BoundedDataset left = HostileRows.bound(schema, rows, labels);
      BoundedDataset right = HostileRows.bound(schema, changedRows, changedLabels);
      double margin = 0.05 + 0.3 * hostile.random().nextDouble();
      double nominal = seed % 3 == 0 ? 2 : 4 * count;
      double mu = hostile.random().nextBoolean() ? 20 : 0.5;
      PhasedDescent one = new PhasedDescent(left, loss.get(), margin, nominal, mu);
      PhasedDescent other = new PhasedDescent(right, loss.get(), margin, nominal, mu);
      double[] start = start(hostile, schema.labels().size());

      double[] a = one.average(start, turns(left, seed), 1);
      double[] b = other.average(start, turns(right, seed), 1);

      double moved = distance(a, b) / one.sensitivity(1);
      assertThat(moved).as("seed %d", seed).isLessThanOrEqualTo(1);
      closest = Math.max(closest, moved);
    }
    return closest;
  }

  /**
   * Equal rows that are all at fault, whose pull is the same wherever the weights are, and one that
   * is replaced by its opposite: where its turn comes first the bound is reached.
   */
  @Test
  void theSensitivityIsReachedByOppositesThatComeFirst() {
    Schema schema =
        Schema.vectors(1, LabelSet.numbered(2)).adjacency(Adjacency.REPLACE_ONE).build();
    double[][] rows = new double[120][1];
    double[][] opposite = new double[120][1];
    for (int i = 0; i < rows.length; i++) {
      rows[i][0] = 1;
      opposite[i][0] = i == 0 ? -1 : 1;
    }
    int[] labels = new int[120];
    Arrays.fill(labels, 1);
    BoundedDataset left = HostileRows.bound(schema, rows, labels);
    BoundedDataset right = HostileRows.bound(schema, opposite, labels);
    double closest = 0;
    for (int seed = 0; seed < 300; seed++) {
      PhasedDescent one = new PhasedDescent(left, StandardLoss.HINGE, 0.9, 120, 0.02);
      PhasedDescent other = new PhasedDescent(right, StandardLoss.HINGE, 0.9, 120, 0.02);
      double[] start = new double[2];
      double moved =
          distance(
              one.average(start, turns(left, seed), 1),
              other.average(start, turns(right, seed), 1));
      assertThat(moved).isLessThanOrEqualTo(one.sensitivity(1));
      closest = Math.max(closest, moved / one.sensitivity(1));
    }
    assertThat(closest).isGreaterThan(0.95);
  }

  /** Samples with replacement: a row moves an average by as many times as it has places. */
  @Test
  void aRowInSeveralPlacesMovesAsManyTimesAsMuch() {
    Schema schema =
        Schema.vectors(1, LabelSet.numbered(2)).adjacency(Adjacency.REPLACE_ONE).build();
    int[] labels = {1, 1, 1, 1, 1, 1};
    BoundedDataset left =
        HostileRows.bound(schema, new double[][] {{1}, {1}, {1}, {1}, {1}, {1}}, labels);
    BoundedDataset right =
        HostileRows.bound(schema, new double[][] {{-1}, {1}, {1}, {1}, {1}, {1}}, labels);
    PhasedDescent once = new PhasedDescent(left, StandardLoss.HINGE, 0.9, 6, 0.02 / 3);
    PhasedDescent one = new PhasedDescent(left, StandardLoss.HINGE, 0.9, 6, 0.02, 3);
    PhasedDescent other = new PhasedDescent(right, StandardLoss.HINGE, 0.9, 6, 0.02, 3);
    double most = 0;
    for (int seed = 0; seed < 2_000; seed++) {
      PhaseAssignment turns = PhaseAssignment.sample(left, 1, 3, Randomness.reproducible(seed));
      double[] start = new double[2];
      most = Math.max(most, distance(one.average(start, turns, 1), other.average(start, turns, 1)));
    }
    // Three places at most, of which one must come before the average begins to see them.
    assertThat(most).isLessThanOrEqualTo(one.sensitivity(1));
    assertThat(most).isGreaterThan(1.5 * once.sensitivity(1));
    assertThat(one.sensitivity(1)).isCloseTo(3 * once.sensitivity(1), within(1e-9));
  }

  /** Drawn with replacement: a place has each row with the same probability, but for the limit. */
  @Test
  void samplesHaveNoRowInMorePlacesThanAllowed() {
    Schema schema =
        Schema.vectors(1, LabelSet.numbered(2)).adjacency(Adjacency.REPLACE_ONE).build();
    BoundedDataset data = HostileRows.bound(schema, new double[50][1], new int[50]);
    int[] times = new int[50];
    int largest = 0;
    for (int seed = 0; seed < 400; seed++) {
      int[] rows =
          PhaseAssignment.sample(data, 1, 3, Randomness.reproducible(seed)).of(1, Long.MAX_VALUE);
      int[] here = new int[50];
      Arrays.stream(rows).forEach(row -> here[row]++);
      for (int i = 0; i < 50; i++) {
        times[i] += here[i];
        largest = Math.max(largest, here[i]);
      }
    }
    assertThat(largest).isEqualTo(3);
    // A row is in a sample 0.98 times on average, with a variance below 1: six deviations.
    assertThat(Arrays.stream(times).min().orElseThrow()).isGreaterThan(270);
    assertThat(Arrays.stream(times).max().orElseThrow()).isLessThan(515);
  }

  /**
   * The noise of a phase is its sensitivity over μ, or hardly more. 120,000 draws: their mean
   * square is within 2.5 % but for a chance of 1e-9, so half the noise, and a tenth less, would be
   * seen.
   */
  @ParameterizedTest
  @CsvSource({"1, 0.5", "1, 0.02", "4, 0.5", "12, 0.02"})
  void theNoiseIsTheSensitivityOverMu(int phase, double mu) {
    Schema schema =
        Schema.vectors(599, LabelSet.numbered(2)).adjacency(Adjacency.REPLACE_ONE).build();
    BoundedDataset none = HostileRows.bound(schema, new double[0][], new int[0]);
    PhasedDescent descent = new PhasedDescent(none, StandardLoss.HINGE, 0.9, 1e6, mu);
    double squares = 0;
    for (int run = 0; run < 200; run++) {
      double[] noise =
          descent.release(new double[600], phase, Randomness.reproducible(run).stream("test"));
      squares += Math.pow(Margins.length(noise), 2);
    }

    double deviation = Math.sqrt(squares / 200 / 600);

    assertThat(deviation * mu / descent.sensitivity(phase)).isBetween(0.987, 1.05);
  }

  private static PhaseAssignment turns(BoundedDataset data, int seed) {
    return PhaseAssignment.draw(data, 3, Randomness.reproducible(seed));
  }

  /** A random start in the ball, as the phase before might have left. */
  private static double[] start(HostileRows hostile, int classes) {
    double[] start = hostile.weights(Shape.outputs(classes));
    double length = Math.max(1, Margins.length(start));
    return Arrays.stream(start).map(v -> v / length).toArray();
  }

  private static double distance(double[] a, double[] b) {
    double[] difference = a.clone();
    for (int i = 0; i < a.length; i++) {
      difference[i] -= b[i];
    }
    return Margins.length(difference);
  }
}
