// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The contract of learners: configurations, plans and fits.
 *
 * <p>A {@link dev.demilune.learn.Learner} is a public configuration and says everything about
 * itself in one {@link dev.demilune.learn.LearnerDescription}. Its answer to a shape and a
 * guarantee is a {@link dev.demilune.learn.Plan}: a refusal, or a {@link
 * dev.demilune.learn.TrainingPlan} that carries its privacy event and its outlook. A ledger charges
 * that plan, and it is the only thing that runs: it uses the allowance once, trains, and returns a
 * model and a certificate. Nothing else leaves a fit: no losses, no counts.
 *
 * <pre>{@code
 * TrainingPlan plan = Demilune.classifier().plan(Shape.of(schema), guarantee).orThrow();
 * Allowance allowance = ledger.spend("churn model", plan);
 * PrivateFit fit = plan.run(BoundedDataset.of(schema, table), allowance);
 * }</pre>
 *
 * <p>The learners are in the rooms beside this package, one file each; {@code learn.auto} lists
 * them and chooses among them. Open {@code learn.gradient.NoisyDescent} first. Nothing here stops
 * early, throws or logs because of what a row holds.
 */
package dev.demilune.learn;
