// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.internal.Check;

/**
 * The tighter bound that holds for Gaussian noise.
 *
 * <p><b>Claim.</b> If the runs are μ-Gaussian DP, the bound exceeds the ε of μ at δ with
 * probability at most the false-alarm rate.
 *
 * <p><b>Proof.</b> μ-Gaussian DP says that no guess with false positive rate q has a true positive
 * rate p above Φ(Φ⁻¹(q) + μ). So a guess is right with probability a = (p + 1 - q)/2, on average
 * over the two tables, and a is largest where Φ⁻¹(q) = -μ/2: a ≤ Φ(μ/2). The right guesses of 2n
 * runs are a sum of independent coins of mean a; where a is at least one half and the tail is below
 * one quarter, that sum reaches a value no more often than 2n coins of equal mean do (Hoeffding
 * 1956, Theorem 4; the value then exceeds the mean by more than one, by Doerr 2018). So {@link
 * ClopperPearson} bounds a from below, 2Φ⁻¹(a) bounds μ, and the ε of a Gaussian sum at δ grows
 * with μ. ∎
 *
 * <p>What is tested is the claim "μ-Gaussian DP", which a learner makes whose releases are all
 * Gaussian sums. It says more than (ε, δ) at one δ, and so is easier to refute: every error counts,
 * and not only rare ones. To refute it is to refute the certificate. For other noise the bound says
 * nothing.
 *
 * <p><b>Source.</b> Dong, Roth and Su (2022); Nasr and others (2023) for its use in audits, with an
 * interval for each error rate; one for their mean is ours, and needs a third of the runs.
 *
 * @param delta the claimed δ
 */
public record GaussianBound(double delta) implements EpsilonBound {

  /** Beyond this no one is protected, and more runs add nothing. */
  private static final double LARGEST_MU = 100;

  private static final double LARGEST_FALSE_ALARM = 0.25;

  public GaussianBound {
    Check.positive("delta", delta);
  }

  @Override
  public double of(int truePositives, int falsePositives, int runs, double falseAlarm) {
    return epsilon(mu(truePositives, falsePositives, runs, falseAlarm));
  }

  /** Returns the ε of a lower bound on μ, rounded down. */
  double epsilon(double mu) {
    return mu > 0
        ? Accountant.best(new PrivacyEvent.GaussianSum(1 / mu)).epsilonBetween(delta).lower()
        : 0;
  }

  /** Returns the lower bound on μ itself, at least 0. */
  public static double mu(int truePositives, int falsePositives, int runs, double falseAlarm) {
    if (!(falseAlarm <= LARGEST_FALSE_ALARM)) {
      throw new IllegalArgumentException("falseAlarm must be at most 0.25, got " + falseAlarm);
    }
    Check.between("falsePositives", falsePositives, 0, runs);
    long right = (long) truePositives + runs - falsePositives;
    double share = ClopperPearson.lower(right, 2L * runs, falseAlarm);
    // A little below: the quantile is rounded, and so is what the accountant makes of it.
    return Math.max(0, Math.min(LARGEST_MU, 2 * NormalQuantile.of(share) * (1 - 1e-12)));
  }

  @Override
  public String describe() {
    return "Gaussian DP";
  }
}
