// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.DemiluneException;
import dev.demilune.random.Randomness;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class GeneratorTest {

  private final Generator generator = Generator.of(Seeds.randomness("Generator"));

  @Test
  void sameRandomnessGivesTheSameInputs() {
    double[] some = Generator.of(Randomness.reproducible(1)).vector(5, 1);
    assertThat(Generator.of(Randomness.reproducible(1)).vector(5, 1)).isEqualTo(some);
    assertThat(Generator.of(Randomness.reproducible(2)).vector(5, 1)).isNotEqualTo(some);
  }

  @Test
  void staysInItsRanges() {
    for (int i = 0; i < 1000; i++) {
      assertThat(generator.integer(-3, 3)).isBetween(-3, 3);
      assertThat(generator.integer(Integer.MAX_VALUE, Integer.MAX_VALUE))
          .isEqualTo(Integer.MAX_VALUE);
      assertThat(generator.number(2, 4)).isBetween(2.0, 4.0);
      assertThat(generator.oneOf(List.of("a", "b"))).isIn("a", "b");
    }
    double squares = Arrays.stream(generator.vector(9, 3)).map(v -> v * v).sum();
    assertThat(squares).isCloseTo(9, within(1e-12));
  }

  /** One false alarm in a million runs. */
  @Test
  void normalNumbersAreNormal() {
    double[] draws = new double[50_000];
    Arrays.setAll(draws, i -> generator.normal());
    double limit = KolmogorovSmirnov.limit(draws.length, 1e-6);
    assertThat(KolmogorovSmirnov.distance(draws, NormalLaw::cdf)).isLessThan(limit);
    assertThat(KolmogorovSmirnov.distance(draws, x -> NormalLaw.cdf(x - 0.05)))
        .isGreaterThan(limit);
  }

  @Test
  void aSeedCanBeGivenAgain() {
    assertThat(Seeds.parse("12345")).isEqualTo(12345);
    assertThat(Seeds.parse(" -7 ")).isEqualTo(-7);
    assertThat(Seeds.parse(null)).isEqualTo(Seeds.parse(""));
    assertThat(Seeds.parse("fresh")).isEqualTo(Seeds.parse("fresh")).isNotEqualTo(Seeds.parse(""));
    assertThatThrownBy(() -> Seeds.parse("x1"))
        .isInstanceOf(DemiluneException.class)
        .hasMessage("-Dseed must be a whole number or 'fresh', got 'x1'");
  }

  @Test
  void normalLawIsThatOfTheTables() {
    assertThat(NormalLaw.cdf(1.95996398454005)).isCloseTo(0.975, within(1e-15));
    assertThat(NormalLaw.survival(10)).isCloseTo(7.61985302416e-24, within(1e-34));
    assertThat(NormalLaw.between(9, 10)).isCloseTo(1.12851220742e-19, within(1e-29));
    assertThat(NormalLaw.between(-1, 1)).isCloseTo(0.6826894921370859, within(1e-15));
  }
}
