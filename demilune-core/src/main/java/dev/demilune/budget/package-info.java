/**
 * Spends a budget, once, before anyone looks at a row.
 *
 * <p>A {@link dev.demilune.budget.Ledger} knows the total guarantee of one protected table, the
 * adjacency it is about, and everything spent on it. {@code spend} charges durably and only then
 * hands out an {@link dev.demilune.budget.Allowance}, without which no learner can fit. It sits
 * between {@code accounting} and the learners. Open {@code Ledger} first:
 *
 * <pre>{@code
 * Ledger ledger =
 *     Ledger.inMemory("customers", Adjacency.REPLACE_ONE, PureDp.of(1), Randomness.secure());
 * Allowance allowance = ledger.spend("churn model", PureDp.of(0.5));
 * }</pre>
 *
 * <p>Every entry holds an event, and together they cost what their composition costs; {@link
 * dev.demilune.budget.entry.Composition} says what that relies on. Amounts are exact decimals: ten
 * times 0.1 is 1. A crash can lose budget, never privacy: no allowance exists whose charge is not
 * on the disk. No class here ever reads a row, and none changes or removes an entry.
 */
package dev.demilune.budget;
