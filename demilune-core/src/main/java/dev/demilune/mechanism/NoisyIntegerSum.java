// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.internal.Check;
import dev.demilune.random.Randomness;
import dev.demilune.random.RoundedGaussian;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Adds rounded Gaussian noise to a vector of exact integer sums.
 *
 * <p><b>Claim.</b> If neighbouring tables move the integer vector by at most Δ (L2, Δ² is {@code
 * sensitivitySquared}), the release is (1/z)-Gaussian DP, z being {@code noiseMultiplier}: its
 * trade-off curve is that of telling N(0, 1) from N(1/z, 1), and it is priced as the continuous
 * Gaussian mechanism is, with nothing added for the rounding.
 *
 * <p><b>Proof.</b> Let s be the integer vector and Z independent N(0, σ²) in every coordinate. An
 * integer moves through rounding: s + round(Z) = round(s + Z), coordinate by coordinate, whichever
 * way ties go (they have probability 0). So the release is a function of s + Z alone, that is, a
 * post-processing of the ideal Gaussian mechanism, and no test tells neighbours apart better from
 * it than from s + Z. For s + Z the best test looks along the difference of the two means, at
 * distance at most Δ: N(0, σ²) against N(Δ, σ²), which is μ = Δ/σ. Below, σ ≥ zΔ, so μ ≤ 1/z. Sums
 * that leave the 64-bit range wrap around; that too is a function of s + round(Z). ∎
 *
 * <p><b>Sampling.</b> One exact draw of round(N(0, σ²)) for each coordinate, by {@link
 * RoundedGaussian}; σ is zΔ rounded up to a double.
 *
 * <p><b>Relies on.</b> The caller's Δ, which nothing here can check: it is a property of how the
 * sums were made, under the adjacency of the certificate. And on independent uniform bits.
 *
 * <p><b>Source.</b> Gaussian DP of the Gaussian mechanism: Dong, Roth and Su, JRSS B 84 (2022),
 * Theorem 1. That continuous noise added in floating point would break the claim: Mironov, CCS
 * 2012; integer sums and rounding are our departure, and the proof above is why it costs nothing.
 *
 * @param sensitivitySquared Δ², exact; at least 1
 * @param noiseMultiplier z, the standard deviation of the noise over Δ
 */
public record NoisyIntegerSum(BigInteger sensitivitySquared, double noiseMultiplier)
    implements NoisySum {

  public NoisyIntegerSum {
    if (sensitivitySquared.signum() <= 0) {
      throw new IllegalArgumentException(
          "sensitivitySquared must be at least 1, got " + sensitivitySquared);
    }
    Check.positive("noiseMultiplier", noiseMultiplier);
  }

  /** Returns the mechanism for sums whose squared L2 sensitivity is a 64-bit integer. */
  public static NoisyIntegerSum of(long sensitivitySquared, double noiseMultiplier) {
    return new NoisyIntegerSum(BigInteger.valueOf(sensitivitySquared), noiseMultiplier);
  }

  /** Returns σ: a double not below zΔ, and above it by two roundings at most. */
  public double noiseStandardDeviation() {
    BigDecimal exactSquare = new BigDecimal(sensitivitySquared);
    double sensitivity = Math.sqrt(sensitivitySquared.doubleValue());
    while (new BigDecimal(sensitivity).pow(2).compareTo(exactSquare) < 0) {
      sensitivity = Math.nextUp(sensitivity); // at most twice: the square root is nearly exact
    }
    double product = noiseMultiplier * sensitivity;
    BigDecimal exact = new BigDecimal(noiseMultiplier).multiply(new BigDecimal(sensitivity));
    return new BigDecimal(product).compareTo(exact) < 0 ? Math.nextUp(product) : product;
  }

  @Override
  public double noiseStandardDeviation(int entries) {
    return noiseStandardDeviation();
  }

  @Override
  public void release(long[] sums, Randomness randomness) {
    RoundedGaussian.of(noiseStandardDeviation()).addTo(sums, randomness);
  }

  /** Returns what {@link #release} does; σ/Δ is never below its multiplier. */
  @Override
  public PrivacyEvent.GaussianSum event() {
    return new PrivacyEvent.GaussianSum(noiseMultiplier);
  }
}
