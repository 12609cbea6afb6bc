// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Learners that choose a halfspace from public candidates by the exponential mechanism: pure ε.
 *
 * <p>Open {@link dev.demilune.learn.choice.NetChoice} first: it counts the misclassified rows of
 * every candidate and chooses privately, in one pass and in memory that does not grow with the
 * number of candidates, or in the planes of a {@code Refinement}. {@link
 * dev.demilune.learn.choice.SphereChoice} chooses among all directions of the sphere.
 *
 * <p>{@link dev.demilune.learn.choice.Cover} is a public stream of candidates, {@code
 * HalfspaceChoice} the choice from it, {@code MistakeCounts} the scores; {@link
 * dev.demilune.learn.choice.PureChoices} divides a budget among several choices, and {@link
 * dev.demilune.learn.choice.Halfspaces} makes a classifier of the winners.
 *
 * <p>Candidates never depend on rows, except through winners and noisy sums that have been paid
 * for. Scores never leave the package: winners and noisy sums are all that is released. {@code
 * learn.grid} and {@code learn.network} reuse its parts.
 */
package dev.demilune.learn.choice;
