// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.accounting.pld.PrivacyLoss;
import dev.demilune.accounting.pld.Scenario;
import java.util.List;

/**
 * Bounds the cost of events by the distribution of their privacy loss, as certified intervals.
 *
 * <p>Answers are computed when asked for, kept, and the same for every thread and every run.
 */
final class PldAccountant implements Accountant {

  private final PrivacyLoss loss;
  private final Answers<Interval> epsilons; // a grid takes up to seconds
  private final Answers<Interval> deltas;

  private PldAccountant(PrivacyLoss loss) {
    this.loss = loss;
    this.epsilons = new Answers<>(delta -> Interval.of(loss.epsilonBetween(delta)));
    this.deltas = new Answers<>(epsilon -> Interval.of(loss.deltaBetween(epsilon)));
  }

  static PldAccountant of(List<Scenario> scenarios) {
    return new PldAccountant(PrivacyLoss.of(scenarios));
  }

  /** The same with another relative width of the intervals. */
  PldAccountant withTolerance(double relativeWidth) {
    return new PldAccountant(loss.withTolerance(relativeWidth));
  }

  @Override
  public String name() {
    return "privacy loss distribution";
  }

  @Override
  public double epsilon(double delta) {
    return epsilonBetween(delta).upper();
  }

  @Override
  public double delta(double epsilon) {
    return deltaBetween(epsilon).upper();
  }

  @Override
  public Interval epsilonBetween(double delta) {
    return epsilons.at(Arguments.delta(delta));
  }

  @Override
  public Interval deltaBetween(double epsilon) {
    return deltas.at(Arguments.epsilon(epsilon));
  }
}
