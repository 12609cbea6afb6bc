// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Learners that take noisy gradient steps on linear models.
 *
 * <p>Open {@link dev.demilune.learn.gradient.NoisyDescent} first, the default learner; {@link
 * dev.demilune.learn.gradient.LinearTraining} is the loop that most of them share. {@code
 * BatchPerceptron}, {@code ProjectedSgd}, {@code MarginErm} and {@code PrivateSvm} are for margins
 * and for comparison. {@link dev.demilune.learn.gradient.MarginLoss} is a loss of one's own.
 *
 * <pre>{@code
 * PrivateFit fit = NoisyDescent.withDefaults().fit(data, ledger.spend("churn model", guarantee));
 * }</pre>
 *
 * <p>{@link dev.demilune.learn.gradient.GradientReleases} is what the loop sees of the rows: their
 * number, their mean and one sum per step. {@code NoisyReleases} adds noise to each; {@code
 * ExactReleases} does not, and nothing trained with it may be called private. {@link
 * dev.demilune.learn.gradient.ReleasePlan} fixes the noise before any row is read.
 *
 * <p>The number of steps depends on public quantities alone: no learner here stops early, throws or
 * logs because of a row. {@code learn.perturb}, {@code learn.kernel} and {@code learn.auto} build
 * on this package.
 */
package dev.demilune.learn.gradient;
