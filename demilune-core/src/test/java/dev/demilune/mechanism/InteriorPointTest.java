// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InteriorPointTest {

  private final Randomness randomness = Randomness.reproducible(5).stream("InteriorPointTest");

  @Test
  void depthsAndAgreementsAreThoseOfTheDefinition() {
    for (int trial = 0; trial < 1000; trial++) {
      int size = 1 + (int) UniformInteger.below(12, randomness);
      int rows = (int) UniformInteger.below(8, randomness);
      List<BigInteger> points = new ArrayList<>();
      List<ThresholdChoice.Example> examples = new ArrayList<>();
      for (int i = 0; i < rows; i++) {
        long at = UniformInteger.below(size, randomness);
        points.add(BigInteger.valueOf(at));
        examples.add(ThresholdChoice.Example.of(at, UniformInteger.below(2, randomness) == 0));
      }
      StepFunction depth = InteriorPoint.depth(BigInteger.valueOf(size), points);
      StepFunction agreement = ThresholdChoice.agreement(BigInteger.valueOf(size + 1L), examples);
      for (int i = 0; i <= size; i++) {
        BigInteger at = BigInteger.valueOf(i);
        long below = points.stream().filter(point -> point.compareTo(at) <= 0).count();
        long above = points.stream().filter(point -> point.compareTo(at) >= 0).count();
        if (i < size) {
          assertThat(depth.valueAt(at)).isEqualTo(Math.min(below, above));
        }
        long wrong =
            examples.stream()
                .filter(example -> example.positive() != (example.position().compareTo(at) >= 0))
                .count();
        assertThat(agreement.valueAt(at)).isEqualTo(-wrong);
      }
    }
  }

  /** With the rows it asks for the point lies between them; each choice fails once in 10^7. */
  @ParameterizedTest
  @CsvSource({
    "2, REPLACE_ONE",
    "64, REPLACE_ONE",
    "1000, REPLACE_ONE",
    "1000, ADD_OR_REMOVE_ONE",
    "20000, ADD_OR_REMOVE_ONE"
  })
  void theRowsNeededAreEnough(int bits, Adjacency adjacency) {
    BigInteger size = BigInteger.TWO.pow(bits);
    InteriorPoint mechanism = InteriorPoint.of(size, adjacency, 1, 1e-6, 1e-7);
    int rows = (int) mechanism.rowsNeeded();
    for (int trial = 0; trial < 5; trial++) {
      // All rows within a random interval, down to a single point.
      int width = (int) UniformInteger.below(bits + 1, randomness);
      BigInteger range = BigInteger.ONE.shiftLeft(width);
      BigInteger start = UniformInteger.below(size.subtract(range).add(BigInteger.ONE), randomness);
      List<BigInteger> points = new ArrayList<>();
      for (int i = 0; i < rows; i++) {
        points.add(start.add(UniformInteger.below(range, randomness)));
      }
      BigInteger chosen = mechanism.choose(points, rows, randomness);
      assertThat(chosen)
          .isBetween(
              points.stream().min(BigInteger::compareTo).orElseThrow(),
              points.stream().max(BigInteger::compareTo).orElseThrow());
    }
  }

  @ParameterizedTest
  @CsvSource({"30, 0", "1000, 0", "1000, 50"})
  void aThresholdIsContradictedAsSeldomAsPromised(int bits, int wrong) {
    BigInteger size = BigInteger.TWO.pow(bits);
    ThresholdChoice mechanism = ThresholdChoice.of(size, Adjacency.REPLACE_ONE, 1, 1e-6, 1e-7);
    long loss = mechanism.search().loss();
    for (int trial = 0; trial < 5; trial++) {
      BigInteger truth = UniformInteger.below(size, randomness);
      List<ThresholdChoice.Example> examples = new ArrayList<>();
      for (int i = 0; i < 3 * loss; i++) {
        int shift = (int) UniformInteger.below(bits, randomness);
        BigInteger at =
            truth
                .add(UniformInteger.below(size, randomness).shiftRight(shift))
                .subtract(UniformInteger.below(size, randomness).shiftRight(shift));
        boolean positive = at.compareTo(truth) >= 0;
        examples.add(new ThresholdChoice.Example(at, i < wrong ? !positive : positive));
      }
      StepFunction agreement = ThresholdChoice.agreement(mechanism.search().size(), examples);
      BigInteger chosen = mechanism.choose(examples, wrong, randomness);
      assertThat(-agreement.valueAt(chosen))
          .isLessThanOrEqualTo(wrong == 0 ? loss : 2 * (wrong + loss));
    }
  }

  @Test
  void noRowsAndRowsOutsideAreInputsToo() {
    InteriorPoint mechanism =
        InteriorPoint.of(BigInteger.TEN, Adjacency.ADD_OR_REMOVE_ONE, 1, 0, 0.1);
    assertThat(mechanism.choose(List.of(), 5, randomness))
        .isBetween(BigInteger.ZERO, BigInteger.valueOf(9));
    assertThat(mechanism.choose(new long[] {-7, 3, 99}, 3, randomness))
        .isBetween(BigInteger.ZERO, BigInteger.valueOf(9));
  }
}
