// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Learners of halfspaces over an integer grid that need no margin.
 *
 * <p>Open {@link dev.demilune.learn.grid.AngleHalfspace} first: the exponential mechanism over all
 * halfspaces of the plane that an integer grid distinguishes. {@link
 * dev.demilune.learn.grid.PlaneChoice} does the same with a threshold, or in space. {@link
 * dev.demilune.learn.grid.GridHalfspaceLearner} finds deep points of linear constraints, for one to
 * four features and for declared integers; {@link dev.demilune.learn.grid.GridAggregate} finds the
 * best halfspace of each of many blocks and combines them, by interior points or by their mean.
 *
 * <p>They apply {@code feasibility} and the searches of {@code mechanism} to the integers of {@code
 * rows}, and use the projections and choices of {@code learn.choice}. {@code learn.auto} and the
 * exhibits use this package.
 *
 * <p>Answers of single blocks are computed without privacy and never leave the package: only what a
 * mechanism has chosen does. Plans ({@code AggregatePlan} and others) depend on public quantities
 * alone.
 */
package dev.demilune.learn.grid;
