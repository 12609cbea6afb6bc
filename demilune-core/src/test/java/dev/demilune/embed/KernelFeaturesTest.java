// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.data.VectorTable;
import dev.demilune.embed.GroupedFeatures.Form;
import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.EmbeddedData;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Polynomial, arc-cosine, additive and product kernels. */
class KernelFeaturesTest {

  private static double[] inBall(int size, SplittableRandom random) {
    double[] x = new double[size];
    double squares = 0;
    for (int i = 0; i < size; i++) {
      x[i] = random.nextGaussian();
      squares += x[i] * x[i];
    }
    double length = 0.5 + 0.5 * random.nextDouble();
    for (int i = 0; i < size; i++) {
      x[i] *= length / Math.sqrt(squares);
    }
    return x;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  private static double[] image(Embedding map, double... x) {
    double[] image = new double[map.outputs()];
    map.apply(x, image);
    return image;
  }

  private static final int[] SIZES = {1, 3, 1};
  private static final double[] WIDTHS = {0.2, 0.7, 0.4};

  static Stream<Embedding> maps() {
    return Stream.of(
        PolynomialSketch.of(1, 0, 5, 64, 3),
        PolynomialSketch.of(2, 1, 5, 101, 3),
        PolynomialSketch.of(5, 0.25, 5, 512, 3),
        ArcCosineFeatures.of(0, 1, 5, 128, 3),
        ArcCosineFeatures.of(1, 0, 5, 128, 3),
        ArcCosineFeatures.of(1, 2, 5, 90, 3),
        GroupedFeatures.of(Kernel.GAUSSIAN, Form.ADDITIVE, SIZES, WIDTHS, 100, 3),
        GroupedFeatures.of(Kernel.LAPLACIAN, Form.PRODUCT, SIZES, WIDTHS, 100, 3));
  }

  /** With one input and no offset every feature is ±x^p/√k: the kernel is met exactly. */
  @Test
  void aSketchOfOneNumberIsExact() {
    for (int degree = 1; degree <= 8; degree++) {
      PolynomialSketch sketch = PolynomialSketch.of(degree, 0, 1, 16, degree);
      double product = dot(image(sketch, 0.75), image(sketch, -0.5));
      assertThat(product).isCloseTo(Math.pow(-0.375, degree), within(1e-16));
      assertThat(sketch.kernel(-0.375)).isCloseTo(Math.pow(-0.375, degree), within(1e-16));
    }
    assertThat(PolynomialSketch.of(3, 1, 2, 8, 1).kernel(0.5)).isEqualTo(0.421875); // (3/4)³
  }

  /** Values of Cho and Saul: equal rows, opposite rows, right angles. */
  @Test
  void arcCosineKernelsAreThoseOfTheAngle() {
    double[] one = {0.8, 0};
    double[] right = {0, 0.5};
    double[] opposite = {-0.8, 0};
    ArcCosineFeatures steps = ArcCosineFeatures.of(0, 0, 2, 2, 1);
    ArcCosineFeatures ramps = ArcCosineFeatures.of(1, 0, 2, 2, 1);
    assertThat(steps.kernel(one, one)).isEqualTo(1);
    assertThat(steps.kernel(one, right)).isCloseTo(0.5, within(1e-15));
    assertThat(steps.kernel(one, opposite)).isZero();
    assertThat(ramps.kernel(one, one)).isCloseTo(0.64, within(1e-15));
    assertThat(ramps.kernel(one, right)).isCloseTo(0.4 / Math.PI, within(1e-15));
    assertThat(ramps.kernel(one, opposite)).isCloseTo(0, within(1e-15));
    // A constant of one beside rows of length 0.6 and 0: cos θ = 1/√1.36, lengths √(1.36/2), √(1/2)
    double cosine = 1 / Math.sqrt(1.36);
    assertThat(ArcCosineFeatures.of(0, 1, 1, 2, 1).kernel(new double[] {0.6}, new double[] {0}))
        .isCloseTo(1 - Math.acos(cosine) / Math.PI, within(1e-15));
  }

  @Test
  void groupedKernelsAreMeansAndProducts() {
    double[] x = {0.1, 0.2, -0.1, 0.3, 0.5};
    double[] y = {0.3, 0.2, 0.3, 0.0, 0.4};
    double first = Math.exp(-0.04 / 0.08);
    double second = Math.exp(-0.25 / 0.98);
    double third = Math.exp(-0.01 / 0.32);
    GroupedFeatures mean = GroupedFeatures.of(Kernel.GAUSSIAN, Form.ADDITIVE, SIZES, WIDTHS, 9, 1);
    assertThat(mean.kernel(x, y)).isCloseTo((first + second + third) / 3, within(1e-15));
    // ten frequencies: the first group has four of them
    assertThat(
            GroupedFeatures.of(Kernel.GAUSSIAN, Form.ADDITIVE, SIZES, WIDTHS, 10, 1).kernel(x, y))
        .isCloseTo(0.4 * first + 0.3 * second + 0.3 * third, within(1e-15));
    assertThat(GroupedFeatures.of(Kernel.GAUSSIAN, Form.PRODUCT, SIZES, WIDTHS, 9, 1).kernel(x, y))
        .isCloseTo(first * second * third, within(1e-15));
    // one by one, Laplacian kernels multiply to that of the L1 distance
    assertThat(
            GroupedFeatures.of(
                    Kernel.LAPLACIAN,
                    Form.PRODUCT,
                    new int[] {1, 1, 1, 1, 1},
                    new double[] {0.5, 0.5, 0.5, 0.5, 0.5},
                    9,
                    1)
                .kernel(x, y))
        .isCloseTo(Math.exp(-2 * (0.2 + 0 + 0.4 + 0.3 + 0.1)), within(1e-15));
  }

  /** An additive frequency sees its own group only: other columns do not move its features. */
  @Test
  void additiveFeaturesSeeOneGroupEach() {
    GroupedFeatures map = GroupedFeatures.of(Kernel.GAUSSIAN, Form.ADDITIVE, SIZES, WIDTHS, 30, 2);
    double[] before = image(map, 0.1, 0.2, 0.3, 0.4, 0.5);
    double[] after = image(map, 0.1, 0.2, -0.3, 0.4, 0.5);
    for (int i = 0; i < 30; i++) {
      assertThat(before[2 * i] == after[2 * i]).as("%d", i).isEqualTo(i % 3 != 1);
    }
  }

  /**
   * The mean over draws of the inner product of two images is the kernel. Draws are independent, so
   * their mean is within 5.5 standard errors but for a chance of 4e-8, in each of the 40 cases; in
   * none of them is it off by more than 0.03, a tenth of what another degree, width or order would
   * do. Directions of arc-cosine features are only nearly uniform: 0.002 is added for that.
   */
  @ParameterizedTest
  @CsvSource({
    "polynomial 1",
    "polynomial 2",
    "polynomial 3",
    "arc-cosine 0",
    "arc-cosine 1",
    "additive GAUSSIAN",
    "additive LAPLACIAN",
    "product GAUSSIAN",
    "product LAPLACIAN",
    "product MATERN_THREE_HALVES"
  })
  void theMeanOverDrawsIsTheKernel(String name) {
    String kind = name.split(" ", -1)[0];
    String which = name.split(" ", -1)[1];
    SplittableRandom random = new SplittableRandom(12);
    for (int pair = 0; pair < 4; pair++) {
      double[] x = inBall(5, random);
      double[] y = inBall(5, random);
      LongFunction<Embedding> map =
          draw ->
              switch (kind) {
                case "polynomial" ->
                    PolynomialSketch.of(Integer.parseInt(which), 0.5, 5, 256, draw);
                case "arc-cosine" -> ArcCosineFeatures.of(Integer.parseInt(which), 1, 5, 256, draw);
                default ->
                    GroupedFeatures.of(
                        Kernel.valueOf(which),
                        kind.equals("additive") ? Form.ADDITIVE : Form.PRODUCT,
                        SIZES,
                        WIDTHS,
                        192,
                        draw);
              };
      double kernel = kernel(map.apply(0), x, y);
      int draws = 400;
      double sum = 0;
      double squares = 0;
      for (int draw = 0; draw < draws; draw++) {
        Embedding drawn = map.apply(draw);
        double wrong = dot(unclipped(drawn, x), unclipped(drawn, y)) - kernel;
        sum += wrong;
        squares += wrong * wrong;
      }
      double bias = sum / draws;
      double error = 5.5 * Math.sqrt((squares / draws - bias * bias) / draws);
      assertThat(error).isLessThan(0.03);
      double nearly = kind.equals("arc-cosine") ? 0.002 : 1e-9;
      assertThat(bias).as("%s, pair %d", name, pair).isCloseTo(0, within(error + nearly));
    }
  }

  private static double kernel(Embedding map, double[] x, double[] y) {
    if (map instanceof PolynomialSketch sketch) {
      return sketch.kernel(dot(x, y));
    }
    return map instanceof ArcCosineFeatures features
        ? features.kernel(x, y)
        : ((GroupedFeatures) map).kernel(x, y);
  }

  private static double[] unclipped(Embedding map, double[] x) {
    double[] image = new double[map.outputs()];
    if (map instanceof PolynomialSketch sketch) {
      sketch.sketch(x, image);
    } else {
      map.apply(x, image);
    }
    return image;
  }

  /** The variance of a sketch is at most 3^p/k: without it, few features would say nothing. */
  @Test
  void theVarianceOfASketchIsWhatItsProofSays() {
    SplittableRandom random = new SplittableRandom(13);
    double[] x = inBall(20, random);
    for (int degree = 1; degree <= 4; degree++) {
      double squares = 0;
      for (int draw = 0; draw < 400; draw++) {
        PolynomialSketch sketch = PolynomialSketch.of(degree, 0, 20, 256, draw);
        double wrong = dot(unclipped(sketch, x), unclipped(sketch, x)) - sketch.kernel(dot(x, x));
        squares += wrong * wrong;
      }
      assertThat(squares / 400).as("%d", degree).isLessThan(Math.pow(3, degree) / 256);
    }
  }

  @ParameterizedTest
  @MethodSource("maps")
  void imagesStayInTheBallForEveryRow(Embedding map) {
    SplittableRandom random = new SplittableRandom(14);
    List<double[]> rows = new ArrayList<>();
    rows.add(new double[5]);
    for (int j = 0; j < 5; j++) {
      double[] axis = new double[5];
      axis[j] = j % 2 == 0 ? 1 : -1;
      rows.add(axis);
    }
    for (int i = 0; i < 50; i++) {
      rows.add(inBall(5, random));
    }
    Schema schema =
        Schema.vectors(5, LabelSet.numbered(2))
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .rows(RowBound.clip(1))
            .build();
    BoundedDataset data =
        BoundedDataset.of(
            schema, VectorTable.of(rows.toArray(double[][]::new), new int[rows.size()]));
    BoundedDataset.Block block = EmbeddedData.of(data, map).block(0);
    int[] stored = new int[map.outputs()];
    int[] grid = new int[5];
    for (int i = 0; i < rows.size(); i++) {
      double[] exact = image(map, rows.get(i));
      assertThat(dot(exact, exact)).isLessThanOrEqualTo(1 + 1e-12);
      block.copyTo(i, stored);
      long squares = 0;
      for (int value : stored) {
        squares += (long) value * value;
      }
      assertThat(squares).isEqualTo(block.squaredNorm(i)).isLessThanOrEqualTo(1_024_000_000L);
      data.block(0).copyTo(i, grid);
      double[] image =
          image(map, java.util.Arrays.stream(grid).mapToDouble(v -> v / 32e3).toArray());
      for (int k = 0; k < stored.length; k++) {
        assertThat(stored[k] / 32e3).isCloseTo(image[k], within(1e-3));
      }
    }
  }

  /** Steps have images of length one, and ramps in whole blocks those of the rows. */
  @Test
  void arcCosineFeaturesKeepLengths() {
    SplittableRandom random = new SplittableRandom(15);
    for (int i = 0; i < 20; i++) {
      double[] x = inBall(30, random);
      double[] steps = image(ArcCosineFeatures.of(0, 0, 30, 90, i), x);
      double[] ramps = image(ArcCosineFeatures.of(1, 0, 30, 256, i), x);
      assertThat(dot(steps, steps)).isCloseTo(1, within(1e-14));
      assertThat(dot(ramps, ramps)).isCloseTo(dot(x, x), within(1e-14));
    }
  }

  @ParameterizedTest
  @MethodSource("maps")
  void theyAreDrawnAgainFromTheirJson(Embedding map) {
    Embedding again = Embeddings.fromJson(map.toJson());
    double[] x = inBall(5, new SplittableRandom(16));
    assertThat(again).isInstanceOf(map.getClass());
    assertThat(again.toJson()).isEqualTo(map.toJson());
    assertThat(image(again, x)).isEqualTo(image(map, x));
    for (String field : map.toJson().keySet()) {
      var less = map.toJson();
      less.remove(field);
      assertThatThrownBy(() -> Embeddings.fromJson(less)).hasMessageContaining("can draw");
    }
  }

  /** Model files hold the number of a draw: what is drawn from it must never change. */
  @Test
  void theDrawIsFrozen() {
    List<String> hashes = new ArrayList<>();
    maps()
        .forEach(
            map -> {
              long hash = 0;
              for (double value : image(map, 0.1, -0.2, 0.3, -0.4, 0.5)) {
                hash = 31 * hash + Double.doubleToRawLongBits(value);
              }
              hashes.add(Long.toHexString(hash));
            });
    assertThat(hashes).containsExactlyElementsOf(FROZEN);
  }

  private static final List<String> FROZEN =
      List.of(
          "5df2deb0da11900c",
          "db9d5e368627cd70",
          "71972cec8a330ec2",
          "9c00000000000000",
          "d95cb73f4d9cee8b",
          "2cbc15cabf17b994",
          "33b995e978cf8534",
          "cb0a0660e8270174");

  @Test
  void whatCannotBeDrawnIsRefused() {
    assertThatThrownBy(() -> PolynomialSketch.of(0, 1, 2, 4, 1)).hasMessageStartingWith("degree");
    assertThatThrownBy(() -> PolynomialSketch.of(2, -1, 2, 4, 1)).hasMessageStartingWith("offset");
    assertThatThrownBy(() -> ArcCosineFeatures.of(2, 1, 2, 4, 1)).hasMessageStartingWith("order");
    assertThatThrownBy(() -> ArcCosineFeatures.of(1, 1, 2, 5, 1))
        .hasMessage("outputs must be even, got 5");
    assertThatThrownBy(
            () -> GroupedFeatures.of(Kernel.GAUSSIAN, Form.ADDITIVE, SIZES, WIDTHS, 2, 1))
        .hasMessageStartingWith("frequencies must be between 3 and");
    assertThatThrownBy(
            () ->
                GroupedFeatures.of(Kernel.GAUSSIAN, Form.PRODUCT, SIZES, new double[] {1, 1}, 2, 1))
        .hasMessageStartingWith("widths");
  }
}
