// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Private search for the settings of a learner.
 *
 * <p>Open {@link dev.demilune.learn.tuning.Tuning} first: it wraps a learner, runs it a secret
 * number of times with configurations drawn from a public list ({@link
 * dev.demilune.learn.tuning.Configurations}), scores each model by a noisy count of correct
 * predictions, and returns only the best. {@code TuningPlan} divides the guarantee before any row
 * is read; the privacy cost is that of the event {@code Selection}.
 *
 * <p>After the learners in the order of packages: it can wrap any of them.
 *
 * <p>The other models, the counts, the certificates of single runs and the number of runs never
 * leave the package. That number shows in the running time, which docs/limits.md discusses.
 */
package dev.demilune.learn.tuning;
