// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import dev.demilune.internal.Check;
import org.apache.commons.numbers.gamma.Erfc;

/**
 * What a claim allows of guesses: with how much probability a fair coin is guessed right, and with
 * how much wrong, if the run is private in that coin.
 *
 * <p>Let f be the least false negative rate for every false positive rate, as f-DP has it, the same
 * in both directions, and F = 1 - f, which is concave. A rule that guesses the coin or passes is
 * right with probability at most F of what it is wrong with: averaged over the coin's two sides,
 * (F(a) + F(b))/2 ≤ F((a + b)/2).
 */
public sealed interface GuessLimit {

  /**
   * Returns F⁻¹: the least probability of a wrong guess for this probability of a right one. It
   * grows with its argument.
   */
  double leastWrong(double right);

  /** Returns the largest probability of a right guess, if a guess is made with this probability. */
  default double mostRight(double guessed) {
    double low = 0.5 * guessed;
    double high = guessed;
    for (int i = 0; i < 60; i++) {
      double middle = 0.5 * (low + high);
      if (middle + leastWrong(middle) <= guessed) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /**
   * Gaussian DP: F(x) = Φ(Φ⁻¹(x) + μ) (Dong, Roth and Su 2022).
   *
   * @param mu the distance of two unit Gaussians that are as hard to tell apart
   */
  record Gaussian(double mu) implements GuessLimit {

    public Gaussian {
      Check.notNegative("mu", mu);
    }

    @Override
    public double leastWrong(double right) {
      return 0.5 * Erfc.value((mu - NormalQuantile.of(right)) / Math.sqrt(2));
    }
  }

  /**
   * Approximate DP, or pure with δ = 0: F(x) is the least of 1, e^ε x + δ and 1 - e^-ε(1 - δ - x)
   * (Wasserman and Zhou 2010).
   */
  record Approximate(double epsilon, double delta) implements GuessLimit {

    public Approximate {
      Check.notNegative("epsilon", epsilon);
      Check.notNegative("delta", delta);
    }

    @Override
    public double leastWrong(double right) {
      double few = (right - delta) * Math.exp(-epsilon);
      double many = 1 - delta - (1 - right) * Math.exp(epsilon);
      return Math.max(0, Math.max(few, many));
    }
  }
}
