// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The rescaling perceptron: a halfspace without a margin, from noisy sums in coordinates that are
 * stretched as it learns.
 *
 * <p>Open {@link dev.demilune.rescaling.RescalingTraining} first, the loop. Rows enter as {@link
 * dev.demilune.rescaling.SignedRows}: a sum over rows of a {@link dev.demilune.rescaling.RowTerm},
 * an integer vector of bounded norm for each row. There are two, {@link
 * dev.demilune.rescaling.MomentTerm} and {@link dev.demilune.rescaling.PullTerm}. {@link
 * dev.demilune.rescaling.RescalingPlan} fixes their noise before any row is seen, and {@link
 * dev.demilune.rescaling.RescalingReleases} adds it. All else is post-processing: {@link
 * dev.demilune.rescaling.Stretch} makes the next {@link dev.demilune.rescaling.Coordinates} of a
 * released second moment.
 *
 * <p>Learner and {@code feasibility} stand on it: a row to be classified and a constraint to be
 * satisfied are the same here.
 */
package dev.demilune.rescaling;
