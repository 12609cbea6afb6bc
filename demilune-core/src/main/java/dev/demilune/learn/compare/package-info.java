// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What can be learned from a number of rows with a budget, computed before there is any data.
 *
 * <p>Open {@link dev.demilune.learn.compare.Comparison} first: it asks every learner for its plan
 * and for the rows that it needs, and says which is guaranteed, which is expected to work, and
 * which one would be chosen. {@link dev.demilune.learn.compare.LowerBounds} has what no learner can
 * do with less.
 *
 * <p>Learners state their own bounds ({@link dev.demilune.learn.Learner#rowsNeeded}); this package
 * only compares them. It promises never to look at a row: nothing in it takes a data set, and so
 * nothing in it costs anything.
 *
 * <pre>{@code
 * Shape shape = new Shape(10_000, 50, 2, Adjacency.ADD_OR_REMOVE_ONE);
 * Comparison all = Comparison.of(shape, ApproximateDp.of(1, 1e-6), Optional.of(new Goal(0.1, 0.1, 0.1)));
 * }</pre>
 */
package dev.demilune.learn.compare;
