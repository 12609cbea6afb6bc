// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The slice envelope against its definition. */
class SliceLevelsTest {

  @ParameterizedTest
  @CsvSource({
    "TINY,1,0,9,300",
    "TINY,2,0,7,300",
    "TINY,3,0,5,60",
    "TINY,2,1,8,200",
    "TINY,3,1,6,100",
    "SMALL,1,0,9,300",
    "SMALL,2,0,7,300",
    "SMALL,3,0,6,60",
    "SMALL,2,1,8,200",
    "SMALL,3,1,6,100",
    "MIDDLE,1,0,9,200",
    "MIDDLE,2,0,7,200",
    "MIDDLE,3,0,5,60",
    "MIDDLE,3,1,6,60",
    "NEARLY_EQUAL,1,0,9,300",
    "NEARLY_EQUAL,2,0,7,200",
    "NEARLY_EQUAL,3,0,5,60",
    "HUGE,1,0,9,200",
    "HUGE,2,0,7,200",
    "HUGE,3,0,5,60",
    "HUGE,3,2,6,100",
    "TINY,4,0,5,20",
    "SMALL,4,0,5,20",
    "MIDDLE,4,1,5,20",
    "HUGE,4,0,5,10"
  })
  void agreesWithTheDefinition(Instances kind, int unknowns, int fixed, int most, int times) {
    SplittableRandom random = new SplittableRandom(17L * unknowns + fixed);
    for (int i = 0; i < times; i++) {
      Constraints constraints = kind.next(random, random.nextInt(1, most + 1), unknowns);
      List<Rational> first = Instances.coordinates(random, fixed);
      Rational low = Rational.of(random.nextInt(-9, 1), random.nextInt(1, 4));
      Rational high = low.plus(Rational.of(random.nextInt(12), random.nextInt(1, 4)));
      assertAgrees(constraints, first, low, high);
    }
  }

  private static void assertAgrees(
      Constraints constraints, List<Rational> fixed, Rational low, Rational high) {
    NavigableMap<Rational, Integer> depths =
        BruteForce.deepestByNext(constraints, fixed, low, high);
    // Few rows are searched line by line; planes are divided where there are many.
    assertAgrees(constraints, depths, SliceLevels.of(constraints, fixed, low, high));
    assertAgrees(constraints, depths, SliceLevels.of(constraints, fixed, low, high, 0));
  }

  private static void assertAgrees(
      Constraints constraints, NavigableMap<Rational, Integer> depths, SliceLevels levels) {
    int best = depths.values().stream().mapToInt(Integer::intValue).max().orElseThrow();
    assertThat(levels.best()).isEqualTo(best);
    for (int level = 0; level <= constraints.size(); level++) {
      int k = level;
      List<Rational> reached =
          depths.entrySet().stream().filter(e -> e.getValue() >= k).map(Map.Entry::getKey).toList();
      if (reached.isEmpty()) {
        assertThat(levels.low(level)).isEmpty();
        assertThat(levels.high(level)).isEmpty();
      } else {
        assertThat(levels.low(level)).contains(reached.get(0));
        assertThat(levels.high(level)).contains(reached.get(reached.size() - 1));
      }
    }
    depths.keySet().forEach(t -> assertThat(levels.value(t)).isEqualTo(envelope(depths, t)));
  }

  private static int envelope(NavigableMap<Rational, Integer> depths, Rational t) {
    return Math.min(most(depths.headMap(t, true)), most(depths.tailMap(t, true)));
  }

  private static int most(Map<Rational, Integer> depths) {
    return depths.values().stream().mapToInt(Integer::intValue).max().orElseThrow();
  }

  /** Enough rows for slabs within slabs, rows that leave them, and upright rows. */
  @ParameterizedTest
  @EnumSource(Instances.class)
  void dividedPlanesGiveTheSameLevels(Instances kind) {
    SplittableRandom random = new SplittableRandom(29);
    for (int i = 0; i < 12; i++) {
      int unknowns = 2 + i % 2;
      Constraints constraints = kind.next(random, unknowns == 2 ? 300 : 40, unknowns);
      RationalDomain domain = new VertexSpace(constraints.bounds(), List.of()).domain();
      SliceLevels expected =
          SliceLevels.of(
              constraints, List.of(), domain.lowest(), domain.highest(), Integer.MAX_VALUE);
      SliceLevels divided =
          SliceLevels.of(constraints, List.of(), domain.lowest(), domain.highest(), 0);
      for (int level = 0; level <= constraints.size(); level++) {
        assertThat(divided.low(level)).isEqualTo(expected.low(level));
        assertThat(divided.high(level)).isEqualTo(expected.high(level));
      }
    }
  }

  /** Borders through two points that are closer than doubles can tell, many through each. */
  @Test
  void sortsManyThresholdsThatAreEqualOrNearlyEqual() {
    SplittableRandom random = new SplittableRandom(5);
    long[][] normals = new long[26][2];
    long[] rightSides = new long[26];
    for (int i = 0; i < normals.length; i++) {
      normals[i][0] = random.nextInt(-3, 4);
      normals[i][1] = random.nextInt(1, 4) * (i % 3 == 0 ? -1L : 1L);
      rightSides[i] = (normals[i][0] << 53) + (i % 2 == 0 ? normals[i][0] : 0);
    }
    Constraints constraints = Instances.of(normals, rightSides);
    Rational around = Rational.of(1L << 53);
    assertAgrees(constraints, List.of(), around.minus(Rational.of(9)), around.plus(Rational.of(9)));
  }

  @Test
  void ordersThresholdsThatTheirDoublesPutInTheWrongOrder() {
    SplittableRandom random = new SplittableRandom(6);
    Rational most = Rational.of(16);
    int wrong = 0;
    for (int i = 0; i < 10_000; i++) {
      long divisor = random.nextLong(1L << 61, 1L << 62);
      long dividend = random.nextLong(1L << 60, divisor);
      long nextDivisor = random.nextLong(1L << 60, 1L << 62);
      Rational scaled = Rational.of(dividend, divisor).times(BigInteger.valueOf(nextDivisor));
      long nextDividend = scaled.floor().longValueExact() + 1;
      Rational least = Rational.of(dividend, divisor);
      Rational next = Rational.of(nextDividend, nextDivisor); // larger by less than 2^-60
      long step = Quotients.step(least.doubleValue());
      long nextStep = Quotients.step(next.doubleValue());
      assertThat(Quotients.compareSteps(step, nextStep)).isZero();
      wrong += step > nextStep ? 1 : 0;

      long[][] normals = {{divisor}, {-nextDivisor}};
      SliceLevels levels =
          SliceLevels.of(
              Instances.of(normals, new long[] {dividend, -nextDividend}),
              List.of(),
              most.negated(),
              most);
      assertThat(levels.low(2)).contains(least);
      assertThat(levels.high(2)).contains(next);
    }
    assertThat(wrong).isGreaterThan(100);
  }

  @ParameterizedTest
  @EnumSource(Instances.class)
  void movesByAtMostOneWhenAConstraintComesGoesOrIsReplaced(Instances kind) {
    SplittableRandom random = new SplittableRandom(23);
    Rational low = Rational.of(-6);
    Rational high = Rational.of(6);
    for (int i = 0; i < 60; i++) {
      int unknowns = 1 + i % 3;
      int rows = random.nextInt(2, 14);
      Constraints all = kind.next(random, rows + 1, unknowns);
      List<Rational> fixed = Instances.coordinates(random, random.nextInt(unknowns));
      int[] without = IntStream.range(0, rows).toArray();
      int[] replaced = without.clone();
      replaced[random.nextInt(rows)] = rows;
      SliceLevels longer = SliceLevels.of(all, fixed, low, high);
      SliceLevels shorter = SliceLevels.of(all.select(without), fixed, low, high);
      SliceLevels other = SliceLevels.of(all.select(replaced), fixed, low, high);
      for (SliceLevels where : List.of(longer, shorter, other)) {
        for (int level = 0; level <= where.best(); level++) {
          for (Rational t : List.of(where.low(level).get(), where.high(level).get())) {
            assertThat(longer.value(t) - shorter.value(t)).isBetween(0, 1);
            assertThat(other.value(t) - shorter.value(t)).isBetween(-1, 1);
          }
        }
      }
    }
  }

  @Test
  void worksWithoutConstraints() {
    Constraints none = Instances.TINY.next(new SplittableRandom(1), 1, 3).select(new int[0]);
    SliceLevels levels = SliceLevels.of(none, List.of(), Rational.of(-1), Rational.of(2));
    assertThat(levels.best()).isZero();
    assertThat(levels.low(0)).contains(Rational.of(-1));
    assertThat(levels.high(0)).contains(Rational.of(2));
  }

  @Test
  void refusesWhatIsNotASlice() {
    Constraints one = Instances.TINY.next(new SplittableRandom(1), 1, 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SliceLevels.of(one, List.of(Rational.ZERO), Rational.ZERO, Rational.ZERO))
        .withMessage("fewer coordinates must be fixed than there are unknowns");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SliceLevels.of(one, List.of(), Rational.of(1), Rational.ZERO))
        .withMessage("low must not be above high");
  }
}
