// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EnvelopeLinkTest {

  private static double[] gradient(MarginLink link, int label, double... scores) {
    double[] gradient = new double[scores.length];
    link.gradient(label, scores, gradient);
    return gradient;
  }

  @Test
  void bothClassesPullAlike() {
    MarginLink link = new EnvelopeLink(DeclaredLoss.of(StandardLoss.LOGISTIC), 0.2, 100, 2);
    assertThat(gradient(link, 1, 0)).containsExactly(-2.5);
    assertThat(gradient(link, 0, 0)).containsExactly(2.5);
    assertThat(gradient(link, 0, -0.3)[0]).isEqualTo(-gradient(link, 1, 0.3)[0]);
  }

  /** At three equal scores the smoothed margin is -τ ln 2, and the rivals share the push. */
  @Test
  void rivalsShareThePush() {
    DeclaredLoss loss = DeclaredLoss.of(StandardLoss.SMOOTHED_HINGE);
    double smoothness = 400;
    MarginLink link = new EnvelopeLink(loss, 0.2, smoothness, 3);
    double temperature = 5 / smoothness;
    double slope = new SlopeTable(loss, 0.2, smoothness / 4).slope(-temperature * Math.log(2));
    double[] gradient = gradient(link, 1, 0.1, 0.1, 0.1);
    assertThat(gradient[1]).isCloseTo(slope, within(1e-12));
    assertThat(gradient[0]).isEqualTo(gradient[2]).isCloseTo(-slope / 2, within(1e-12));
  }

  /** More than two classes take no pull towards the boundary, which would not be convex. */
  @Test
  void positiveSlopesCountForTwoClassesOnly() {
    DeclaredLoss loss = DeclaredLoss.of(Losses.TWO_SIDED);
    assertThat(gradient(new EnvelopeLink(loss, 0.2, 100, 2), 1, 0.9)[0]).isPositive();
    assertThat(gradient(new EnvelopeLink(loss, 0.2, 100, 3), 1, -0.5, 0.9, -0.5))
        .containsOnly(0.0, -0.0);
  }

  static Stream<MarginLoss> losses() {
    return Stream.of(Losses.ALL, Losses.BROKEN).flatMap(List::stream).distinct();
  }

  /** On which privacy rests. With τ or β four times too sharp it fails. */
  @ParameterizedTest
  @MethodSource("losses")
  void stepsNeverIncreaseADistance(MarginLoss own) {
    SplittableRandom random = new SplittableRandom(7);
    DeclaredLoss loss = DeclaredLoss.of(own);
    for (int trial = 0; trial < 40; trial++) {
      int classes = 2 + trial % 4;
      double margin = 0.02 + random.nextDouble();
      double smoothness = Math.exp(9 * random.nextDouble() - 2);
      MarginLink link = new EnvelopeLink(loss, margin, smoothness, classes);
      int outputs = classes == 2 ? 1 : classes;
      for (int pair = 0; pair < 100; pair++) {
        double[] one = random.doubles(outputs, -1, 1).toArray();
        double near = Math.exp(-6 * random.nextDouble());
        double[] other = one.clone();
        for (int k = 0; k < outputs; k++) {
          other[k] += near * (2 * random.nextDouble() - 1);
        }
        int label = random.nextInt(classes);
        double[] pull = gradient(link, label, one);
        double[] otherPull = gradient(link, label, other);
        double before = 0;
        double after = 0;
        double length = 0;
        for (int k = 0; k < outputs; k++) {
          double apart = one[k] - other[k];
          double moved = apart - 2 / smoothness * (pull[k] - otherPull[k]);
          before += apart * apart;
          after += moved * moved;
          length += pull[k] * pull[k];
        }
        assertThat(Math.sqrt(after)).isLessThanOrEqualTo(Math.sqrt(before) * (1 + 1e-6) + 1e-12);
        assertThat(Math.sqrt(length))
            .isLessThanOrEqualTo(MarginLink.lipschitz(loss, margin, classes));
      }
    }
  }
}
