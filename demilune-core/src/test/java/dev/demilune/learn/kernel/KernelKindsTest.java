// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.demilune.budget.Ledger;
import dev.demilune.data.VectorTable;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Plan;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Shape;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.model.EmbeddedClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Kernels that are not radial, and kernels of groups of columns. */
class KernelKindsTest {

  private static final Guarantee GUARANTEE = ApproximateDp.of(1, 1e-5);
  private static final KernelMargin LEARNER = KernelMargin.withDefaults().with("features", "200");

  /** Points and a rule that labels them. */
  private record Task(int features, Rule rule) {

    interface Rule {
      boolean second(double[] row);
    }

    private static double[] row(int features, SplittableRandom random) {
      return random.doubles(features, -1, 1).toArray();
    }

    double accuracy(Learner learner, int count) {
      SplittableRandom random = new SplittableRandom(1);
      double[][] rows = new double[count][];
      int[] labels = new int[count];
      for (int i = 0; i < count; i++) {
        rows[i] = row(features, random);
        labels[i] = rule.second(rows[i]) ? 1 : 0;
      }
      Schema schema =
          Schema.vectors(features, LabelSet.numbered(2))
              .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
              .rows(RowBound.clip(Math.sqrt(features)))
              .expectedRows(count)
              .build();
      PrivateFit fit = fit(learner, BoundedDataset.of(schema, VectorTable.of(rows, labels)));
      int right = 0;
      for (int i = 0; i < 2_000; i++) {
        double[] row = row(features, random);
        right += fit.model().predict(row) == (rule.second(row) ? 1 : 0) ? 1 : 0;
      }
      return right / 2_000.0;
    }
  }

  private static PrivateFit fit(Learner learner, BoundedDataset data) {
    Ledger ledger =
        Ledger.inMemory("test", data.adjacency(), GUARANTEE, Randomness.reproducible(3));
    return learner.fit(data, ledger.spend("kernels", GUARANTEE));
  }

  private static KernelMargin with(String... settings) {
    KernelMargin learner = LEARNER;
    for (String setting : settings) {
      learner = learner.with(setting.split("=", -1)[0], setting.split("=", -1)[1]);
    }
    return learner;
  }

  /** The class is the sign of a product: of degree two, and no sum of functions of one column. */
  @Test
  void polynomialsLearnProductsAndSumsOfColumnsDoNot() {
    Task xor = new Task(2, row -> row[0] * row[1] > 0);
    assertThat(xor.accuracy(NoisyDescent.withDefaults(), 3_000)).isLessThan(0.65);
    assertThat(xor.accuracy(with("kernel=polynomial"), 3_000)).isGreaterThan(0.93);
    assertThat(xor.accuracy(with("kernel=polynomial", "degree=1"), 3_000)).isLessThan(0.65);
    assertThat(xor.accuracy(with("kernel=arc-cosine-1"), 3_000)).isGreaterThan(0.9);
    assertThat(xor.accuracy(with("kernel=arc-cosine-0"), 3_000)).isGreaterThan(0.9);
    assertThat(xor.accuracy(with("form=product"), 3_000)).isGreaterThan(0.9);
    assertThat(xor.accuracy(with("form=additive"), 3_000)).isLessThan(0.65);
  }

  /** A wave of each of six columns: more than a joint kernel learns from as many rows. */
  @Test
  void additiveKernelsLearnSumsOfFunctionsOfOneColumn() {
    Task waves =
        new Task(
            6,
            row -> {
              double sum = 0;
              for (int j = 0; j < 6; j++) {
                sum += Math.sin(6 * row[j] + j);
              }
              return sum > 0;
            });
    double joint = waves.accuracy(LEARNER, 6_000);
    double additive = waves.accuracy(with("form=additive"), 6_000);
    assertThat(additive).isGreaterThan(0.9).isGreaterThan(joint + 0.15);
  }

  private static final Schema TABLE =
      Schema.builder()
          .number("age", 0, 120)
          .category("plan", "free", "pro", "team")
          .ignore("name")
          .number("visits", 0, 10)
          .label("churned", "no", "yes")
          .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
          .rows(RowBound.clip(2))
          .build();

  private static JsonObject drawn(KernelMargin learner) {
    return new KernelMap(learner.values(), 100, learner.values().get(KernelMargin.WIDTH))
        .draw(TABLE)
        .toJson();
  }

  @Test
  void groupsAreColumnsOrAsGiven() {
    JsonObject columns = drawn(with("form=additive"));
    assertThat(columns.get("sizes")).hasToString("[1,3,1]");
    double one = 0.15 * Math.sqrt(0.2);
    double three = 0.15 * Math.sqrt(0.6);
    assertThat(columns.get("widths")).hasToString("[" + one + "," + three + "," + one + "]");
    JsonObject given = drawn(with("form=product", "groups=4:0.25,1", "kernel=laplacian"));
    assertThat(given.get("sizes")).hasToString("[4,1]");
    assertThat(given.get("widths")).hasToString("[0.25,0.6]");
    assertThat(given.get("kernel").getAsString()).isEqualTo("laplacian");
    assertThat(drawn(with("form=product", "groups=4:0.25,1", "width=0.5")).get("widths"))
        .hasToString("[0.25,0.5]");
    assertThat(with("groups=4:0.25,1").settings()).containsEntry("groups", "4:0.25,1");
    for (String text : new String[] {"", "0", "1,,1", "a", "1:0", "1:2:3", "-1", "1:x"}) {
      assertThatThrownBy(() -> LEARNER.with("groups", text))
          .hasMessageStartingWith("setting 'groups' must be columns, or sizes of");
    }
  }

  /** All of it follows from the settings and the shape: nothing has been paid for yet. */
  @Test
  void whatCannotBeDrawnIsRefusedInThePlan() {
    Shape shape = new Shape(1_000, 300, 2, Adjacency.ADD_OR_REMOVE_ONE);
    assertThat(refusal(with("kernel=polynomial", "form=additive"), shape))
        .isEqualTo(
            "form=additive is for kernels of a distance, and polynomial is none: use gaussian,"
                + " laplacian or a matern kernel, or form=joint");
    assertThat(refusal(with("form=product", "groups=100,100"), shape))
        .isEqualTo(
            "the groups have 200 features together, and the rows 300: give sizes that add up to"
                + " that, or groups=columns");
    assertThat(refusal(with("form=additive"), shape))
        .isEqualTo(
            "an additive kernel of up to 300 groups needs two features for each: set features to"
                + " 600 or more");
    assertThat(refusal(with("form=product", "features=200000"), shape))
        .isEqualTo(
            "300 features times 100000 frequencies are more than fit in memory: set features to"
                + " 111848 or less, or use form=joint");
    for (String kernel : List.of("gaussian", "polynomial", "arc-cosine-0", "arc-cosine-1")) {
      KernelMargin learner = with("kernel=" + kernel);
      assertThat(refusal(learner, wide((1 << 20) + 1)))
          .isEqualTo(
              "1048577 features are more than the 1048576 that kernels are drawn for: leave out the"
                  + " setting 'features', and rows are taken as they are");
      assertThat(learner.plan(wide(1 << 20), GUARANTEE).runnable()).isTrue();
    }
    assertThat(with("form=additive", "features=600").plan(shape, GUARANTEE).details())
        .containsEntry("width", "by group");
    assertThat(with("kernel=polynomial").plan(shape, GUARANTEE).details())
        .containsEntry("width", "none")
        .containsEntry("features", "200");
  }

  private static Shape wide(int features) {
    return new Shape(1_000, features, 2, Adjacency.ADD_OR_REMOVE_ONE);
  }

  private static String refusal(KernelMargin learner, Shape shape) {
    Plan plan = learner.plan(shape, GUARANTEE);
    assertThat(plan.runnable()).isFalse();
    return plan.reason();
  }

  @Test
  void everyKernelTrainsWithAndWithoutPrivacyAndIsNamedOnTheCertificate() {
    double[][] rows = new double[60][2];
    int[] labels = new int[60];
    for (int i = 0; i < 60; i++) {
      rows[i][i % 2] = 0.5;
      labels[i] = i % 2;
    }
    Schema schema =
        Schema.vectors(2, LabelSet.numbered(2)).adjacency(Adjacency.REPLACE_ONE).build();
    BoundedDataset data = BoundedDataset.of(schema, VectorTable.of(rows, labels));
    for (KernelKind kind : KernelKind.values()) {
      KernelMargin learner = with("features=20", "steps=2").with("kernel", Setting.word(kind));
      PrivateFit fit = fit(learner, data);
      assertThat(((EmbeddedClassifier) fit.model()).embedding().outputs()).isEqualTo(20);
      assertThat(fit.certificate().settings())
          .containsEntry("kernel", Setting.word(kind))
          .containsEntry("degree", "2")
          .containsEntry("offset", "1.0")
          .containsEntry("form", "joint")
          .containsEntry("groups", "columns");
      assertThat(learner.fitWithoutPrivacy(data).model()).isInstanceOf(EmbeddedClassifier.class);
    }
  }
}
