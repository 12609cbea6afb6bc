// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.label;

import dev.demilune.random.Randomness;
import dev.demilune.random.RoundedGaussian;
import java.util.Arrays;

/**
 * Tries methods on the public rows with labels that are made up, to see which one errs less there.
 *
 * <p>No label of the table is looked at: neighbors have the same rehearsal, so it costs no privacy,
 * and its random numbers may be known to everybody.
 *
 * <p>The labels are those of halfspaces at random, with a threshold; half of them have equal shares
 * of all directions and half are uniform in the unit of features, so that directions in which rows
 * vary more count more; and half have one label in ten flipped. What counts is mistakes about the
 * halfspace's own labels.
 *
 * <p>Of n rows only m take part, if n is above {@value #ROWS}. Then sums and counts are m/n of
 * those of all rows, and so must be the noise: an exponential choice has ε·n/m, noise on sums is
 * multiplied by m/n, as penalties are, and that of randomized response, which grows with the root
 * of the rows, by √(m/n).
 */
final class LabelRehearsal {

  static final int ROWS = 512;

  private static final int TRIALS = 4;
  private static final double FINENESS = 0x1p20;
  private static final double THRESHOLD = 0.5;

  private final PublicFeatures features;
  private final double share;

  LabelRehearsal(PublicFeatures all) {
    this.features = all.some(ROWS);
    this.share = (double) features.rows() / Math.max(1, all.rows());
  }

  /** The rows that take part. */
  PublicFeatures features() {
    return features;
  }

  /** How many of all rows take part. */
  double share() {
    return share;
  }

  /** Returns weights of images, the constant's last, from labels. */
  interface Method {
    double[] weights(Labels labels, Randomness randomness);
  }

  /** Returns the number of mistakes that a method makes in all trials. */
  long mistakes(Method method) {
    long mistakes = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      Randomness draw = Randomness.reproducible(trial).stream("rehearsal");
      int[] truth = sides(halfspace(trial % 2 == 0, draw));
      int[] labels = truth.clone();
      for (int row = 0; row < labels.length && trial % 4 > 1; row++) {
        labels[row] ^= draw.nextBits(10) < 102 ? 1 : 0;
      }
      int[] learned = sides(method.weights(new Labels(labels, 2), draw));
      for (int row = 0; row < truth.length; row++) {
        mistakes += truth[row] ^ learned[row];
      }
    }
    return mistakes;
  }

  /** A halfspace whose scores have a mean square of about one but for the threshold. */
  private double[] halfspace(boolean whitened, Randomness draw) {
    RoundedGaussian normal = RoundedGaussian.of(FINENESS);
    int directions = features.directions();
    double[] weights = new double[directions + 1];
    double square = 0;
    for (int j = 0; j < directions; j++) {
      double entry = normal.sample(draw) / FINENESS;
      double spread = features.spread(j);
      weights[j] = !whitened ? entry : spread > 0 ? entry / Math.sqrt(spread) : 0;
      square += weights[j] * weights[j] * spread;
    }
    double constant = Math.sqrt(features.spread(directions));
    weights[directions] =
        THRESHOLD * Math.sqrt(square) * normal.sample(draw) / FINENESS / Math.max(constant, 1e-9);
    return weights;
  }

  private int[] sides(double[] weights) {
    int[] sides = new int[features.rows()];
    int last = weights.length - 1;
    Arrays.setAll(
        sides,
        row -> {
          int[] image = features.image(row);
          double score = weights[last] * image[features.directions()];
          for (int j = 0; j < last; j++) {
            score += weights[j] * image[j];
          }
          return score > 0 ? 1 : 0;
        });
    return sides;
  }
}
