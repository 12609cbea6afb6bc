// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import dev.demilune.internal.Check;

/**
 * Shares of right guesses in independent fits, each with many canaries that are put in or left out
 * by fair coins. In every fit the same number of coins is guessed.
 *
 * <p><b>Claim.</b> If every fit keeps a {@link GuessLimit} in each of its coins, {@link
 * #lowerBound} exceeds the mean share of right guesses that it allows with probability at most
 * {@code falseAlarm}. How the canaries of a fit depend on each other does not matter.
 *
 * <p><b>Proof.</b> <i>The mean.</i> Guesses are a function of the result, which is private in each
 * coin, whatever the others are. Let r_i and w_i be the probabilities that coin i is guessed right
 * and wrong: r_i ≤ F(w_i). On average over the coins r ≤ F(w), as F is concave, and r + w is the
 * share g of coins that are guessed, a fixed number. So r is at most {@link GuessLimit#mostRight}
 * of g, and the mean share of right guesses among all guesses at most r/g.
 *
 * <p><i>The test.</i> Let the shares Y_1 to Y_n be independent, in [0, 1], of mean at most ψ. Let
 * s_t > 0 be chosen from the shares before it, and λ_t be the smaller of s_t and 0.9/ψ. Then 1 +
 * λ_t(Y_t - ψ) is positive and its mean, given those before, at most 1; so the product has a mean
 * of at most 1 and exceeds 1/β with probability at most β (Markov). Each factor falls as ψ grows,
 * whether s_t or 0.9/ψ is the smaller: the bound is the ψ for which the product is 1/β, and every
 * smaller mean is refuted. ∎
 *
 * <p>The stakes s_t are those that win most if the shares vary as they did so far; the first guess
 * is the variance of fair coins.
 *
 * <p><b>Source.</b> The mean over canaries instead of a tail for one fit: ours, after Mahloujifar,
 * Melis and Chaudhuri (2025); bounds on a mean by bets: Waudby-Smith and Ramdas (2024).
 */
final class RightShares {

  private static final double LARGEST_LOSS = 0.9;

  private final int guesses;
  private final double[] shares;

  /**
   * @param guesses how many coins are guessed in a fit
   * @param shares of right guesses, one for each fit
   */
  RightShares(int guesses, double[] shares) {
    Check.atLeastOne("guesses", guesses);
    Check.atLeastOne("fits", shares.length);
    this.guesses = guesses;
    this.shares = shares.clone();
  }

  /** Returns the lower bound on the mean share, at least 0. */
  double lowerBound(double falseAlarm) {
    double[] stakes = stakes(falseAlarm);
    double low = 0;
    double high = 1;
    for (int i = 0; i < 50; i++) {
      double middle = 0.5 * (low + high);
      if (logWealth(stakes, middle) > -Math.log(falseAlarm)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private double logWealth(double[] stakes, double mean) {
    double sum = 0;
    for (int t = 0; t < shares.length; t++) {
      sum += Math.log1p(Math.min(stakes[t], LARGEST_LOSS / mean) * (shares[t] - mean));
    }
    return sum;
  }

  private double[] stakes(double falseAlarm) {
    double[] stakes = new double[shares.length];
    double mean = 0.5;
    double squares = 0.25 / guesses; // as if one fit had been seen
    for (int t = 0; t < shares.length; t++) {
      double variance = squares / (t + 1);
      stakes[t] = Math.sqrt(-2 * Math.log(falseAlarm) / (variance * shares.length));
      double off = shares[t] - mean;
      mean += off / (t + 2);
      squares += off * (shares[t] - mean);
    }
    return stakes;
  }
}
