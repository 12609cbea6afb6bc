// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Scores what a program has in its hands: maps, records, beans, arrays.
 *
 * <p>After the model in the flow, and all that a service needs beside {@link
 * dev.demilune.model.ModelFile}. There is one class, {@link dev.demilune.score.Scorer}:
 *
 * <pre>{@code
 * Scorer scorer = Scorer.of(ModelFile.load(Path.of("churn.model")).model());
 * String label = scorer.label(Map.of("age", 42, "plan", "pro"));
 * }</pre>
 *
 * <p>Using a model is post-processing: it costs the people in the training data nothing. The
 * package never quotes a value in a message.
 */
package dev.demilune.score;
