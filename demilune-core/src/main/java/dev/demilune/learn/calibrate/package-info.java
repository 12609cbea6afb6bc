// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Probabilities, decision thresholds and class weights, paid for within a fit.
 *
 * <p>A learner that wants probabilities plans one more release, a {@link
 * dev.demilune.learn.calibrate.ScoreRelease}: how many rows of each class have scores in which
 * cell, under the model that was just trained. All else is post-processing of these noisy counts,
 * {@link dev.demilune.learn.calibrate.NoisyScores}: the scale of the scores, the share of every
 * class, a threshold for a target. {@link dev.demilune.learn.calibrate.ClassWeights} makes rows of
 * rare classes count more in a sum, within the sensitivity that it has without weights.
 *
 * <pre>{@code
 * ScoreRelease release = ScoreRelease.of(shape.adjacency(), multiplier); // its event() is charged
 * NoisyScores noisy =
 *     release.of(rows, LinearScores.of(model), ScoreCells.ofLogOdds(1), randomness.stream("scores"));
 * Classifier calibrated = model.calibrated(noisy.calibration(ScorePrior.LOG_ODDS));
 * }</pre>
 *
 * <p>Nothing here trains, and nothing here looks at a row but through a fold whose counts leave
 * with noise.
 */
package dev.demilune.learn.calibrate;
