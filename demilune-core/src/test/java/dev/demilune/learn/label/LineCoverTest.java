// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.label;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.budget.Ledger;
import dev.demilune.learn.gradient.HostileRows;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineCoverTest {

  private static BoundedDataset data(double[][] rows, int[] labels) {
    Schema schema =
        Schema.vectors(rows[0].length, LabelSet.numbered(2))
            .adjacency(Adjacency.REPLACE_LABEL)
            .rows(RowBound.clip(1))
            .build();
    return HostileRows.bound(schema, rows, labels);
  }

  private static double[][] randomRows(int count, int features, int seed) {
    Randomness draw = Randomness.reproducible(seed);
    double[][] rows = new double[count][features];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> (draw.nextBits(30) * 0x1p-29 - 1) / 2);
    }
    return rows;
  }

  private static PublicFeatures features(double[][] rows) {
    return PublicFeatures.of(data(rows, new int[rows.length]));
  }

  /** The rows on the second class's side of a line, one bit for each. */
  private static long division(PublicFeatures features, double[] line) {
    long division = 0;
    for (int row = 0; row < features.rows(); row++) {
      int[] image = features.image(row);
      double score = line[0] * image[0] + line[2] * image[features.directions()];
      score += features.directions() == 2 ? line[1] * image[1] : 0;
      division |= score > 0 ? 1L << row : 0;
    }
    return division;
  }

  private static Set<Long> divisions(double[][] rows) {
    PublicFeatures features = features(rows);
    LineCover cover = new LineCover(features);
    assertThat(cover.pivots()).isEqualTo(rows.length);
    return IntStream.range(0, cover.pivots())
        .mapToObj(cover::lines)
        .flatMap(Arrays::stream)
        .map(line -> division(features, line))
        .collect(toSet());
  }

  /** What is counted while the line turns is what its weights do, rows in line and twice too. */
  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "1, 9", "2, 9", "2, 40"})
  void mistakesAreThoseOfTheLines(int width, int count) {
    Randomness draw = Randomness.reproducible(count);
    double[][] rows = new double[count][width];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> (draw.nextBits(3) - 4) / 8.0);
    }
    long seconds = draw.nextBits(count);
    int[] labels = IntStream.range(0, count).map(i -> (int) (seconds >> i & 1)).toArray();
    PublicFeatures features = features(rows);
    LineCover cover = new LineCover(features);
    for (int pivot = 0; pivot < cover.pivots(); pivot++) {
      int[] byHand =
          Arrays.stream(cover.lines(pivot))
              .mapToInt(line -> Long.bitCount(division(features, line) ^ seconds))
              .toArray();
      assertThat(cover.mistakes(pivot, labels)).isEqualTo(byHand);
    }
    int[] central =
        Arrays.stream(cover.centralLines())
            .mapToInt(line -> Long.bitCount(division(features, line) ^ seconds))
            .toArray();
    assertThat(cover.centralMistakes(labels)).isEqualTo(central);
  }

  /** Lines through the zero row divide m rows in 2m ways, and pass through it. */
  @Test
  void everyLineThroughTheZeroRowIsThere() {
    double[][] rows = randomRows(20, 2, 7);
    PublicFeatures features = features(rows);
    double[][] lines = new LineCover(features).centralLines();
    assertThat(lines).hasNumberOfRows(4 * 20);
    assertThat(Arrays.stream(lines).map(line -> division(features, line)).collect(toSet()))
        .hasSize(2 * 20);
    for (double[] line : lines) {
      assertThat(features.bias(line, 2) / features.image(0)[2]).isBetween(-1e-4, 1e-4);
    }
  }

  /**
   * Cover (1965): m points in general position are divided by lines in 2(1 + (m-1) + C(m-1, 2)).
   */
  @ParameterizedTest
  @CsvSource({"1, 2", "2, 4", "3, 8", "4, 14", "8, 58", "20, 382"})
  void everyDivisionOfThePlaneIsThere(int count, int divisions) {
    assertThat(divisions(randomRows(count, 2, 7))).hasSize(divisions);
  }

  @Test
  void everyCutOfOneFeatureIsThere() {
    assertThat(divisions(randomRows(9, 1, 7))).hasSize(18);
  }

  /**
   * Cuts of four places in a row; the eight divisions of a triangle; rows of one place together.
   */
  @Test
  void rowsInLineAndRowsTwiceAreDividedToo() {
    double[][] inLine = {{-.3, -.3}, {-.1, -.1}, {.1, .1}, {.3, .3}};
    assertThat(divisions(inLine)).hasSize(8);
    double[][] twice = {{.2, 0}, {0, .2}, {-.3, -.1}, {.2, 0}, {0, .2}};
    assertThat(divisions(twice)).hasSize(8);
    assertThat(divisions(new double[][] {{.1, .1}, {.1, .1}})).hasSize(2);
    double[][] square = {{.2, .2}, {-.2, .2}, {.2, -.2}, {-.2, -.2}};
    assertThat(divisions(square)).hasSize(14);
  }

  /** With a huge ε the choice has as few mistakes as any line: one, since it is planted. */
  @Test
  void theBestLineIsFound() {
    double[][] rows = randomRows(60, 2, 11);
    int[] labels = labels(rows);
    labels[7] ^= 1;
    assertThat(mistakes(fit(rows, labels, 100, 1), rows, labels)).isEqualTo(1);
    assertThat(mistakes(fit(rows, labels, 100, 2), rows, labels)).isEqualTo(1);
  }

  /** Fewer pivots than rows: their lines are counted over all rows. */
  @Tag("slow")
  @Test
  void manyRowsHaveFewerPivots() {
    double[][] rows = randomRows(9000, 2, 13);
    assertThat(new LineCover(features(rows)).pivots()).isEqualTo(LineCover.MOST_PAIRS / 9000);
    int[] labels = labels(rows);
    assertThat(mistakes(fit(rows, labels, 10, 1), rows, labels)).isLessThan(45);
  }

  /** 200 rows, ε 1: half of the fits err on at most two of a hundred rows. */
  @Test
  void fewLabelsAreEnough() {
    double[] errors =
        IntStream.range(0, 21)
            .mapToDouble(
                seed -> {
                  double[][] rows = randomRows(200, 2, 100 + seed);
                  int[] labels = labels(rows);
                  return mistakes(fit(rows, labels, 1, seed), rows, labels) / 200.;
                })
            .sorted()
            .toArray();
    assertThat(errors[10]).isLessThanOrEqualTo(0.03);
    assertThat(errors[10]).isPositive(); // somebody's label is protected
  }

  /**
   * 200 rows of a normal distribution and a line through zero, ε 1: half of the fits err on at most
   * one of a hundred fresh rows. Without the lines through zero the median is several times as
   * large.
   */
  @Test
  void aLineThroughTheZeroRowNeedsFewerLabels() {
    double[] errors =
        IntStream.range(0, 41)
            .mapToDouble(
                seed -> {
                  double[][] rows = GaussianRows.times(GaussianRows.of(2_200, 2, 300 + seed), 0.15);
                  int[] labels =
                      Arrays.stream(rows).mapToInt(row -> row[0] > 2 * row[1] ? 1 : 0).toArray();
                  double[][] some = Arrays.copyOf(rows, 200);
                  Classifier model = fit(some, Arrays.copyOf(labels, 200), 1, seed);
                  return (mistakes(model, rows, labels)
                          - mistakes(model, some, Arrays.copyOf(labels, 200)))
                      / 2000.;
                })
            .sorted()
            .toArray();
    assertThat(errors[20]).isBetween(1e-4, 0.012);
  }

  private static int[] labels(double[][] rows) {
    return Arrays.stream(rows).mapToInt(row -> row[0] + 0.5 * row[1] > 0.1 ? 1 : 0).toArray();
  }

  private static Classifier fit(double[][] rows, int[] labels, double epsilon, int seed) {
    BoundedDataset data = data(rows, labels);
    LabelPrivate learner = LabelPrivate.withDefaults().with("method", "cover");
    PureDp promise = PureDp.of(epsilon);
    try (Ledger ledger =
        Ledger.inMemory("test", data.adjacency(), promise, Randomness.reproducible(seed))) {
      return learner.fit(data, ledger.spend("fit", promise)).model();
    }
  }

  private static long mistakes(Classifier model, double[][] rows, int[] labels) {
    return IntStream.range(0, rows.length).filter(i -> model.predict(rows[i]) != labels[i]).count();
  }
}
