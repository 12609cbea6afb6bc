// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.robust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.embed.Embedding;
import dev.demilune.embed.Embeddings;
import dev.demilune.embed.FourierFeatures;
import dev.demilune.embed.HadamardProjection;
import dev.demilune.embed.Kernel;
import dev.demilune.model.EmbeddedClassifier;
import dev.demilune.model.LinearClassifier;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class EmbeddedRadiusTest {

  private static EmbeddedClassifier model(
      Embedding features, int classes, RowBound bound, SplittableRandom random) {
    Schema schema = RandomModels.schema(features.inputs(), classes, bound);
    double[][] weights = new double[classes][features.outputs()];
    double[] biases = new double[classes];
    double biasSize = random.nextInt(3) == 0 ? 0 : random.nextDouble();
    for (int k = 0; k < classes; k++) {
      for (int j = 0; j < weights[k].length; j++) {
        weights[k][j] = random.nextGaussian();
      }
      biases[k] = biasSize * random.nextGaussian();
    }
    return EmbeddedClassifier.of(
        schema,
        features,
        LinearClassifier.of(Embeddings.images(schema, features), weights, biases));
  }

  /**
   * Attacks by random directions and by gradients, inside the radius and beyond. Inside, none may
   * succeed. That a third succeed within 8 radii shows that it is an attack; with half of every
   * wave's slope, tried once, they succeed inside.
   */
  @Tag("slow")
  @Test
  void noAttackChangesAPredictionWithinItsRadius() {
    SplittableRandom random = new SplittableRandom(20);
    int beyond = 0;
    int positive = 0;
    for (int trial = 0; trial < 60; trial++) {
      int d = 1 + random.nextInt(6);
      Kernel kernel = List.of(Kernel.values()).get(trial % 4);
      FourierFeatures features =
          FourierFeatures.of(kernel, 0.3 + random.nextDouble(), d, 1 + random.nextInt(200), trial);
      int classes = 2 + random.nextInt(3);
      EmbeddedClassifier model = model(features, classes, RandomModels.bound(random), random);
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
    assertThat(positive).isGreaterThan(200);
    assertThat(beyond).isGreaterThan(positive / 3);
  }

  /** One frequency: the margin is a cosine of the angle, and the nearest change is known. */
  @Test
  void aSingleCosineHasNearlyItsTrueRadius() {
    FourierFeatures features = FourierFeatures.of(Kernel.GAUSSIAN, 1, 1, 1, 1);
    Schema schema = RandomModels.schema(1, 2, RowBound.clip(10));
    LinearClassifier linear =
        LinearClassifier.of(
            Embeddings.images(schema, features), new double[][] {{1, 0}, {0, 0}}, new double[2]);
    CertifiedRadius certified = CertifiedRadius.of(EmbeddedClassifier.of(schema, features, linear));
    double[] angle = new double[1];
    features.angles(new double[] {1}, angle);
    double period = Math.abs(angle[0]) / 10; // radians per unit of the row
    // What the bound may lose is that one input sees only a part of a frequency of 64.
    double part = period * 10 / features.radius(0);
    double radius = certified.radius(schema.encode(new double[] {0}));
    assertThat(radius * period / part).isCloseTo(Math.PI / 2, within(0.01)).isLessThan(Math.PI / 2);
  }

  /**
   * In as many dimensions as frequencies of a block, an attack comes close to the radius: no more
   * than a tenth beyond it for half of the rows. Were the radius a tenth larger, or were the blocks
   * counted one too few, both tried once, some attack would be inside.
   */
  @Test
  void attacksSucceedJustBeyondTheRadius() {
    SplittableRandom random = new SplittableRandom(23);
    List<Double> ratios = new ArrayList<>();
    for (int frequencies : new int[] {64, 256, 150}) { // one block, four, and two with a part
      FourierFeatures features = FourierFeatures.of(Kernel.GAUSSIAN, 2, 64, frequencies, 3);
      EmbeddedClassifier model = model(features, 3, RowBound.scale(), random);
      CertifiedRadius certified = CertifiedRadius.of(model);
      for (int i = 0; i < 12; i++) {
        double[] x = RandomModels.direction(64, random);
        int predicted = model.predict(x);
        double radius = certified.radius(model.schema().encode(x), predicted);
        double attack = ShortestAttack.distance(model, x, predicted);
        assertThat(attack).isGreaterThan(radius);
        ratios.add(attack / radius);
      }
    }
    Collections.sort(ratios);
    assertThat(ratios.get(0)).isLessThan(1.02);
    assertThat(ratios.get(ratios.size() / 2)).isLessThan(1.1);
  }

  @Test
  void aBiasThatNothingOutweighsIsCertifiedEverywhere() {
    FourierFeatures features = FourierFeatures.of(Kernel.GAUSSIAN, 1, 2, 5, 1);
    Schema schema = RandomModels.schema(2, 2, RowBound.scale());
    double[][] weights = new double[2][10];
    weights[1][3] = 1;
    LinearClassifier linear =
        LinearClassifier.of(
            Embeddings.images(schema, features), weights, new double[] {1, 0}); // 1 > 1/√5
    EmbeddedClassifier model = EmbeddedClassifier.of(schema, features, linear);
    EncodedRow row = model.schema().encode(new double[] {3, 4});
    assertThat(CertifiedRadius.of(model).radius(row)).isInfinite();
  }

  @Test
  void equalClassesHaveNoRadius() {
    FourierFeatures features = FourierFeatures.of(Kernel.GAUSSIAN, 1, 2, 5, 1);
    Schema schema = RandomModels.schema(2, 2, RowBound.scale());
    LinearClassifier linear =
        LinearClassifier.of(Embeddings.images(schema, features), new double[2][10], new double[2]);
    EmbeddedClassifier model = EmbeddedClassifier.of(schema, features, linear);
    assertThat(CertifiedRadius.of(model).radius(model.schema().encode(new double[] {3, 4})))
        .isZero();
  }

  @Test
  void scaledRowsHaveRadiiInProportionAndNeverBeyondTheOrigin() {
    SplittableRandom random = new SplittableRandom(21);
    FourierFeatures features = FourierFeatures.of(Kernel.GAUSSIAN, 0.7, 4, 100, 1);
    EmbeddedClassifier model = model(features, 3, RowBound.scale(), random);
    CertifiedRadius certified = CertifiedRadius.of(model);
    for (int i = 0; i < 50; i++) {
      double[] x = RandomModels.direction(4, random);
      double one = certified.radius(model.schema().encode(x));
      double five =
          certified.radius(model.schema().encode(RandomModels.moved(new double[4], 5, x)));
      assertThat(five).isCloseTo(5 * one, within(1e-9));
      assertThat(one).isLessThan(1);
    }
    assertThat(certified.radius(model.schema().encode(new double[4]))).isZero();
  }

  @Test
  void otherEmbeddingsAreRefusedInOneSentence() {
    EmbeddedClassifier model =
        model(HadamardProjection.of(4, 2, 1), 2, RowBound.scale(), new SplittableRandom(22));
    assertThatThrownBy(() -> CertifiedRadius.of(model))
        .hasMessage(
            "there is no certified radius for this kind of model: train it without a projection,"
                + " or with a radial kernel");
  }
}
