// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import java.util.Optional;

/**
 * Two accountants around the truth: one for laws that dominate an event, one for laws that it
 * reaches. The upper ends are those of the first, the lower ends those of the second.
 */
record BracketingAccountant(Accountant dominating, Optional<? extends Accountant> reached)
    implements Accountant {

  /** Intervals wider than this fraction of their upper end have a note. */
  private static final double NARROW = 1e-3;

  @Override
  public String name() {
    return dominating.name();
  }

  @Override
  public double epsilon(double delta) {
    return dominating.epsilon(delta);
  }

  @Override
  public double delta(double epsilon) {
    return dominating.delta(epsilon);
  }

  @Override
  public Interval epsilonBetween(double delta) {
    double lower = reached.map(below -> below.epsilonBetween(delta).lower()).orElse(0.0);
    return between(lower, epsilon(delta));
  }

  @Override
  public Interval deltaBetween(double epsilon) {
    double lower = reached.map(below -> below.deltaBetween(epsilon).lower()).orElse(0.0);
    return between(lower, delta(epsilon));
  }

  private static Interval between(double lower, double upper) {
    double safe = Math.min(lower, upper); // the ends may cross by their roundings
    return upper - safe <= NARROW * upper
        ? Interval.of(safe, upper)
        : new Interval(
            safe,
            upper,
            Optional.of("the law that bounds these steps is not one that they are known to reach"));
  }
}
