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
 * and the certificate see to that. Let (E, D) be the total. Entries of an {@link
 * Composition#ADDITIVE} ledger fit if their ε add up to at most E and their δ to at most D,
 * exactly. So do those of a {@link Composition#GAUSSIAN} ledger, or else if the accountant's ε of
 * their composition at δ = D is at most E. {@link TwoFilters} is the rule of {@link
 * Composition#COMPOSED} ledgers with δ; without δ they add up.
 *
 * <p><b>Claim.</b> Everything released through the allowances of a ledger is together (E, D)-DP for
 * its adjacency, whatever questions are asked and whatever events are charged, also when kind,
 * noise and number of the next ones are chosen after looking at the outputs of earlier ones: (1) of
 * an ADDITIVE ledger, (2) of a GAUSSIAN one, (3) of a COMPOSED one, as far as it was charged under
 * this rule. Entries that format 3 or an older one admitted were composed as a list; that relies on
 * events, though not questions, that were fixed without looking at outputs, and {@link Balance}
 * says so.
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
 * size, so at most h(α, v). At α = e^E and v = M² it is at most D. (3) See {@link TwoFilters}. ∎
 *
 * <p><b>Source.</b> Rogers, Roth, Ullman and Vadhan (2016) for (1), where the rule is called a
 * privacy filter; Smith and Thakurta (2022) and Koskela, Tobaben and Honkela (2023) for (2).
 */
public final class BudgetRule {

  private static final String ADDITION = "basic composition, decimals added exactly";

  private static final String DIVERGENCE = "Rényi filter of order ";

  private static final BigDecimal ROOM = new BigDecimal("1.01");

  /** Enough digits to read; rounded up, on the safe side. */
  private static final MathContext PRINTED = new MathContext(9, RoundingMode.CEILING);

  private final Composition composition;
  private final Amount total;
  private final long listed;
  private final Optional<TwoFilters> filters;

  /** The rule of a new ledger. */
  public BudgetRule(Composition composition, Amount total) {
    this(composition, total, 0);
  }

  /**
   * The rule of a ledger whose first entries were admitted as a list.
   *
   * @param listed how many, by format 3 or older ones
   */
  public BudgetRule(Composition composition, Amount total, long listed) {
    this.composition = composition;
    this.total = total;
    this.listed = listed;
    this.filters =
        composition == Composition.COMPOSED && total.delta().signum() > 0
            ? Optional.of(new TwoFilters(total))
            : Optional.empty();
  }

  /** Returns how entries are composed. */
  public Composition composition() {
    return composition;
  }

  /** Returns what all entries together may cost. */
  public Amount total() {
    return total;
  }

  /** Returns the running total of a ledger without entries. */
  public RunningTotal start() {
    return new RunningTotal(filters, Math.max(1, listed));
  }

  /** Computes what an event costs, so that a later decision on it takes no time. */
  public void prepare(Amount amount, PrivacyEvent event) {
    filters.ifPresent(two -> two.plus(Standing.NOTHING, amount, event));
  }

  /** Returns whether one more entry fits in the total. */
  public boolean admits(RunningTotal tally, LedgerEntry next) {
    if (filters.isPresent()) {
      Standing together = tally.standingWith(next.amount(), next.event());
      return filters.get().fits(total.epsilon(), tally.firstWith(together), together);
    }
    return tally.sum().plus(next.amount()).fitsIn(total) // the decimals first: they take no time
        || (composition == Composition.GAUSSIAN
            && fitsAsList(total.epsilon(), tally.with(next.amount(), next.event())));
  }

  /**
   * Returns whether this rule could have admitted the entries, or an older one the listed ones.
   * Costs may differ in their last digits between machines and versions, so a composition is given
   * some room; only entries far above the total were written by another program.
   */
  public boolean couldHold(RunningTotal tally) {
    if (listed > tally.entries()) {
      return false;
    }
    if (composition == Composition.ADDITIVE || tally.entries() == 0) {
      return tally.sum().fitsIn(total);
    }
    BigDecimal room = total.epsilon().multiply(ROOM);
    boolean byFilters =
        filters.isPresent() && filters.get().fits(room, tally.first(), tally.standing());
    boolean byList = composition == Composition.GAUSSIAN || tally.entries() <= listed;
    boolean adds = (filters.isEmpty() || byList) && tally.sum().fitsIn(total);
    return byFilters || adds || (byList && fitsAsList(room, tally));
  }

  private boolean fitsAsList(BigDecimal epsilon, RunningTotal entries) {
    return asList(entries).filter(price -> price.epsilon().compareTo(epsilon) <= 0).isPresent();
  }

  /** The cost of all entries as a list at the total's δ; empty if there is none. */
  private Optional<Price> asList(RunningTotal tally) {
    try {
      Optional<PrivacyEvent> event = tally.event();
      if (event.isEmpty()) {
        return Optional.empty();
      }
      Accountant accountant = Accountant.best(event.get());
      double delta = atMost(total.delta());
      double epsilon = accountant.epsilon(delta);
      return price(epsilon, () -> accountant.nameAt(delta));
    } catch (DemiluneException | IllegalArgumentException tooMuch) {
      return Optional.empty(); // too large for the accountant: the sum of the decimals still holds
    }
  }

  private Optional<Price> price(double epsilon, Supplier<String> accountant) {
    return epsilon < Double.POSITIVE_INFINITY
        ? Optional.of(new Price(new BigDecimal(epsilon), total.delta(), accountant.get()))
        : Optional.empty();
  }

  /**
   * Returns the cost of all entries at the total's δ, other than by adding; empty where the ledger
   * adds up or there is none.
   */
  public Optional<Price> composed(RunningTotal tally) {
    if (filters.isEmpty()) {
      return composition == Composition.GAUSSIAN ? asList(tally) : Optional.empty();
    }
    TwoFilters two = filters.get();
    boolean adds = tally.entries() == 0 || two.adds(tally.first());
    return adds
        ? Optional.empty()
        : price(two.byDivergence(tally.standing()), () -> DIVERGENCE + two.order());
  }

  /** Returns whether the decimals of one more entry fit in ε, but not in the δ that adds up. */
  public boolean lacksDelta(RunningTotal together) {
    return filters.isPresent()
        && together.sum().fitsIn(total)
        && !filters.get().deltaAdds(together.first(), together.standing());
  }

  /** What was spent and what is left. */
  public Balance balance(List<LedgerEntry> entries, RunningTotal tally) {
    Optional<Price> price = composed(tally);
    Amount sum = tally.sum();
    // The sum of the decimals is a cost at the total's δ if its δ is within what adds up.
    boolean byFilters = filters.isPresent() && tally.entries() > 0;
    boolean deltaAdds =
        byFilters
            ? filters.get().deltaAdds(tally.first(), tally.standing())
            : sum.delta().compareTo(total.delta()) <= 0;
    boolean bySum =
        price.isEmpty() || (deltaAdds && sum.epsilon().compareTo(price.get().epsilon()) <= 0);
    Amount spent = bySum ? sum : price.get().printed();
    return new Balance(
        total,
        spent,
        left(tally, spent, bySum),
        sum,
        bySum ? ADDITION : price.get().accountant(),
        reliesOn(),
        List.copyOf(entries));
  }

  private Amount left(RunningTotal tally, Amount spent, boolean bySum) {
    if (filters.isEmpty() || tally.entries() == 0) {
      return TwoFilters.difference(total, spent);
    }
    return bySum
        ? filters.get().leftByAddition(tally.first(), tally.standing())
        : filters.get().leftByDivergence(tally.standing(), spent);
  }

  private List<String> reliesOn() {
    return composition == Composition.COMPOSED && listed > 0
        ? List.of(
            "none of the events of entries 1 to "
                + listed
                + ", from before ledgers allowed it, was chosen by looking at earlier outputs")
        : List.of();
  }

  /**
   * Returns the largest double not above the decimal: rounding δ down makes ε larger, the safe
   * side.
   */
  static double atMost(BigDecimal decimal) {
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
