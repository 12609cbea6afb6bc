// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Kernel classifiers: random features, and a linear learner on them.
 *
 * <p>Open {@link dev.demilune.learn.kernel.KernelMargin} first. Its features are a public map of
 * one row at a time ({@code embed}), so the proof is that of the linear learner, from {@code
 * learn.gradient} or {@code learn.perturb}, on the images. {@link
 * dev.demilune.learn.kernel.KernelChoice} decides from public quantities whether to use features at
 * all and how many; {@code KernelMap} draws them.
 *
 * <p>The draw of the features is public and protects nothing. No noise is drawn here: the linear
 * learner draws it, and the certificate's event is that of the linear learner. Nothing here chooses
 * a width or a number of features by looking at rows. {@code learn.auto} uses this package.
 */
package dev.demilune.learn.kernel;
