// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProjectionTest {

  private static double[] direction(int size, SplittableRandom random) {
    double[] x = new double[size];
    double squares = 0;
    for (int i = 0; i < size; i++) {
      x[i] = random.nextGaussian();
      squares += x[i] * x[i];
    }
    for (int i = 0; i < size; i++) {
      x[i] /= Math.sqrt(squares);
    }
    return x;
  }

  private static double dot(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> a[i] * b[i]).sum();
  }

  /**
   * Rows of half the length, so that nothing is clipped. The ratio of squared lengths has a
   * standard deviation of at most √(2/k) = 0.09 for one draw: 0.63 is seven of them.
   */
  @Test
  void lengthsAndAnglesAreNearlyKept() {
    SplittableRandom random = new SplittableRandom(1);
    int k = 256;
    for (LinearEmbedding phi :
        new LinearEmbedding[] {SignProjection.of(700, k, 1), HadamardProjection.of(700, k, 1)}) {
      double mean = 0;
      for (int trial = 0; trial < 200; trial++) {
        double[] x = direction(700, random);
        if (trial % 2 == 0) { // a sparse vector, which needs the random signs
          x = new double[700];
          x[random.nextInt(700)] = 0.6;
          x[random.nextInt(700)] = 0.8;
        }
        double length = dot(x, x);
        for (int j = 0; j < 700; j++) {
          x[j] /= 2 * Math.sqrt(length);
        }
        double[] z = new double[k];
        phi.apply(x, z);
        assertThat(4 * dot(z, z)).isCloseTo(1, within(0.63));
        mean += 4 * dot(z, z) / 200;
      }
      assertThat(mean).isCloseTo(1, within(0.06)); // by seven of √(2/k/200), draws being shared
    }
  }

  @Test
  void weightsPulledBackGiveTheSameScores() {
    SplittableRandom random = new SplittableRandom(2);
    for (LinearEmbedding phi :
        new LinearEmbedding[] {SignProjection.of(50, 20, 3), HadamardProjection.of(50, 20, 3)}) {
      double[] x = direction(50, random);
      for (int j = 0; j < 50; j++) {
        x[j] /= 4; // short enough not to be clipped
      }
      double[] w = direction(20, random);
      double[] z = new double[20];
      double[] back = new double[50];
      phi.apply(x, z);
      phi.pullBack(w, back);
      assertThat(dot(z, w)).isCloseTo(dot(x, back), within(1e-14));
    }
  }

  @Test
  void noImageIsLongerThanOneAndZeroStaysZero() {
    SplittableRandom random = new SplittableRandom(3);
    boolean clipped = false;
    for (int draw = 0; draw < 50; draw++) {
      for (LinearEmbedding phi :
          new LinearEmbedding[] {
            SignProjection.of(40, 8, draw), HadamardProjection.of(40, 8, draw)
          }) {
        double[] z = new double[8];
        phi.apply(direction(40, random), z);
        assertThat(dot(z, z)).isLessThanOrEqualTo(1 + 1e-15);
        clipped |= dot(z, z) > 1 - 1e-12;
        phi.apply(new double[40], z);
        assertThat(z).containsOnly(0);
      }
    }
    assertThat(clipped).isTrue();
  }

  @Test
  void aVectorThatAProjectionCannotSeeBecomesZero() {
    int lost = 0;
    for (int draw = 0; draw < 40; draw++) {
      double[] z = new double[1];
      SignProjection.of(2, 1, draw).apply(new double[] {Math.sqrt(0.5), Math.sqrt(0.5)}, z);
      lost += z[0] == 0 ? 1 : 0;
    }
    assertThat(lost).isBetween(5, 35); // one half of the draws have signs (+, -)
  }

  @Test
  void theHadamardProjectionPicksDifferentRows() {
    HadamardProjection all = HadamardProjection.of(64, 64, 5);
    double[] x = direction(64, new SplittableRandom(4));
    double[] z = new double[64];
    all.apply(x, z);
    assertThat(dot(z, z)).isCloseTo(1, within(1e-14)); // all rows, each once: a rotation
  }

  @Test
  void embeddingsAreDrawnAgainFromTheirJson() {
    double[] x = direction(30, new SplittableRandom(5));
    for (Embedding embedding :
        new Embedding[] {
          SignProjection.of(30, 7, 11),
          HadamardProjection.of(30, 7, -12),
          FourierFeatures.of(Kernel.MATERN_THREE_HALVES, 0.3, 30, 100, Long.MAX_VALUE)
        }) {
      Embedding again = Embeddings.fromJson(embedding.toJson());
      double[] one = new double[embedding.outputs()];
      double[] two = new double[again.outputs()];
      embedding.apply(x, one);
      again.apply(x, two);
      assertThat(two).isEqualTo(one);
      assertThat(again.toJson()).isEqualTo(embedding.toJson());
    }
  }

  @Test
  void otherJsonIsRefusedInOneSentence() {
    for (String json :
        Arrays.asList(
            "[]",
            "{}",
            "{\"kind\":\"other\",\"inputs\":3,\"outputs\":2,\"draw\":1}",
            "{\"kind\":\"sign-projection\",\"inputs\":3,\"outputs\":4,\"draw\":1}",
            "{\"kind\":\"sign-projection\",\"inputs\":3.5,\"outputs\":2,\"draw\":1}",
            "{\"kind\":\"hadamard-projection\",\"inputs\":3,\"outputs\":2,\"draw\":1,\"x\":1}",
            "{\"kind\":\"fourier-features\",\"kernel\":\"none\",\"width\":1,\"inputs\":3,"
                + "\"frequencies\":4,\"draw\":1}",
            "{\"kind\":\"fourier-features\",\"kernel\":\"gaussian\",\"width\":0,\"inputs\":3,"
                + "\"frequencies\":4,\"draw\":1}")) {
      assertThatThrownBy(() -> Embeddings.fromJson(com.google.gson.JsonParser.parseString(json)))
          .isInstanceOf(dev.demilune.DemiluneException.class)
          .hasMessage("the embedding is not one that this program can draw");
    }
  }

  @Test
  void moreOutputsThanInputsAreRefused() {
    assertThatThrownBy(() -> SignProjection.of(3, 4, 1))
        .hasMessage("outputs must be between 1 and 3, got 4");
    assertThatThrownBy(() -> HadamardProjection.of(3, 4, 1))
        .hasMessage("outputs must be between 1 and 3, got 4");
  }
}
