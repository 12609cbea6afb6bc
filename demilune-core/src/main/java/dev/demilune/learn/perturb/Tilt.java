// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import dev.demilune.random.Randomness;
import dev.demilune.random.RoundedGaussian;
import dev.demilune.random.RoundedL2Laplace;

/** The law of the random linear term of a perturbed objective. */
sealed interface Tilt {

  /** Returns the standard deviation of each entry. */
  double standardDeviation();

  /** Returns a length that is exceeded with a probability below 1e-300. */
  double longest();

  /**
   * Returns an exact draw of the integer nearest to each entry, in units of 2^gridBits.
   *
   * @param gridBits some 36 below the exponent of the standard deviation
   */
  long[] draw(int gridBits, Randomness randomness);

  /** Independent normal entries. */
  record Gaussian(double standardDeviation, int dimension) implements Tilt {

    private static final double DEVIATIONS = 38; // Φ(-38) < 1e-315

    /** The norm is 1-Lipschitz: it exceeds its mean, at most σ√d, by 38σ hardly ever. */
    @Override
    public double longest() {
      return standardDeviation * (Math.sqrt(dimension) + DEVIATIONS);
    }

    @Override
    public long[] draw(int gridBits, Randomness randomness) {
      long[] drawn = new long[dimension]; // zeros: noise alone
      RoundedGaussian.of(Math.scalb(standardDeviation, -gridBits)).addTo(drawn, randomness);
      return drawn;
    }
  }

  /** Of density proportional to exp(-|b|/scale). */
  record L2Laplace(double scale, int dimension) implements Tilt {

    @Override
    public double standardDeviation() {
      return RoundedL2Laplace.standardDeviation(scale, dimension);
    }

    /**
     * The length over the scale, G, has a gamma law: P(G &gt; x) ≤ e^(d - x)(x/d)^d for x ≥ d. At x
     * = 2d the exponent is -(1 - ln 2)d, and from there on it falls by at least x/2: with 1400 more
     * it is below -700.
     */
    @Override
    public double longest() {
      return scale * (2.0 * dimension + 1400); // only whether a search ends depends on it
    }

    @Override
    public long[] draw(int gridBits, Randomness randomness) {
      long[] drawn = new long[dimension];
      // A power of two: scaling is exact.
      RoundedL2Laplace.of(Math.scalb(scale, -gridBits)).addTo(drawn, randomness);
      return drawn;
    }
  }
}
