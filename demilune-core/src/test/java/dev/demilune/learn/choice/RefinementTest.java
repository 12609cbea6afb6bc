// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.data.VectorTable;
import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RefinementTest {

  private static final int CLASSES = 3;
  private static final int CONSTANT = 8_000;

  private static UnitRows rows(double[][] rows, int... labels) {
    return UnitRows.of(
        BoundedDataset.of(
            Schema.vectors(rows[0].length, LabelSet.numbered(CLASSES))
                .adjacency(Adjacency.REPLACE_ONE)
                .intercept(0)
                .build(),
            VectorTable.of(rows, labels)),
        CONSTANT);
  }

  /** What a refinement asks for, in order, with answers that do not depend on the rows. */
  private static final class Recorded implements Refinement.Releases {
    private final List<long[]> sums = new ArrayList<>();
    private final List<int[]> counts = new ArrayList<>();
    private final SplittableRandom answers = new SplittableRandom(5);

    @Override
    public double addToClasses(long[] some, int classes, String name) {
      add(some, name);
      return 3;
    }

    @Override
    public void add(long[] some, String name) {
      sums.add(some.clone());
      Arrays.setAll(some, i -> answers.nextLong(-500_000, 500_000));
    }

    @Override
    public int[] choose(CircleChoice circle, String name) {
      int[] right = new int[PlaneDirections.POINTS];
      Arrays.setAll(right, circle::right);
      counts.add(right);
      return PlaneDirections.point(answers.nextInt(PlaneDirections.POINTS));
    }
  }

  private static Recorded run(double[][] some, int[] labels) {
    Recorded recorded = new Recorded();
    Refinement refinement =
        new Refinement(
            rows(some, labels), CLASSES, /* constant= */ true, 0.2, /* slack= */ 0.05, recorded);
    for (int k = 0; k < CLASSES; k++) {
      refinement.normal(k, k, /* rounds= */ 3);
    }
    return recorded;
  }

  /**
   * A run is replayed with its releases frozen, on tables that differ in a row: every sum moves by
   * at most the length of a row, over all columns, and every count by at most one, all in one
   * direction. A replaced row or label counts twice.
   */
  @Test
  void aRowMovesSumsByItsLengthAndCountsByOne() {
    SplittableRandom random = new SplittableRandom(8);
    double[][] some = new double[40][4];
    int[] labels = new int[some.length];
    for (int i = 0; i < some.length; i++) {
      Arrays.setAll(some[i], j -> random.nextDouble(-1, 1));
      labels[i] = random.nextInt(CLASSES);
    }
    Recorded whole = run(some, labels);
    assertThat(whole.sums).hasSize(1 + CLASSES * 2);
    assertThat(whole.counts).hasSize(CLASSES * 3);

    Recorded less = run(Arrays.copyOf(some, 39), Arrays.copyOf(labels, 39));
    double[][] replaced = some.clone();
    replaced[39] = new double[] {-1, 1, -1, 1};
    int[] relabelled = labels.clone();
    relabelled[39] = (labels[39] + 1) % CLASSES;

    assertThat(longestMove(whole, less)).isBetween(20_000.0, (double) UnitRows.LONGEST);
    assertThat(rangeOfMoves(whole, less)).isEqualTo(1);
    assertThat(longestMove(whole, run(replaced, labels))).isLessThan(2.0 * UnitRows.LONGEST);
    assertThat(rangeOfMoves(whole, run(replaced, labels))).isBetween(1, 2);
    assertThat(longestMove(whole, run(some, relabelled)))
        .isBetween(60_000.0, 2.0 * UnitRows.LONGEST);
    assertThat(rangeOfMoves(whole, run(some, relabelled))).isEqualTo(2);
  }

  private static double longestMove(Recorded one, Recorded other) {
    double longest = 0;
    for (int s = 0; s < one.sums.size(); s++) {
      int columns = s == 0 ? CLASSES : 1;
      double[] squares = new double[columns];
      for (int i = 0; i < one.sums.get(s).length; i++) {
        double move = one.sums.get(s)[i] - other.sums.get(s)[i];
        squares[i % columns] += move * move;
      }
      longest = Math.max(longest, Arrays.stream(squares).map(Math::sqrt).sum());
    }
    return longest;
  }

  /** The most by which one direction's count moves more than another's. */
  private static int rangeOfMoves(Recorded one, Recorded other) {
    int range = 0;
    for (int c = 0; c < one.counts.size(); c++) {
      int least = Integer.MAX_VALUE;
      int most = Integer.MIN_VALUE;
      for (int number = 0; number < PlaneDirections.POINTS; number++) {
        int move = one.counts.get(c)[number] - other.counts.get(c)[number];
        least = Math.min(least, move);
        most = Math.max(most, move);
      }
      range = Math.max(range, most - least);
    }
    return range;
  }

  @Test
  void aPlaneHasOrthogonalVectorsOfOneLength() {
    Plane plane = Plane.of(new double[] {3, 4, 0}, new double[] {30, 41, 1});

    assertThat(plane.first()).containsExactly(19_200, 25_600, 0);
    // (30, 41, 1) less 10.16 times (3, 4, 0) is (-0.48, 0.36, 1), of length √1.36.
    assertThat(plane.second()).containsExactly(-13_171, 9_878, 27_440);
    assertThat(plane.at(new int[] {0, -7})).containsExactly(13_171, -9_878, -27_440);
    assertThat(Plane.of(new double[] {1, 2}, new double[] {-2, -4}).second()).containsOnly(0);
    assertThat(Plane.of(new double[2], new double[] {0, 1}).first()).containsOnly(0);
  }

  @Test
  void imagesAreProductsWithThePlane() {
    UnitRows unit = rows(new double[][] {{0.6, 0}, {0, -0.5}}, 1, 0);
    UnitRows images = unit.onto(new int[] {32_000, 0, 0}, new int[] {0, 0, -32_000});

    assertThat(images.dimension()).isEqualTo(2);
    assertThat(images.labels(0)).containsExactly(1, 0);
    assertThat(images.values(0))
        .containsExactly(unit.values(0)[0], -unit.values(0)[2], 0, -unit.values(0)[5]);
  }

  @Test
  void onlyRowsWithinTheMarginAreSummed() {
    UnitRows unit = rows(new double[][] {{1, 0}, {-1, 0}, {0, 1}, {0, 1}}, 1, 1, 1, 0);
    short[] z = unit.values(0);
    int threshold = CandidateBlock.threshold(0.5, CandidateBlock.RADIUS);
    long[] sum = RowSums.withinMargin(unit, 1, new int[] {32_000, 0, 0}, threshold);

    // The first row keeps the margin; the last two, of both signs, cancel.
    assertThat(sum).containsExactly(z[3], 0, z[5]);
    assertThat(RowSums.byClass(unit, CLASSES))
        .containsExactly(0, 0, 0, z[10], z[7], 0, z[11], z[2] + z[5] + z[8], 0);
  }

  /** Rows of the mean (6, 8) per constant, without noise: a sum of just such rows says nothing. */
  @Test
  void theMeanIsTakenOutOfDirections() {
    Centering centering = new Centering(new double[] {60, 80, 10}, true, /* deviation= */ 0);

    assertThat(centering.direction(new double[] {6, 8, 1})).containsExactly(0, 0, 1);
    // (1, 0) moves the threshold at the mean back by 6.
    assertThat(centering.direction(new double[] {7, 8, 1})).containsExactly(1, 0, -5);
    assertThat(centering.shift()).containsExactly(0, 0, 1);
  }

  @Test
  void noiseAloneCentersNothing() {
    double[] sum = {7, 8, 1};

    // 10,000 is less than the squared length of the noise, 2·71².
    assertThat(new Centering(new double[] {60, 80, 1_000}, true, 71).direction(sum))
        .containsExactly(sum);
    // And a sum of constants of less than three deviations is no divisor.
    assertThat(new Centering(new double[] {60, 80, 10}, true, 4).direction(sum))
        .containsExactly(sum);
    // Half of the square is noise: half of the mean is left.
    assertThat(new Centering(new double[] {60, 80, 1_000}, true, 50).direction(sum)[0])
        .isCloseTo(7 - 0.03, within(1e-12));
  }

  @Test
  void withoutAConstantTheCommonDirectionIsTakenOut() {
    Centering centering = new Centering(new double[] {0, 5}, false, 1);

    assertThat(centering.direction(new double[] {3, 4})).containsExactly(3, 0);
    assertThat(centering.shift()).containsExactly(0, 5);
  }
}
