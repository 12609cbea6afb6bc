// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.label;

import dev.demilune.mechanism.Exponential;
import dev.demilune.model.LinearClassifier;
import dev.demilune.random.ExponentialRace;
import dev.demilune.random.Randomness;
import dev.demilune.random.RoundedGaussian;
import dev.demilune.rows.BoundedDataset;

/**
 * Halfspaces made of public features, of which the exponential mechanism chooses one with few
 * mistakes.
 *
 * <p>For rows of three features or more; {@link LineCover} has the others.
 *
 * <p>Bassily, Mohri and Suresh (2022, Algorithm 5) choose from a smallest l∞-cover of a class of
 * functions on the rows' features: enough functions that each of the class is within half a margin
 * of one of them on all rows. <b>These candidates are no such cover</b> in general: they are random
 * directions, whitened by the features, in the few leading directions of the rows, drawn from a
 * public number. A proved cover of d directions has about (1/margin)^d members. Privacy does not
 * depend on it, because any list that does not depend on labels is allowed; the theorem about
 * errors does.
 *
 * <p>A mistake is a row that is not on its side by half the margin, in units of the typical score.
 * One label changes each count by at most one, up or down.
 */
final class LabelCover {

  private static final int FEW_DIRECTIONS = 8;
  private static final double FINENESS = 0x1p20;

  private final PublicFeatures features;
  private final int candidates;
  private final double margin;
  private final int directions;

  LabelCover(PublicFeatures features, int candidates, double margin) {
    this.features = features;
    this.candidates = candidates;
    this.margin = margin;
    this.directions = Math.min(FEW_DIRECTIONS, features.directions());
  }

  LinearClassifier choose(BoundedDataset data, Exponential mechanism, Randomness randomness) {
    int[] labels = LabelSums.labels(data);
    ExponentialRace race = mechanism.race(randomness);
    for (int candidate = 0; candidate < candidates; candidate++) {
      // Drawn again when it wins instead of kept: memory does not grow with the candidates.
      race.enter(mistakes(weights(candidate), labels));
    }
    double[] chosen = weights((int) race.winner());
    double[][] weights = {new double[data.features()], features.pullBack(chosen, directions)};
    double[] biases = {0, features.bias(chosen, directions)};
    return LinearClassifier.of(data.schema(), weights, biases);
  }

  /** A direction at random, such that its scores have a mean square of one over all rows. */
  private double[] weights(int candidate) {
    Randomness draw = Randomness.reproducible(candidate).stream("cover of public features");
    RoundedGaussian normal = RoundedGaussian.of(FINENESS);
    double[] weights = new double[directions + 1];
    double squares = 0;
    for (int j = 0; j <= directions; j++) {
      double entry = normal.sample(draw) / FINENESS;
      double spread = features.spread(j == directions ? features.directions() : j);
      // Whitened: each direction contributes alike, however little rows vary along it.
      weights[j] = spread > 0 ? entry / Math.sqrt(spread) : 0;
      squares += entry * entry;
    }
    for (int j = 0; j <= directions; j++) {
      weights[j] /= Math.sqrt(Math.max(squares, Double.MIN_NORMAL));
    }
    return weights;
  }

  private long mistakes(double[] weights, int[] labels) {
    long mistakes = 0;
    for (int row = 0; row < labels.length; row++) {
      int[] image = features.image(row);
      double score = weights[directions] * image[features.directions()];
      for (int j = 0; j < directions; j++) {
        score += weights[j] * image[j];
      }
      // Rounding moves no privacy: the score is public, and the label moves this row's 0 or 1 only.
      double signed = (labels[row] == 1 ? score : -score) / PublicFeatures.GRID;
      mistakes += signed > margin / 2 ? 0 : 1;
    }
    return mistakes;
  }
}
