// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

/** What the integer samplers promise besides their laws; the laws are tested with testkit. */
class IntegerSamplersTest {

  private final Randomness randomness = Randomness.reproducible(51);

  @Test
  void uniformIntegersStayBelowTheirBound() {
    for (long bound : new long[] {1, 2, 3, 5, 1L << 40, (1L << 40) + 1, Long.MAX_VALUE}) {
      for (int i = 0; i < 200; i++) {
        assertThat(UniformInteger.below(bound, randomness)).isBetween(0L, bound - 1);
        BigInteger big = BigInteger.valueOf(bound).shiftLeft(70);
        assertThat(UniformInteger.below(big, randomness)).isBetween(BigInteger.ZERO, big);
      }
    }
    assertThatThrownBy(() -> UniformInteger.below(0, randomness))
        .hasMessageStartingWith("bound must be between 1 and");
    assertThatThrownBy(() -> UniformInteger.below(BigInteger.ZERO, randomness))
        .hasMessage("bound must be at least 1, got 0");
  }

  @Test
  void longAndBigBoundsGiveTheSameDrawFromTheSameBits() {
    Randomness same = Randomness.reproducible(51);
    for (long bound = 1; bound < 500; bound++) {
      long expected = UniformInteger.below(bound, randomness);
      assertThat(UniformInteger.below(BigInteger.valueOf(bound), same).longValueExact())
          .isEqualTo(expected);
    }
  }

  @Test
  void certainCoinsAreCertain() {
    for (int i = 0; i < 1000; i++) {
      assertThat(Bernoulli.draw(0, 7, randomness)).isFalse();
      assertThat(Bernoulli.draw(7, 7, randomness)).isTrue();
      assertThat(BernoulliExp.draw(0, 1, randomness)).isTrue();
      assertThat(BernoulliExp.draw(Long.MAX_VALUE, 1, randomness)).isFalse(); // but for e^-2^63
      BigInteger huge = BigInteger.ONE.shiftLeft(1000);
      assertThat(BernoulliExp.draw(BigInteger.ZERO, huge, randomness)).isTrue();
      assertThat(BernoulliExp.draw(huge, BigInteger.ONE, randomness)).isFalse();
      assertThat(PoissonSampling.withRate(1).takes(randomness)).isTrue();
      assertThat(PoissonSampling.withRate(0x1p-63).takes(randomness)).isFalse(); // but for 2^-63
    }
  }

  @Test
  void refusesWhatIsNoProbability() {
    assertThatThrownBy(() -> Bernoulli.draw(3, 2, randomness))
        .hasMessage("numerator must be between 0 and 2, got 3");
    assertThatThrownBy(() -> Bernoulli.draw(BigInteger.TWO, BigInteger.ONE, randomness))
        .hasMessage("probability must lie in [0, 1], got 2/1");
    assertThatThrownBy(() -> BernoulliExp.draw(-1, 2, randomness))
        .hasMessageStartingWith("numerator must be between 0");
    assertThatThrownBy(() -> BernoulliExp.draw(BigInteger.ONE, BigInteger.ZERO, randomness))
        .hasMessage("x must be a fraction >= 0, got 1/0");
    assertThatThrownBy(() -> DiscreteLaplace.of(0, 1))
        .hasMessage("scale must be > 0 and at most 2^40, got 0/1");
    assertThatThrownBy(() -> DiscreteGaussian.ofVariance(1, -1))
        .hasMessage("variance must be > 0 and below 2^80, got 1/-1");
    assertThatThrownBy(() -> DiscreteGaussian.ofSigma(Double.NaN))
        .hasMessage("sigma must be > 0 and below 2^40, got NaN");
  }

  @Test
  void discreteGaussianTakesTheExactSquareOfADouble() {
    DiscreteGaussian half = DiscreteGaussian.ofSigma(0.5);
    assertThat(half.varianceNumerator()).isEqualTo(1);
    assertThat(half.varianceDenominator()).isEqualTo(4);
    DiscreteGaussian tenth = DiscreteGaussian.ofSigma(0.1); // the double, which is above 1/10
    BigInteger hundredfold = tenth.varianceNumerator().multiply(BigInteger.valueOf(100));
    assertThat(hundredfold).isGreaterThan(tenth.varianceDenominator());
    assertThat(tenth.varianceDenominator().bitCount()).isEqualTo(1);
    DiscreteGaussian large = DiscreteGaussian.ofSigma(1e9);
    assertThat(large.varianceNumerator()).isEqualTo(BigInteger.TEN.pow(18));
    assertThat(large.varianceDenominator()).isEqualTo(1);
  }

  @Test
  void extremeScalesWork() {
    assertThat(DiscreteGaussian.ofSigma(1e-9).sample(randomness)).isZero();
    assertThat(DiscreteLaplace.of(1, 1_000_000).sample(randomness)).isZero();
    double largest = Math.nextDown(0x1p40);
    assertThat(Math.abs(DiscreteGaussian.ofSigma(largest).sample(randomness))).isLessThan(1L << 44);
    assertThatThrownBy(() -> DiscreteGaussian.ofSigma(0x1p40))
        .hasMessage("sigma must be > 0 and below 2^40, got " + 0x1p40);
    assertThat(Math.abs(DiscreteLaplace.of(1L << 40, 1).sample(randomness))).isLessThan(1L << 46);
  }

  @Test
  void poissonSamplingTellsTheRateItUses() {
    assertThat(PoissonSampling.withRate(0.1).rate()).isEqualTo(0.1);
    assertThat(PoissonSampling.withRate(1).rate()).isEqualTo(1);
    assertThat(PoissonSampling.withRate(0x1p-11 + 0x1p-63).rate()).isEqualTo(0x1p-11 + 0x1p-63);
    double small = 1e-9; // needs bits below 2^-63
    assertThat(PoissonSampling.withRate(small).rate()).isLessThan(small);
    assertThat(PoissonSampling.withRate(small).rate()).isGreaterThan(small - 0x1p-63);
    assertThat(PoissonSampling.withRate(0x1.8p-63).rate()).isEqualTo(0x1p-63);
    for (double rate : new double[] {0, -0.1, 1.0000001, 1e-20, Double.NaN}) {
      assertThatThrownBy(() -> PoissonSampling.withRate(rate))
          .hasMessage("rate must lie between 2^-63 and 1, got " + rate);
    }
  }

  @Test
  void poissonSamplingDrawsOneWordPerRow() {
    Randomness used = Randomness.reproducible(52);
    Randomness counted = Randomness.reproducible(52);
    assertThat(PoissonSampling.withRate(0.5).sample(100, used).length()).isLessThanOrEqualTo(100);
    for (int i = 0; i < 100; i++) {
      counted.nextLong();
    }
    assertThat(used.nextLong()).isEqualTo(counted.nextLong());
  }

  /** The example of {@link DiscreteGaussian}. */
  @Test
  void aVectorWithDiscreteGaussianNoiseHasAPrice() {
    long sensitivity = 3;
    long[] counts = {120, 45};
    DiscreteGaussian noise = DiscreteGaussian.ofSigma(4.0 * sensitivity);
    for (int i = 0; i < counts.length; i++) {
      counts[i] += noise.sample(randomness);
    }
    double epsilon = Accountant.best(new PrivacyEvent.DiscreteGaussianSum(4)).epsilon(1e-6);
    assertThat(counts[0]).isBetween(0L, 240L); // ten standard deviations
    assertThat(epsilon).isBetween(1.0, 1.4);
  }
}
