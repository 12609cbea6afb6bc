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
 * <p><b>Claim.</b> If neighboring tables move the integer vector by at most Δ (L2, Δ² is {@code
 * sensitivitySquared}), the release is (1/z)-Gaussian DP, where z is {@code noiseMultiplier}: its
 * trade-off curve is that of testing N(0, 1) against N(1/z, 1). Its privacy cost is that of the
 * continuous Gaussian mechanism, with nothing added for the rounding.
 *
 * <p><b>Proof.</b> Let s be the integer vector and Z independent N(0, σ²) in every coordinate.
 * Integers commute with rounding: s + round(Z) = round(s + Z), coordinate by coordinate, however
 * ties are rounded (they have probability 0). So the release is a function of s + Z alone: a
 * post-processing of the ideal Gaussian mechanism, and no test distinguishes neighbors better by it
 * than by s + Z. For s + Z the best test projects on the difference of the two means, of norm at
 * most Δ: N(0, σ²) against N(Δ, σ²), which is μ = Δ/σ. Below, σ ≥ zΔ, so μ ≤ 1/z. Sums that leave
 * the 64-bit range wrap around; that too is a function of s + round(Z). ∎
 *
 * <p><b>Sampling.</b> One exact draw of round(N(0, σ²)) for each coordinate, by {@link
 * RoundedGaussian}; σ is zΔ rounded up to a double.
 *
 * <p><b>Relies on.</b> The caller's Δ, which nothing here can check: it depends on how the sums
 * were computed, under the adjacency of the certificate. Independent uniform bits.
 *
 * <p><b>Source.</b> Gaussian DP of the Gaussian mechanism: Dong, Roth and Su, JRSS B 84 (2022),
 * Theorem 1. Continuous noise added in floating point would break the claim (Mironov, CCS 2012).
 * Integer sums and rounding are our departure; the proof above shows that they cost nothing.
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

  /** Returns σ: a double not below zΔ, and at most two roundings above it. */
  public double noiseStandardDeviation() {
    BigDecimal exactSquare = new BigDecimal(sensitivitySquared); // every comparison below is exact
    double sensitivity = Math.sqrt(sensitivitySquared.doubleValue());
    while (new BigDecimal(sensitivity).pow(2).compareTo(exactSquare) < 0) {
      sensitivity = Math.nextUp(sensitivity); // rounds up; at most twice: the root is nearly exact
    }
    double product = noiseMultiplier * sensitivity;
    BigDecimal exact = new BigDecimal(noiseMultiplier).multiply(new BigDecimal(sensitivity));
    // the product rounds to nearest; one step up if that was below: errs on the safe side
    return new BigDecimal(product).compareTo(exact) < 0 ? Math.nextUp(product) : product;
  }

  @Override
  public double noiseStandardDeviation(int entries) {
    return noiseStandardDeviation();
  }

  @Override
  public void release(long[] sums, Randomness randomness) {
    RoundedGaussian noise = RoundedGaussian.of(noiseStandardDeviation());
    NoisyIntegers.release(this, sums, randomness, own -> noise.addTo(sums, own));
  }

  /** Returns the privacy event of {@link #release}; σ/Δ is never below its multiplier. */
  @Override
  public PrivacyEvent.GaussianSum event() {
    // z, not σ/Δ: no credit for the roundings up
    return new PrivacyEvent.GaussianSum(noiseMultiplier);
  }
}
