// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.auto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Ledger;
import dev.demilune.data.VectorTable;
import dev.demilune.learn.Learner;
import dev.demilune.learn.MarginRule;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Shape;
import dev.demilune.learn.gradient.BatchPerceptron;
import dev.demilune.learn.gradient.MarginErm;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.learn.gradient.ProjectedSgd;
import dev.demilune.mechanism.Exponential;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MarginChoiceTest {

  private static final ApproximateDp TARGET = ApproximateDp.of(1, 1e-6);
  private static final MarginChoice CHOICE = MarginChoice.of(BatchPerceptron.withDefaults());

  @Test
  void theChoiceIsPaidForWithinTheGuarantee() {
    Shape shape = new Shape(5_000, 10, 2, Adjacency.REPLACE_ONE);
    PrivacyEvent event = CHOICE.plan(shape, TARGET).event().orElseThrow();
    assertThat(Accountant.best(event).epsilon(1e-6)).isBetween(0.999, 1.0);
    assertThat(event.toString()).contains(" + exponential choice, ε = 0.09 + ");
  }

  @Test
  void aPrivateRowCountIsBoughtWithinTheGuarantee() {
    Shape shape = new Shape(0, 10, 2, Adjacency.ADD_OR_REMOVE_ONE);
    PrivacyEvent event = CHOICE.plan(shape, TARGET).event().orElseThrow();
    assertThat(Accountant.best(event).epsilon(1e-6)).isBetween(0.999, 1.0);
    assertThat(event.toString())
        .startsWith("Gaussian sum")
        .contains("exponential choice, ε = 0.09");
  }

  @Test
  void thereAreAtLeastHalfAsManyMarginsAsTheLogarithmOfTheRows() {
    for (long rows : new long[] {4, 100, 1_000, 60_000, 1_000_000, 1L << 36}) {
      Shape shape = new Shape(rows, 10, 2, Adjacency.REPLACE_ONE);
      for (MarginRule rule : List.of(MarginRule.BATCH_PERCEPTRON, MarginRule.MARGIN_ERM)) {
        List<Double> margins = MarginGrid.of(rule, shape).margins();
        assertThat(margins.size())
            .isGreaterThanOrEqualTo((int) Math.floor(0.5 * Math.log((double) rows) / Math.log(2)));
        assertThat(margins).startsWith(0.5, 0.35355).doesNotHaveDuplicates();
        assertThat(margins).allMatch(margin -> margin >= 0.001);
      }
    }
    // 4/margin² steps: no smaller margin than there is time for.
    assertThat(
            MarginGrid.of(
                    MarginRule.PROJECTED_SGD, new Shape(60_000, 784, 10, Adjacency.REPLACE_ONE))
                .margins())
        .containsExactly(0.5, 0.35355, 0.25, 0.17678, 0.125);
  }

  /**
   * 5,000 rows of margin 1/4 to 1/2 in 20 dimensions, a choice of ε = 0.09 from exact scores:
   * margins from 1/8 to 0.36 in all of 300 draws; the next ones are behind by more than 400 rows,
   * so that one draw errs with probability below 16·exp(-0.09·400) = 4e-15.
   */
  @Test
  void findsTheMarginOfTheRows() {
    Randomness random = Randomness.reproducible(3);
    BoundedDataset data = separated(5_000, 20, 0.25, random);
    MarginGrid grid = MarginGrid.of(MarginRule.BATCH_PERCEPTRON, Shape.of(data));
    LinearClassifier first =
        BatchPerceptron.withDefaults().fitWithoutPrivacy(data).model().linear();
    long[] scores = grid.scores(data, first, 5_000, /* byRule= */ 0.125);
    for (int run = 0; run < 300; run++) {
      int chosen = Exponential.ofMonotone(0.09).choose(scores, random);
      assertThat(grid.margins().get(chosen)).isBetween(0.125, 0.36);
    }
  }

  /** Steps follow from the margin, which is not known yet; their noise has a range. */
  @Test
  void plansSayWhatHoldsForEveryMargin() {
    Shape shape = new Shape(5_000, 10, 2, Adjacency.REPLACE_ONE);
    Map<String, String> details =
        MarginChoice.of(ProjectedSgd.withDefaults()).plan(shape, TARGET).details();
    assertThat(details).containsEntry("rows", "5000").doesNotContainKey("steps");
    assertThat(details.get("noiseMultiplier")).matches("[0-9.]+ to [0-9.]+");
    Learner fixed = MarginChoice.of(BatchPerceptron.withDefaults().with("rounds", "30"));
    assertThat(fixed.plan(shape, TARGET).details()).containsEntry("steps", "30");
  }

  /** margin-erm measures margins in units of Λr: the same models, and other numbers. */
  @Test
  void marginsReferToTheLengthsThatTheLearnerSays() {
    BoundedDataset data = separated(300, 4, 0.3, Randomness.reproducible(4));
    MarginErm longer = MarginErm.withDefaults().with(MarginErm.RADIUS, 4.0);
    PrivateFit plain = fit(MarginErm.withDefaults(), data);
    PrivateFit other = fit(longer, data);
    assertThat(Double.parseDouble(other.certificate().settings().get("margin")))
        .isEqualTo(4 * Double.parseDouble(plain.certificate().settings().get("margin")));
    assertThat(other.model().linear().weight(1, 0)).isEqualTo(plain.model().linear().weight(1, 0));
  }

  private static PrivateFit fit(Learner learner, BoundedDataset data) {
    try (Ledger ledger =
        Ledger.inMemory("rows", Adjacency.REPLACE_ONE, TARGET, Randomness.reproducible(5))) {
      return MarginChoice.of(learner).fit(data, ledger.spend("choice", TARGET));
    }
  }

  /** A search to convergence would read rows again and again, more often on some than on others. */
  @Test
  void readsTheRowsAsOftenAsThePlanSays() {
    Randomness random = Randomness.reproducible(6);
    assertThat(passes(separated(300, 4, 0.3, random)))
        .isEqualTo(passes(separated(300, 4, 0.01, random)))
        // Twice a sum for the center and 30 rounds; and the counts.
        .isEqualTo(2 * 31 + 1);
  }

  private static long passes(BoundedDataset data) {
    AtomicLong reads = new AtomicLong();
    BoundedDataset watched =
        data.through(
            data.schema(),
            () -> {
              reads.incrementAndGet(); // once for each block, and there is one
              return (row, into) -> {
                for (int j = 0; j < row.length; j++) {
                  into[j] = (short) row[j];
                }
              };
            });
    try (Ledger ledger =
        Ledger.inMemory("rows", Adjacency.REPLACE_ONE, TARGET, Randomness.reproducible(5))) {
      CHOICE.with("rounds", "30").fit(watched, ledger.spend("choice", TARGET));
    }
    return reads.get();
  }

  @Test
  void certifiesChoiceAndTrainingTogether() {
    BoundedDataset data = separated(300, 4, 0.3, Randomness.reproducible(4));
    try (Ledger ledger =
        Ledger.inMemory("rows", Adjacency.REPLACE_ONE, TARGET, Randomness.reproducible(5))) {
      Certificate certificate = CHOICE.fit(data, ledger.spend("choice", TARGET)).certificate();
      assertThat(certificate.learner()).isEqualTo("margin-choice");
      assertThat(certificate.settings()).containsEntry("learner", "batch-perceptron");
      assertThat(Double.parseDouble(certificate.settings().get("margin"))).isBetween(0.01, 0.5);
      assertThat(certificate.purpose()).isEqualTo("choice");
      assertThat(((ApproximateDp) certificate.guarantee()).epsilon()).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void refusesWhatHasNoMarginAndWhatIsPure() {
    assertThatThrownBy(() -> MarginChoice.of(NoisyDescent.withDefaults()))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "noisy-descent has no margin that can be chosen: choose batch-perceptron, margin-erm or"
                + " projected-sgd");
    assertThatThrownBy(() -> CHOICE.with("margin", "0.1"))
        .hasMessageContaining("margin-choice has no setting 'margin'");
    assertThat(CHOICE.plan(new Shape(9, 5, 2, Adjacency.REPLACE_ONE), PureDp.of(1)).runnable())
        .isFalse();
  }

  /** Rows y·c·e + rest, c uniform from the margin to twice it. */
  private static BoundedDataset separated(
      int count, int dimension, double margin, Randomness random) {
    double[][] features = new double[count][dimension];
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      labels[i] = (int) random.nextBits(1);
      double c = margin * (1 + random.nextBits(53) * 0x1p-53);
      double square = 0;
      for (int j = 1; j < dimension; j++) {
        features[i][j] = random.nextBits(53) * 0x1p-52 - 1;
        square += features[i][j] * features[i][j];
      }
      for (int j = 1; j < dimension; j++) {
        features[i][j] *= Math.sqrt((1 - c * c) / square);
      }
      features[i][0] = labels[i] == 1 ? c : -c;
    }
    Schema schema =
        Schema.vectors(dimension, LabelSet.numbered(2)).adjacency(Adjacency.REPLACE_ONE).build();
    return BoundedDataset.of(schema, VectorTable.of(features, labels));
  }
}
