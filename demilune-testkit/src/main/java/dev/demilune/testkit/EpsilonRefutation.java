// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.internal.Check;
import java.util.function.IntToDoubleFunction;

/**
 * A test of a claim by runs on two neighboring tables: {@link dev.demilune.audit.EpsilonAudit}
 * compared with the claim.
 *
 * <p><b>Claim.</b> If the runs are (ε, δ)-differentially private, they are refuted with probability
 * at most {@code falseAlarm}.
 *
 * <p><b>Proof.</b> That of {@link dev.demilune.audit.EpsilonAudit}: its lower bound exceeds ε no
 * more often. ∎
 *
 * @param epsilon the claimed ε
 * @param delta the claimed δ
 * @param pilots runs on each table that select the event
 * @param trials runs on each table that are counted
 * @param falseAlarm the largest probability of refuting a true claim
 */
public record EpsilonRefutation(
    double epsilon, double delta, int pilots, int trials, double falseAlarm) {

  /** What an audit found: the claim is refuted when the lower bound exceeds it. */
  public record Finding(double lowerBound, boolean refuted) {}

  public EpsilonRefutation {
    Check.positive("epsilon", epsilon);
    Check.notNegative("delta", delta);
    Check.positive("falseAlarm", falseAlarm);
    Check.between("pilots", pilots, 1, Integer.MAX_VALUE);
    Check.between("trials", trials, 1, Integer.MAX_VALUE - (long) pilots);
  }

  /**
   * Runs on both tables and compares. Runs are numbered from 0 and must be independent; they may be
   * executed on several threads.
   *
   * @param without the statistic of a run on the table without the canary
   * @param with the statistic of a run on the table with it
   */
  public Finding of(IntToDoubleFunction without, IntToDoubleFunction with) {
    double bound =
        dev.demilune.audit.EpsilonAudit.byEvents(delta, falseAlarm)
            .of(pilots, trials, without, with)
            .lowerBound();
    return new Finding(bound, bound > epsilon);
  }
}
