// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Ledger;
import dev.demilune.data.VectorTable;
import dev.demilune.learn.CorrectCount;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Plan;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.gradient.BatchPerceptron;
import dev.demilune.learn.gradient.HostileRows;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TuningTest {

  private static final Shape SHAPE = new Shape(5_000, 10, 2, Adjacency.REPLACE_ONE);
  private static final ApproximateDp TARGET = ApproximateDp.of(1, 1e-6);
  private static final Learner PERCEPTRON = BatchPerceptron.withDefaults().with("rounds", "4");

  private static Tuning margins() {
    return Tuning.of(PERCEPTRON, Configurations.of("margin", "0.01", "0.1", "0.3"));
  }

  @Test
  void theWholeSearchCostsWhatWasAskedForAndNoLess() {
    PrivacyEvent event = margins().plan(SHAPE, TARGET).event().orElseThrow();
    assertThat(event).isInstanceOf(PrivacyEvent.Selection.class);
    assertThat(Accountant.best(event).epsilon(1e-6)).isBetween(0.9999, 1.0);
    // One run alone is far cheaper: the search pays for the choice.
    PrivacyEvent run = ((PrivacyEvent.Selection) event).event();
    assertThat(Accountant.best(run).epsilon(1e-6)).isBetween(0.2, 0.7);
  }

  @Test
  void configurationsThatReleaseDifferentlyAreAllPriced() {
    Tuning search = Tuning.of(PERCEPTRON, Configurations.of("rounds", "2", "50"));
    PrivacyEvent event = search.plan(SHAPE, TARGET).event().orElseThrow();
    PrivacyEvent.OneOf run = (PrivacyEvent.OneOf) ((PrivacyEvent.Selection) event).event();
    assertThat(run.events()).hasSize(2);
    assertThat(Accountant.best(event).epsilon(1e-6)).isLessThanOrEqualTo(1);
  }

  @Test
  void moreRunsLeaveLessForEach() {
    double few = perRun(margins().with("runs", "3"));
    double many = perRun(margins().with("runs", "300"));
    assertThat(many).isLessThan(0.9 * few);
  }

  private static double perRun(Tuning search) {
    PrivacyEvent event = search.plan(SHAPE, TARGET).event().orElseThrow();
    return Accountant.best(((PrivacyEvent.Selection) event).event()).epsilon(1e-6);
  }

  @Test
  void onlyTheBestModelLeavesWithOneCertificateForAll() {
    BoundedDataset data = data();
    Tuning search = margins();
    try (Ledger ledger = ledger(TARGET, 5)) {
      PrivateFit fit = search.fit(data, ledger.spend("search", TARGET));
      Certificate certificate = fit.certificate();
      assertThat(certificate.learner()).isEqualTo("tune");
      assertThat(certificate.settings())
          .containsEntry("learner", "batch-perceptron")
          .containsEntry("try margin", "0.01,0.1,0.3")
          .containsKey("margin");
      assertThat(List.of("0.01", "0.1", "0.3")).contains(certificate.settings().get("margin"));
      assertThat(certificate.event()).startsWith("best of a truncated negative binomial number");
      assertThat(certificate.purpose()).isEqualTo("search");
      assertThat(certificate.reliesOn())
          .contains("the number of runs staying secret, and with it the running time");
      assertThat(ledger.entries()).hasSize(1);
    }
  }

  @Test
  void doesWhatWasChargedWhenTheRowsWereNotYetRead() {
    BoundedDataset data = data();
    TrainingPlan plan = margins().plan(Shape.of(data.schema()), TARGET).orThrow();
    try (Ledger ledger = ledger(TARGET, 6)) {
      PrivateFit fit = margins().fit(data, ledger.spend("search", plan));
      assertThat(fit.certificate().event()).isEqualTo(plan.charged().toString());
    }
    try (Ledger ledger = ledger(TARGET, 7)) {
      TrainingPlan other = margins().with("runs", "9").plan(SHAPE, TARGET).orThrow();
      assertThatThrownBy(() -> margins().fit(data, ledger.spend("search", other)))
          .isInstanceOf(DemiluneException.class)
          .hasMessageContaining("was charged for another plan");
    }
  }

  @Test
  void pureGuaranteesNeedAPureLearner() {
    Plan plan = margins().plan(SHAPE, PureDp.of(1));
    assertThat(plan.runnable()).isFalse();
    assertThat(plan.reason()).contains("cannot be made: Gaussian noise cannot meet");
  }

  /** The same rows in another order, with one more: the count follows, by one at most. */
  @Test
  void countsWhatTheModelPredictsRight() {
    HostileRows rows = new HostileRows(18, 4, 3);
    Schema schema = rows.schema(Adjacency.REPLACE_ONE, RowBound.scale());
    double[][] features = rows.rows(80);
    int[] labels = rows.labels(80);
    BoundedDataset data = BoundedDataset.of(schema, VectorTable.of(features, labels));
    Classifier model = PERCEPTRON.fitWithoutPrivacy(data).model();
    long expected = 0;
    for (int i = 0; i < 80; i++) {
      BoundedDataset one =
          BoundedDataset.of(
              schema, VectorTable.of(new double[][] {features[i]}, new int[] {labels[i]}));
      long counted = CorrectCount.of(one, model);
      EncodedRow row = schema.encode(features[i]);
      assertThat(counted).isBetween(0L, 1L);
      expected += model.predict(row) == one.block(0).label(0) ? 1 : 0;
    }
    // Predictions use rows before they are put on the integer grid: a near tie may differ.
    assertThat(CorrectCount.of(data, model)).isBetween(expected - 2, expected + 2);
    assertThat(expected).isBetween(20L, 79L);
  }

  /**
   * One class is rare and lies near the other: after one round all rows are taken for the frequent
   * class, after thirty they are told apart. Guessing finds the thirty in half of forty searches,
   * the search in all but the few that make hardly a run: 28 or more by guessing would be luck of
   * one in a hundred, fewer by searching bad luck of one in ten thousand.
   */
  @Test
  void findsTheSettingThatWorks() {
    int count = 2_000;
    double[][] features = new double[count][];
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      labels[i] = i % 20 == 0 ? 1 : 0;
      features[i] = labels[i] == 1 ? new double[] {0.6, 0.8} : new double[] {1, 0};
    }
    Schema schema =
        Schema.vectors(2, LabelSet.numbered(2)).adjacency(Adjacency.REPLACE_ONE).build();
    BoundedDataset data = BoundedDataset.of(schema, VectorTable.of(features, labels));
    Learner perceptron = BatchPerceptron.withDefaults().with("centering", "off");
    Tuning search =
        Tuning.of(perceptron, Configurations.of("rounds", "1", "30")).with("runs", "30");
    int found = 0;
    for (int seed = 0; seed < 40; seed++) {
      try (Ledger ledger = ledger(ApproximateDp.of(3, 1e-6), 100 + seed)) {
        Certificate certificate =
            search.fit(data, ledger.spend("search", ApproximateDp.of(3, 1e-6))).certificate();
        found += certificate.settings().get("rounds").equals("30") ? 1 : 0;
      }
    }
    assertThat(found).isGreaterThanOrEqualTo(28);
    assertThat(CorrectCount.of(data, search.fitWithoutPrivacy(data).model())).isEqualTo(count);
  }

  @Test
  void progressTellsNothingOfTheNumberOfRuns() {
    BoundedDataset data = data();
    for (int seed = 0; seed < 5; seed++) {
      StringBuilder heard = new StringBuilder();
      try (Ledger ledger = ledger(TARGET, seed)) {
        margins()
            .fit(
                data,
                ledger.spend("search", TARGET),
                (done, total) -> heard.append(done).append('/').append(total));
      }
      assertThat(heard.toString()).isEqualTo("1/1");
    }
  }

  @Test
  void refusesNothingToChooseAndTooMuch() {
    assertThatThrownBy(() -> Configurations.of("margin", "0.1"))
        .isInstanceOf(DemiluneException.class)
        .hasMessageStartingWith("there is nothing to choose: a search needs at least two");
    List<String> many = IntStream.rangeClosed(1, 1000).mapToObj(Integer::toString).toList();
    assertThatThrownBy(() -> new Configurations(Map.of("rounds", many, "margin", many)))
        .isInstanceOf(DemiluneException.class)
        .hasMessage("1000000 configurations are too many to try: at most 256, so leave out values");
    assertThatThrownBy(() -> Configurations.of("margin", "0.1", "0.1"))
        .hasMessage("a value of 'margin' is given twice");
    assertThatThrownBy(() -> new Configurations(Map.of("margin", List.of())))
        .hasMessage("no value of 'margin' is given to try");
    assertThatThrownBy(() -> Tuning.of(PERCEPTRON, Configurations.of("margin", "0.1", "much")))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("setting 'margin' must be a number");
    assertThatThrownBy(() -> Tuning.of(PERCEPTRON, Configurations.of("colour", "1", "2")))
        .hasMessageContaining("batch-perceptron has no setting 'colour'");
    assertThatThrownBy(() -> margins().with("runs", "1"))
        .hasMessage("setting 'runs' must be at least 2 or auto, got '1'");
    assertThatThrownBy(() -> margins().with("margin", "0.2"))
        .hasMessageContaining("setting 'margin' is being tried");
  }

  private static BoundedDataset data() {
    HostileRows rows = new HostileRows(17, 4, 2);
    Schema schema = rows.schema(Adjacency.REPLACE_ONE, RowBound.scale());
    return BoundedDataset.of(schema, VectorTable.of(rows.rows(60), rows.labels(60)));
  }

  private static Ledger ledger(Guarantee total, long seed) {
    return Ledger.inMemory("people", Adjacency.REPLACE_ONE, total, Randomness.reproducible(seed));
  }
}
