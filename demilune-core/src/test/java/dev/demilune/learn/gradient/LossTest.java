// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LossTest {

  private static final double[] SCORES = {0, 1, -1, 1e-9, 700, -700, 1e300, -1e300, 0.999};

  @ParameterizedTest
  @EnumSource(Loss.class)
  void coefficientsAreNeverLongerThanOne(Loss loss) {
    SplittableRandom random = new SplittableRandom(1);
    for (int trial = 0; trial < 50_000; trial++) {
      int classes = 2 + random.nextInt(9);
      double[] weights = random.doubles(3L * classes).toArray();
      Margins margins = Margins.proportional(weights, classes, 5 * random.nextDouble(), 1);
      double[] scores = scores(random, classes);
      double[] into = new double[classes];
      if (loss.joint(margins).coefficients(random.nextInt(classes), scores, into)) {
        assertThat(length(into)).as("%s", Arrays.toString(scores)).isLessThanOrEqualTo(1 + 1e-12);
      }
      if (Loss.nearestBoundary(margins).coefficients(random.nextInt(classes), scores, into)) {
        assertThat(length(into)).as("%s", Arrays.toString(scores)).isLessThanOrEqualTo(1 + 1e-12);
      }
      double[] one = new double[1];
      double margin = 1 + 3 * random.nextDouble();
      if (loss.binary(margin).coefficients(random.nextInt(2), scores, one)) {
        assertThat(Math.abs(one[0])).isLessThanOrEqualTo(1);
      }
    }
  }

  @Test
  void softmaxPullsAlongTheGradientOfItsLoss() {
    SplittableRandom random = new SplittableRandom(2);
    Margins margins = Margins.proportional(new double[5], 5, 0, 1); // 1 between all classes
    for (int trial = 0; trial < 1_000; trial++) {
      double[] scores = random.doubles(5, -2, 2).toArray();
      int label = random.nextInt(5);
      double[] gradient = new double[5];
      double h = 1e-5;
      for (int k = 0; k < 5; k++) {
        double[] up = scores.clone();
        double[] down = scores.clone();
        up[k] += h;
        down[k] -= h;
        gradient[k] = (logLoss(label, up) - logLoss(label, down)) / (2 * h);
      }
      double[] into = new double[5];

      assertThat(Loss.SOFTMAX.joint(margins).coefficients(label, scores, into)).isTrue();

      double divisor = Math.max(0.5, length(gradient));
      for (int k = 0; k < 5; k++) {
        assertThat(into[k]).isCloseTo(-gradient[k] / divisor, within(1e-8));
      }
    }
  }

  @Test
  void softmaxOfTwoClassesPullsAlongTheLogisticGradient() {
    double[] into = new double[1];
    for (double score = -4; score < 4; score += 0.37) {
      assertThat(Loss.SOFTMAX.binary(1).coefficients(1, new double[] {score}, into)).isTrue();
      assertThat(into[0]).isCloseTo(Math.min(1, 2 / (1 + Math.exp(score))), within(1e-12));
      Loss.SOFTMAX.binary(1).coefficients(0, new double[] {-score}, into);
      assertThat(into[0]).isCloseTo(-Math.min(1, 2 / (1 + Math.exp(score))), within(1e-12));
    }
  }

  @Test
  void hingeWithOneStrongRivalPushesTheTwoApartAndNobodyElse() {
    Margins margins = Margins.proportional(new double[4], 4, 0, 1);
    double[] into = new double[4];

    assertThat(Loss.HINGE.joint(margins).coefficients(2, new double[] {9, -9, 0, -9}, into))
        .isTrue();

    double half = Math.sqrt(0.5);
    assertThat(into).containsExactly(new double[] {-half, 0, half, 0}, within(1e-9));
  }

  @Test
  void theNearestBoundaryIsThatOfTheMarginMetLeast() {
    // The second class has the larger score, the third the larger margin: 1/1 against 1.5/3.
    Margins margins = (label, rival) -> rival == 2 ? 3 : 1;
    double[] scores = {2, 1, 0.5};
    double[] into = new double[3];

    assertThat(Loss.nearestBoundary(margins).coefficients(0, scores, into)).isTrue();
    double shared = Math.exp(-0.5 / 0.2); // half a margin farther, at temperature 0.2
    assertThat(into[1] / into[2]).isCloseTo(shared, within(1e-12));
    assertThat(length(into)).isCloseTo(1, within(1e-12));
    assertThat(Arrays.stream(into).sum()).isCloseTo(0, within(1e-12));

    scores[0] = 3.5; // both margins are met
    assertThat(Loss.nearestBoundary(margins).coefficients(0, scores, into)).isFalse();
  }

  @Test
  void ofEqualMarginsTheNearestBoundaryIsTheStrongestRival() {
    SplittableRandom random = new SplittableRandom(3);
    Margins margins = Margins.constant(1.3);
    for (int trial = 0; trial < 1_000; trial++) {
      double[] scores = random.doubles(5, -2, 2).toArray();
      int label = random.nextInt(5);
      double[] one = new double[5];
      double[] other = new double[5];
      boolean active = Loss.HINGE.joint(margins).coefficients(label, scores, one);
      assertThat(Loss.nearestBoundary(margins).coefficients(label, scores, other))
          .isEqualTo(active);
      if (active) {
        assertThat(other).containsExactly(one, within(1e-12));
      }
    }
  }

  @Test
  void hingeLeavesRowsBeyondTheMarginAlone() {
    Margins margins = Margins.proportional(new double[3], 3, 0, 1);
    double[] into = new double[3];

    assertThat(Loss.HINGE.joint(margins).coefficients(0, new double[] {1, 0, -5}, into)).isFalse();
    assertThat(Loss.HINGE.joint(margins).coefficients(0, new double[] {0.999, 0, -5}, into))
        .isTrue();
    assertThat(Loss.HINGE.binary(1).coefficients(1, new double[] {1}, into)).isFalse();
    assertThat(Loss.HINGE.binary(1).coefficients(0, new double[] {-1}, into)).isFalse();
  }

  @Test
  void hingeOfTwoClassesPullsWithFullStrengthBelowTheMargin() {
    double[] into = new double[1];

    assertThat(Loss.HINGE.binary(1).coefficients(1, new double[] {0.999}, into)).isTrue();
    assertThat(into[0]).isEqualTo(1);
    assertThat(Loss.HINGE.binary(2).coefficients(0, new double[] {-1.5}, into)).isTrue();
    assertThat(into[0]).isEqualTo(-1);
    assertThat(Loss.HINGE.binary(1).coefficients(0, new double[] {50}, into)).isTrue();
    assertThat(into[0]).isEqualTo(-1);
  }

  @Test
  void theStrongestRivalIsTheFirstOfEquals() {
    assertThat(Loss.strongestRival(0, new double[] {9, 1, 1})).isEqualTo(1);
    assertThat(Loss.strongestRival(1, new double[] {0, 9, 0})).isZero();
    assertThat(Loss.strongestRival(2, new double[] {-1, 3, 9, 4})).isEqualTo(3);
    assertThat(Loss.strongestRival(0, new double[] {0, Double.NaN, 1})).isNotZero();
  }

  private static double[] scores(SplittableRandom random, int classes) {
    double[] scores = new double[classes];
    for (int k = 0; k < classes; k++) {
      scores[k] =
          random.nextBoolean() ? SCORES[random.nextInt(SCORES.length)] : random.nextDouble() * 3;
    }
    return scores;
  }

  private static double logLoss(int label, double[] scores) {
    double sum = 0;
    for (double score : scores) {
      sum += Math.exp(score);
    }
    return Math.log(sum) - scores[label];
  }

  private static double length(double[] vector) {
    return Margins.length(vector);
  }
}
