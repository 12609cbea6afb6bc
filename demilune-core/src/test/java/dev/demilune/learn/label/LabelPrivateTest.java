// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Ledger;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Shape;
import dev.demilune.learn.gradient.HostileRows;
import dev.demilune.mechanism.L2Laplace;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.CenteredLengths;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabelPrivateTest {

  private static final LabelPrivate LEARNER = LabelPrivate.withDefaults();

  private static BoundedDataset data(
      Adjacency adjacency, int classes, double[][] rows, int[] labels) {
    Schema schema =
        Schema.vectors(rows[0].length, LabelSet.numbered(classes)).adjacency(adjacency).build();
    return HostileRows.bound(schema, rows, labels);
  }

  /** Rows as long as they are, where {@link #data} makes them all of length one. */
  private static BoundedDataset clipped(double[][] rows, int[] labels) {
    Schema schema =
        Schema.vectors(rows[0].length, LabelSet.numbered(2))
            .adjacency(Adjacency.REPLACE_LABEL)
            .rows(RowBound.clip(1))
            .build();
    return HostileRows.bound(schema, rows, labels);
  }

  private static double[][] randomRows(int count, int features) {
    Randomness draw = Randomness.reproducible(5);
    double[][] rows = new double[count][features];
    for (double[] row : rows) {
      for (int j = 0; j < features; j++) {
        row[j] = (draw.nextBits(30) * 0x1p-29 - 1) / (1 + j);
      }
    }
    return rows;
  }

  /** The second class where a score is high, the third where another one is. */
  private static int[] labelsOf(double[][] rows, int classes) {
    int[] labels = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      labels[i] = rows[i][0] > 0 ? 1 : classes > 2 && rows[i][1] > 0 ? 2 : 0;
    }
    return labels;
  }

  /** The sums by hand, from images that the class itself shows. */
  @ParameterizedTest
  @CsvSource({"2", "3"})
  void theSumsAreThoseOfEachClassesImages(int classes) {
    double[][] rows = randomRows(50, 3);
    int[] labels = labelsOf(rows, classes);
    BoundedDataset data = data(Adjacency.REPLACE_LABEL, classes, rows, labels);
    PublicFeatures features = PublicFeatures.of(data);
    LabelSums sums = LabelSums.withoutNoise(Labels.of(data), features, 2);
    long[] byHand = new long[3 * classes];
    for (int i = 0; i < rows.length; i++) {
      byHand[labels[i]] += features.image(i)[0];
      byHand[classes + labels[i]] += features.image(i)[1];
      byHand[2 * classes + labels[i]] += features.image(i)[3];
    }
    for (int i = 0; i < byHand.length; i++) {
      assertThat(sums.sum(i)).isEqualTo((double) byHand[i]);
    }
  }

  @Test
  void imagesKeepDistancesAndLoseTheMean() {
    double[][] rows = randomRows(80, 4);
    BoundedDataset data = data(Adjacency.REPLACE_LABEL, 2, rows, labelsOf(rows, 2));
    PublicFeatures features = PublicFeatures.of(data);
    int[] one = new int[4];
    int[] other = new int[4];
    BoundedDataset.Block block = data.block(0);
    double[] sum = new double[4];
    double unit = farthestFromTheMean(data);
    for (int i = 0; i < rows.length; i++) {
      block.copyTo(i, one);
      block.copyTo((i + 1) % rows.length, other);
      double before = 0;
      double after = 0;
      int[] a = features.image(i);
      int[] b = features.image((i + 1) % rows.length);
      for (int j = 0; j < 4; j++) {
        before += Math.pow((one[j] - other[j]) / unit, 2);
        after += Math.pow((double) (a[j] - b[j]) / PublicFeatures.GRID, 2);
        sum[j] += a[j];
      }
      assertThat(Math.sqrt(after)).isBetween(Math.sqrt(before) - 1e-3, Math.sqrt(before) + 1e-3);
      assertThat(features.longest(4)).isGreaterThanOrEqualTo(length(a));
    }
    for (double coordinate : sum) {
      assertThat(Math.abs(coordinate)).isLessThan(80); // half a unit of rounding a row
    }
    assertThat(features.spread(0)).isGreaterThan(features.spread(3));
  }

  /** In grid units of the data. */
  private static double farthestFromTheMean(BoundedDataset data) {
    BoundedDataset.Block block = data.block(0);
    int[] row = new int[data.features()];
    double[] mean = new double[row.length];
    for (int i = 0; i < block.rows(); i++) {
      block.copyTo(i, row);
      for (int j = 0; j < row.length; j++) {
        mean[j] += (double) row[j] / block.rows();
      }
    }
    double farthest = 0;
    for (int i = 0; i < block.rows(); i++) {
      block.copyTo(i, row);
      double squares = 0;
      for (int j = 0; j < row.length; j++) {
        squares += Math.pow(row[j] - mean[j], 2);
      }
      farthest = Math.max(farthest, Math.sqrt(squares));
    }
    return farthest;
  }

  /** Features are public, labels are not: nothing that is made of features may look at a label. */
  @Test
  void featuresAndRehearsalsAreTheSameWhateverTheLabels() {
    double[][] rows = randomRows(700, 3);
    int[] labels = labelsOf(rows, 2);
    int[] others = Arrays.stream(labels).map(label -> 1 - label).toArray();
    PublicFeatures one = PublicFeatures.of(data(Adjacency.REPLACE_LABEL, 2, rows, labels));
    PublicFeatures other = PublicFeatures.of(data(Adjacency.REPLACE_LABEL, 2, rows, others));
    for (int i = 0; i < rows.length; i++) {
      assertThat(one.image(i)).isEqualTo(other.image(i));
    }
    LabelRehearsal.Method cover =
        (made, randomness) ->
            new LabelCover(new LabelRehearsal(one).features(), 20, 0).choose(made, 1, randomness);
    assertThat(new LabelRehearsal(one).mistakes(cover))
        .isEqualTo(new LabelRehearsal(other).mistakes(cover));
    assertThat(new LabelRehearsal(one).features().rows()).isEqualTo(LabelRehearsal.ROWS);
    assertThat(new LabelRehearsal(one).share()).isEqualTo(512.0 / 700);
  }

  /** The same rows in another unit: the same errors, but for the rounding of short rows. */
  @ParameterizedTest
  @CsvSource({"AUTO, 2", "AUTO, 5", "LIKELIHOOD, 2", "LIKELIHOOD, 5", "COVER, 5", "RESPONSE, 5"})
  void theUnitOfFeaturesDoesNotMatter(LabelPrivate.Method method, int width) {
    double[][] rows = GaussianRows.of(400, width, 3);
    int[] labels = Arrays.stream(rows).mapToInt(row -> row[0] > row[1] ? 1 : 0).toArray();
    Learner learner = LEARNER.with(LabelPrivate.METHOD, method).with("candidates", "500");
    double longest = GaussianRows.longest(rows);
    double[][] usual = GaussianRows.times(rows, 0.8 / longest);
    double[][] small = GaussianRows.times(rows, 0.02 / longest);
    BoundedDataset some = clipped(usual, labels);
    BoundedDataset others = clipped(small, labels);
    for (Guarantee guarantee : new Guarantee[] {PureDp.of(2), ApproximateDp.of(2, 1e-5)}) {
      int rightOfUsual = right(fit(learner, some, guarantee), usual, labels);
      int rightOfSmall = right(fit(learner, others, guarantee), small, labels);
      assertThat(rightOfUsual).isGreaterThan(320);
      assertThat(rightOfSmall).isBetween(rightOfUsual - 8, rightOfUsual + 8);
    }
  }

  private static long length(int[] image) {
    long squares = 0;
    for (int entry : image) {
      squares += (long) entry * entry;
    }
    return CenteredLengths.ceilSqrt(squares);
  }

  /** Every row, every new label: what moves is never more than the noise is made for. */
  @ParameterizedTest
  @CsvSource({"2", "3"})
  void aReplacedLabelMovesTheSumsByNoMoreThanTheNoiseIsMadeFor(int classes) {
    double[][] rows = randomRows(40, 3);
    int[] labels = labelsOf(rows, classes);
    BoundedDataset data = data(Adjacency.REPLACE_LABEL, classes, rows, labels);
    PublicFeatures features = PublicFeatures.of(data);
    long longest = features.longest(3);
    long pure = ((L2Laplace) LabelSums.noise(longest, classes, PureDp.of(1))).sensitivity();
    double gaussian =
        ((NoisyIntegerSum) LabelSums.noise(longest, classes, ApproximateDp.of(1, 1e-5)))
            .sensitivitySquared()
            .doubleValue();
    LabelSums before = LabelSums.withoutNoise(Labels.of(data), features, 3);
    double most = 0;
    for (int i = 0; i < rows.length; i++) {
      int[] others = labels.clone();
      others[i] = (others[i] + 1) % classes;
      LabelSums after =
          LabelSums.withoutNoise(
              Labels.of(data(Adjacency.REPLACE_LABEL, classes, rows, others)), features, 3);
      double lengths = 0;
      double squares = 0;
      for (int k = classes == 2 ? 1 : 0; k < classes; k++) {
        double column = 0;
        for (int j = 0; j < 4; j++) {
          double moved = after.sum(j * classes + k) - before.sum(j * classes + k);
          column += moved * moved;
        }
        lengths += Math.sqrt(column);
        squares += column;
      }
      assertThat(lengths).isLessThanOrEqualTo((double) pure);
      assertThat(squares).isLessThanOrEqualTo(gaussian);
      most = Math.max(most, lengths / pure);
    }
    assertThat(most).isGreaterThan(0.99);
  }

  @Test
  void responsesAreRightOnAverage() {
    double[][] rows = randomRows(20_000, 2);
    int[] labels = labelsOf(rows, 3);
    BoundedDataset data = data(Adjacency.REPLACE_LABEL, 3, rows, labels);
    PublicFeatures features = PublicFeatures.of(data);
    LabelSums exact = LabelSums.withoutNoise(Labels.of(data), features, 2);
    LabelSums answered =
        LabelSums.answered(Labels.of(data), features, 2, 1, true, Randomness.reproducible(1));
    // Six standard deviations of the sum along a direction.
    double variance = LabelSums.answerVariance(1, 3) * rows.length;
    for (int i = 0; i < 9; i++) {
      double deviation = Math.sqrt(variance * features.spread(i / 3)) * PublicFeatures.GRID;
      assertThat(answered.sum(i) - exact.sum(i)).isBetween(-6 * deviation, 6 * deviation);
    }
  }

  @ParameterizedTest
  @EnumSource(LabelPrivate.Method.class)
  void everyMethodLearns(LabelPrivate.Method method) {
    double[][] rows = randomRows(6_000, 3);
    int[] labels = labelsOf(rows, 2);
    BoundedDataset data = data(Adjacency.REPLACE_LABEL, 2, rows, labels);
    Learner learner = LEARNER.with(LabelPrivate.METHOD, method).with("candidates", "500");
    for (Guarantee guarantee : new Guarantee[] {PureDp.of(2), ApproximateDp.of(2, 1e-5)}) {
      assertThat(right(fit(learner, data, guarantee), rows, labels)).isGreaterThan(5_300);
    }
  }

  @Test
  void severalClassesAreLearned() {
    double[][] rows = randomRows(6_000, 3);
    int[] labels = labelsOf(rows, 3);
    BoundedDataset data = data(Adjacency.REPLACE_LABEL, 3, rows, labels);
    assertThat(right(fit(LEARNER, data, PureDp.of(1)), rows, labels)).isGreaterThan(5_400);
    assertThat(right(LEARNER.fitWithoutPrivacy(data).model(), rows, labels)).isGreaterThan(5_800);
  }

  private static Classifier fit(Learner learner, BoundedDataset data, Guarantee guarantee) {
    try (Ledger ledger =
        Ledger.inMemory("test", data.adjacency(), guarantee, Randomness.reproducible(1))) {
      return learner.fit(data, ledger.spend("fit", guarantee)).model();
    }
  }

  private static int right(Classifier model, double[][] rows, int[] labels) {
    int right = 0;
    for (int i = 0; i < rows.length; i++) {
      right += model.predict(rows[i]) == labels[i] ? 1 : 0;
    }
    return right;
  }

  @Test
  void theCertificateShoutsThatFeaturesAreNotProtected() {
    double[][] rows = randomRows(20, 2);
    BoundedDataset data = data(Adjacency.REPLACE_LABEL, 2, rows, labelsOf(rows, 2));
    try (Ledger ledger =
        Ledger.inMemory("test", data.adjacency(), PureDp.of(1), Randomness.secure())) {
      assertThat(LEARNER.fit(data, ledger.spend("fit", PureDp.of(1))).certificate().toString())
          .startsWith(
              "ε = 1, replacing one label, features being public.\n"
                  + "FEATURES ARE NOT PROTECTED: only labels are.")
          .contains("features that everybody may know: they are not protected");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = {"ADD_OR_REMOVE_ONE", "REPLACE_ONE"})
  void otherAdjacenciesAreRefused(Adjacency adjacency) {
    String sentence =
        "label-private protects labels only and uses features freely, so it needs the adjacency"
            + " replace-label: declare that if features are public, or choose another learner";
    assertThat(LEARNER.plan(new Shape(100, 3, 2, adjacency), PureDp.of(1)).reason())
        .isEqualTo(sentence);
    double[][] rows = randomRows(20, 2);
    BoundedDataset data = data(adjacency, 2, rows, labelsOf(rows, 2));
    assertThatThrownBy(() -> PublicFeatures.of(data))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(sentence);
  }

  @Test
  void plansSayWhatWillBeReleased() {
    Shape shape = new Shape(100, 3, 4, Adjacency.REPLACE_LABEL);
    assertThat(LEARNER.plan(shape, PureDp.of(1)).event()).contains(new PrivacyEvent.Pure(1));
    assertThat(LEARNER.with("method", "response").plan(shape, PureDp.of(1)).event())
        .contains(new PrivacyEvent.RandomizedResponse(1, 4));
    assertThat(LEARNER.with("method", "cover").plan(shape, PureDp.of(1)).reason())
        .isEqualTo(
            "method=cover of label-private chooses a halfspace, for two classes and not for 4: use"
                + " method=likelihood");
    for (Guarantee senseless :
        List.of(PureDp.of(1e-17), PureDp.of(1000), ApproximateDp.of(1e300, 1e-6))) {
      assertThat(LEARNER.plan(shape, senseless).reason())
          .startsWith("label-private has no use for ")
          .endsWith(": choose an ε from 1e-6 to 100");
    }
    assertThat(
            LEARNER.plan(new Shape(1L << 40, 3, 4, Adjacency.REPLACE_LABEL), PureDp.of(1)).reason())
        .contains("in memory, which is more than Java has");
    assertThat(
            LEARNER
                .with("method", "cover")
                .plan(new Shape(9, 3, 2, Adjacency.REPLACE_LABEL), PureDp.of(1))
                .event())
        .contains(new PrivacyEvent.Pure(1));
  }

  /**
   * Rounds take the place of the one choice of a line where rows are many, and a plan is also for
   * other numbers of rows than it was told, or for none: so it must not charge for one choice.
   */
  @ParameterizedTest
  @ValueSource(longs = {0, 9})
  void aCoverIsChargedForRoundsWhateverTheDeclaredRows(long declared) {
    assertThat(LineCover.suits(2, 1 << 24)).isFalse();
    assertThat(
            LEARNER
                .with("method", "cover")
                .plan(new Shape(declared, 2, 2, Adjacency.REPLACE_LABEL), PureDp.of(1))
                .event())
        .contains(new PrivacyEvent.Pure(1));
  }

  /** Of (1, 1e-5) only ε is spent where that is less noise: √(k + 1)/ε against 3.7, k numbers. */
  @ParameterizedTest
  @CsvSource({"2, true", "10, true", "20, false", "100, false"})
  void fewFeaturesNeedNoDelta(int features, boolean pure) {
    Shape shape = new Shape(1000, features, 2, Adjacency.REPLACE_LABEL);
    Guarantee guarantee = ApproximateDp.of(1, 1e-5);
    PrivacyEvent event = LEARNER.plan(shape, guarantee).event().orElseThrow();
    assertThat(event.equals(new PrivacyEvent.Pure(1))).isEqualTo(pure);
    assertThat(LEARNER.with("method", "likelihood").plan(shape, guarantee).event().orElseThrow())
        .isInstanceOf(PrivacyEvent.GaussianSum.class);
  }

  /** Lines are chosen in the plane, the likelihood where directions are many and alike. */
  @Test
  void theDefaultIsTheMethodThatRehearsesBetter() {
    assertThat(sameAs(2, 200, "cover")).isTrue();
    assertThat(sameAs(10, 2000, "likelihood")).isTrue();
  }

  private static boolean sameAs(int width, int count, String method) {
    double[][] rows = GaussianRows.times(GaussianRows.of(count, width, 9), 0.1);
    int[] labels = Arrays.stream(rows).mapToInt(row -> row[0] > row[1] ? 1 : 0).toArray();
    BoundedDataset data = clipped(rows, labels);
    Learner some = LEARNER.with("candidates", "500");
    Classifier chosen = fit(some, data, PureDp.of(1));
    Classifier expected = fit(some.with("method", method), data, PureDp.of(1));
    return Arrays.stream(rows)
        .map(data.schema()::encode)
        .allMatch(row -> Arrays.equals(scores(chosen, row), scores(expected, row)));
  }

  private static double[] scores(Classifier model, EncodedRow row) {
    double[] scores = new double[2];
    model.scores(row, scores);
    return scores;
  }
}
