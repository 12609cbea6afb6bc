/**
 * What is promised to each person: plain values, and the glossary of this library.
 *
 * <p>Everything here can be printed, saved and mailed. Nothing here reads a row, draws noise or
 * computes a privacy cost: events and their costs are in {@code accounting}, spending is in {@code
 * budget}. Open {@link dev.demilune.privacy.Guarantee} first, then {@link
 * dev.demilune.privacy.Certificate}.
 *
 * <p>One word per idea:
 *
 * <ul>
 *   <li><b>guarantee</b>: how much a release may reveal about one person ({@code PureDp.of(1)});
 *   <li><b>adjacency</b>: what one person can change in the table, and so what is protected;
 *   <li><b>budget</b>: the guarantee that all releases from one table must satisfy together;
 *   <li><b>ledger</b>: the durable, append-only record of what a budget was spent on;
 *   <li><b>spend</b>: to charge a ledger, before any row is read;
 *   <li><b>allowance</b>: the receipt of a spend; it pays for one fit and works once;
 *   <li><b>certificate</b>: what a fit promises, how that was derived and what it relies on;
 *   <li><b>schema</b>: public knowledge about a table: columns, ranges, categories, labels;
 *   <li><b>bound</b>: to limit the norm of a row by a public constant, so that sums have a
 *       sensitivity;
 *   <li><b>learner</b>: an immutable public configuration of an algorithm;
 *   <li><b>plan</b>: what a learner would do for given public sizes, without data;
 *   <li><b>fit</b>: to train on bounded rows with an allowance; and its result;
 *   <li><b>model</b>: what a fit publishes and a prediction needs;
 *   <li><b>margin</b>: the difference of the two best scores;
 *   <li><b>radius</b>: how far an input can move without changing the prediction;
 *   <li><b>audit</b>: an attempt to refute a guarantee by an attack;
 *   <li><b>exhibit</b>: a published algorithm that is not private as claimed, with an attack.
 * </ul>
 */
package dev.demilune.privacy;
