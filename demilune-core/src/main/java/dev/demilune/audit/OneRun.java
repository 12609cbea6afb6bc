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
 * <p><b>Claim.</b> If the run keeps a {@link GuessLimit} in every coin, {@link #refutes} is true
 * with probability at most its false-alarm rate. This is sharper than δ alone where the trade-off
 * is known, as for Gaussian noise.
 *
 * <p><b>Proof.</b> Let R be the number of right guesses of c, and R_i that without coin i. "Coin i
 * is guessed, and R_i ≥ k - 1" depends on the result and the other coins, so the probability that
 * the guess is right then is at most F of that that it is wrong. Sum over the m coins, F being
 * concave: with a_k = E[R; R ≥ k] and b_k = E[c - R; R ≥ k], a_k/m ≤ F(b_(k-1)/m). So a_k from
 * below bounds b_(k-1) from below. With p_j = P(R = j), b_j - b_(j+1) = (c - j)p_j and a_j -
 * a_(j+1) = j·p_j: summed by parts, a_k = a_v - (v-1)/(c-v+1)·b_v + Σ (positive)·b_j over j from k
 * to v - 1, so that lower bounds on the b_j are lower bounds on the a_k, too. Suppose that R ≥ v
 * with probability β: then a_v ≥ vβ and b_v ≤ (c - v)β, and from there all a_k and b_k are bounded
 * from below, one after the other. But a_0 + b_0 = c. If the bounds make more, β was too large. ∎
 *
 * <p>The second claim is that of Mahloujifar, Melis and Chaudhuri (2025), with our proof. No one
 * run can say much at a small ε: a run that gives all coins away at once, with a small probability,
 * may be as private.
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
   * Returns whether so many right guesses, or more, have a probability below {@code falseAlarm} in
   * every run that keeps the trade-off.
   */
  public boolean refutes(GuessLimit claim, double falseAlarm) {
    double inRight = right * falseAlarm; // a_k, and b_k below
    double inWrong = (guesses - right) * falseAlarm;
    for (int k = right; k > 0 && inRight + inWrong <= guesses; k--) {
      double least = canaries * claim.leastWrong(inRight / canaries);
      double more = Math.max(0, least - inWrong) / (guesses - k + 1);
      inRight += (k - 1) * more;
      inWrong = Math.max(inWrong, least);
    }
    return inRight + inWrong > guesses * (1 + 1e-9); // a little above: sums are rounded
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
