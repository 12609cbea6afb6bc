// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget.entry;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.RenyiFilter;
import dev.demilune.privacy.Amount;
import java.math.BigDecimal;

/**
 * What some entries cost the two filters of a composed ledger, by addition and by divergence.
 *
 * @param sum ε and δ of all entries added up
 * @param divergence of the Rényi filter's order, of all entries added up
 * @param failure the probabilities of failing beside it, added up
 * @param bare whether nothing but an (ε, δ) with δ &gt; 0 is known of every entry
 */
record Standing(Amount sum, double divergence, BigDecimal failure, boolean bare) {

  static final Standing NOTHING = new Standing(Amount.ZERO, 0, BigDecimal.ZERO, true);

  /**
   * Adds an entry by the cost of its event; where that has no divergence, or a larger one without
   * gain, by the cost of its amount, which the event does not exceed. Where the event's divergence
   * is more than twice the amount's, as of samples with little noise, the amount is taken if its δ
   * still fits among the failures. Both are valid costs, fixed before the output.
   */
  Standing plus(Amount amount, PrivacyEvent event, RenyiFilter filter, BigDecimal mostFailure) {
    RenyiFilter.Cost cost = filter.cost(event);
    double ofEvent = cost.divergence();
    BigDecimal failing = new BigDecimal(cost.failure());
    // One double up: the decimal may lie above the nearest double.
    double ofAmount = filter.pure(Math.nextUp(amount.epsilon().doubleValue()));
    boolean byAmount =
        ofEvent == Double.POSITIVE_INFINITY
            || (ofAmount < ofEvent && amount.delta().compareTo(failing) <= 0)
            || (2 * ofAmount < ofEvent && failure.add(amount.delta()).compareTo(mostFailure) <= 0);
    return new Standing(
        sum.plus(amount),
        RenyiFilter.sum(divergence, byAmount ? ofAmount : ofEvent),
        failure.add(byAmount ? amount.delta() : failing),
        bare && event instanceof PrivacyEvent.Approximate && amount.delta().signum() > 0);
  }
}
