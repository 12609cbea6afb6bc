// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.data.LibsvmReader;
import dev.demilune.data.synthetic.HingeTrapInstance;
import dev.demilune.learn.CorrectCount;
import dev.demilune.learn.Learner;
import dev.demilune.mechanism.Exponential;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.ExponentialRace;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What appendices G and H of Bassily, Mohri and Suresh (2022) warn of, as it happens. */
class CounterExamplesTest {

  /**
   * Every row is the same unit vector x with label 1. Of weights on the unit sphere those are good
   * that keep a margin of one half from it, and a random one is good with a probability that falls
   * exponentially in the dimension. The exponential mechanism weighs them against all others, which
   * get every row wrong: with n rows it needs εn/2 beyond that logarithm. Behind a projection to
   * one dimension every other candidate is good, and a few rows are enough.
   *
   * <p>The paper's own instance (Lemma G.1) does not do what it says; this one has the same moral.
   */
  @Test
  void withoutReducingTheDimensionTheExponentialMechanismFails() {
    int rows = 100;
    double epsilon = 1;
    double good = shareOfTheSphere(1_000, 0.5);
    assertThat(Math.log(good)).isBetween(-150.0, -140.0); // about (1 - 1/4)^500
    assertThat(chosenGood(good, rows, epsilon, 400)).isZero(); // 2e-42 is expected
    assertThat(chosenGood(shareOfTheSphere(1_000, 0.5), 4 * rows, epsilon, 400)).isEqualTo(400);
    assertThat(chosenGood(0.5, rows, epsilon, 400)).isEqualTo(400); // in one dimension
    assertThat(chosenGood(0.5, 20, epsilon, 400)).isGreaterThan(390);
  }

  /** P(w_1 ≥ c) for a uniform unit vector: an integral of (1 - t²)^((d - 3)/2). */
  private static double shareOfTheSphere(int d, double c) {
    double above = 0;
    double all = 0;
    int steps = 200_000;
    for (int i = 0; i < steps; i++) {
      double t = -1 + 2 * (i + 0.5) / steps;
      double density = Math.pow(1 - t * t, (d - 3) / 2.0);
      all += density;
      above += t >= c ? density : 0;
    }
    return above / all;
  }

  /** How often a good one is chosen among 2^300 candidates, in groups: the mechanism itself. */
  private static int chosenGood(double good, int rows, double epsilon, int trials) {
    BigInteger all = BigInteger.TWO.pow(300);
    BigInteger count =
        BigInteger.valueOf((long) (good / Math.ulp(good)))
            .multiply(all)
            .shiftRight(52 - Math.getExponent(good));
    int chosen = 0;
    for (int trial = 0; trial < trials; trial++) {
      ExponentialRace race =
          Exponential.of(epsilon).race(Randomness.reproducible(trial).stream("counter-example"));
      race.enter(0, count);
      race.enter(rows, all.subtract(count));
      chosen += race.winner() == 0 ? 1 : 0;
    }
    return chosen;
  }

  /** The masses as they are: the minimizer is 1/γ, with the loss (1 + γ)/2 and the error γ/2. */
  @Test
  void theHingeLossIsLeastAtAHugeWeight() {
    for (double gamma : new double[] {0.5, 0.1, 0.01, 0.001}) {
      double least = hinge(1 / gamma, gamma);
      assertThat(least).isCloseTo((1 + gamma) / 2, within(1e-12));
      for (int i = 0; i < 1_000; i++) {
        assertThat(hinge(i * 0.002 / gamma, gamma)).isGreaterThanOrEqualTo(least - 1e-12);
        // Among weights up to one it is least at one, and nearly as large as at zero.
        assertThat(hinge(i / 1_000.0, gamma)).isGreaterThanOrEqualTo(hinge(1, gamma) - 1e-12);
      }
      assertThat(hinge(1, gamma)).isCloseTo(1 - gamma * (1 - gamma) / 2, within(1e-12));
    }
  }

  private static double hinge(double w, double gamma) {
    double alpha = gamma / 2;
    return alpha * Math.max(0, 1 + w) + (1 - alpha) * Math.max(0, 1 - gamma * w);
  }

  /** On rows of the trap: weights of bounded length stay there, and are as right as any. */
  @Test
  void aLearnerOfBoundedWeightsIsAsRightWithoutTheHugeOne() throws IOException {
    double gamma = 0.05;
    StringBuilder text = new StringBuilder();
    new HingeTrapInstance(gamma).write(text, 20_000, Randomness.reproducible(12)::nextLong);
    Schema schema =
        Schema.vectors(1, LabelSet.of("-1", "+1"))
            .adjacency(Adjacency.REPLACE_ONE)
            .rows(RowBound.clip(1))
            .intercept(0)
            .build();
    BoundedDataset data =
        BoundedDataset.of(
            schema,
            LibsvmReader.open(
                new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)),
                "the trap"));
    Learner bounded = ProjectedSgd.withDefaults().with("margin", "0.5");
    LinearClassifier model = bounded.fitWithoutPrivacy(data).model().linear();
    double weight = model.weight(1, 0) - model.weight(0, 0);
    assertThat(weight).isBetween(1e-6, 2.0); // and not twenty
    assertThat(CorrectCount.of(data, model) / 20_000.0)
        .isCloseTo(1 - gamma / 2, within(0.006)); // five standard deviations
  }
}
