// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.internal.Check;
import dev.demilune.random.Randomness;
import dev.demilune.random.RoundedL2Laplace;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Adds noise of density proportional to exp(-ε|z|/Δ), rounded, to a vector of exact integer sums:
 * the Laplace law of the L2 ball. A matrix gets independent noise for each column.
 *
 * <p><b>Claim.</b> If neighboring tables move the columns of an integer matrix by vectors whose L2
 * norms sum to at most Δ, the release is ε-DP, without δ. (A vector is a matrix of one column;
 * there Δ is the L2 sensitivity.)
 *
 * <p><b>Proof.</b> Let s be the integer matrix and Z independent columns z_k of density
 * proportional to exp(-|z_k|/b), b ≥ Δ/ε. The densities of s + Z and of s' + Z, at any point y,
 * have the ratio exp(Σ (|y_k - s'_k| - |y_k - s_k|)/b) ≤ exp(Σ |s_k - s'_k|/b) ≤ exp(Δ/b) ≤ e^ε, by
 * the triangle inequality in each column. So s + Z is ε-DP. Integers commute with rounding: s +
 * round(Z) = round(s + Z), entry by entry, which is a post-processing of it, and so are integers
 * that wrap around. ∎
 *
 * <p><b>Sampling.</b> {@link RoundedL2Laplace}, exactly, once for each column; b is Δ/ε rounded up.
 *
 * <p><b>Relies on.</b> The caller's Δ, which nothing here can check: it depends on how the sums
 * were computed, under the adjacency of the certificate. Independent uniform bits.
 *
 * <p><b>Source.</b> Chaudhuri, Monteleoni and Sarwate, JMLR 12 (2011), for one column; Hardt and
 * Talwar (2010) for noise shaped by other norms; the sum of the columns' norms is one. Integer sums
 * and rounding are our departure, without extra cost.
 *
 * @param sensitivity an integer not below Δ
 * @param columns entry i of the sums belongs to column i modulo {@code columns}
 */
public record L2Laplace(long sensitivity, double epsilon, int columns) implements NoisySum {

  public L2Laplace {
    Check.between("sensitivity", sensitivity, 1, Long.MAX_VALUE);
    Check.positive("epsilon", epsilon);
    Check.atLeastOne("columns", columns);
  }

  /** Returns the mechanism for a vector. */
  public static L2Laplace of(long sensitivity, double epsilon) {
    return new L2Laplace(sensitivity, epsilon, 1);
  }

  /** Returns b: a double not below Δ/ε, and at most two roundings above it. */
  public double scale() {
    BigDecimal ratio =
        new BigDecimal(sensitivity)
            .divide(
                new BigDecimal(epsilon),
                new MathContext(40, RoundingMode.CEILING)); // rounds up: more noise
    double scale = ratio.doubleValue();
    // doubleValue rounds to nearest; one step up if that was below: errs on the safe side
    return new BigDecimal(scale).compareTo(ratio) < 0 ? Math.nextUp(scale) : scale;
  }

  /** Returns whether noise for this sensitivity and ε can be drawn. */
  public static boolean canBeDrawn(double sensitivity, double epsilon) {
    double scale = sensitivity / epsilon;
    // a little inside the sampler's limits, because scale() rounds
    return scale > 1.001 * RoundedL2Laplace.SMALLEST_SCALE
        && scale < 0.999 * RoundedL2Laplace.LARGEST_SCALE;
  }

  @Override
  public void release(long[] sums, Randomness randomness) {
    RoundedL2Laplace noise = RoundedL2Laplace.of(scale());
    NoisyIntegers.release(
        this,
        sums,
        randomness,
        own -> {
          for (int k = 0; k < columns; k++) {
            noise.addTo(sums, k, columns, own); // column k: entries k, k + columns, ...
          }
        });
  }

  @Override
  public double noiseStandardDeviation(int entries) {
    // the dimension of one column
    return RoundedL2Laplace.standardDeviation(scale(), entries / columns);
  }

  @Override
  public PrivacyEvent.Pure event() {
    return new PrivacyEvent.Pure(epsilon); // for all columns together, by the claim
  }
}
