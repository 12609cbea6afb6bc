// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget.entry;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.privacy.Amount;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The rule by which a ledger admits a spend, and the privacy cost of all its entries together.
 *
 * <p>Every entry has an event and an amount (ε, δ) that the event alone does not exceed; the ledger
 * and the certificate see to that. Let (E, D) be the total. A set of entries fits if their ε add up
 * to at most E and their δ to at most D, exactly; or else, unless the ledger is {@link
 * Composition#ADDITIVE}, if the accountant's ε of their composition at δ = D is at most E.
 *
 * <p><b>Claim.</b> Everything released through the allowances of a ledger is together (E, D)-DP for
 * its adjacency, even if the questions about the rows depend on earlier outputs. (1) An ADDITIVE
 * ledger: whatever events are charged, also when kind, noise and number of the next ones are chosen
 * after looking at the outputs of earlier ones. (2) A GAUSSIAN ledger: likewise. (3) A COMPOSED
 * ledger: if the events, though not the questions, are fixed without looking at outputs.
 *
 * <p><b>Proof.</b> Let P and Q be the laws of all outputs on two neighboring tables. (1) With (e,
 * d) left, every way to go on has P(S) ≤ e^e Q(S) + d for all S: this holds if nothing more is
 * spent, and if it holds after the next output y of an event of (ε, δ), chosen before y was seen,
 * then with g(y) = min(1, e^(e-ε) Q(S|y)) we have P(S|y) ≤ g(y) + d - δ and
 *
 * <pre>
 *   P(S) ≤ ∫ g dP + d - δ ≤ e^ε ∫ g dQ + δ + d - δ ≤ e^e Q(S) + d.
 * </pre>
 *
 * (2) Let M be the largest μ whose profile meets (E, D). Entries that fit have Σμ² ≤ M²: this is
 * what the accountant tests, and where the decimals fit, (1) says of a fixed list that the Gaussian
 * mechanism of μ = √Σμ², which is one way to carry it out, is (E, D)-DP. So there is one rule, not
 * a choice between two. Let h(α, v) be the hockey-stick divergence of order α of N(√v, 1) from N(0,
 * 1). With v left of M², every way to go on has H_α(P, Q) ≤ h(α, v) for all α ≥ 0: if nothing more
 * is spent, as H_α is then (1 - α)⁺, which no divergence of order α is below; and if it holds after
 * the next output y, of a Gaussian sum of μ, then with r = dP/dQ of y alone
 *
 * <pre>
 *   H_α(P, Q) = ∫ r(y) H_(α/r(y))(P(·|y), Q(·|y)) dQ(y) ≤ ∫ r(y) h(α/r(y), v - μ²) dQ(y),
 * </pre>
 *
 * the divergence of y followed by a Gaussian release of √(v - μ²): two Gaussian releases of fixed
 * size, so at most h(α, v). At α = e^E and v = M² it is at most D. (3) The entries are then a list
 * fixed beforehand, and so is the rule's verdict on every part of it. What is admitted fits by one
 * of the two costs, both of which hold for a fixed list whose questions are adaptive. To stop early
 * is to withhold outputs. ∎
 *
 * <p>In (3) the condition is needed: choosing whether the next event is a Gaussian sum or a pure
 * step by looking at how much was revealed so far can cost more than the more expensive of the two
 * lists.
 *
 * <p><b>Source.</b> Rogers, Roth, Ullman and Vadhan (2016) for (1), where the rule is called a
 * privacy filter; Smith and Thakurta (2022) and Koskela, Tobaben and Honkela (2023) for (2).
 */
public record BudgetRule(Composition composition, Amount total) {

  private static final String ADDITION = "basic composition, decimals added exactly";

  private static final String NO_LOOKING =
      "no event of this ledger was chosen by looking at earlier outputs";

  private static final String NO_LOOKING_OR_GAUSSIAN =
      "nothing but Gaussian sums is ever charged to this ledger, or no event is chosen by looking"
          + " at earlier outputs";

  private static final BigDecimal ROOM = new BigDecimal("1.01");

  /** Enough digits to read; rounded up, on the safe side. */
  private static final MathContext PRINTED = new MathContext(9, RoundingMode.CEILING);

  /** Returns whether one more entry fits in the total. */
  public boolean admits(RunningTotal tally, LedgerEntry next) {
    return fits(
        total.epsilon(),
        tally.sum().plus(next.amount()),
        () -> tally.with(next.amount(), next.event()));
  }

  /**
   * Returns whether this rule could have admitted the entries. Costs may differ in their last
   * digits between machines and versions, so a composition is given some room; only entries far
   * above the total were written by another program.
   */
  public boolean couldHold(RunningTotal tally) {
    BigDecimal room = composition == Composition.ADDITIVE ? BigDecimal.ONE : ROOM;
    return fits(total.epsilon().multiply(room), tally.sum(), () -> tally);
  }

  /** Compares the decimals first, which takes no time. */
  private boolean fits(BigDecimal epsilon, Amount sum, Supplier<RunningTotal> entries) {
    return sum.fitsIn(new Amount(epsilon, total.delta()))
        || composed(entries.get()).filter(p -> p.epsilon().compareTo(epsilon) <= 0).isPresent();
  }

  /**
   * Returns the cost of all entries at the total's δ; empty where the sum of the decimals is less.
   */
  public Optional<Price> composed(RunningTotal tally) {
    if (composition == Composition.ADDITIVE) {
      return Optional.empty();
    }
    try {
      Optional<PrivacyEvent> event = tally.event();
      if (event.isEmpty()) {
        return Optional.empty();
      }
      Accountant accountant = Accountant.best(event.get());
      double delta = atMost(total.delta());
      double epsilon = accountant.epsilon(delta);
      return epsilon < Double.POSITIVE_INFINITY
          ? Optional.of(new Price(new BigDecimal(epsilon), total.delta(), accountant.nameAt(delta)))
          : Optional.empty();
    } catch (DemiluneException | IllegalArgumentException tooMuch) {
      return Optional.empty(); // too large for the accountant: the sum of the decimals still holds
    }
  }

  /** What was spent and what is left. */
  public Balance balance(List<LedgerEntry> entries, RunningTotal tally) {
    Optional<Price> price = composed(tally);
    Amount sum = tally.sum();
    // The sum of the decimals is a cost at the total's δ if its δ is within that.
    boolean bySum =
        price.isEmpty()
            || (sum.delta().compareTo(total.delta()) <= 0
                && sum.epsilon().compareTo(price.get().epsilon()) <= 0);
    Amount spent = bySum ? sum : price.get().printed();
    return new Balance(
        total,
        spent,
        sum,
        bySum ? ADDITION : price.get().accountant(),
        reliesOn(tally),
        List.copyOf(entries));
  }

  private List<String> reliesOn(RunningTotal tally) {
    if (composition != Composition.COMPOSED) {
      return List.of();
    }
    return List.of(tally.onlyGaussian() ? NO_LOOKING_OR_GAUSSIAN : NO_LOOKING);
  }

  /**
   * Returns the largest double not above the decimal: rounding δ down makes ε larger, the safe
   * side.
   */
  private static double atMost(BigDecimal decimal) {
    double nearest = decimal.doubleValue();
    return new BigDecimal(nearest).compareTo(decimal) > 0 ? Math.nextDown(nearest) : nearest;
  }

  /** A cost at the total's δ, exactly as computed, and the accountant that computed it. */
  public record Price(BigDecimal epsilon, BigDecimal delta, String accountant) {

    /** Returns the cost for display, rounded up. */
    public Amount printed() {
      return new Amount(epsilon.round(PRINTED), delta);
    }
  }
}
