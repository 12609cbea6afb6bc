// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.accounting.Accountant;
import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuasiConcaveTest {

  private final Randomness randomness = Randomness.reproducible(7).stream("QuasiConcaveTest");

  /** (2/ε)·ln((N - 1)/β), rounded up, less one. */
  @Test
  void theFlatLossIsThatOfTheFormula() {
    assertThat(new FlatSearch(BigInteger.ONE, ValueShift.EITHER_WAY, 1, 0.05).loss()).isZero();
    // 2·ln(99/0.05) = 15.18
    assertThat(new FlatSearch(BigInteger.valueOf(100), ValueShift.EITHER_WAY, 1, 0.05).loss())
        .isEqualTo(15);
    assertThat(new FlatSearch(BigInteger.valueOf(100), ValueShift.ONE_WAY, 1, 0.05).loss())
        .isEqualTo(7);
    // 2·(4096·ln 2 + ln 20) = 5684.3
    assertThat(new FlatSearch(BigInteger.TWO.pow(4096), ValueShift.EITHER_WAY, 1, 0.05).loss())
        .isEqualTo(5684);
  }

  /** ε = 1 and r = 2: p = e^(-1/2), and k with p^k/(1 + p) ≤ 10^-6 is 27, with 0.05 it is 6. */
  @Test
  void theGapNeededIsThatOfTheFormula() {
    StableChoice stable = new StableChoice(1, 1e-6, 2);
    assertThat(stable.threshold()).isEqualTo(2 + 27);
    assertThat(stable.gapNeeded(0.05)).isEqualTo(28 + 6);
  }

  @ParameterizedTest
  @CsvSource({
    "64, EITHER_WAY, FLAT",
    "128, EITHER_WAY, FLAT",
    "256, EITHER_WAY, RECURSIVE",
    "4096, EITHER_WAY, RECURSIVE",
    "100000, EITHER_WAY, RECURSIVE",
    "128, ONE_WAY, FLAT",
    "512, ONE_WAY, RECURSIVE"
  })
  void theBestSearchIsTheOneThatLosesLess(int bits, ValueShift shift, String kind) {
    BigInteger size = BigInteger.TWO.pow(bits);
    QuasiConcave best = QuasiConcave.best(size, shift, 1, 1e-6, 0.05);
    assertThat(best instanceof RecursiveSearch).isEqualTo(kind.equals("RECURSIVE"));
    assertThat(best.loss())
        .isLessThanOrEqualTo(new FlatSearch(size, shift, 1, 0.05).loss())
        .isLessThanOrEqualTo(RecursiveSearch.of(size, shift, 1, 1e-6, 0.05, 2).loss());
    assertThat(best.failureProbability()).isBetween(0.0499999, 0.05);
  }

  @Test
  void withoutDeltaItIsTheExponentialMechanism() {
    assertThat(QuasiConcave.best(BigInteger.TWO.pow(100_000), ValueShift.EITHER_WAY, 1, 0, 0.05))
        .isInstanceOf(FlatSearch.class);
  }

  /** The price of all steps together is what was asked for, and not above it. */
  @ParameterizedTest
  @CsvSource({"1, 1e-6, 2", "0.1, 1e-9, 3", "7.3, 0.01, 4", "0.3333333333333333, 1e-6, 2"})
  void theEventCostsWhatWasAsked(double epsilon, double delta, int levels) {
    RecursiveSearch search =
        RecursiveSearch.of(
            BigInteger.TWO.pow(4096), ValueShift.EITHER_WAY, epsilon, delta, 0.05, levels);
    assertThat(Accountant.best(search.event()).epsilon(delta))
        .isLessThanOrEqualTo(epsilon)
        .isGreaterThan(0.5 * epsilon);
  }

  /**
   * The loss holds at the least promise for which it says anything, on spikes, plateaus and slopes
   * anywhere in the domain. Each choice fails with probability 10^-7 at most.
   */
  @ParameterizedTest
  @CsvSource({"4096, 2, EITHER_WAY", "300, 3, EITHER_WAY", "5, 2, ONE_WAY", "100000, 2, ONE_WAY"})
  void theLossIsKept(int bits, int levels, ValueShift shift) {
    BigInteger size = BigInteger.TWO.pow(bits).subtract(BigInteger.ONE);
    RecursiveSearch search = RecursiveSearch.of(size, shift, 1, 1e-6, 1e-7, levels);
    long promise = search.loss() + 1;
    for (int trial = 0; trial < 10; trial++) {
      StepFunction.Builder builder = StepFunction.builder(size);
      BigInteger center = UniformInteger.below(size, randomness);
      BigInteger width = BigInteger.ONE.shiftLeft((int) UniformInteger.below(bits + 1, randomness));
      long sides = trial % 3 == 0 ? 1 : 1 + UniformInteger.below(promise, randomness);
      long step = (promise + sides - 1) / sides;
      for (long side = 0; side < sides && side * step < promise; side++) {
        long height = Math.min(step, promise - side * step);
        BigInteger reach = width.multiply(BigInteger.valueOf(sides - side - 1));
        builder.add(center.subtract(reach), height);
        builder.add(center.add(reach).add(BigInteger.ONE), -height);
      }
      StepFunction function = builder.build();
      BigInteger chosen = search.choose(function, promise, randomness);
      assertThat(function.valueAt(chosen)).isGreaterThanOrEqualTo(promise - search.loss());
    }
  }

  /** A promise that nothing keeps, and functions that are not quasi-concave, are inputs too. */
  @Test
  void whateverTheFunctionIsAPointIsChosen() {
    BigInteger size = BigInteger.TWO.pow(200);
    RecursiveSearch search = RecursiveSearch.of(size, ValueShift.EITHER_WAY, 1, 1e-6, 0.05, 3);
    StepFunction.Builder builder = StepFunction.builder(size);
    for (int i = 0; i < 50; i++) {
      builder.add(UniformInteger.below(size, randomness), i % 2 == 0 ? 1000 : -1000);
    }
    for (long promise : new long[] {-StepFunction.LARGEST_VALUE, 0, StepFunction.LARGEST_VALUE}) {
      assertThat(search.choose(builder.build(), promise, randomness))
          .isBetween(BigInteger.ZERO, size.subtract(BigInteger.ONE));
    }
  }

  @Test
  void saysWhatIsWrong() {
    assertThatThrownBy(() -> new StableChoice(1, 0, 2))
        .hasMessage("delta must be between 0 and 1, got 0.0");
    assertThatThrownBy(() -> new FlatSearch(BigInteger.ZERO, ValueShift.ONE_WAY, 1, 0.1))
        .hasMessage("size must be at least 1, got 0");
    assertThatThrownBy(
            () -> RecursiveSearch.of(BigInteger.TEN, ValueShift.ONE_WAY, 1, 1e-6, 0.1, 1))
        .hasMessage("levels must be between 2 and 10, got 1");
    assertThatThrownBy(
            () ->
                QuasiConcave.best(BigInteger.TEN, ValueShift.ONE_WAY, 1, 1e-6, 0.1)
                    .choose(StepFunction.builder(BigInteger.TWO).build(), 0, randomness))
        .hasMessage("the function must have as many points as the search");
    assertThatThrownBy(() -> QuasiConcave.best(BigInteger.TEN, ValueShift.ONE_WAY, 1, 1e-6, 1))
        .hasMessage("failureProbability must be between 0 and 1, got 1.0");
  }

  /** Where ε is tiny a loss is beyond all values; sums of such losses stay positive. */
  @Test
  void lossesOfATinyEpsilonDoNotOverflow() {
    BigInteger size = BigInteger.TWO.pow(300);
    FlatSearch inner =
        new FlatSearch(BigInteger.valueOf(size.bitLength()), ValueShift.EITHER_WAY, 1e-20, 0.01);
    RecursiveSearch search =
        new RecursiveSearch(
            size, ValueShift.EITHER_WAY, inner, new StableChoice(1e-11, 1e-6, 2), 1e-20, 0.01, 4);

    assertThat(search.loss()).isGreaterThan(StepFunction.LARGEST_VALUE);
    BigInteger chosen =
        search.choose(StepFunction.builder(size).build(), 0, Randomness.reproducible(1));
    assertThat(chosen).isBetween(BigInteger.ZERO, size.subtract(BigInteger.ONE));
  }
}
