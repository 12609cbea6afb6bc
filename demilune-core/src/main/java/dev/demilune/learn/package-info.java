/**
 * Trains classifiers on bounded rows: one file per learner.
 *
 * <p>A {@link dev.demilune.learn.Learner} is a public configuration. It sees rows as a {@link
 * dev.demilune.rows.BoundedDataset}, needs an {@link dev.demilune.budget.Allowance} that a ledger
 * has already charged, and returns a model and a certificate, and nothing else: no losses, no
 * counts. Gradient learners reach the rows through {@code Releases} alone, so that what they
 * release can be read in one place: a row count where none was declared, a sum of rows, and one
 * exact integer sum per step ({@code CentredSum}), each with noise. Open {@link
 * dev.demilune.learn.gradient.NoisyDescent} first, the default.
 *
 * <pre>{@code
 * PrivateFit fit = NoisyDescent.withDefaults().fit(data, ledger.spend("churn model", guarantee));
 * System.out.println(fit.certificate());
 * }</pre>
 *
 * <p>Nothing here stops early, throws or logs because of what a row holds.
 */
package dev.demilune.learn;
