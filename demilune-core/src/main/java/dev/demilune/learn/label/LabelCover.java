// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.label;

import dev.demilune.mechanism.Exponential;
import dev.demilune.random.ExponentialRace;
import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;
import java.util.Arrays;

/**
 * Halfspaces made of public rows, of which the exponential mechanism chooses one with few mistakes,
 * and then, round after round, one of those near it.
 *
 * <p>For rows of three features or more; {@link LineCover} has the others. Bassily, Mohri and
 * Suresh (2022, Algorithm 5) choose once, from a smallest l∞-cover of a class of functions on the
 * rows. A proved cover of d directions has about (1/margin)^d members, too many to count mistakes
 * for. Here each round has a few thousand candidates, and they come nearer: see {@link CoverRound}.
 *
 * <p>A candidate is w·cos θ ± v·sin θ, w being the halfspace before and v the sum of {@value
 * #ROWS_OF_ONE} public rows with random signs: what averaging fits to them with random labels. Rows
 * are whitened, so that all directions count alike. v is made orthogonal to w and both have length
 * one, so scores keep a mean square of about one. A mistake is a row that is not on its side by
 * half the margin, in this unit.
 *
 * <p><b>Claim.</b> The result is ε-DP where one label is replaced, ε being the sum over rounds.
 *
 * <p><b>Proof.</b> The first round's candidates are a function of features, a later one's of
 * features and the choices before; so is which row is whose mistake, for either label, whatever
 * rounding does. So a label moves each count by at most one, and each round is an {@link
 * Exponential} choice, ε_t-DP given the choices before. Adaptive composition adds up. The choices
 * before may be known: that the last alone is released is post-processing. ∎
 *
 * <p>About errors: w itself is always a candidate, and so is -w. By a union bound a round's choice
 * has more than m mistakes more than the better of w and the round's best with probability at most
 * N·exp(-ε_t·m/2), N being the number of candidates. That the candidates come as near as {@link
 * CoverRound} assumes is measured, not proved.
 */
final class LabelCover {

  private static final int MOST_DIRECTIONS = 32;
  static final int ROWS_OF_ONE = 16;

  // The best step toward a goal at an angle of one, for a direction that nearly points there.
  private static final double STEP = 0.8;

  private final PublicFeatures features;
  private final int circles;
  private final double margin;
  private final int directions;

  /** From images to coordinates of mean square one, the constant last; 0 where nothing varies. */
  private final double[] whitening;

  LabelCover(PublicFeatures features, int candidates, double margin) {
    this.features = features;
    this.circles = Math.max(1, candidates / 2);
    this.margin = margin;
    this.directions = Math.min(MOST_DIRECTIONS, features.directions());
    this.whitening = new double[directions + 1];
    for (int j = 0; j <= directions; j++) {
      double spread = features.spread(column(j));
      whitening[j] = spread > 0 ? 1 / (Math.sqrt(spread) * PublicFeatures.GRID) : 0;
    }
  }

  private int column(int direction) {
    return direction == directions ? features.directions() : direction;
  }

  /** Returns weights of images: one for each direction that is used, and the constant's. */
  double[] choose(Labels labels, double epsilon, Randomness randomness) {
    double[] chosen = new double[directions + 1];
    chosen[directions] = 1;
    if (features.rows() > 0) {
      Randomness draw = Randomness.reproducible(1).stream("cover of public features");
      for (CoverRound round : CoverRound.of(features.rows(), directions + 1, circles, epsilon)) {
        chosen = choose(labels, chosen, round, draw, randomness);
      }
    }
    for (int j = 0; j <= directions; j++) {
      chosen[j] *= whitening[j] * PublicFeatures.GRID;
    }
    return chosen;
  }

  private double[] choose(
      Labels labels, double[] before, CoverRound round, Randomness draw, Randomness randomness) {
    double cos = StrictMath.cos(STEP * round.angle());
    double sin = StrictMath.sin(STEP * round.angle());
    double[] near = scores(before);
    ExponentialRace race = Exponential.of(round.epsilon()).race(randomness);
    race.enter(mistakes(labels, near, near, 1, 0));
    double[] chosen = before;
    // The other side, too: the first halfspace holds all rows, and its opposite none.
    if (race.enter(mistakes(labels, near, near, -1, 0))) {
      chosen = sum(before, before, -1, 0);
    }
    for (int circle = 0; circle < circles; circle++) {
      double[] direction = direction(before, draw);
      double[] far = scores(direction);
      if (race.enter(mistakes(labels, near, far, cos, sin))) {
        chosen = sum(before, direction, cos, sin);
      }
      if (race.enter(mistakes(labels, near, far, cos, -sin))) {
        chosen = sum(before, direction, cos, -sin);
      }
    }
    return chosen;
  }

  /** Returns a unit vector orthogonal to a given one, or zero if there is none. */
  private double[] direction(double[] before, Randomness draw) {
    double[] direction = new double[directions + 1];
    long signs = draw.nextBits(ROWS_OF_ONE);
    for (int i = 0; i < ROWS_OF_ONE; i++) {
      int[] image = features.image((int) UniformInteger.below(features.rows(), draw));
      int sign = (signs >> i & 1) == 0 ? 1 : -1;
      for (int j = 0; j <= directions; j++) {
        direction[j] += sign * whitening[j] * image[column(j)];
      }
    }
    double along = dot(direction, before);
    direction = sum(direction, before, 1, -along);
    double length = Math.sqrt(dot(direction, direction));
    return length > 0 ? sum(direction, before, 1 / length, 0) : direction;
  }

  private double[] scores(double[] weights) {
    double[] scores = new double[features.rows()];
    double[] ofImages = weights.clone();
    for (int j = 0; j <= directions; j++) {
      ofImages[j] *= whitening[j];
    }
    for (int row = 0; row < scores.length; row++) {
      int[] image = features.image(row);
      double score = ofImages[directions] * image[features.directions()];
      for (int j = 0; j < directions; j++) {
        score += ofImages[j] * image[j];
      }
      scores[row] = score;
    }
    return scores;
  }

  private long mistakes(Labels labels, double[] near, double[] far, double cos, double sin) {
    int[] values = labels.values();
    long mistakes = 0;
    for (int row = 0; row < near.length; row++) {
      double score = cos * near[row] + sin * far[row];
      double onItsSide = values[row] == 1 ? score : -score;
      mistakes += onItsSide > margin / 2 ? 0 : 1;
    }
    return mistakes;
  }

  private static double[] sum(double[] a, double[] b, double timesA, double timesB) {
    double[] sum = new double[a.length];
    Arrays.setAll(sum, j -> timesA * a[j] + timesB * b[j]);
    return sum;
  }

  private static double dot(double[] a, double[] b) {
    double dot = 0;
    for (int j = 0; j < a.length; j++) {
      dot += a[j] * b[j];
    }
    return dot;
  }
}
