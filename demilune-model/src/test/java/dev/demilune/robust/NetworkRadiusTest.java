// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.robust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.model.NetworkClassifier;
import dev.demilune.model.NetworkLayer;
import dev.demilune.schema.RowBound;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NetworkRadiusTest {

  private static NetworkLayer layer(int inputs, int units, double bias, SplittableRandom random) {
    double[] weights = new double[inputs * units];
    double[] biases = new double[units];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = random.nextGaussian();
    }
    for (int i = 0; i < units; i++) {
      biases[i] = bias * random.nextGaussian();
    }
    return NetworkLayer.of(inputs, weights, biases);
  }

  private static NetworkClassifier model(
      int d, int classes, RowBound bound, SplittableRandom random) {
    List<NetworkLayer> layers = new ArrayList<>();
    double bias = random.nextInt(3) == 0 ? 0 : random.nextDouble();
    int width = d;
    for (int l = random.nextInt(3); l >= 0; l--) {
      int units = 1 + random.nextInt(10);
      layers.add(layer(width, units, bias, random));
      width = units;
    }
    layers.add(layer(width, NetworkClassifier.outputs(classes), bias, random));
    return NetworkClassifier.of(RandomModels.schema(d, classes, bound), layers);
  }

  /**
   * Attacks by random directions and by gradients, inside the radius and beyond. Inside, none may
   * succeed. That many succeed within 8 radii shows that it is an attack; with a fifth of the
   * slope, tried once, they succeed inside.
   */
  @Test
  void noAttackChangesAPredictionWithinItsRadius() {
    SplittableRandom random = new SplittableRandom(30);
    int beyond = 0;
    int positive = 0;
    for (int trial = 0; trial < 100; trial++) {
      int d = 1 + random.nextInt(6);
      int classes = 2 + random.nextInt(3);
      NetworkClassifier model = model(d, classes, RandomModels.bound(random), random);
      CertifiedRadius certified = CertifiedRadius.of(model);
      for (int i = 0; i < 5; i++) {
        double[] x = RandomModels.row(d, random);
        int predicted = model.predict(x);
        double radius = certified.radius(model.schema().encode(x));
        assertThat(radius).isGreaterThanOrEqualTo(0);
        if (!(radius > 0 && radius < 1e6)) {
          continue;
        }
        positive++;
        for (int attempt = 0; attempt < 30; attempt++) {
          double[] z =
              RandomModels.moved(x, radius * (1 - 1e-13), RandomModels.direction(d, random));
          assertThat(model.predict(z)).isEqualTo(predicted);
        }
        boolean flipped = false;
        for (int rival = 0; rival < classes; rival++) {
          if (rival != predicted) {
            double[] inside = GradientAttack.within(model, x, predicted, rival, radius);
            assertThat(model.predict(inside)).isEqualTo(predicted);
            double[] outside = GradientAttack.within(model, x, predicted, rival, 8 * radius);
            flipped |= model.predict(outside) != predicted;
          }
        }
        beyond += flipped ? 1 : 0;
      }
    }
    assertThat(positive).isGreaterThan(250);
    assertThat(beyond).isGreaterThan(positive / 4);
  }

  /** One unit, on: the network is linear there, and its radius the distance to the boundary. */
  @Test
  void aSingleUnitHasItsTrueRadius() {
    NetworkClassifier model =
        NetworkClassifier.of(
            RandomModels.schema(2, 2, RowBound.clip(10)),
            List.of(
                NetworkLayer.of(2, new double[] {3, 4}, new double[] {-1}),
                NetworkLayer.of(1, new double[] {2}, new double[] {-1})));
    // 2(3x + 4y - 1) - 1 of a tenth of the row: 5 at (10, 0)·0.8, and steepest along (3, 4).
    double radius = CertifiedRadius.of(model).radius(model.schema().encode(new double[] {8, 0}));
    assertThat(radius).isCloseTo((2 * (2.4 - 1) - 1) / 10 * 10, within(1e-7));
    assertThat(radius).isLessThan(1.8);
  }

  @Test
  void aNetworkThatIsTheSameEverywhereIsCertifiedEverywhere() {
    NetworkLayer constant = NetworkLayer.of(2, new double[2], new double[] {1});
    NetworkClassifier model =
        NetworkClassifier.of(RandomModels.schema(2, 2, RowBound.scale()), List.of(constant));
    assertThat(CertifiedRadius.of(model).radius(model.schema().encode(new double[] {3, 4})))
        .isInfinite();
    NetworkLayer tie = NetworkLayer.of(2, new double[2], new double[] {0});
    model = NetworkClassifier.of(RandomModels.schema(2, 2, RowBound.scale()), List.of(tie));
    assertThat(CertifiedRadius.of(model).radius(model.schema().encode(new double[] {3, 4})))
        .isZero();
  }

  @Test
  void weightsAtTheEndsOfTheDoublesHaveNoRadius() {
    for (double size : new double[] {1e-200, 1e200}) {
      NetworkClassifier model =
          NetworkClassifier.of(
              RandomModels.schema(1, 2, RowBound.clip(1)),
              List.of(
                  NetworkLayer.of(1, new double[] {size}, new double[1]),
                  NetworkLayer.of(1, new double[] {1}, new double[1])));
      assertThat(CertifiedRadius.of(model).radius(model.schema().encode(new double[] {0.5})))
          .isZero();
    }
  }

  /** Rotations of a diagonal matrix: the largest singular value is known. */
  @Test
  void theSpectralBoundIsAboveAndCloseToTheLargestSingularValue() {
    SplittableRandom random = new SplittableRandom(31);
    for (int trial = 0; trial < 50; trial++) {
      int m = 1 + random.nextInt(12);
      int n = m + random.nextInt(5);
      double[][] w = new double[m][n];
      double largest = 0;
      for (int i = 0; i < m; i++) {
        w[i][i] = random.nextInt(3) == 0 ? 1 : random.nextDouble();
        largest = Math.max(largest, w[i][i]);
      }
      for (int turn = 0; turn < 40; turn++) { // turns of two rows or columns
        double angle = 6 * random.nextDouble();
        int a = random.nextInt(m);
        int b = random.nextInt(m);
        for (int j = 0; a != b && j < n; j++) {
          double first = w[a][j];
          w[a][j] = Math.cos(angle) * first - Math.sin(angle) * w[b][j];
          w[b][j] = Math.sin(angle) * first + Math.cos(angle) * w[b][j];
        }
        int c = random.nextInt(n);
        int e = random.nextInt(n);
        for (int i = 0; c != e && i < m; i++) {
          double first = w[i][c];
          w[i][c] = Math.cos(angle) * first - Math.sin(angle) * w[i][e];
          w[i][e] = Math.sin(angle) * first + Math.cos(angle) * w[i][e];
        }
      }
      assertThat(SpectralBound.of(layerOf(w)))
          .isGreaterThan(largest * (1 - 1e-12))
          .isLessThan(largest * 1.015);
      assertThat(SpectralBound.of(layerOf(transposed(w)))).isBetween(largest, largest * 1.015);
    }
  }

  private static NetworkLayer layerOf(double[][] rows) {
    double[] weights = new double[rows.length * rows[0].length];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(rows[i], 0, weights, i * rows[0].length, rows[0].length);
    }
    return NetworkLayer.of(rows[0].length, weights, new double[rows.length]);
  }

  private static double[][] transposed(double[][] w) {
    double[][] t = new double[w[0].length][w.length];
    for (int i = 0; i < w.length; i++) {
      for (int j = 0; j < w[0].length; j++) {
        t[j][i] = w[i][j];
      }
    }
    return t;
  }
}
