// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.robust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.model.LinearClassifier;
import dev.demilune.schema.RowBound;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Known values, and attacks that must fail inside the radius and succeed just outside. */
class CertifiedRadiusTest {

  private static LinearClassifier binary(RowBound bound, double bias, double... weights) {
    return LinearClassifier.of(
        RandomModels.schema(weights.length, 2, bound),
        new double[][] {new double[weights.length], weights},
        new double[] {0, bias});
  }

  private static double radius(LinearClassifier model, double... x) {
    return CertifiedRadius.of(model).radius(model.schema().encode(x));
  }

  @Test
  void withoutABiasItIsTheDistanceToTheHyperplane() {
    for (RowBound bound : new RowBound[] {RowBound.scale(), RowBound.clip(1)}) {
      LinearClassifier model = binary(bound, 0, 3, 4);
      assertThat(radius(model, 3, 4)).isCloseTo(5, within(1e-11)).isLessThan(5);
      assertThat(radius(model, 2, 0)).isCloseTo(1.2, within(1e-11)).isLessThan(1.2);
      assertThat(radius(model, -2, 0)).isCloseTo(1.2, within(1e-11)).isLessThan(1.2);
      assertThat(radius(model, 4, -3)).isZero(); // on the hyperplane
    }
  }

  @Test
  void underScalingItIsTheDistanceToACone() {
    // Class 1 wins where the angle to the first axis is below 60 degrees.
    LinearClassifier model = binary(RowBound.scale(), -0.5, 1, 0, 0);
    assertThat(radius(model, 2, 0, 0)).isCloseTo(2 * Math.sin(Math.PI / 3), within(1e-11));
    double theta = Math.PI / 4;
    assertThat(radius(model, Math.cos(theta), 0, Math.sin(theta)))
        .isCloseTo(Math.sin(Math.PI / 12), within(1e-11));
    // Seen from class 0 the rival's cone is narrow, and behind it the apex is nearest.
    assertThat(radius(model, 0, 2, 0)).isCloseTo(2 * Math.sin(Math.PI / 6), within(1e-11));
    assertThat(radius(model, -3, 1, 0)).isCloseTo(Math.sqrt(10), within(1e-11));
  }

  @Test
  void underClippingItIsTheDistanceToAPlaneInsideAndToAConeOutside() {
    // With norm 2: inside, class 1 wins where x1 > 1; outside, within 60 degrees of the axis.
    LinearClassifier model = binary(RowBound.clip(2), -0.5, 1, 0, 0);
    assertThat(radius(model, 1.5, 0.2, 0)).isCloseTo(0.5, within(1e-11)); // the plane
    assertThat(radius(model, 0, 0, 0)).isCloseTo(1, within(1e-11)); // the plane, from the zero row
    assertThat(radius(model, 10, 10 * Math.sqrt(3) - 1, 0))
        .isCloseTo(0.5, within(1e-11)); // the cone
    // The rim is at (1, √3). Seen from between the two faces' normals, at 0 and 30 degrees, it is
    // the nearest point.
    double angle = Math.PI / 12;
    assertThat(radius(model, 1 - 0.3 * Math.cos(angle), Math.sqrt(3) + 0.3 * Math.sin(angle), 0))
        .isCloseTo(0.3, within(1e-11));
    assertThat(radius(model, 9, 0, 0)).isCloseTo(9 * Math.sin(Math.PI / 3), within(1e-11));
  }

  @Test
  void aPredictionThatNoRowChangesHasAnInfiniteRadius() {
    for (RowBound bound : new RowBound[] {RowBound.scale(), RowBound.clip(1)}) {
      assertThat(radius(binary(bound, 1.5, 1, 0), -1, 2)).isInfinite();
      assertThat(radius(binary(bound, 1.5, 1, 0), 0, 0)).isInfinite();
      assertThat(radius(binary(bound, 1.5, 0, 0), 1, 0)).isInfinite(); // no weights, bias decides
    }
  }

  @Test
  void equalClassesAndTheApexOfAConeHaveRadiusZero() {
    assertThat(radius(binary(RowBound.scale(), 0, 0, 0), 1, 0)).isZero();
    assertThat(radius(binary(RowBound.clip(1), 0, 0, 0), 1, 0)).isZero();
    assertThat(radius(binary(RowBound.scale(), -0.5, 1, 0), 0, 0)).isZero();
    assertThat(radius(binary(RowBound.scale(), 0.5, 1, 0), 0, 0)).isZero();
  }

  @Test
  void oneFeatureHasNoConeAroundItsAxis() {
    assertThat(radius(binary(RowBound.scale(), -0.5, 1), 2)).isCloseTo(2, within(1e-11));
    assertThat(radius(binary(RowBound.scale(), -0.5, 1), -2)).isCloseTo(2, within(1e-11));
    assertThat(radius(binary(RowBound.scale(), 0.5, 1), 2)).isCloseTo(2, within(1e-11));
    assertThat(radius(binary(RowBound.scale(), 1.5, 1), -2)).isInfinite();
    assertThat(radius(binary(RowBound.clip(4), -0.5, 1), 3)).isCloseTo(1, within(1e-11));
    assertThat(radius(binary(RowBound.clip(4), -0.5, 1), -3)).isCloseTo(5, within(1e-11));
    assertThat(radius(binary(RowBound.clip(4), -0.5, 1), 30)).isCloseTo(28, within(1e-11));
  }

  @Test
  void rowsAtTheEndsOfTheDoublesNeverGetAnUnsoundRadius() {
    LinearClassifier scaled = binary(RowBound.scale(), 0, 1, 0);
    assertThat(radius(scaled, 1e-99, 0)).isZero();
    assertThat(radius(scaled, 1e99, 0)).isZero();
    assertThat(radius(scaled, 1e-60, 0)).isCloseTo(1e-60, within(1e-72));
    assertThat(radius(scaled, 1e60, 0)).isCloseTo(1e60, within(1e48));
    assertThat(radius(binary(RowBound.scale(), 0, 1e200, 1e200), 1, 1)).isZero(); // overflow
    assertThat(radius(binary(RowBound.scale(), 0, 1e-200, 1e-200), 1, 1)).isZero(); // underflow
  }

  @Test
  void moreClassesThanPairsAreKeptForGiveTheSameRadius() {
    int classes = 1100;
    double[][] weights = new double[classes][2];
    double[] biases = new double[classes];
    for (int k = 0; k < classes; k++) {
      biases[k] = -1e6;
    }
    weights[7] = new double[] {1, 0};
    weights[1099] = new double[] {-1, 0};
    biases[7] = 0;
    biases[1099] = 0;
    LinearClassifier model =
        LinearClassifier.of(RandomModels.schema(2, classes, RowBound.scale()), weights, biases);
    assertThat(radius(model, 0.25, 3)).isCloseTo(0.25, within(1e-8)).isLessThan(0.25);
  }

  /**
   * 3000 models and rows in 1 to 8 dimensions: 60 random moves and 2 gradient attacks each, within
   * the radius. One prediction that changes refutes the claim.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noAttackWithinTheRadiusChangesThePrediction(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int certified = 0;
    for (int trial = 0; trial < 1000; trial++) {
      int features = 1 + random.nextInt(8);
      int classes = 2 + random.nextInt(4);
      LinearClassifier model =
          RandomModels.model(features, classes, RandomModels.bound(random), random);
      double[] x = RandomModels.row(features, random);
      int predicted = RandomModels.predict(model, x);
      double radius = Math.min(radius(model, x), 100);
      certified += radius > 0 ? 1 : 0;
      for (int i = 0; i < 60; i++) {
        double[] z =
            RandomModels.moved(x, radius * (1 - 1e-12), RandomModels.direction(features, random));
        assertThat(RandomModels.predict(model, z))
            .as("seed %d trial %d", seed, trial)
            .isEqualTo(predicted);
      }
      for (int rival = 0; rival < 2; rival++) {
        double[] z = GradientAttack.within(model, x, predicted, rival, radius * (1 - 1e-12));
        assertThat(RandomModels.predict(model, z))
            .as("seed %d trial %d", seed, trial)
            .isEqualTo(predicted);
      }
    }
    assertThat(certified).isGreaterThan(900); // the attack had something to attack
  }

  /** The same rows: the closed-form move just beyond the radius does change the prediction. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theWorstPerturbationFlipsJustBeyondTheRadiusAndNotBefore(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int flipped = 0;
    for (int trial = 0; trial < 1000; trial++) {
      int features = 1 + random.nextInt(8);
      LinearClassifier model =
          RandomModels.model(features, 2 + random.nextInt(4), RandomModels.bound(random), random);
      double[] x = RandomModels.row(features, random);
      int predicted = RandomModels.predict(model, x);
      double radius = radius(model, x);
      WorstPerturbation worst = WorstPerturbation.of(model, model.schema().encode(x)).orElse(null);
      if (worst == null) {
        assertThat(radius).isInfinite();
        continue;
      }
      if (radius < 1e-4) {
        continue; // a millionth of it would drown in rounding
      }
      assertThat(worst.distance()).isGreaterThan(radius).isCloseTo(radius, within(1e-9));
      double[] beyond = worst.beyond(0.999e-6 * radius);
      assertThat(RandomModels.distance(x, beyond)).isLessThan(radius * (1 + 1e-6));
      assertThat(RandomModels.predict(model, beyond))
          .as("seed %d trial %d", seed, trial)
          .isNotEqualTo(predicted);
      double[] point = worst.point();
      double[] before = x.clone();
      for (int j = 0; j < features; j++) {
        before[j] += (1 - 1e-6) * (point[j] - x[j]);
      }
      assertThat(RandomModels.predict(model, before))
          .as("seed %d trial %d", seed, trial)
          .isEqualTo(predicted);
      flipped++;
    }
    assertThat(flipped).isGreaterThan(800);
  }

  /**
   * At the radius itself, straight toward the nearest change, in up to 300 dimensions and with rows
   * on or next to the axis: the program's own rounding must not flip the prediction, and what was
   * subtracted for it must be small.
   */
  @Test
  void roundingDoesNotFlipAtTheRadiusItself() {
    SplittableRandom random = new SplittableRandom(6);
    int certified = 0;
    for (int trial = 0; trial < 2000; trial++) {
      int features = trial % 10 == 0 ? 300 : 1 + random.nextInt(12);
      LinearClassifier model = RandomModels.model(features, 2, RandomModels.bound(random), random);
      double[] x = RandomModels.row(features, random);
      if (trial % 3 == 0) {
        double off = trial % 2 == 0 ? 0 : Math.pow(10, -random.nextInt(12));
        double[] axis = new double[features];
        for (int j = 0; j < features; j++) {
          axis[j] = model.weight(1, j) - model.weight(0, j);
        }
        x = RandomModels.moved(RandomModels.moved(new double[features], 0.3, axis), off, x);
      }
      double radius = radius(model, x);
      if (radius == 0 || Double.isInfinite(radius)) {
        continue;
      }
      WorstPerturbation worst = WorstPerturbation.of(model, model.schema().encode(x)).orElseThrow();
      double[] point = worst.point();
      double away = RandomModels.distance(x, point);
      double[] z = x.clone();
      for (int j = 0; j < features; j++) {
        z[j] += (point[j] - x[j]) * (radius / away);
      }
      assertThat(RandomModels.predict(model, z))
          .as("trial %d", trial)
          .isEqualTo(RandomModels.predict(model, x));
      double size = model.schema().encode(x).norm() + model.schema().rowBound().norm();
      assertThat(worst.distance() - radius).as("trial %d", trial).isBetween(0.0, 1e-10 * size);
      certified++;
    }
    assertThat(certified).isGreaterThan(1200);
  }

  /** A radius that is 1 % too large would be noticed by the gradient attack. */
  @Test
  void theGradientAttackNoticesARadiusThatIsTooLarge() {
    SplittableRandom random = new SplittableRandom(4);
    int noticed = 0;
    for (int trial = 0; trial < 200; trial++) {
      LinearClassifier model = RandomModels.model(4, 2, RandomModels.bound(random), random);
      double[] x = RandomModels.row(4, random);
      int predicted = RandomModels.predict(model, x);
      double radius = radius(model, x);
      if (radius < 10) {
        double[] z = GradientAttack.within(model, x, predicted, 1 - predicted, radius * 1.01);
        noticed += RandomModels.predict(model, z) != predicted ? 1 : 0;
      }
    }
    assertThat(noticed).isGreaterThan(60);
  }

  /** Distances by brute force over a fine grid of directions, in two and three dimensions. */
  @Tag("slow")
  @Test
  void agreesWithBruteForceInTwoAndThreeDimensions() {
    SplittableRandom random = new SplittableRandom(5);
    for (int trial = 0; trial < 100; trial++) {
      int features = 2 + trial % 2;
      LinearClassifier model =
          RandomModels.model(features, 2 + trial % 3, RandomModels.bound(random), random);
      double[] x = RandomModels.row(features, random);
      double radius = radius(model, x);
      double found = BruteForce.distanceToChange(model, x, 8);
      if (radius > 8) {
        assertThat(found).isInfinite();
      } else {
        assertThat(found).as("trial %d", trial).isBetween(radius, radius * 1.002 + 2e-3);
      }
    }
  }
}
