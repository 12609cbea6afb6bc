// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.label;

import dev.demilune.mechanism.NoisySum;
import dev.demilune.privacy.Guarantee;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/**
 * In how many directions labels are asked about, and by noise or by randomized response: what is
 * expected to cost least likelihood, by a calculation from public features.
 *
 * <p>Let weights have a variance of W² in each direction, and let T have noise of variance σ_j²
 * there. With h_j = Σ_i u_ij²·(1/K)(1 - 1/K), the curvature of the likelihood at zero weights, a
 * penalty of σ_j²/(W²·h_j) is best, and the likelihood lost is half of h_j·W²·σ_j²/(h_j²·W² +
 * σ_j²); for directions that are left out it is half of h_j·W². Pure noise grows with the number of
 * directions, so they cannot all be kept. W² is {@link #PRIOR} over the mean square of the images'
 * lengths, so that scores have a variance of PRIOR in whatever unit features came.
 *
 * @param directions how many
 * @param noise empty for randomized response
 * @param lost the loss that is expected, for each row and class
 */
record LabelChoice(int directions, Optional<NoisySum> noise, double lost) {

  // Chosen on folds of training rows, see docs/decisions.
  private static final double PRIOR = 1;

  // Directions that win less than this take time and nothing else.
  private static final double NEARLY = 1.02;

  /** Returns the fewest directions that are nearly as good as the best number for such noise. */
  static LabelChoice byNoise(PublicFeatures features, int classes, Guarantee guarantee) {
    List<LabelChoice> choices = new ArrayList<>();
    for (int k = 1; k <= features.directions(); k++) {
      NoisySum noise = LabelSums.noise(features.longest(k), classes, guarantee);
      double variance = variance(noise, k, classes);
      choices.add(
          new LabelChoice(k, Optional.of(noise), lost(features, classes, k, j -> variance)));
    }
    double least = choices.stream().mapToDouble(LabelChoice::lost).min().orElseThrow();
    return choices.stream()
        .filter(choice -> choice.lost <= NEARLY * least)
        .findFirst()
        .orElseThrow();
  }

  /** Returns what randomized response would do, which costs the same in all directions. */
  static LabelChoice byResponse(PublicFeatures features, int classes, double epsilon) {
    int all = features.directions();
    double variance = LabelSums.answerVariance(epsilon, classes) * features.rows();
    return new LabelChoice(
        all,
        Optional.empty(),
        lost(features, classes, all, j -> variance * spread(features, all, j)));
  }

  private static double variance(NoisySum noise, int directions, int classes) {
    int columns = classes == 2 ? 1 : classes;
    double deviation =
        noise.noiseStandardDeviation((directions + 1) * columns) / PublicFeatures.GRID;
    return deviation * deviation;
  }

  private static double lost(
      PublicFeatures features, int classes, int directions, IntToDoubleFunction variance) {
    double lost = 0;
    double prior = PRIOR / features.typicalSquare();
    double share = curvatureShare(classes) * features.rows();
    for (int j = 0; j <= directions; j++) {
      double h = share * spread(features, directions, j);
      double sigma = variance.applyAsDouble(j);
      lost += sigma > 0 ? h * prior * sigma / (h * h * prior + sigma) : 0;
    }
    lost += share * prior * features.spreadFrom(directions);
    return lost / 2 / Math.max(1, features.rows());
  }

  private static double curvatureShare(int classes) {
    return (1.0 / classes) * (1 - 1.0 / classes);
  }

  private static double spread(PublicFeatures features, int directions, int j) {
    return features.spread(j == directions ? features.directions() : j);
  }

  /** Returns the penalties of the directions and at last of the constant. */
  double[] penalties(PublicFeatures features, int classes, double epsilon) {
    double[] penalties = new double[directions + 1];
    for (int j = 0; j <= directions; j++) {
      double sum = features.rows() * spread(features, directions, j);
      double variance =
          noise
              .map(sums -> variance(sums, directions, classes))
              .orElseGet(() -> LabelSums.answerVariance(epsilon, classes) * sum);
      penalties[j] =
          penalty(variance, curvatureShare(classes) * sum, PRIOR / features.typicalSquare());
    }
    return penalties;
  }

  private static double penalty(double variance, double curvature, double prior) {
    return Math.max(1e-6, variance / (prior * Math.max(curvature, 1e-9)));
  }

  /** Returns penalties that only keep weights finite, for labels without noise. */
  static double[] weakPenalties(PublicFeatures features) {
    double[] penalties = new double[features.directions() + 1];
    Arrays.fill(penalties, 0.1);
    return penalties;
  }
}
