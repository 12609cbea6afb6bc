// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.label;

import dev.demilune.learn.perturb.VectorNoise;
import dev.demilune.mechanism.NoisySum;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.RandomizedResponse;
import dev.demilune.random.Randomness;

/**
 * All that multinomial logistic regression needs from the labels: the sum of the images of each
 * class's rows, in grid units.
 *
 * <p>The likelihood of weights w is Σ_i w_{y_i}·u_i - Σ_i ln Σ_k exp(w_k·u_i): labels enter by T_k
 * = Σ over y_i = k of u_i alone, the rest is a function of public features.
 *
 * <p><b>Claim.</b> With the noise of {@link #noise}, a release of T meets the guarantee where one
 * label is replaced; so does T of labels from {@link RandomizedResponse}.
 *
 * <p><b>Proof.</b> Replacing a label takes one image, of length at most L, from one column of T and
 * adds it to another: two columns move by at most L each, so their lengths sum to 2L and the whole
 * matrix moves by √2·L. For two classes the second column is released alone, which moves by L; the
 * first is what it lacks of the public sum of all images. L is a function of the features. ∎
 */
final class LabelSums {

  /**
   * No image is longer: rows are at most one unit from their mean, and the constant is below one.
   */
  static final long LONGEST = 1 << 17;

  private final double[] sums;
  private final int classes;

  private LabelSums(double[] sums, int classes) {
    this.sums = sums;
    this.classes = classes;
  }

  /** Returns entry j·K + k, of direction j and class k; the last direction is the constant. */
  double sum(int entry) {
    return sums[entry];
  }

  int classes() {
    return classes;
  }

  /** Returns the noise that meets the guarantee, for images of at most this length. */
  static NoisySum noise(long longest, int classes, Guarantee guarantee) {
    int columns = classes == 2 ? 1 : classes;
    int moved = Math.min(columns, 2); // columns that a replaced label moves, by L each
    return VectorNoise.ofMatrix(moved * longest, moved * longest * longest, columns, guarantee);
  }

  /** Releases the sums of the leading directions with noise. */
  static LabelSums noisy(
      Labels labels,
      PublicFeatures features,
      int directions,
      NoisySum noise,
      Randomness randomness) {
    int classes = labels.classes();
    long[] exact = exact(features, directions, labels.values(), classes);
    if (classes > 2) {
      noise.release(exact, randomness);
      return new LabelSums(known(exact, features, directions, classes), classes);
    }
    long[] second = new long[directions + 1];
    for (int j = 0; j <= directions; j++) {
      second[j] = exact[2 * j + 1];
    }
    noise.release(second, randomness); // the first column follows from it and public features
    double[] sums = new double[exact.length];
    long[] total = total(features, directions);
    for (int j = 0; j <= directions; j++) {
      sums[2 * j + 1] = second[j];
      sums[2 * j] = (double) (total[j] - second[j]);
    }
    return new LabelSums(sums, classes);
  }

  /** Returns the exact sums, which are private. */
  static LabelSums withoutNoise(Labels labels, PublicFeatures features, int directions) {
    long[] exact = exact(features, directions, labels.values(), labels.classes());
    double[] sums = new double[exact.length];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = exact[i];
    }
    return new LabelSums(sums, labels.classes());
  }

  /**
   * Returns sums from labels of which each was answered at random, on average those of the true
   * labels.
   *
   * @param unbiased false to take the answers as they are, which draws all classes together
   */
  static LabelSums answered(
      Labels labels,
      PublicFeatures features,
      int directions,
      double epsilon,
      boolean unbiased,
      Randomness randomness) {
    int classes = labels.classes();
    RandomizedResponse response = RandomizedResponse.of(epsilon, classes);
    int[] answers = response.answers(labels.values(), randomness);
    long[] counted = exact(features, directions, answers, classes);
    double[] sums = new double[counted.length];
    long[] total = total(features, directions);
    double other = unbiased ? response.otherProbability() : 0;
    double advantage = unbiased ? response.trueProbability() - other : 1;
    for (int i = 0; i < sums.length; i++) {
      // Unbiased: an answer counts with p if true, q if not, so E = q·total + (p - q)·(true sum).
      sums[i] = (counted[i] - other * total[i / classes]) / advantage;
    }
    return new LabelSums(sums, classes);
  }

  /** Returns these sums with their distance from others multiplied by a factor. */
  LabelSums nearer(LabelSums others, double factor) {
    double[] nearer = new double[sums.length];
    for (int i = 0; i < nearer.length; i++) {
      nearer[i] = others.sums[i] + factor * (sums[i] - others.sums[i]);
    }
    return new LabelSums(nearer, classes);
  }

  /** The variance that an answered label leaves in one class's sum, for an image of length one. */
  static double answerVariance(double epsilon, int classes) {
    RandomizedResponse response = RandomizedResponse.of(epsilon, classes);
    double other = response.otherProbability();
    double advantage = response.trueProbability() - other;
    return other * (1 - other) / (advantage * advantage);
  }

  /** Removes the noise from the sum over all classes, which is public. */
  private static double[] known(
      long[] noisy, PublicFeatures features, int directions, int classes) {
    long[] total = total(features, directions);
    double[] sums = new double[noisy.length];
    for (int j = 0; j <= directions; j++) {
      double excess = -total[j];
      for (int k = 0; k < classes; k++) {
        excess += noisy[j * classes + k];
      }
      for (int k = 0; k < classes; k++) {
        // The projection onto sums that add up to the public total: post-processing.
        sums[j * classes + k] = noisy[j * classes + k] - excess / classes;
      }
    }
    return sums;
  }

  /** Images are below 2^17 in every direction and rows fewer than 2^31: no overflow. */
  private static long[] exact(PublicFeatures features, int directions, int[] labels, int classes) {
    long[] sums = new long[(directions + 1) * classes];
    for (int i = 0; i < labels.length; i++) {
      int[] image = features.image(i);
      for (int j = 0; j < directions; j++) {
        sums[j * classes + labels[i]] += image[j];
      }
      sums[directions * classes + labels[i]] += image[image.length - 1];
    }
    return sums;
  }

  private static long[] total(PublicFeatures features, int directions) {
    return exact(features, directions, new int[features.rows()], 1);
  }
}
