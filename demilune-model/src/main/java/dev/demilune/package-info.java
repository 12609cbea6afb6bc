// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Differentially private classifiers: the exception that all packages share.
 *
 * <p>The front door is {@code dev.demilune.learn.auto.Demilune}: it returns the learner that
 * chooses one for the problem. To use a trained model, open {@link dev.demilune.model.ModelFile};
 * the artifact {@code demilune-model} has what that needs and no more. The flow of a program goes
 * through the packages in this order:
 *
 * <ol>
 *   <li>{@code data} reads a table, {@code schema} says what is publicly known about it, {@code
 *       rows} holds its rows as bounded integers;
 *   <li>{@code privacy}, {@code accounting} and {@code budget} state guarantees, compute privacy
 *       costs and charge a ledger;
 *   <li>{@code random}, {@code mechanism} and {@code learn} draw the noise and train;
 *   <li>{@code model}, {@code robust}, {@code evaluate} and {@code report} use the result.
 * </ol>
 *
 * <p>A {@link dev.demilune.DemiluneException} is a fault that the user can correct: a wrong file, a
 * wrong setting, a spent budget. Its message never quotes a private row.
 */
package dev.demilune;
