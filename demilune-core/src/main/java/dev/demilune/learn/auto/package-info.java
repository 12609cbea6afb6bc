// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The learner that chooses a learner, and the list of all of them.
 *
 * <p>Open {@link dev.demilune.learn.auto.Auto} first, the default of {@link
 * dev.demilune.learn.auto.Demilune#classifier}; {@code AutoRules} has its rules. {@link
 * dev.demilune.learn.auto.Learners} finds learners by name, for the command line and for {@code
 * learn.compare}. {@link dev.demilune.learn.auto.MarginChoice} chooses a margin privately and then
 * trains another learner with it.
 *
 * <pre>{@code
 * PrivateFit fit = Demilune.classifier().fit(data, ledger.spend("churn model", guarantee));
 * }</pre>
 *
 * <p>After all other learners in the order of packages, because it names them. {@code Auto} decides
 * by the guarantee and by public sizes alone, so its choice has no privacy cost; the choice of
 * {@code MarginChoice} looks at rows, and its cost is part of the event. A certificate always names
 * the learner that was run.
 */
package dev.demilune.learn.auto;
