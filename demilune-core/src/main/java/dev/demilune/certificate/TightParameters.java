// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.certificate;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.SequenceFold;
import dev.demilune.accounting.numeric.RoundUp;
import java.util.OptionalDouble;

/**
 * The parameters of an event from which others can convert to any (ε, δ): μ of Gaussian DP and ρ of
 * zero-concentrated DP, each rounded up, and empty where the event has none that is proved.
 *
 * <p><b>Claim.</b> The event is μ-Gaussian DP and ρ-zCDP.
 *
 * <p><b>Proof.</b> A Gaussian sum of noise multiplier z is 1/z-Gaussian DP, and these compose to
 * √(Σ1/z²) (Dong, Roth and Su 2022, Corollary 2). ρ adds up, and is 1/(2z²) for Gaussian sums,
 * continuous or discrete (Bun and Steinke 2016, Proposition 1.6 and Lemma 2.3; Canonne, Kamath and
 * Steinke 2020, Theorem 14), and ε²/2 for anything that is ε-DP (Bun and Steinke 2016, Proposition
 * 1.4). Every operation rounds up. ∎
 *
 * @param mu of Gaussian DP, if all releases are continuous Gaussian sums
 * @param rho of zero-concentrated DP, if every release is Gaussian or pure
 */
public record TightParameters(OptionalDouble mu, OptionalDouble rho) {

  /** Returns the parameters of an event. */
  public static TightParameters of(PrivacyEvent event) {
    OptionalDouble rho = event.fold(new Concentration());
    boolean gaussian =
        event.fold(new SequenceFold.Every(PrivacyEvent.GaussianSum.class::isInstance));
    return new TightParameters(
        gaussian && rho.isPresent()
            ? OptionalDouble.of(RoundUp.sqrt(2 * rho.getAsDouble())) // doubling is exact
            : OptionalDouble.empty(),
        rho);
  }

  /** Sums ρ over all releases in sequence. */
  private static final class Concentration implements SequenceFold<OptionalDouble> {

    @Override
    public OptionalDouble gaussianSum(PrivacyEvent.GaussianSum sum) {
      return half(RoundUp.divide(1, sum.noiseMultiplier()));
    }

    @Override
    public OptionalDouble discreteGaussianSum(PrivacyEvent.DiscreteGaussianSum sum) {
      return half(RoundUp.divide(1, sum.noiseMultiplier()));
    }

    @Override
    public OptionalDouble discreteGaussianCount(PrivacyEvent.DiscreteGaussianCount count) {
      return half(RoundUp.divide(RoundUp.fromLong(count.sensitivity()), count.sigma()));
    }

    @Override
    public OptionalDouble release(PrivacyEvent release) {
      try {
        return half(Accountant.best(release).epsilon(0)); // infinite if it is not pure
      } catch (DemiluneException noPrice) {
        return OptionalDouble.empty();
      }
    }

    @Override
    public OptionalDouble repeated(PrivacyEvent.Repeated repeated) {
      OptionalDouble once = repeated.event().fold(this);
      return once.isEmpty()
          ? once
          : finite(RoundUp.multiply(once.getAsDouble(), RoundUp.fromLong(repeated.times())));
    }

    @Override
    public OptionalDouble composed(PrivacyEvent.Composed composed) {
      double sum = 0;
      for (PrivacyEvent part : composed.events()) {
        OptionalDouble one = part.fold(this);
        if (one.isEmpty()) {
          return one;
        }
        sum = RoundUp.add(sum, one.getAsDouble());
      }
      return finite(sum);
    }

    /** Half the square, which is ρ for 1/z as well as for a pure ε. */
    private static OptionalDouble half(double size) {
      return finite(RoundUp.multiply(size, size) / 2);
    }

    private static OptionalDouble finite(double rho) {
      return rho < Double.POSITIVE_INFINITY ? OptionalDouble.of(rho) : OptionalDouble.empty();
    }
  }
}
