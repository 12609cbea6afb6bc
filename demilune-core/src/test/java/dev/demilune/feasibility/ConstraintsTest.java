// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.demilune.feasibility.Constraints.Bounds;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConstraintsTest {

  @ParameterizedTest
  @EnumSource(Instances.class)
  void countsWhatHolds(Instances kind) {
    SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < 200; i++) {
      Constraints constraints = kind.next(random, random.nextInt(1, 12), 1 + i % 4);
      List<Rational> point = Instances.coordinates(random, 1 + i % 4);
      assertThat(constraints.depth(point)).isEqualTo(BruteForce.depth(constraints, point));
    }
  }

  @Test
  void countsBordersDuplicatesAndConstraintsWithoutCoefficients() {
    Constraints constraints =
        Instances.of(
            new long[][] {{2, 2}, {2, 2}, {1, 1}, {0, 0}, {0, 0}, {0, 0}},
            new long[] {1, 1, 1, 0, -1, 1});
    assertThat(constraints.depth(List.of(Rational.of(1, 4), Rational.of(1, 4)))).isEqualTo(4);
    assertThat(constraints.depth(List.of(Rational.of(1, 2), Rational.of(1, 2)))).isEqualTo(5);
  }

  @Test
  void refusesRowsBeyondTheBoundsWithoutQuotingThem() {
    Bounds bounds = Bounds.of(new long[] {5, 1}, 2);
    assertThat(Constraints.of(new long[][] {{-5, 1}}, new long[] {-2}, bounds).size()).isOne();
    for (long[] row : new long[][] {{6, 0, 0}, {0, -2, 0}, {0, 0, 3}, {Long.MIN_VALUE, 0, 0}}) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () ->
                  Constraints.of(
                      new long[][] {{0, 0}, {row[0], row[1]}}, new long[] {0, row[2]}, bounds))
          .withMessage("row 1 of the constraints is beyond the declared bounds");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Constraints.of(new long[][] {{1}}, new long[] {0}, bounds))
        .withMessage("row 0 of the constraints must have 2 coefficients");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Constraints.of(new long[][] {{1, 1}}, new long[0], bounds))
        .withMessage("there must be as many normals as right sides");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Bounds.of(new long[] {1, -1}, 0))
        .withMessageContaining("bound of a column must be between 0");
  }

  @Test
  void keepsItsOwnCopy() {
    long[][] normals = {{1}};
    long[] rightSides = {1};
    Constraints constraints = Instances.of(normals, rightSides);
    normals[0][0] = 0;
    rightSides[0] = 5;
    assertThat(constraints.coefficient(0, 0)).isOne();
    assertThat(constraints.rightSide(0)).isOne();
  }

  @Test
  void refusesAPointOfAnotherSpace() {
    Constraints constraints = Instances.of(new long[][] {{1, 1}}, new long[] {0});
    assertThatIllegalArgumentException()
        .isThrownBy(() -> constraints.depth(List.of(Rational.ZERO)))
        .withMessage("the point must have 2 coordinates");
  }
}
