// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget.entry;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.RenyiFilter;
import dev.demilune.privacy.Amount;
import java.math.BigDecimal;
import java.util.Locale;

/**
 * The rule of a composed ledger with a total (E, D), D &gt; 0: addition, or a Rényi filter.
 *
 * <p>Entries fit <i>by addition</i> if their ε sum to at most E and their δ to at most D/2. They
 * fit <i>by divergence</i> if the probabilities that {@link RenyiFilter} has for failing sum to at
 * most D/4, and it proves ε ≤ E at δ = D/4 for the sum of the divergences. Entries are admitted
 * while they fit one way or the other. But if the first entry fits (E, D) and is a bare (ε, δ), or
 * fits neither by addition nor in half of the divergence that E leaves, then the ledger adds up
 * from the beginning, to (E, D).
 *
 * <p><b>Claim.</b> Everything released is together (E, D)-DP, also if kind, noise and number of the
 * events are chosen by looking at earlier outputs.
 *
 * <p><b>Proof.</b> The first entry is charged before there is any output. So it is the same on all
 * courses of the interaction and on both neighbors, and it may choose the rule. If it chooses
 * addition, {@link BudgetRule} has the proof. Otherwise let P and Q be the laws of all outputs on
 * two neighbors, S a set of them, S₁ those of S whose entries fit by addition in the end, and S₂
 * the others, whose entries fit by divergence. Stop the interaction before the first entry that
 * would not fit by addition. Sums only grow, so on S₁ that changes nothing, and the stopped
 * interaction obeys the filter of addition for (E, D/2) on every course: P(S₁) ≤ e^E Q(S₁) + D/2.
 * Likewise P(S₂) ≤ e^E Q(S₂) + D/4 + D/4 by the Rényi filter. Add the two. ∎
 *
 * <p>The δ of the two is added because a spender may look at outputs and choose which way to go. It
 * cannot be saved: after a first entry of pure ε, a filter that admits whatever adds up to (E, D)
 * has no room for anything else.
 *
 * <p>Entries that were there before this rule was (the first {@code listed} of them) stand for the
 * first entry: they were charged under the premise that none was chosen by looking.
 */
final class TwoFilters {

  private static final BigDecimal TWO = BigDecimal.valueOf(2);
  private static final BigDecimal FOUR = BigDecimal.valueOf(4);

  private final Amount total;
  private final Amount added;
  private final BigDecimal quarter;
  private final RenyiFilter filter;

  TwoFilters(Amount total) {
    this.total = total;
    this.added = new Amount(total.epsilon(), total.delta().divide(TWO)); // exact in decimals
    this.quarter = total.delta().divide(FOUR);
    double delta = BudgetRule.atMost(quarter);
    // The ε is only a hint at which order to take, and δ = 0 would leave none.
    this.filter = RenyiFilter.of(total.epsilon().doubleValue(), Math.max(delta, Double.MIN_NORMAL));
  }

  /** The order of the Rényi filter, for display. */
  String order() {
    return String.format(Locale.ROOT, "%.4g", filter.order());
  }

  /** What the entries cost with one more. */
  Standing plus(Standing before, Amount amount, PrivacyEvent event) {
    return before.plus(amount, event, filter, quarter);
  }

  /** Whether the first entry made the ledger one that adds up. */
  boolean adds(Standing first) {
    if (!first.sum().fitsIn(total)) {
      return false;
    }
    return first.bare() || !(first.sum().fitsIn(added) || fitsInHalf(first));
  }

  private boolean fitsInHalf(Standing first) {
    double whole = RenyiFilter.sum(first.divergence(), first.divergence());
    return fitsByDivergence(
        total.epsilon(), new Standing(first.sum(), whole, first.failure(), first.bare()));
  }

  /** Whether the entries fit, in this ε and the total's δ. */
  boolean fits(BigDecimal epsilon, Standing first, Standing now) {
    if (adds(first)) {
      return now.sum().fitsIn(new Amount(epsilon, total.delta()));
    }
    return now.sum().fitsIn(new Amount(epsilon, added.delta())) || fitsByDivergence(epsilon, now);
  }

  private boolean fitsByDivergence(BigDecimal epsilon, Standing now) {
    double cost = byDivergence(now);
    return cost < Double.POSITIVE_INFINITY && new BigDecimal(cost).compareTo(epsilon) <= 0;
  }

  /** The ε at the total's δ by the Rényi filter; infinity if it has none. */
  double byDivergence(Standing now) {
    return now.failure().compareTo(quarter) <= 0 && quarter.doubleValue() >= Double.MIN_NORMAL
        ? filter.epsilon(now.divergence())
        : Double.POSITIVE_INFINITY;
  }

  /** Whether the sum is a cost at the total's δ, given what the first entry decided. */
  boolean deltaAdds(Standing first, Standing now) {
    return now.sum().delta().compareTo(adds(first) ? total.delta() : added.delta()) <= 0;
  }

  /** What surely fits beside the entries, of any kind, by addition; nothing if they do not. */
  Amount leftByAddition(Standing first, Standing now) {
    return deltaAdds(first, now) ? difference(adds(first) ? total : added, now.sum()) : Amount.ZERO;
  }

  /** What fits beside the entries as a bare (ε, δ), by divergence; nothing if they do not. */
  Amount leftByDivergence(Standing now, Amount spent) {
    return difference(
        new Amount(total.epsilon(), quarter), new Amount(spent.epsilon(), now.failure()));
  }

  static Amount difference(Amount all, Amount part) {
    return new Amount(
        all.epsilon().subtract(part.epsilon()).max(BigDecimal.ZERO),
        all.delta().subtract(part.delta()).max(BigDecimal.ZERO));
  }
}
