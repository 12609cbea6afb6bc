// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.budget.Ledger;
import dev.demilune.data.VectorTable;
import dev.demilune.embed.FourierFeatures;
import dev.demilune.embed.Kernel;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Plan;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Shape;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.model.Classifier;
import dev.demilune.model.EmbeddedClassifier;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.robust.CertifiedRadius;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.EmbeddedData;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class KernelMarginTest {

  private static final Guarantee GUARANTEE = ApproximateDp.of(1, 1e-5); // μ = 0.27
  private static final KernelMargin LEARNER = KernelMargin.withDefaults();

  private static Shape shape(long rows, int features) {
    return new Shape(rows, features, 10, Adjacency.ADD_OR_REMOVE_ONE);
  }

  /** Two rings, which no linear model tells apart. */
  private static double[] ring(int label, SplittableRandom random) {
    double angle = 2 * Math.PI * random.nextDouble();
    double length = (label == 0 ? 0.3 : 0.9) + 0.05 * random.nextGaussian();
    return new double[] {length * Math.cos(angle), length * Math.sin(angle)};
  }

  private static BoundedDataset rings(int count) {
    SplittableRandom random = new SplittableRandom(1);
    double[][] rows = new double[count][];
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      labels[i] = i % 2;
      rows[i] = ring(labels[i], random);
    }
    Schema schema =
        Schema.vectors(2, LabelSet.numbered(2))
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .rows(RowBound.clip(1))
            .expectedRows(count)
            .build();
    return BoundedDataset.of(schema, VectorTable.of(rows, labels));
  }

  private static double accuracy(Classifier model) {
    SplittableRandom random = new SplittableRandom(2);
    int right = 0;
    for (int i = 0; i < 2_000; i++) {
      right += model.predict(ring(i % 2, random)) == i % 2 ? 1 : 0;
    }
    return right / 2_000.0;
  }

  private static PrivateFit fit(Learner learner, BoundedDataset data) {
    Ledger ledger =
        Ledger.inMemory("test", data.adjacency(), GUARANTEE, Randomness.reproducible(3));
    return learner.fit(data, ledger.spend("rings", GUARANTEE));
  }

  @Tag("slow")
  @Test
  void itLearnsWhatNoLinearModelCan() {
    BoundedDataset data = rings(8_000);
    assertThat(accuracy(fit(NoisyDescent.withDefaults(), data).model())).isLessThan(0.75);
    KernelMargin small = LEARNER.with("features", "200").with("steps", "30");
    PrivateFit fit = fit(small, data);
    assertThat(accuracy(fit.model())).isGreaterThan(0.97);
    for (String base : new String[] {"batch-perceptron", "private-svm"}) {
      assertThat(accuracy(fit(small.with("base", base), data).model())).isGreaterThan(0.97);
    }
    assertThat(accuracy(small.fitWithoutPrivacy(data).model())).isGreaterThan(0.97);
    // The rings are 0.6 apart: a row in the middle of one cannot be certified beyond 0.3.
    EncodedRow row = fit.model().schema().encode(new double[] {0.9, 0});
    assertThat(CertifiedRadius.of(fit.model()).radius(row)).isBetween(0.02, 0.35);
  }

  @Test
  void theCertificateNamesThisLearnerAndItsSettings() {
    KernelMargin small = LEARNER.with("features", "21").with("steps", "3");
    PrivateFit fit = fit(small, rings(500));
    assertThat(fit.certificate().learner()).isEqualTo("kernel-margin");
    assertThat(fit.certificate().settings())
        .containsEntry("features", "21")
        .containsEntry("base", "noisy-descent")
        .containsEntry("steps", "3");
    assertThat(((EmbeddedClassifier) fit.model()).embedding().outputs()).isEqualTo(22);
  }

  @Test
  void itTakesFeaturesOnlyWhereTheyPay() {
    assertThat(LEARNER.plan(shape(60_000, 784), GUARANTEE).reason())
        .startsWith("rows times budget is 1.61e+04, enough for random features; ");
    Plan few = LEARNER.plan(shape(1_000, 784), GUARANTEE);
    assertThat(few.reason())
        .startsWith(
            "rows times budget is 268, and features pay from about 1500 on: rows are taken as they"
                + " are; ");
    assertThat(few.details()).containsEntry("features", "none");
    assertThat(few.event())
        .isEqualTo(NoisyDescent.withDefaults().plan(shape(1_000, 784), GUARANTEE).event());
    assertThat(LEARNER.plan(shape(0, 784), GUARANTEE).reason())
        .startsWith("without a declared number of rows");
    assertThat(LEARNER.plan(shape(60_000, 50_000), GUARANTEE).reason())
        .startsWith("50000 inputs are more than features are made of by themselves");
    assertThat(fit(LEARNER, rings(500)).model()).isInstanceOf(LinearClassifier.class);
  }

  @Test
  void featuresThatAreSetAreTaken() {
    Plan plan = LEARNER.with("features", "300").plan(shape(10, 784), GUARANTEE);
    assertThat(plan.details()).containsEntry("features", "300").containsEntry("width", "0.6");
  }

  @Test
  void aRobustMarginTakesAWideKernelUnlessAWidthIsSet() {
    KernelMargin robust = LEARNER.with("features", "300").with("robust", "0.2");
    assertThat(robust.plan(shape(10, 784), GUARANTEE).details()).containsEntry("width", "1.0");
    assertThat(robust.with("width", "0.7").plan(shape(10, 784), GUARANTEE).details())
        .containsEntry("width", "0.7");
    assertThat(robust.with("form", "additive").plan(shape(10, 5), GUARANTEE).details())
        .containsEntry("width", "by group");
  }

  @Test
  void defaultLearnersAreFittedToImagesAndOthersAreLeftAlone() {
    assertThat(LEARNER.plan(shape(60_000, 784), GUARANTEE).details())
        .containsEntry("features", "4096")
        .containsEntry("rate", "0.1")
        .containsEntry("steps", "150");
    assertThat(LEARNER.plan(shape(60_000, 784), ApproximateDp.of(3, 1e-5)).details())
        .containsEntry("features", "6144")
        .containsEntry("steps", "250");
    // Fewer rows are all taken in every step.
    assertThat(LEARNER.plan(shape(7_000, 784), GUARANTEE).details())
        .containsEntry("steps", "60")
        .doesNotContainKey("rate");
    assertThat(LEARNER.with("steps", "33").plan(shape(60_000, 784), GUARANTEE).details())
        .containsEntry("steps", "33")
        .doesNotContainKey("rate");
  }

  @Test
  void everyLinearLearnerTakesImages() {
    BoundedDataset data = rings(500);
    for (KernelMargin.Base base : KernelMargin.Base.values()) {
      KernelMargin learner = LEARNER.with("features", "20").with("base", Setting.word(base));
      PrivateFit fit = fit(learner.with("public-seed", "7"), data);
      assertThat(fit.model()).as(Setting.word(base)).isInstanceOf(EmbeddedClassifier.class);
      assertThat(fit.certificate().settings())
          .containsEntry("base", Setting.word(base))
          .containsEntry("public-seed", "7");
    }
  }

  @Test
  void theCertificateShowsTheSettingsThatWereUsed() {
    KernelMargin perceptron = LEARNER.with("features", "20").with("base", "batch-perceptron");
    BoundedDataset data = rings(500);
    assertThat(fit(perceptron, data).certificate().settings()).containsEntry("margin", "0.08");
    assertThat(fit(perceptron.with("margin", "0.2"), data).certificate().settings())
        .containsEntry("margin", "0.2");
    assertThat(fit(LEARNER.with("features", "20"), data).certificate().settings())
        .containsEntry("steps", "60")
        .containsEntry("score-noise", "0.3");
  }

  @Test
  void whatGaussianNoiseCannotMeetIsRefusedAsTheLinearLearnerDoes() {
    Plan plan = LEARNER.plan(shape(60_000, 784), PureDp.of(1));
    assertThat(plan.runnable()).isFalse();
    assertThat(plan.reason())
        .isEqualTo(NoisyDescent.withDefaults().plan(shape(60_000, 784), PureDp.of(1)).reason());
  }

  @Test
  void settingsOfBothAreReadAndFaultsSaidInOneSentence() {
    KernelMargin changed =
        LEARNER
            .with("kernel", "matern-three-halves")
            .with("width", "1.5")
            .with("base", "batch-perceptron")
            .with("margin", "0.1");
    assertThat(changed.settings())
        .containsEntry("kernel", "matern-three-halves")
        .containsEntry("width", "1.5")
        .containsEntry("margin", "0.1");
    assertThat(changed.with("base", "batch-perceptron").settings()).isEqualTo(changed.settings());
    assertThatThrownBy(() -> LEARNER.with("width", "0"))
        .hasMessage("setting 'width' must be a number from 0.001 to 1000.0 or auto, got '0'");
    assertThatThrownBy(() -> LEARNER.with("base", "kernel-margin"))
        .hasMessage(
            "setting 'base' must be one of noisy-descent, batch-perceptron, projected-sgd,"
                + " margin-erm, private-svm, objective-perturbation, output-perturbation,"
                + " class-means, got 'kernel-margin'");
    assertThatThrownBy(() -> LEARNER.with("margin", "0.1"))
        .hasMessageStartingWith("kernel-margin has no setting 'margin'; it has kernel, width,");
  }

  /** Every weight of a linear model of two classes, and its bias. */
  private static double[] weights(Classifier model) {
    LinearClassifier linear = model.linear();
    double[] weights = new double[linear.features() + 1];
    for (int j = 0; j < linear.features(); j++) {
      weights[j] = linear.weight(1, j);
    }
    weights[linear.features()] = linear.bias(1);
    return weights;
  }

  @Test
  void keepingFeaturesChangesNoBitOfTheModel() {
    BoundedDataset rows = rings(3_000); // two blocks
    FourierFeatures map = FourierFeatures.of(Kernel.GAUSSIAN, 0.5, 2, 40, 1);
    BoundedDataset images = EmbeddedData.of(rows, map);
    for (String rate : new String[] {"1", "0.3"}) {
      Learner linear = NoisyDescent.withDefaults().with("steps", "5").with("rate", rate);
      double[] computed = weights(fit(linear, images).model());
      for (long most : new long[] {2_048, 3_000}) { // a part, and all of them
        assertThat(weights(fit(linear, images.keptUpTo(most)).model())).isEqualTo(computed);
      }
    }
  }

  @Test
  void theOutlookSaysWhetherFeaturesAreKept() {
    KernelMargin learner = LEARNER.with("features", "300");
    assertThat(learner.plan(shape(5_000, 4), GUARANTEE).details().get("memory"))
        .isEqualTo("features are computed once and kept, in one process");
    assertThat(learner.plan(shape(2_000_000_000, 4), GUARANTEE).details().get("memory"))
        .startsWith("features are computed in every step");
    assertThat(learner.plan(shape(0, 4), GUARANTEE).details().get("memory"))
        .startsWith("features are computed in every step");
  }
}
