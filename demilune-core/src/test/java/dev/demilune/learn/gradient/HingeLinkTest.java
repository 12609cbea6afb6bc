// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HingeLinkTest {

  /** The envelope of the hinge, by minimizing over a fine grid, and its slope by differences. */
  @Test
  void theSlopeForTwoClassesIsThatOfTheEnvelope() {
    double margin = 0.3;
    double smoothness = 5;
    MarginLink link = new HingeLink(margin, smoothness, 2);
    double[] slope = new double[1];
    for (double t = -1; t <= 1; t += 0.043) {
      link.gradient(1, new double[] {t}, slope);
      double difference =
          (envelope(margin, smoothness, t + 1e-4) - envelope(margin, smoothness, t - 1e-4)) / 2e-4;
      assertThat(slope[0]).isCloseTo(difference, within(0.02));
      double forSecond = slope[0];
      link.gradient(0, new double[] {-t}, slope);
      assertThat(slope[0]).isEqualTo(-forSecond);
    }
  }

  private static double envelope(double margin, double smoothness, double t) {
    double least = Double.POSITIVE_INFINITY;
    for (double u = -3; u <= 3; u += 1e-4) {
      double value = Math.max(0, 1 - u / margin) + smoothness / 2 * (u - t) * (u - t);
      least = Math.min(least, value);
    }
    return least;
  }

  @Test
  void theGradientForManyClassesIsThatOfTheSmoothedMaximum() {
    SplittableRandom random = new SplittableRandom(3);
    MarginLink link = new HingeLink(0.2, 7, 4);
    double[] gradient = new double[4];
    for (int trial = 0; trial < 200; trial++) {
      double[] scores = random.doubles(4, -1, 1).toArray();
      int label = trial % 4;
      link.gradient(label, scores, gradient);
      for (int k = 0; k < 4; k++) {
        double[] up = scores.clone();
        double[] down = scores.clone();
        up[k] += 1e-5;
        down[k] -= 1e-5;
        double difference = (smoothed(0.2, 7, label, up) - smoothed(0.2, 7, label, down)) / 2e-5;
        assertThat(gradient[k]).isCloseTo(difference, within(1e-3));
      }
    }
  }

  private static double smoothed(double margin, double smoothness, int label, double[] scores) {
    double temperature = 1 / (2 * margin * smoothness);
    double sum = 0;
    for (int k = 0; k < scores.length; k++) {
      double lead = scores[k] - scores[label] + (k == label ? 0 : margin);
      sum += Math.exp(lead / temperature);
    }
    return temperature * Math.log(sum) / margin;
  }

  /** On which privacy rests; at a step of four over the smoothness it would fail. */
  @Test
  void stepsNeverIncreaseADistance() {
    SplittableRandom random = new SplittableRandom(4);
    boolean longerStepsDo = false;
    for (int trial = 0; trial < 20_000; trial++) {
      int classes = 2 + trial % 4;
      double margin = 0.05 + random.nextDouble();
      double smoothness = Math.exp(6 * random.nextDouble() - 2);
      MarginLink link = new HingeLink(margin, smoothness, classes);
      int outputs = classes == 2 ? 1 : classes;
      double[] one = random.doubles(outputs, -1, 1).toArray();
      double[] other = random.doubles(outputs, -1, 1).toArray();
      int label = random.nextInt(classes);

      // With the row e_1 the weights that matter are the scores themselves.
      double before = distance(one, other);
      double after =
          distance(
              moved(link, label, one, 2 / smoothness), moved(link, label, other, 2 / smoothness));
      assertThat(after).isLessThanOrEqualTo(before * (1 + 1e-12));
      double far =
          distance(
              moved(link, label, one, 4 / smoothness), moved(link, label, other, 4 / smoothness));
      longerStepsDo |= far > before * 1.01;
      assertThat(distance(moved(link, label, one, 1), one))
          .isLessThanOrEqualTo(
              MarginLink.lipschitz(DeclaredLoss.of(StandardLoss.HINGE), margin, classes));
    }
    assertThat(longerStepsDo).isTrue();
  }

  private static double[] moved(MarginLink link, int label, double[] scores, double step) {
    double[] gradient = new double[scores.length];
    link.gradient(label, scores, gradient);
    double[] moved = scores.clone();
    for (int k = 0; k < moved.length; k++) {
      moved[k] -= step * gradient[k];
    }
    return moved;
  }

  private static double distance(double[] a, double[] b) {
    double squares = 0;
    for (int k = 0; k < a.length; k++) {
      squares += (a[k] - b[k]) * (a[k] - b[k]);
    }
    return Math.sqrt(squares);
  }
}
