// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Generalized additive models of tables, trained on exact integer sums.
 *
 * <p>{@link dev.demilune.learn.additive.Additive} is the learner. Its training is a chain: noisy
 * counts of public cells give ranks, ranks give hat functions, a noisy mean and a noisy second
 * moment center and whiten the rows, noisy descent finds weights, and the weights are read as shape
 * functions. Rows are reached in one class, which has the proof; everything else is post-processing
 * of what it releases.
 *
 * <p>Rows must have named columns: what a column says of a record is stored beside its features
 * ({@link dev.demilune.schema.PartCodes}).
 *
 * <pre>{@code
 * Learner learner = Additive.withDefaults().with(Additive.INTERACTIONS, 0); // shapes alone
 * Plan plan = learner.plan(Shape.of(schema), ApproximateDp.of(1, 1e-6));
 * }</pre>
 */
package dev.demilune.learn.additive;
