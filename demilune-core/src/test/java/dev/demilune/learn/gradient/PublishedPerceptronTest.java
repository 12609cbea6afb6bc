// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Ledger;
import dev.demilune.data.VectorTable;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Plan;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Shape;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.math.BigInteger;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Algorithm 1 of Ghazi, Kumar, Manurangsi and Nguyen (2021), on rows as they are. */
class PublishedPerceptronTest {

  private static final double MARGIN = 0.15;

  /** The first weight has margin 0.15 on both, in the unit ball; the second row is short. */
  private static final double[][] KINDS = {{0.15, 0.98}, {0.15, -0.05}};

  /** Of 100 rows, this many are of the first kind; labels take turns. */
  private static BoundedDataset shortRows(int firstKind) {
    double[][] rows = new double[100][2];
    int[] labels = new int[100];
    for (int i = 0; i < 100; i++) {
      double[] kind = KINDS[i < firstKind ? 0 : 1];
      labels[i] = i % 2;
      int sign = labels[i] == 1 ? 1 : -1;
      rows[i] = new double[] {sign * kind[0], sign * kind[1]};
    }
    return table(rows, labels);
  }

  private static BoundedDataset table(double[][] rows, int[] labels) {
    return BoundedDataset.of(
        Schema.vectors(rows[0].length, LabelSet.numbered(2))
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .rows(RowBound.clip(1))
            .expectedRows(rows.length)
            .intercept(0)
            .build(),
        VectorTable.of(rows, labels));
  }

  private static Learner published() {
    return BatchPerceptron.withDefaults()
        .with("margin", Double.toString(MARGIN))
        .with("published-error", "0.3");
  }

  /** What published-error did before: its stop and margin, on rows of length one. */
  private static Learner stretched() {
    return BatchPerceptron.withDefaults()
        .with("margin", Double.toString(0.95 * MARGIN))
        .with("stop-below", "0.09")
        .with("centering", "off")
        .with("rounds", "20000");
  }

  private static double[] direction(Learner learner, BoundedDataset data) {
    LinearClassifier model = learner.fitWithoutPrivacy(data).model().linear();
    double[] w = {model.weight(1, 0) - model.weight(0, 0), model.weight(1, 1) - model.weight(0, 1)};
    PlainTraining.scale(w, 1 / PlainTraining.length(w));
    return w;
  }

  private static double distance(double[] direction, int kind) {
    return direction[0] * KINDS[kind][0] + direction[1] * KINDS[kind][1];
  }

  @ParameterizedTest
  @CsvSource({"50", "80"})
  void shortRowsKeepNineTenthsOfTheMargin(int firstKind) {
    double[] direction = direction(published(), shortRows(firstKind));
    assertThat(distance(direction, 0)).isGreaterThan(0.9 * MARGIN);
    assertThat(distance(direction, 1)).isGreaterThan(0.9 * MARGIN);
  }

  /** So the theorem is not about rows that are stretched to length one. */
  @Test
  void stretchedRowsDoNot() {
    double[] direction = direction(stretched(), shortRows(50));
    assertThat(distance(direction, 0)).isGreaterThan(0.9 * MARGIN);
    assertThat(distance(direction, 1)).isLessThan(0.9 * MARGIN);
    // The same settings on rows as they are do.
    direction = direction(stretched().with("row-lengths", "as-they-are"), shortRows(50));
    assertThat(distance(direction, 1)).isGreaterThan(0.9 * MARGIN);
  }

  /** Algorithm 1 written down again, without noise, in double precision. */
  @Test
  void itIsTheAlgorithmAndTakesItsRounds() {
    double[] w = new double[2];
    int[] rowsOf = {80, 20};
    int round = 0;
    for (boolean stopped = false; !stopped; ) {
      round++;
      double length = PlainTraining.length(w);
      double[] sum = new double[2];
      int count = 0;
      for (int kind = 0; kind < 2; kind++) {
        double score = w[0] * KINDS[kind][0] + w[1] * KINDS[kind][1];
        if (score <= 0.95 * MARGIN * length) {
          count += rowsOf[kind];
          sum[0] += rowsOf[kind] * KINDS[kind][0];
          sum[1] += rowsOf[kind] * KINDS[kind][1];
        }
      }
      stopped = round > 1 && count < 0.3 * 0.3 * 100;
      w[0] += stopped ? 0 : sum[0];
      w[1] += stopped ? 0 : sum[1];
    }
    assertThat(round - 1).as("updates").isBetween(50, 60);
    double[] learned = direction(published(), shortRows(80));
    PlainTraining.scale(w, 1 / PlainTraining.length(w));
    assertThat(learned[0]).isCloseTo(w[0], within(1e-3)); // the grid is 3e-5 wide
    assertThat(learned[1]).isCloseTo(w[1], within(1e-3));
  }

  /** Each row is there with both labels, so half of them violate any margin in every round. */
  @Test
  void withoutAHalfspaceItFails() {
    BoundedDataset contradictory = table(new double[][] {{1}, {1}}, new int[] {0, 1});
    Learner learner = published().with("margin", "0.999").with("published-error", "0.999");
    LinearClassifier model = learner.fitWithoutPrivacy(contradictory).model().linear();
    assertThat(model.weight(0, 0)).isZero();
    assertThat(model.weight(1, 0)).isZero();
  }

  @Test
  void aCertificateSaysHowItEnded() {
    double[][] rows = new double[20_000][2];
    int[] labels = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      labels[i] = i % 2;
      rows[i] = new double[] {labels[i] == 1 ? 0.95 : -0.95, 0.02 * (i % 7)};
    }
    Guarantee much = ApproximateDp.of(1000, 1e-6); // for so few rows: b is 0.5, a round takes 20
    Learner learner = published().with("margin", "0.9").with("published-error", "0.9");
    try (Ledger ledger =
        Ledger.inMemory("t", Adjacency.ADD_OR_REMOVE_ONE, much, Randomness.reproducible(3))) {
      PrivateFit fit = learner.fit(table(rows, labels), ledger.spend("fit", much));
      assertThat(fit.certificate().settings()).containsEntry("outcome", "stopped");
      LinearClassifier model = fit.model().linear();
      assertThat(model.weight(1, 0) - model.weight(0, 0)).isGreaterThan(0.9); // of length one
    }
  }

  /** Count and sum of a round are of one sample; the sum's noise is in units of one row. */
  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void theEventIsThatOfAllRounds(Adjacency adjacency) {
    ApproximateDp guarantee = ApproximateDp.of(0.5, 1e-6);
    Plan plan =
        published()
            .with("margin", "0.9")
            .with("published-error", "0.9")
            .plan(new Shape(1_000_000, 10, 2, adjacency), guarantee);

    assertThat(plan.runnable()).as(plan.reason()).isTrue();
    double rounds = Math.ceil(1500 / (0.9 * 0.045 * 0.045));
    double sigma = 100 * Math.log(rounds / 1e-6) / 0.5;
    double scale = 100 * Math.sqrt(Math.log(rounds / 1e-6)) / 0.5;
    int changed = adjacency == Adjacency.ADD_OR_REMOVE_ONE ? 1 : 2;
    assertThat(plan.details())
        .containsEntry("steps", Long.toString((long) rounds))
        .containsEntry("noiseMultiplier", String.format(Locale.ROOT, "%.4g", sigma / changed))
        .containsEntry("count noise", String.format(Locale.ROOT, "%.4g", scale));
    double rate = Double.parseDouble(plan.details().get("rate"));
    assertThat(rate).isCloseTo(1 / Math.sqrt(rounds), within(1e-9));
    PrivacyEvent event = plan.event().orElseThrow();
    assertThat(event)
        .isEqualTo(
            new PrivacyEvent.Repeated(
                new PrivacyEvent.PoissonSampled(
                    rate,
                    adjacency,
                    PrivacyEvent.Composed.of(
                        new PrivacyEvent.DiscreteLaplace(scale, 1),
                        new PrivacyEvent.GaussianSum(sigma / changed))),
                (long) rounds));
    // Far more noise than needed, as is known of the paper's proof.
    assertThat(Accountant.best(event).epsilon(1e-6)).isLessThan(0.25);
  }

  /** What is drawn is σ in units of what one row adds, and covers what a neighbor changes. */
  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void theNoiseThatIsDrawnIsThePapers(Adjacency adjacency) {
    int rounds = 5_000;
    double sigma = 100 * Math.log(rounds / 1e-6) / 0.5;
    PublishedPerceptron.Noise noise =
        PublishedPerceptron.noise(
            new Shape(1_000_000, 10, 2, adjacency), ApproximateDp.of(0.5, 1e-6), rounds, 1);

    assertThat(noise.sum().noiseStandardDeviation() / noise.contribution())
        .isCloseTo(sigma, withinPercentage(0.01));
    long moved = noise.contribution() * adjacency.contributionsChanged();
    assertThat(noise.sum().sensitivitySquared()).isEqualTo(BigInteger.valueOf(moved).pow(2));
    assertThat(noise.count().countsMoved()).isEqualTo(1);
  }

  @Test
  void aPlanPromisesNothingThatTheTheoremDoesNot() {
    Learner learner = published().with("margin", "0.3");
    ApproximateDp guarantee = ApproximateDp.of(1, 1e-6);
    Adjacency adjacency = Adjacency.ADD_OR_REMOVE_ONE;
    assertThat(learner.plan(new Shape(1_000_000, 10, 2, adjacency), guarantee).reason())
        .startsWith("as published, but its theorem needs 2.12e+12 rows and this noise");
    assertThat(learner.plan(new Shape(3_000_000_000_000L, 10, 2, adjacency), guarantee).reason())
        .contains("withstand perturbations of 0.9 margins");
  }

  @Test
  void whatTheTheoremIsNotForIsRefused() {
    ApproximateDp guarantee = ApproximateDp.of(1, 1e-6);
    Adjacency adjacency = Adjacency.ADD_OR_REMOVE_ONE;
    Shape shape = new Shape(1_000, 10, 2, adjacency);
    assertThat(published().plan(shape, PureDp.of(1)).reason())
        .startsWith("the published constants are for an ε and a δ");
    assertThat(published().plan(new Shape(1_000, 10, 3, adjacency), guarantee).reason())
        .startsWith("the published constants are for two classes");
    assertThat(published().plan(new Shape(0, 10, 2, adjacency), guarantee).reason())
        .startsWith("the published algorithm stops at a share of the rows: declare");
    assertThat(published().with("margin", "0.01").plan(shape, guarantee).reason())
        .startsWith("the published constants ask for 2.0e+10 rounds");
    assertThat(published().with("margin", "0").plan(shape, guarantee).reason())
        .startsWith("the published constants ask for Infinity rounds");
  }
}
