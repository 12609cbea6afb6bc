// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.random.Randomness;
import dev.demilune.testkit.EpsilonRefutation;
import dev.demilune.testkit.Seeds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Searches against their laws. Every assertion: one false alarm in a million runs. */
@Tag("slow")
class SearchLawTest {

  private static final double FALSE_ALARM = 1e-6;

  private final long seed = Seeds.seed();
  private final Randomness randomness = Seeds.randomness("SearchLawTest");

  @ParameterizedTest
  @CsvSource({
    "0 0 3 5 5 2 1 0 0 0 0, EITHER_WAY, 2",
    "9 1 0 0 0 0 4 4 0 0 0 0 7, EITHER_WAY, 2",
    "0 1 2 9 9 9 9 9 9 2 1, ONE_WAY, 2",
    "0 0 0 1 1 2 2 3 4 3 2 2 1 0 0 0 0 0 0 1, EITHER_WAY, 3",
    "5 5 5 5 5, ONE_WAY, 3",
    "3, EITHER_WAY, 2"
  })
  void drawsFollowTheLaw(String text, ValueShift shift, int levels) {
    long[] values = Arrays.stream(text.split(" ")).mapToLong(Long::parseLong).toArray();
    RecursiveSearch search = narrow(values.length, shift, levels);
    StepFunction function = function(values);
    double[] law = SearchLaw.of(search, values, 9);
    assertThat(Arrays.stream(law).sum()).isBetween(1 - 1e-9, 1 + 1e-9);
    if (values.length == 1) {
      assertThat(search.choose(function, 9, randomness)).isEqualTo(BigInteger.ZERO);
      return;
    }
    double p =
        Probabilities.pValue(
            () -> search.choose(function, 9, randomness).intValueExact(), 60_000, law);
    assertThat(p).as("seed %d", seed).isGreaterThan(FALSE_ALARM);
  }

  /** And a law with half the noise on the gap would not be taken for the right one. */
  @Test
  void theDrawsWouldTellHalfTheNoise() {
    long[] values = new long[40];
    values[10] = 3;
    RecursiveSearch search = narrow(values.length, ValueShift.EITHER_WAY, 2);
    StableChoice stable = search.stable();
    double[] wrong =
        SearchLaw.of(
            search,
            values,
            9,
            gap -> SearchLaw.atLeast(stable.threshold() - gap, stable.epsilon()));
    StepFunction function = function(values);
    double p =
        Probabilities.pValue(
            () -> search.choose(function, 9, randomness).intValueExact(), 60_000, wrong);
    assertThat(p).as("seed %d", seed).isLessThan(FALSE_ALARM);
  }

  @ParameterizedTest
  @CsvSource({"1, 0.01, 2, 12", "1, 0.01, 2, 3", "3, 0.2, 1, 2", "0.2, 0.1, 2, 30"})
  void stableChoicesHaveTheirLaw(double epsilon, double delta, int range, int gap) {
    StableChoice stable = new StableChoice(epsilon, delta, range);
    double released = SearchLaw.released(stable, gap);
    double p =
        Probabilities.pValue(
            () -> stable.choose(new long[] {-3, gap - 3, -4}, randomness).isPresent() ? 1 : 0,
            60_000,
            new double[] {1 - released, released});
    assertThat(p).as("seed %d", seed).isGreaterThan(FALSE_ALARM);
  }

  /** A search of narrow cells, in which all steps count. */
  private static RecursiveSearch narrow(int size, ValueShift shift, int levels) {
    BigInteger inner = BigInteger.valueOf(BigInteger.valueOf(size).bitLength());
    return new RecursiveSearch(
        BigInteger.valueOf(size),
        shift,
        levels == 2
            ? new FlatSearch(inner, ValueShift.EITHER_WAY, 0.5, 0.9)
            : narrow(inner.intValueExact(), ValueShift.EITHER_WAY, levels - 1),
        new StableChoice(1.5, 0.2, shift.range()),
        0.5,
        0.9,
        0);
  }

  /** Two neighboring functions: the claim of ε = 2 stands, and a quarter of it is refuted. */
  @Test
  void theAuditDoesNotRefuteTheClaimAndRefutesAQuarter() {
    RecursiveSearch search =
        new RecursiveSearch(
            BigInteger.valueOf(1000),
            ValueShift.EITHER_WAY,
            new FlatSearch(BigInteger.TEN, ValueShift.EITHER_WAY, 0.5, 0.9),
            new StableChoice(0.5, 0.001, 2),
            1,
            0.9,
            1);
    StepFunction without = step(1, 0);
    StepFunction with = step(0, 1);
    EpsilonRefutation.Finding finding =
        new EpsilonRefutation(0.5, 0.001, 2000, 40_000, FALSE_ALARM)
            .of(run -> chosen(search, without, run), run -> chosen(search, with, -1 - run));
    assertThat(finding.lowerBound()).as("seed %d", seed).isBetween(0.5, 2.0);
  }

  private static double chosen(RecursiveSearch search, StepFunction function, int run) {
    Randomness own = Seeds.randomness("SearchLawTest " + run);
    return search.choose(function, 1, own).doubleValue();
  }

  /** One value on 950 points and another on 50. */
  private static StepFunction step(long left, long right) {
    return StepFunction.of(
        BigInteger.valueOf(1000),
        List.of(BigInteger.ZERO, BigInteger.valueOf(950)),
        new long[] {left, right});
  }

  private static StepFunction function(long[] values) {
    List<BigInteger> starts = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      starts.add(BigInteger.valueOf(i));
    }
    return StepFunction.of(BigInteger.valueOf(values.length), starts, values);
  }
}
