// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A learner that protects labels only: features are public, and so is who is in the table.
 *
 * <p>Open {@link dev.demilune.learn.label.LabelPrivate} first, the only public class. It runs under
 * the adjacency {@code REPLACE_LABEL} only, whose certificates warn that features are not
 * protected.
 *
 * <p>Features are used freely, in {@code PublicFeatures}. Labels enter once: as noisy {@code
 * LabelSums}, by randomized response, or by the exponential mechanism over a {@code LineCover} or
 * {@code LabelCover}; {@code LabelChoice} and {@code LabelRehearsal} pick the method from public
 * features. Everything after that, {@code NoisyLikelihood} included, is post-processing.
 *
 * <p>Nothing here may be used where features are private. {@code learn.auto} takes it where a
 * schema declares that only labels are.
 */
package dev.demilune.learn.label;
