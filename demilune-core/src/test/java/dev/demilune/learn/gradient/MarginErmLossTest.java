// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.budget.Ledger;
import dev.demilune.data.VectorTable;
import dev.demilune.learn.CorrectCount;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Shape;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MarginErmLossTest {

  private static final ApproximateDp GUARANTEE = ApproximateDp.of(1, 1e-6);
  private static final MarginErm LEARNER = MarginErm.withDefaults();

  /** Rows of length one around as many directions as there are classes, 5 % of them mislabeled. */
  private static BoundedDataset rows(int count, int classes) {
    SplittableRandom random = new SplittableRandom(8);
    double[][] rows = new double[count][8];
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      int kind = i % classes;
      for (int j = 0; j < 8; j++) {
        rows[i][j] = 0.25 * random.nextGaussian();
      }
      rows[i][classes == 2 ? 0 : kind] += classes == 2 && kind == 0 ? -1 : 1;
      labels[i] = random.nextInt(20) == 0 ? random.nextInt(classes) : kind;
    }
    Schema schema =
        Schema.vectors(8, LabelSet.numbered(classes))
            .adjacency(Adjacency.REPLACE_ONE)
            .rows(RowBound.scale())
            .build();
    return BoundedDataset.of(schema, VectorTable.of(rows, labels));
  }

  private static PrivateFit fit(MarginErm learner, BoundedDataset data) {
    Ledger ledger =
        Ledger.inMemory("test", data.adjacency(), GUARANTEE, Randomness.reproducible(3));
    return learner.fit(data, ledger.spend("losses", GUARANTEE));
  }

  private static double[] weights(PrivateFit fit) {
    LinearClassifier model = (LinearClassifier) fit.model();
    double[] weights = new double[model.features()];
    for (int j = 0; j < weights.length; j++) {
      weights[j] = model.weight(1, j);
    }
    return weights;
  }

  @ParameterizedTest
  @EnumSource(StandardLoss.class)
  void everyLossLearns(StandardLoss loss) {
    for (int classes : new int[] {2, 4}) {
      BoundedDataset data = rows(4_000, classes);
      MarginErm learner = LEARNER.with("loss", Setting.word(loss)).with("margin", "0.3");
      PrivateFit fit = fit(learner, data);
      assertThat(CorrectCount.of(data, fit.model()) / 4_000.0).as("%s", classes).isGreaterThan(0.9);
      assertThat(fit.certificate().settings()).containsEntry("loss", Setting.word(loss));
      double without = CorrectCount.of(data, learner.fitWithoutPrivacy(data).model()) / 4_000.0;
      assertThat(without).as("%s", classes).isGreaterThan(0.93);
    }
  }

  /** Only ρ/(Λr) counts: all in powers of two, so that the models are the same bits. */
  @Test
  void theMarginRefersToTheRadiusAndTheNormOfRows() {
    BoundedDataset data = rows(500, 2);
    double[] plain = weights(fit(LEARNER.with("margin", "0.125"), data));

    assertThat(weights(fit(LEARNER.with("margin", "0.25").with("radius", "2"), data)))
        .isEqualTo(plain);
    MarginErm both = LEARNER.with("margin", "0.5").with("radius", "0.5").with("row-norm", "8");
    assertThat(weights(fit(both, data))).isEqualTo(plain);
    assertThat(weights(fit(LEARNER.with("margin", "0.25"), data))).isNotEqualTo(plain);
  }

  /** The rule is for lengths of one, and its models are the same for others. */
  @Test
  void theMarginByRuleRefersToThemAsWell() {
    BoundedDataset data = rows(500, 2);
    MarginErm byRule = LEARNER.with("margin", "auto");
    PrivateFit plain = fit(byRule, data);
    PrivateFit longer = fit(byRule.with("radius", "4").with("row-norm", "2"), data);

    assertThat(weights(longer)).isEqualTo(weights(plain));
    assertThat(marginOn(longer)).isEqualTo(8 * marginOn(plain)).isGreaterThan(1);
    assertThat(weights(fit(LEARNER.with("margin", "" + marginOn(plain)), data)))
        .isEqualTo(weights(plain));
    MarginErm shorter = byRule.with("radius", "0.001").with("row-norm", "0.001");
    assertThat(shorter.fitWithoutPrivacy(data).model()).isNotNull();
    assertThat(marginOn(fit(shorter, data))).isBetween(1e-8, 1e-6);
  }

  private static double marginOn(PrivateFit fit) {
    return Double.parseDouble(fit.certificate().settings().get("margin"));
  }

  @Test
  void aMarginThatNoRowCouldKeepIsRefusedInThePlan() {
    Shape shape = Shape.of(rows(10, 2));
    assertThat(LEARNER.with("radius", "0.05").plan(shape, GUARANTEE).reason())
        .isEqualTo(
            "margin 0.1 is 2.0 times radius times row-norm, and must be from 0.001 to 1 times that:"
                + " change margin, radius or row-norm");
    assertThat(LEARNER.with("margin", "0.0005").plan(shape, GUARANTEE).reason())
        .startsWith("margin 5.0E-4 is 5.0E-4 times radius times row-norm, and must be");
    for (String margin : new String[] {"0.01", "1", "10"}) {
      MarginErm largest = LEARNER.with("radius", margin).with("margin", margin);
      assertThat(largest.plan(shape, GUARANTEE).runnable()).isTrue();
    }
  }

  @Test
  void aLossOfOnesOwnIsUsedAndNamedOnTheCertificate() {
    BoundedDataset data = rows(2_000, 2);
    MarginErm own = LEARNER.withLoss(Losses.TWO_SIDED).with("margin", "0.3").with("runs", "2");
    PrivateFit fit = fit(own, data);
    assertThat(CorrectCount.of(data, fit.model())).isGreaterThan(1_800);
    assertThat(fit.certificate().settings()).containsEntry("loss", "own: two-sided");
    assertThat(own.with("loss", "own: two-sided")).isEqualTo(own);
    assertThat(own.with("loss", "logistic").settings()).containsEntry("loss", "logistic");
    assertThat(own.withLoss(StandardLoss.HINGE)).isEqualTo(own.withLoss(StandardLoss.HINGE));
    assertThat(LEARNER.withLoss(StandardLoss.HINGE)).isEqualTo(LEARNER);
  }

  @Test
  void anOwnLossMayNotBreakTheTraining() {
    BoundedDataset data = rows(300, 3);
    for (MarginLoss loss : Losses.BROKEN) {
      double[] weights = weights(fit(LEARNER.withLoss(loss), data));
      assertThat(weights).as(loss.name()).doesNotContain(Double.NaN).hasSize(8);
    }
    assertThatThrownBy(() -> LEARNER.withLoss(Losses.own("flat", 0, 1, t -> 0)))
        .hasMessage("lipschitz must be finite and > 0, got 0.0");
    assertThatThrownBy(
            () ->
                new MarginErm(LEARNER.values(), Optional.of(Losses.own("steep", 1e7, 1, t -> -1))))
        .hasMessage("lipschitz must lie between 1e-6 and 1e6, got 1.0E7");
    assertThatThrownBy(() -> LEARNER.with("loss", "cubic"))
        .hasMessage(
            "setting 'loss' must be one of hinge, logistic, smoothed-hinge, squared-hinge, got"
                + " 'cubic'");
  }
}
