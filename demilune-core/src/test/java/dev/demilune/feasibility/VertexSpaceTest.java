// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.feasibility.Constraints.Bounds;
import dev.demilune.mechanism.StepFunction;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VertexSpaceTest {

  private final Random random = new Random(11);

  @Test
  void knowsTheLargestDeterminants() {
    assertThat(List.of(1, 2, 3, 4, 5))
        .extracting(n -> VertexSpace.largestDeterminant(n).intValueExact())
        .containsExactly(1, 2, 4, 16, 48);
    for (int entries = 0; entries < 1 << 9; entries++) { // all signs of three rows and columns
      int[] e = new int[9];
      for (int i = 0; i < 9; i++) {
        e[i] = (entries >> i & 1) == 0 ? -1 : 1;
      }
      int determinant =
          e[0] * (e[4] * e[8] - e[5] * e[7])
              - e[1] * (e[3] * e[8] - e[5] * e[6])
              + e[2] * (e[3] * e[7] - e[4] * e[6]);
      assertThat(Math.abs(determinant)).isLessThanOrEqualTo(4);
    }
  }

  /** Every end of every level is in the domain, for fixed coordinates of the domain. */
  @Test
  void hasEveryVertexOfEverySlice() {
    for (int instance = 0; instance < 400; instance++) {
      Constraints constraints = constraints(1 + random.nextInt(3), 1 + random.nextInt(6));
      List<Rational> fixed = new ArrayList<>();
      while (fixed.size() < constraints.unknowns()) {
        RationalDomain domain = new VertexSpace(constraints.bounds(), fixed).domain();
        SliceLevels levels = SliceLevels.of(constraints, fixed, domain.lowest(), domain.highest());
        for (int level = 0; level <= levels.best(); level++) {
          assertIn(domain, levels.low(level).orElseThrow());
          assertIn(domain, levels.high(level).orElseThrow());
        }
        // Beyond the domain nothing is deeper.
        Rational far = domain.highest().times(BigInteger.valueOf(1_000));
        assertThat(SliceLevels.of(constraints, fixed, far.negated(), far).best())
            .isEqualTo(levels.best());
        fixed.add(
            domain.value(new BigInteger(domain.size().bitLength() + 8, random).mod(domain.size())));
      }
    }
  }

  private static void assertIn(RationalDomain domain, Rational value) {
    assertThat(domain.value(domain.firstAtLeast(value))).isEqualTo(value);
  }

  @Test
  void foreseesHowLargeDomainsCanBecome() {
    for (int instance = 0; instance < 200; instance++) {
      Bounds bounds = constraints(3, 1).bounds();
      List<BigInteger> largest = VertexSpace.largestSizes(bounds);
      List<Rational> fixed = new ArrayList<>();
      for (BigInteger size : largest) {
        RationalDomain domain = new VertexSpace(bounds, fixed).domain();
        assertThat(domain.size()).isLessThanOrEqualTo(size);
        fixed.add(
            domain.value(
                random.nextBoolean()
                    ? BigInteger.ZERO
                    : new BigInteger(domain.size().bitLength(), random)));
      }
    }
  }

  @Test
  void functionsAreDepthsAtEveryNumber() {
    for (int instance = 0; instance < 150; instance++) {
      Constraints constraints = constraints(1 + random.nextInt(2), random.nextInt(7));
      RationalDomain domain = new VertexSpace(constraints.bounds(), List.of()).domain();
      StepFunction depth = DepthFunctions.of(constraints, List.of(), domain, domain.size());
      SliceLevels levels =
          SliceLevels.of(constraints, List.of(), domain.lowest(), domain.highest());
      long most = 0;
      for (int i = 0; i < domain.size().intValueExact(); i++) {
        BigInteger number = BigInteger.valueOf(i);
        Rational value = domain.value(number);
        long expected =
            constraints.unknowns() == 1 ? constraints.depth(List.of(value)) : levels.value(value);
        assertThat(depth.valueAt(number)).as("at %s", value).isEqualTo(expected);
        most = Math.max(most, expected);
      }
      assertThat(most).isEqualTo(levels.best());
      StepFunction padded =
          DepthFunctions.of(
              constraints, List.of(), domain, domain.size().add(BigInteger.valueOf(100)));
      assertThat(padded.valueAt(domain.size().add(BigInteger.TEN)))
          .isEqualTo(depth.valueAt(domain.size().subtract(BigInteger.ONE)));
    }
  }

  /** What privacy rests on: at every number, by at most one, and upwards only if one is added. */
  @Test
  void oneConstraintMovesAllValuesByAtMostOne() {
    for (int instance = 0; instance < 150; instance++) {
      int unknowns = 1 + random.nextInt(2);
      Constraints larger = constraints(unknowns, 2 + random.nextInt(6));
      int last = larger.size() - 1;
      int[] allButLast = IntStream.range(0, last).toArray();
      int[] allButFirst = IntStream.range(1, last + 1).toArray();
      StepFunction full = function(larger);
      StepFunction one = function(larger.select(allButLast));
      StepFunction other = function(larger.select(allButFirst));
      for (int i = 0; i < full.size().intValueExact(); i++) {
        BigInteger number = BigInteger.valueOf(i);
        assertThat(full.valueAt(number) - one.valueAt(number)).isBetween(0L, 1L);
        assertThat(one.valueAt(number) - other.valueAt(number)).isBetween(-1L, 1L);
      }
    }
  }

  private static StepFunction function(Constraints constraints) {
    RationalDomain domain = new VertexSpace(constraints.bounds(), List.of()).domain();
    return DepthFunctions.of(constraints, List.of(), domain, domain.size());
  }

  private Constraints constraints(int unknowns, int rows) {
    long[] columns = random.longs(unknowns, 1, 5).toArray();
    long right = random.nextInt(5);
    long[][] normals = new long[rows][unknowns];
    long[] rightSides = new long[rows];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < unknowns; j++) {
        normals[i][j] = random.nextLong(-columns[j], columns[j] + 1);
      }
      rightSides[i] = random.nextLong(-right, right + 1);
    }
    return Constraints.of(normals, rightSides, Bounds.of(columns, right));
  }
}
