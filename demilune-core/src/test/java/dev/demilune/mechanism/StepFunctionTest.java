// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepFunctionTest {

  private final Randomness randomness = Randomness.reproducible(1).stream("StepFunctionTest");

  @Test
  void changesAddUpInAnyOrder() {
    StepFunction function =
        StepFunction.builder(BigInteger.TEN)
            .add(BigInteger.valueOf(7), -1)
            .add(BigInteger.valueOf(3), 2)
            .add(BigInteger.valueOf(-4), 1)
            .add(BigInteger.TEN, 100)
            .add(BigInteger.valueOf(3), 1)
            .add(BigInteger.valueOf(5), 1)
            .add(BigInteger.valueOf(5), -1)
            .build();
    assertThat(function.pieces()).isEqualTo(3);
    assertThat(values(function)).containsExactly(1, 1, 1, 4, 4, 4, 4, 3, 3, 3);
    assertThat(function.last(1)).isEqualTo(BigInteger.valueOf(6));
    assertThat(function.last(2)).isEqualTo(BigInteger.valueOf(9));
  }

  /** Against the definitions, on thousands of functions with and without equal neighbors. */
  @Test
  void envelopeAndWidthsAreThoseOfTheDefinition() {
    for (int trial = 0; trial < 3000; trial++) {
      int size = 1 + (int) UniformInteger.below(20, randomness);
      long[] values = new long[size];
      for (int i = 0; i < size; i++) {
        values[i] = UniformInteger.below(1 + trial % 7, randomness) - 3;
      }
      StepFunction envelope = of(values).envelope();
      long[] expected = envelope(values);
      assertThat(values(envelope)).containsExactly(expected);
      int widths = BigInteger.valueOf(size).bitLength();
      long height = UniformInteger.below(9, randomness) - 4;
      long[] crossing = values(LevelWidths.of(envelope).crossing(height));
      assertThat(crossing).hasSize(widths);
      for (int j = 0; j < widths; j++) {
        long value = level(expected, j) - height;
        if (j + 1 < widths) {
          value = Math.min(value, height - level(expected, j + 1));
        }
        assertThat(crossing[j])
            .as("%s, %d, %d", Arrays.toString(values), j, height)
            .isEqualTo(value);
      }
    }
  }

  @Test
  void valuesBeyondTheLargestAreCappedAndNotRefused() {
    long most = StepFunction.LARGEST_VALUE;
    StepFunction function = of(new long[] {-most, most, -most});
    assertThat(values(LevelWidths.of(function).crossing(-most))).containsExactly(0, 0);
    assertThat(values(LevelWidths.of(function).crossing(most))).containsExactly(0, -most);
  }

  @Test
  void refusesWhatIsNoStepFunctionWithoutQuotingValues() {
    BigInteger size = BigInteger.TEN;
    List<BigInteger> starts = List.of(BigInteger.ZERO, BigInteger.TWO);
    assertThatThrownBy(() -> StepFunction.of(size, starts, new long[] {1}))
        .hasMessage("starts must be at least one and as many as values");
    assertThatThrownBy(() -> StepFunction.of(BigInteger.TWO, starts, new long[] {1, 2}))
        .hasMessage("starts must begin with 0 and end below the size");
    assertThatThrownBy(
            () ->
                StepFunction.of(
                    size,
                    List.of(BigInteger.ZERO, BigInteger.TWO, BigInteger.TWO),
                    new long[] {1, 2, 3}))
        .hasMessage("starts must increase");
    assertThatThrownBy(() -> StepFunction.of(size, starts, new long[] {1, Long.MAX_VALUE}))
        .hasMessage("values must be between -2^60 and 2^60");
    assertThatThrownBy(() -> StepFunction.builder(BigInteger.ZERO))
        .hasMessage("size must be at least 1");
  }

  private static StepFunction of(long[] values) {
    List<BigInteger> starts = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      starts.add(BigInteger.valueOf(i));
    }
    return StepFunction.of(BigInteger.valueOf(values.length), starts, values);
  }

  private static long[] values(StepFunction function) {
    long[] values = new long[function.size().intValueExact()];
    for (int i = 0; i < values.length; i++) {
      values[i] = function.valueAt(BigInteger.valueOf(i));
    }
    return values;
  }

  private static long[] envelope(long[] values) {
    long[] envelope = new long[values.length];
    for (int i = 0; i < values.length; i++) {
      long before = Arrays.stream(values, 0, i + 1).max().orElseThrow();
      long after = Arrays.stream(values, i, values.length).max().orElseThrow();
      envelope[i] = Math.min(before, after);
    }
    return envelope;
  }

  private static long level(long[] values, int j) {
    long most = Long.MIN_VALUE;
    for (int i = 0; i + (1 << j) <= values.length; i++) {
      most = Math.max(most, Arrays.stream(values, i, i + (1 << j)).min().orElseThrow());
    }
    return most;
  }
}
