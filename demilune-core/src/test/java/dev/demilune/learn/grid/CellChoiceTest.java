// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.rows.BoundedDataset;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CellChoiceTest {

  private static final FaceLattice SMALL = new FaceLattice(4, 1);
  private static final FaceLattice MIDDLE = new FaceLattice(7, 2);

  /** Rows with many coincidences: equal ones, multiples, zeros. */
  static SpaceRows rows(Random random, int size, int largest) {
    int[] values = new int[3 * size];
    boolean[] positive = new boolean[size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < 3; j++) {
        values[3 * i + j] = random.nextInt(2 * largest + 1) - largest;
      }
      positive[i] = random.nextBoolean();
    }
    return new SpaceRows(values, positive);
  }

  private static long[][] naive(FaceLattice lattice, SpaceRows rows) {
    long[][] counts = new long[FaceLattice.PIECES][rows.size() + 1];
    for (int piece = 0; piece < counts.length; piece++) {
      for (long column = 0; column < lattice.columns(); column++) {
        for (long height = -lattice.half(); height < lattice.half(); height++) {
          counts[piece][mistakes(rows, lattice.normal(point(piece, column, height)))]++;
        }
      }
    }
    return counts;
  }

  private static FaceLattice.Point point(int piece, long column, long height) {
    return new FaceLattice.Point(piece, column, height);
  }

  private static int mistakes(SpaceRows rows, long[] normal) {
    int wrong = 0;
    for (int i = 0; i < rows.size(); i++) {
      long product = 0;
      for (int j = 0; j < 3; j++) {
        product += rows.value(i, j) * normal[j];
      }
      wrong += product > 0 == rows.isPositive(i) ? 0 : 1;
    }
    return wrong;
  }

  @Test
  void countsAreThoseOfAllPointsOneByOne() {
    Random random = new Random(1);
    for (int trial = 0; trial < 300; trial++) {
      FaceLattice lattice = trial % 10 == 0 ? MIDDLE : SMALL;
      SpaceRows rows = rows(random, random.nextInt(12), lattice.equals(SMALL) ? 2 : 5);
      long[][] expected = naive(lattice, rows);
      BigInteger[][] counts = new CellChoice(lattice, rows).counts();
      for (int piece = 0; piece < counts.length; piece++) {
        for (int mistakes = 0; mistakes <= rows.size(); mistakes++) {
          assertThat(counts[piece][mistakes].longValueExact())
              .as("trial %d, piece %d, mistakes %d", trial, piece, mistakes)
              .isEqualTo(expected[piece][mistakes]);
        }
      }
    }
  }

  @Test
  void everyNumberIsAnotherPointWithSoManyMistakes() {
    Random random = new Random(2);
    for (int trial = 0; trial < 10; trial++) {
      SpaceRows rows = rows(random, 1 + random.nextInt(8), 2);
      BigInteger[][] counts = new CellChoice(SMALL, rows).counts();
      for (int piece = 0; piece < counts.length; piece++) {
        FaceLines lines = new FaceLines(SMALL, rows, piece);
        for (int mistakes = 0; mistakes <= rows.size(); mistakes++) {
          Set<FaceLattice.Point> found = new HashSet<>();
          CellPoints points = new CellPoints(SMALL, lines, mistakes);
          for (int number = 0; number < counts[piece][mistakes].intValueExact(); number++) {
            FaceLattice.Point point = points.point(piece, BigInteger.valueOf(number));
            assertThat(found.add(point)).isTrue();
            assertThat(mistakes(rows, SMALL.normal(point))).isEqualTo(mistakes);
          }
        }
      }
    }
  }

  @Test
  void theFineLatticeCountsAllItsPointsAndFindsThem() {
    Random random = new Random(3);
    for (int largest : new int[] {1, 3, 1_000, 32_000}) {
      SpaceRows rows = rows(random, 60, largest);
      BigInteger[][] counts = new CellChoice(FaceLattice.FINE, rows).counts();
      BigInteger all = BigInteger.ZERO;
      for (int piece = 0; piece < counts.length; piece++) {
        for (int mistakes = 0; mistakes <= rows.size(); mistakes++) {
          BigInteger count = counts[piece][mistakes];
          assertThat(count.signum()).isNotNegative();
          all = all.add(count);
          if (count.signum() > 0) {
            BigInteger number = new BigInteger(200, random).mod(count);
            FaceLattice.Point point =
                new CellPoints(
                        FaceLattice.FINE, new FaceLines(FaceLattice.FINE, rows, piece), mistakes)
                    .point(piece, number);
            assertThat(rows.mistakes(FaceLattice.FINE.normal(point))).isEqualTo(mistakes);
          }
        }
      }
      assertThat(all).isEqualTo(FaceLattice.FINE.points());
    }
  }

  /** Rows of 32,000 whose lines make tiny cells: those of the proof's bounds, or near them. */
  @Test
  void everyCellOfTheFineLatticeHasAPoint() {
    int k = 32_000;
    int[][] triples = {
      {k, k - 1, k, k - 1, k - 2, k - 1, k - 1, k - 1, k},
      {k - 1, k, k - 2, k, k - 1, k, k - 2, k, k - 1},
      {k, -k, k - 1, k - 1, k - 2, -k, 1 - k, k, k},
      {k, k - 1, k - 2, k - 1, k - 3, k, k - 2, k, k - 5}
    };
    for (int[] values : triples) {
      // Three planes in general position divide space in eight parts: all labelings occur.
      assertThat(determinant(values)).isNotZero();
      for (int labels = 0; labels < 8; labels++) {
        boolean[] positive = {(labels & 1) > 0, (labels & 2) > 0, (labels & 4) > 0};
        BigInteger right = BigInteger.ZERO;
        for (BigInteger[] piece :
            new CellChoice(FaceLattice.FINE, new SpaceRows(values, positive)).counts()) {
          right = right.add(piece[0]);
        }
        assertThat(right.signum()).as("labels %d", labels).isPositive();
      }
    }
  }

  private static long determinant(int[] v) {
    return v[0] * ((long) v[4] * v[8] - (long) v[5] * v[7])
        - v[1] * ((long) v[3] * v[8] - (long) v[5] * v[6])
        + v[2] * ((long) v[3] * v[7] - (long) v[4] * v[6]);
  }

  /** In integers: 15·M > 64·k⁴ and V > 32·k³ are what the proof asks for. */
  @Test
  void theFineLatticeIsFineEnough() {
    BigInteger k = BigInteger.valueOf(BoundedDataset.GRID_RADIUS);
    assertThat(BigInteger.valueOf(15).multiply(BigInteger.valueOf(FaceLattice.FINE.columns())))
        .isGreaterThan(k.pow(4).multiply(BigInteger.valueOf(64)));
    assertThat(BigInteger.valueOf(FaceLattice.FINE.half()))
        .isGreaterThan(k.pow(3).multiply(BigInteger.valueOf(32)));
  }
}
