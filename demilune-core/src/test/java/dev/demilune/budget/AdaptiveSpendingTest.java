// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.PrivacyEvent.Approximate;
import dev.demilune.accounting.PrivacyEvent.Composed;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.PrivacyEvent.PoissonSampled;
import dev.demilune.accounting.PrivacyEvent.Pure;
import dev.demilune.accounting.RenyiFilter;
import dev.demilune.budget.entry.BudgetRule;
import dev.demilune.budget.entry.Composition;
import dev.demilune.budget.entry.LedgerEntry;
import dev.demilune.budget.entry.RunningTotal;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Amount;
import dev.demilune.privacy.ApproximateDp;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiPredicate;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.numbers.gamma.Erfc;
import org.junit.jupiter.api.Test;

/** Spenders who look at outputs and then decide what to charge next; their gain is exact here. */
class AdaptiveSpendingTest {

  /** An output: the likelihood ratio P/Q, and the mass under Q. */
  private record Output(double ratio, double mass) {}

  /** A release: what is charged, and the outputs of its worst pair of laws. */
  private record Release(Amount amount, PrivacyEvent event, List<Output> outputs) {

    static Release pure(double epsilon) {
      double e = Math.exp(epsilon);
      return new Release(
          new Amount(BigDecimal.valueOf(epsilon), BigDecimal.ZERO),
          new Pure(epsilon),
          List.of(new Output(e, 1 / (1 + e)), new Output(1 / e, e / (1 + e))));
    }

    /** With probability δ it tells which of the two tables it is. */
    static Release approximate(double epsilon, double delta) {
      double e = Math.exp(epsilon);
      return new Release(
          Amount.of(ApproximateDp.of(epsilon, delta)),
          new Approximate(epsilon, delta),
          List.of(
              new Output(e, (1 - delta) / (1 + e)),
              new Output(1 / e, (1 - delta) * e / (1 + e)),
              new Output(0, delta)));
    }

    /** The mass under P where Q has none. */
    double certain() {
      return Math.max(0, 1 - outputs.stream().mapToDouble(y -> y.ratio * y.mass).sum());
    }

    LedgerEntry entry() {
      return new LedgerEntry(1, Instant.EPOCH, "", "", "x", amount, event, "");
    }
  }

  /**
   * The largest P(S) - t Q(S) that a spender reaches who has spent {@code before}: stops, or takes
   * an admitted release and goes on by its output.
   */
  private static double gain(
      List<Release> menu,
      BiPredicate<List<Release>, Release> admits,
      List<Release> before,
      double t,
      int most) {
    double best = Math.max(0, 1 - t);
    if (most == 0) {
      return best;
    }
    for (Release next : menu) {
      if (!admits.test(before, next)) {
        continue;
      }
      List<Release> after = new ArrayList<>(before);
      after.add(next);
      double gain = next.certain(); // nothing can be lost any more
      for (Output output : next.outputs) {
        gain +=
            output.ratio == 0
                ? 0 // Q alone is left: stop
                : output.mass
                    * output.ratio
                    * gain(menu, admits, after, t / output.ratio, most - 1);
      }
      best = Math.max(best, gain);
    }
    return best;
  }

  private static BiPredicate<List<Release>, Release> by(BudgetRule rule) {
    return (before, next) -> {
      RunningTotal tally = rule.start();
      before.forEach(one -> tally.add(one.amount, one.event));
      return rule.admits(tally, next.entry());
    };
  }

  /** What looks like a rule and is none: whatever one filter or the other admits for all of δ. */
  private static BiPredicate<List<Release>, Release> byEither(Amount total) {
    RenyiFilter filter = RenyiFilter.of(total.epsilon().doubleValue(), total.delta().doubleValue());
    return (before, next) -> {
      List<Release> all = new ArrayList<>(before);
      all.add(next);
      Amount sum = all.stream().map(Release::amount).reduce(Amount.ZERO, Amount::plus);
      double divergence =
          all.stream().mapToDouble(one -> filter.cost(one.event).divergence()).sum();
      boolean certain = all.stream().allMatch(one -> filter.cost(one.event).failure() == 0);
      return sum.fitsIn(total)
          || (certain && filter.epsilon(divergence) <= total.epsilon().doubleValue());
    };
  }

  /**
   * A sample with little noise has a huge divergence and a small amount. It counts by the amount,
   * so that it fits beside ten Gaussian sums that do not add up within half of δ.
   */
  @Test
  void anEventThatComposesBadlyCountsByItsAmount() {
    BudgetRule rule = new BudgetRule(Composition.COMPOSED, Amount.of(ApproximateDp.of(1, 1e-5)));
    ApproximateDp tenth = ApproximateDp.of(0.1, 1e-6);
    GaussianSum sum = new GaussianSum(GaussianCalibration.noiseMultiplier(tenth, 1));
    RunningTotal tally = rule.start();
    for (int i = 0; i < 10; i++) {
      tally.add(Amount.of(tenth), sum);
    }
    PrivacyEvent sampled =
        new PoissonSampled(1e-6, Adjacency.ADD_OR_REMOVE_ONE, new GaussianSum(1 / 12.0));
    LedgerEntry small =
        new LedgerEntry(
            1, Instant.EPOCH, "", "", "x", Amount.of(ApproximateDp.of(0.01, 1e-6)), sampled, "");
    assertThat(rule.admits(tally, small)).isTrue();
  }

  /** Best spenders against random totals and menus; a rule that gives δ away twice is caught. */
  @Test
  void noSpenderWhoLooksExceedsTheTotal() {
    SplittableRandom random = new SplittableRandom(1);
    int caught = 0;
    int composed = 0;
    for (int trial = 0; trial < 60; trial++) {
      double epsilon = round(0.5 + 2 * random.nextDouble());
      double delta = round(0.02 + 0.2 * random.nextDouble());
      Amount total = Amount.of(ApproximateDp.of(epsilon, delta));
      List<Release> menu = new ArrayList<>();
      menu.add(Release.pure(round(epsilon * (0.15 + 0.4 * random.nextDouble()))));
      menu.add(Release.pure(round(epsilon * (0.3 + 0.7 * random.nextDouble()))));
      menu.add(Release.approximate(round(epsilon * random.nextDouble()) + 0.001, delta));
      menu.add(Release.approximate(round(epsilon / 3), round(delta * random.nextDouble() / 2)));
      double t = Math.exp(epsilon);

      BiPredicate<List<Release>, Release> rule = by(new BudgetRule(Composition.COMPOSED, total));
      assertThat(gain(menu, rule, List.of(), t, 4))
          .as("trial %d, total %s", trial, total)
          .isLessThanOrEqualTo(delta * (1 + 1e-12));
      caught += gain(menu, byEither(total), List.of(), t, 4) > delta * 1.001 ? 1 : 0;
      // The rule is not addition alone: it admits lists that do not add up.
      Release often = menu.get(0);
      List<Release> many = new ArrayList<>();
      while (many.size() < 20 && rule.test(many, often)) {
        many.add(often);
      }
      composed += many.size() * often.amount.epsilon().doubleValue() > epsilon ? 1 : 0;
    }
    assertThat(caught).isGreaterThan(10);
    assertThat(composed).isGreaterThan(0);
  }

  private static double round(double value) {
    return Math.max(0.001, Math.rint(value * 1000) / 1000);
  }

  private static final double MU = 1 / 6.812;
  private static final double RATE = 9.5e-6;
  private static final GaussianSum FIRST = new GaussianSum(6.812);
  private static final Pure PURE = new Pure(0.5);
  private static final PoissonSampled SAMPLED =
      new PoissonSampled(RATE, Adjacency.ADD_OR_REMOVE_ONE, new GaussianSum(1.0 / 12));

  /**
   * A Gaussian sum, and by its output a pure step or a rare sample with hardly any noise. Each of
   * the two lists costs ε ≤ 1 at δ = 1e-5; by looking the spender reaches 1.105.
   */
  @Test
  void oneLookBetweenTwoSpendsDoesNotExceedTheTotal() {
    double delta = 1e-5;
    for (PrivacyEvent second : List.of(PURE, SAMPLED)) {
      assertThat(Accountant.best(Composed.of(FIRST, second)).epsilon(delta)).isLessThan(1);
    }
    DoubleUnaryOperator both = t -> Math.max(ofPure(t), ofSample(t));
    assertThat(afterLooking(1, both)).isBetween(1.9e-5, 2e-5); // nearly twice what is promised
    assertThat(afterLooking(1.105, both)).isGreaterThan(delta);
    assertThat(afterLooking(1.106, both)).isLessThan(delta);

    BudgetRule rule = new BudgetRule(Composition.COMPOSED, Amount.of(ApproximateDp.of(1, delta)));
    for (double charged : new double[] {1e-5, 5e-6, 1e-6, 1e-7}) {
      RunningTotal tally = rule.start();
      LedgerEntry first = entry(FIRST, charged);
      if (!rule.admits(tally, first)) {
        continue;
      }
      tally.add(first.amount(), first.event());
      boolean pure = rule.admits(tally, entry(PURE, 0));
      boolean sampled =
          rule.admits(tally, entry(SAMPLED, RATE * 1.01))
              || rule.admits(tally, entry(SAMPLED, 1e-7));
      double reached =
          afterLooking(
              1,
              t ->
                  Math.max(
                      Math.max(0, 1 - t),
                      Math.max(pure ? ofPure(t) : 0, sampled ? ofSample(t) : 0)));
      assertThat(reached).as("charged δ %s", charged).isLessThanOrEqualTo(delta);
    }
  }

  private static LedgerEntry entry(PrivacyEvent event, double delta) {
    double epsilon = Accountant.best(event).epsilon(delta);
    Amount amount =
        new Amount(
            BigDecimal.valueOf(Math.max(epsilon, 1e-9)),
            delta == 0 ? BigDecimal.ZERO : BigDecimal.valueOf(delta));
    return new LedgerEntry(1, Instant.EPOCH, "", "", "x", amount, event, "");
  }

  /** P(S) - e^ε Q(S) of the Gaussian sum and what follows, by the trapezoidal rule. */
  private static double afterLooking(double epsilon, DoubleUnaryOperator next) {
    double step = 1e-4;
    double sum = 0;
    for (double y = -12; y <= 12; y += step) {
      double ratio = Math.exp(MU * y - MU * MU / 2);
      sum += Math.exp(-y * y / 2) * ratio * next.applyAsDouble(Math.exp(epsilon) / ratio);
    }
    return sum * step / Math.sqrt(2 * Math.PI);
  }

  private static double ofPure(double t) {
    double e = Math.exp(PURE.epsilon());
    return t <= 1 / e ? 1 - t : Math.max(0, (e - t) / (1 + e));
  }

  /** The row is in the table: (1-q) N(0) + q N(12) against N(0). */
  private static double ofSample(double t) {
    if (t <= 1 - RATE) {
      return 1 - t;
    }
    double m = 12;
    double from = (Math.log((t - 1 + RATE) / RATE) + m * m / 2) / m;
    return RATE * tail(from - m) + (1 - RATE - t) * tail(from);
  }

  private static double tail(double x) {
    return Erfc.value(x / Math.sqrt(2)) / 2;
  }
}
