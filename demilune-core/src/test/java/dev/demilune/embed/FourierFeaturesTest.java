// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.data.VectorTable;
import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.EmbeddedData;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FourierFeaturesTest {

  private static double[] inBall(int size, SplittableRandom random) {
    double[] x = new double[size];
    double squares = 0;
    for (int i = 0; i < size; i++) {
      x[i] = random.nextGaussian();
      squares += x[i] * x[i];
    }
    double length = random.nextDouble();
    for (int i = 0; i < size; i++) {
      x[i] *= length / Math.sqrt(squares);
    }
    return x;
  }

  private static double distance(double[] a, double[] b) {
    double squares = 0;
    for (int i = 0; i < a.length; i++) {
      squares += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return Math.sqrt(squares);
  }

  /** Root mean square error of the kernel over pairs of rows and draws. */
  private static double error(Kernel kernel, double width, int size, int count, boolean dense) {
    SplittableRandom random = new SplittableRandom(7);
    double sum = 0;
    int pairs = 0;
    for (int draw = 0; draw < 20; draw++) {
      FourierFeatures structured = FourierFeatures.of(kernel, width, size, count, draw);
      double[][] independent = dense ? independent(kernel, width, size, count, draw) : null;
      for (int pair = 0; pair < 50; pair++) {
        double[] x = inBall(size, random);
        double[] y = inBall(size, random);
        double approximated;
        if (dense) {
          double total = 0;
          for (double[] frequency : independent) {
            double angle = 0;
            for (int j = 0; j < size; j++) {
              angle += frequency[j] * (x[j] - y[j]);
            }
            total += Math.cos(angle);
          }
          approximated = total / count;
        } else {
          double[] one = new double[2 * count];
          double[] two = new double[2 * count];
          structured.apply(x, one);
          structured.apply(y, two);
          approximated = 0;
          for (int i = 0; i < one.length; i++) {
            approximated += one[i] * two[i];
          }
        }
        double wrong = approximated - kernel.value(distance(x, y), width);
        sum += wrong * wrong;
        pairs++;
      }
    }
    return Math.sqrt(sum / pairs);
  }

  /** Independent normal frequencies in as many dimensions as there are inputs: the textbook. */
  private static double[][] independent(
      Kernel kernel, double width, int size, int count, long seed) {
    PublicDraw draw = new PublicDraw(seed, "reference");
    double[][] frequencies = new double[count][size];
    for (double[] frequency : frequencies) {
      double squares = 0;
      for (int j = 0; j < size; j++) {
        frequency[j] = draw.normal();
        squares += frequency[j] * frequency[j];
      }
      double length = kernel.radius(size, draw) / width;
      for (int j = 0; j < size; j++) {
        frequency[j] *= length / Math.sqrt(squares);
      }
    }
    return frequencies;
  }

  /**
   * Measured for 512 frequencies: independent ones have errors of 0.017 to 0.022 for the Gaussian
   * kernel and 0.021 to 0.029 for the others; ours 0.012 to 0.013, and 0.014 to 0.027, in 1 and 3
   * dimensions (padded to 64) as in 100.
   */
  @Tag("slow")
  @ParameterizedTest
  @EnumSource(Kernel.class)
  void structuredFrequenciesApproximateTheKernelAsWellAsIndependentOnes(Kernel kernel) {
    for (int size : new int[] {1, 3, 100}) {
      double reference = error(kernel, 0.7, size, 512, true);
      double ours = error(kernel, 0.7, size, 512, false);
      assertThat(reference).as("%s, %d", kernel, size).isBetween(0.01, 0.04);
      assertThat(ours).as("%s, %d", kernel, size).isLessThan(1.15 * reference);
    }
    // Another width's kernel would be seen.
    assertThat(kernel.value(0.8, 0.9) - kernel.value(0.8, 0.7)).isGreaterThan(0.06);
  }

  @Test
  void everyImageHasLengthOneAndTheZeroRowToo() {
    SplittableRandom random = new SplittableRandom(8);
    for (Kernel kernel : Kernel.values()) {
      FourierFeatures features = FourierFeatures.of(kernel, 0.05, 20, 300, 2);
      for (double[] x : new double[][] {inBall(20, random), inBall(20, random), new double[20]}) {
        double[] image = new double[600];
        features.apply(x, image);
        assertThat(distance(image, new double[600])).isCloseTo(1, within(1e-14));
      }
    }
  }

  /** Model files hold the number of a draw: what is drawn from it must never change. */
  @Test
  void theDrawIsFrozen() {
    double[] x = new double[10];
    for (int j = 0; j < 10; j++) {
      x[j] = (j - 4.5) / 16;
    }
    for (Kernel kernel : Kernel.values()) {
      double[] image = new double[200];
      FourierFeatures.of(kernel, 0.5, 10, 100, 42).apply(x, image);
      long hash = 0;
      for (double value : image) {
        hash = 31 * hash + Double.doubleToRawLongBits(value);
      }
      assertThat(Long.toHexString(hash)).as("%s", kernel).isEqualTo(FROZEN.get(kernel));
    }
  }

  private static final Map<Kernel, String> FROZEN =
      Map.of(
          Kernel.GAUSSIAN, "dcd004208fc87bcf",
          Kernel.LAPLACIAN, "72b2434407d54501",
          Kernel.MATERN_THREE_HALVES, "43218934ac9eff83",
          Kernel.MATERN_FIVE_HALVES, "8f414cd7cc80938e");

  @Test
  void frequenciesOfABlockAreAtRightAnglesAndAsLongAsTheySay() {
    FourierFeatures features = FourierFeatures.of(Kernel.LAPLACIAN, 0.5, 64, 128, 3);
    assertThat(features.blockSize()).isEqualTo(64);
    double[][] rows = new double[128][64];
    for (int i = 0; i < 128; i++) {
      double[] one = new double[128];
      one[i] = 1;
      features.sumOfFrequencies(one, rows[i]);
    }
    for (int a = 0; a < 64; a++) {
      for (int b = 0; b < 64; b++) {
        double dot = 0;
        for (int j = 0; j < 64; j++) {
          dot += rows[a][j] * rows[b][j];
        }
        double lengths = features.radius(a) * features.radius(b);
        assertThat(dot / lengths).isCloseTo(a == b ? 1 : 0, within(1e-13));
      }
    }
  }

  @Test
  void anglesAreTheProductsWithTheFrequencies() {
    FourierFeatures features = FourierFeatures.of(Kernel.GAUSSIAN, 0.5, 30, 100, 4);
    double[] x = inBall(30, new SplittableRandom(9));
    double[] angles = new double[100];
    features.angles(x, angles);
    double[] frequency = new double[30];
    for (int i = 0; i < 100; i++) {
      double[] one = new double[100];
      one[i] = 1;
      features.sumOfFrequencies(one, frequency);
      double dot = 0;
      for (int j = 0; j < 30; j++) {
        dot += frequency[j] * x[j];
      }
      assertThat(angles[i]).isCloseTo(dot, within(1e-12));
    }
  }

  @Tag("slow")
  @Test
  void storedImagesAreThoseOfTheRowsRoundedAndNeverTooLong() {
    SplittableRandom random = new SplittableRandom(10);
    double[][] rows = new double[300][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = inBall(20, random);
    }
    rows[0] = new double[20];
    Schema schema =
        Schema.vectors(20, LabelSet.numbered(2))
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .rows(RowBound.clip(1))
            .expectedRows(300)
            .build();
    BoundedDataset data = BoundedDataset.of(schema, VectorTable.of(rows, new int[300]));
    for (int count : new int[] {1, 2, 100, 2500}) {
      FourierFeatures features = FourierFeatures.of(Kernel.GAUSSIAN, 0.7, 20, count, 5);
      BoundedDataset images = EmbeddedData.of(data, features);
      assertThat(images.features()).isEqualTo(2 * count);
      assertThat(images.schema().expectedRows()).isEqualTo(300);
      assertThat(images.schema().intercept()).isEqualTo(schema.intercept());
      double unit = BoundedDataset.GRID_RADIUS;
      double pointsApart = unit / Math.sqrt(count) * Math.PI / 8192;
      int[] grid = new int[20];
      int[] stored = new int[2 * count];
      double[] exact = new double[2 * count];
      for (int row = 0; row < 300; row++) {
        data.block(0).copyTo(row, grid);
        double[] u = new double[20];
        for (int j = 0; j < 20; j++) {
          u[j] = grid[j] / unit;
        }
        features.apply(u, exact);
        BoundedDataset.Block block = images.block(0);
        block.copyTo(row, stored);
        long squares = 0;
        for (int i = 0; i < stored.length; i++) {
          squares += (long) stored[i] * stored[i];
          assertThat(stored[i] - exact[i] * unit).isCloseTo(0, within(1.3 + pointsApart));
        }
        assertThat(block.squaredNorm(row)).isEqualTo(squares).isLessThanOrEqualTo(1_024_000_000L);
        assertThat((double) squares).isGreaterThan(0.9 * unit * unit);
      }
    }
  }

  @Test
  void aWidthOfZeroIsRefused() {
    assertThatThrownBy(() -> FourierFeatures.of(Kernel.GAUSSIAN, 0, 3, 4, 1))
        .hasMessage("width must be finite and > 0, got 0.0");
    assertThatThrownBy(() -> FourierFeatures.of(Kernel.GAUSSIAN, 1, 3, 0, 1))
        .hasMessageStartingWith("frequencies must be between 1 and");
  }
}
