// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import dev.demilune.internal.Check;
import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.numbers.gamma.RegularizedBeta;

/**
 * A lower bound on ε from one run with many canaries, each put in or left out by a fair coin.
 *
 * <p>The adversary sees the result, guesses some of the coins, and may pass on the others.
 *
 * <p><b>Claim.</b> If the run is (ε, δ)-differentially private in every coin, {@link #pValue} is
 * below β with probability at most β.
 *
 * <p><b>Proof.</b> Given the result and all coins but one, that coin is right with probability at
 * most p = e^ε/(1 + e^ε), but for what δ allows: so without δ the number of right guesses is at
 * most a binomial of r trials and p (stochastically), and P(v or more) is its tail. With δ, the
 * number of coins that the result gives away has a mean of at most 2mδ; what it can add to the tail
 * is that number times the largest α. Steinke, Nasr and Jagielski (2023), Theorem 5.2. That coins
 * choose between presence and absence is not used: a choice between two rows works as well. ∎
 *
 * <p><b>Relies on.</b> Guesses made by rule from the result alone; a fixed number of them, or a
 * union bound over the numbers that are tried.
 *
 * @param canaries how many coins were thrown, m
 * @param guesses how many of them were guessed, r
 * @param right how many guesses were right, v
 */
public record OneRun(int canaries, int guesses, int right) {

  /** The bound is found to this precision: a step of the search from below. */
  private static final double STEP = 1.0 / 64;

  private static final double LARGEST = 100;

  public OneRun {
    Check.atLeastOne("canaries", canaries);
    Check.between("guesses", guesses, 1, canaries);
    Check.between("right", right, 0, guesses);
  }

  /**
   * Returns an upper bound on the probability of this many right guesses, if the run is (ε,
   * δ)-private.
   */
  public double pValue(double epsilon, double delta) {
    Check.notNegative("epsilon", epsilon);
    Check.notNegative("delta", delta);
    if (right == 0) {
      return 1;
    }
    double p = 1 / (1 + Math.exp(-epsilon));
    double tail = RegularizedBeta.value(p, right, guesses - right + 1.0);
    double steepest = 0;
    double mass = 0; // of the values from right - i to right - 1
    for (int i = 1; delta > 0 && i <= right; i++) {
      mass += binomial(right - i, p);
      steepest = Math.max(steepest, mass / i);
    }
    return Math.min(1, tail + steepest * 2 * canaries * delta);
  }

  private double binomial(int successes, double p) {
    return Math.exp(
        LogGamma.value(guesses + 1.0)
            - LogGamma.value(successes + 1.0)
            - LogGamma.value(guesses - successes + 1.0)
            + successes * Math.log(p)
            + (guesses - successes) * Math.log1p(-p));
  }

  /**
   * Returns the lower bound on ε: every smaller ε has a p-value below {@code falseAlarm}.
   *
   * @param falseAlarm how often the bound may be wrong: 0.05 for a confidence of 95 %
   */
  public double lowerBound(double delta, double falseAlarm) {
    double low = 0;
    while (low < LARGEST && pValue(low + STEP, delta) < falseAlarm) {
      low += STEP;
    }
    if (low == 0 && pValue(0, delta) >= falseAlarm) {
      return 0;
    }
    double high = low + STEP;
    for (int i = 0; i < 50; i++) {
      double middle = 0.5 * (low + high);
      if (pValue(middle, delta) < falseAlarm) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
