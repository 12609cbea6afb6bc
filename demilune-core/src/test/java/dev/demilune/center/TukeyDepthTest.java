// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.center;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.feasibility.Rational;
import dev.demilune.mechanism.StepFunction;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Depths against their definition, and slices against what a search needs of them. */
class TukeyDepthTest {

  private final SplittableRandom random = new SplittableRandom(7);

  /** Few places, so that points coincide and are in line; then more, in general position. */
  @ParameterizedTest
  @CsvSource({"1,2,9,60", "1,20,9,60", "2,1,9,60", "2,2,9,60", "2,30,9,40", "3,1,7,12", "3,9,6,12"})
  void planesBoundThePlacesOfEachDepth(int dimension, int bound, int most, int times) {
    for (int i = 0; i < times; i++) {
      long[][] rows = rows(random.nextInt(1, most + 1), dimension, bound);
      Planes planes = Planes.of(points(rows, bound));
      for (int j = 0; j < 12; j++) {
        List<Rational> place = place(rows, dimension, bound);
        int depth = BruteDepth.depth(rows, place);
        for (int level = 1; level <= rows.length; level++) {
          assertThat(holds(planes.of(level), place)).isEqualTo(depth >= level);
        }
      }
    }
  }

  /** A place among the points, between two of them, or anywhere. */
  private List<Rational> place(long[][] rows, int dimension, int bound) {
    List<Rational> place = new ArrayList<>();
    long[] one = rows[random.nextInt(rows.length)];
    long[] other = rows[random.nextInt(rows.length)];
    boolean anywhere = random.nextInt(4) == 0;
    Rational part = Rational.of(random.nextInt(4), 3);
    for (int i = 0; i < dimension; i++) {
      place.add(
          anywhere
              ? Rational.of(random.nextInt(-3 * bound, 3 * bound + 1), 3)
              : Rational.of(one[i]).plus(part.times(Rational.of(other[i] - one[i]))));
    }
    return place;
  }

  private static boolean holds(List<long[]> halfspaces, List<Rational> place) {
    for (long[] row : halfspaces) {
      Rational left = Rational.ZERO;
      for (int i = 0; i < place.size(); i++) {
        left = left.plus(place.get(i).times(Rational.of(row[i])));
      }
      if (left.compareTo(Rational.of(row[place.size()])) > 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Each slice has one top, which is the value of the slice before at the chosen cell; the first
   * has that of the center point; no place in a cell is deeper than its value; and a box of width
   * zero, nearly, has the depth of its place.
   */
  @ParameterizedTest
  @CsvSource({"1,3", "2,3", "3,2"})
  void slicesAreQuasiConcaveAndReachWhatTheOnesBeforePromised(int dimension, int bound) {
    for (int i = 0; i < 30; i++) {
      long[][] rows = rows(random.nextInt(1, 9), dimension, bound);
      TukeyDepth depth = TukeyDepth.of(points(rows, bound), random.nextInt(1, 4));
      List<BigInteger> chosen = new ArrayList<>();
      long promised = -1;
      while (chosen.size() < dimension) {
        StepFunction slice = depth.slice(List.copyOf(chosen));
        assertThat(slice.size()).isEqualTo(depth.size(chosen));
        StepFunction envelope = slice.envelope();
        long top = 0;
        for (int piece = 0; piece < slice.pieces(); piece++) {
          assertThat(envelope.valueAt(slice.first(piece))).isEqualTo(slice.value(piece));
          top = Math.max(top, slice.value(piece));
        }
        if (promised < 0) {
          assertThat(top * (dimension + 1)).isGreaterThanOrEqualTo(rows.length);
        } else {
          assertThat(top).isEqualTo(promised);
        }
        BigInteger cell = BigInteger.valueOf(random.nextInt(slice.size().intValueExact()));
        promised = slice.valueAt(cell);
        chosen.add(cell);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1,4", "2,3", "3,2"})
  void noPlaceOfABoxIsDeeperThanItsValueAndFineBoxesHaveTheDepthOfTheirPlace(
      int dimension, int bound) {
    for (int i = 0; i < 40; i++) {
      long[][] rows = rows(random.nextInt(1, 8), dimension, bound);
      Points points = points(rows, bound);
      TukeyDepth coarse = TukeyDepth.of(points, 1);
      TukeyDepth fine = TukeyDepth.of(points, 1L << 30);
      List<BigInteger> cells = new ArrayList<>();
      List<BigInteger> fineCells = new ArrayList<>();
      List<Rational> place = new ArrayList<>();
      List<Rational> whole = new ArrayList<>();
      for (int j = 0; j < dimension; j++) {
        int cell = random.nextInt(2 * bound + 1);
        cells.add(BigInteger.valueOf(cell));
        fineCells.add(BigInteger.valueOf(cell).shiftLeft(30));
        whole.add(Rational.of(cell - bound));
        place.add(whole.get(j).plus(Rational.of(random.nextInt(-2, 3), 4)));
      }
      int last = dimension - 1;
      long value = coarse.slice(cells.subList(0, last)).valueAt(cells.get(last));
      assertThat((long) BruteDepth.depth(rows, place)).isLessThanOrEqualTo(value);
      // Corners of the sets have denominators far below 2^30, so such a box has no other depth.
      assertThat(fine.slice(fineCells.subList(0, last)).valueAt(fineCells.get(last)))
          .isEqualTo(BruteDepth.depth(rows, whole));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void movesByAtMostOneWhenAPointComesGoesOrIsReplaced(int dimension) {
    int bound = 3;
    int moved = 0;
    for (int i = 0; i < 40; i++) {
      long[][] rows = rows(random.nextInt(2, 10), dimension, bound);
      int last = rows.length - 1;
      List<BigInteger> chosen = new ArrayList<>();
      for (int j = random.nextInt(dimension); j > 0; j--) {
        chosen.add(BigInteger.valueOf(random.nextInt(2 * bound + 1)));
      }
      Points all = points(rows, bound);
      long[][] swapped = rows.clone();
      Collections.swap(Arrays.asList(swapped), 0, last);
      StepFunction longer = TukeyDepth.of(all, 1).slice(chosen);
      StepFunction shorter = slice(Arrays.copyOf(rows, last), bound, chosen);
      StepFunction other = slice(Arrays.copyOf(swapped, last), bound, chosen);
      for (int cell = 0; cell <= 2 * bound; cell++) {
        BigInteger number = BigInteger.valueOf(cell);
        long added = longer.valueAt(number) - shorter.valueAt(number);
        assertThat(added).isBetween(0L, 1L);
        assertThat(other.valueAt(number) - shorter.valueAt(number)).isBetween(-1L, 1L);
        moved += (int) added;
      }
    }
    assertThat(moved).isGreaterThan(20); // or the test would see nothing
  }

  private static StepFunction slice(long[][] rows, int bound, List<BigInteger> chosen) {
    return TukeyDepth.of(points(rows, bound), 1).slice(chosen);
  }

  @Test
  void worksWithoutPoints() {
    TukeyDepth none = TukeyDepth.of(Points.of(new long[0][], List.of(2L, 2L)), 1);
    assertThat(none.slice(List.of()).pieces()).isEqualTo(1);
    assertThat(none.slice(List.of()).value(0)).isZero();
  }

  private long[][] rows(int count, int dimension, int bound) {
    long[][] rows = new long[count][dimension];
    for (long[] row : rows) {
      Arrays.setAll(row, i -> random.nextInt(-bound, bound + 1));
    }
    return rows;
  }

  private static Points points(long[][] rows, int bound) {
    int dimension = rows.length == 0 ? 1 : rows[0].length;
    return Points.of(rows, Collections.nCopies(dimension, (long) bound));
  }
}
