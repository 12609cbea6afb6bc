// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What the papers on margins ask for, number by number: steps, noise, dimensions, runs, rows and
 * errors, as printed and, where a printed budget is wrong, as repaired.
 *
 * <p>Open {@link dev.demilune.learn.published.PublishedNumbers} first: it has the arithmetic of
 * every algorithm of Nguyen, Ullman and Zakynthinou (2020) and of Bassily, Mohri and Suresh (2022)
 * that is a learner here. The formulas are in one class for each algorithm, with the constants that
 * the papers hide in an O derived; {@link dev.demilune.learn.published.ErrorBound} has the theorems
 * for a table of a given size. Nothing here takes a data set.
 *
 * <pre>{@code
 * double sigma = SingleRowDescent.noise(0.1, 10_000, 1.0 / 6, 1e-6 / 6);
 * double error = BootstrapErm.error(1e9, 50, 0.1, 0.05, 1, 1e-6);
 * }</pre>
 */
package dev.demilune.learn.published;
