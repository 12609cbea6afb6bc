// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Experiment files: what they mean, and where the message points if they are wrong. */
class ExperimentFileTest {

  static final String TINY =
      """
      title: Tiny
      x: {parameter: rows, title: rows, scale: logarithmic}
      y: {title: error}
      values: [20, 40]
      seeds: 2
      parameters:
        data: large-margin
        features: 3
        margin: 0.3
        test-rows: 50
        metric: error
        adjacency: add-or-remove-one
        epsilon: 5
        delta: 0
      curves:
        class-means: {learner: class-means}
        net-choice: {learner: net-choice, set: {margin: $margin}}
        lower bound: {measure: error-bound, bound: lower}
      published:
        somebody: {beside: class-means, values: {20: 0.1, 40: 0.05}}
      claim:
        says: errors are errors
        reproduced-if:
          - {curve: class-means, at-most: 1}
      quick:
        seeds: 1
        values: [20]
      """;

  private static Experiment parse(String yaml) {
    return ExperimentFile.parse("tiny", yaml, "tiny.yaml", false);
  }

  @Test
  void aCellForEachCurveValueAndSeedAndOneForABound() {
    Experiment tiny = parse(TINY);
    assertThat(tiny.size()).isEqualTo(2 * 2 * 2 + 2);
    assertThat(tiny.dataSets()).isEmpty();
    assertThat(tiny.plan().get(4).cell().parameters().settings()).containsEntry("margin", "0.3");
  }

  @Test
  void theRoughFormHasLess() {
    Experiment quick = ExperimentFile.parse("tiny", TINY, "tiny.yaml", true);
    assertThat(quick.size()).isEqualTo(2 * 1 * 1 + 1);
    assertThat(quick.values()).isEqualTo(List.of("20"));
  }

  @ParameterizedTest
  @MethodSource
  void saysWhatIsWrongAndOnWhichLine(String from, String to, String sentence) {
    assertThat(TINY).contains(from);
    assertThatThrownBy(() -> parse(TINY.replace(from, to)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageStartingWith(sentence);
  }

  static Stream<Arguments> saysWhatIsWrongAndOnWhichLine() {
    return Stream.of(
        Arguments.of("seeds: 2", "seeds: none", "tiny.yaml:5: this value must be a number"),
        Arguments.of("seeds: 2", "seeds: 0", "tiny.yaml:5: seeds must be a whole number from 1"),
        Arguments.of("[20, 40]", "[40, 20]", "tiny.yaml:4: the values of rows must rise"),
        Arguments.of("[20, 40]", "[20, 4.5]", "tiny.yaml:4: the values of rows must rise"),
        Arguments.of("[20, 40]", "[20, 40.5]", "tiny.yaml:16: curve 'class-means': rows must be"),
        Arguments.of("  features: 3", "  featurs: 3", "tiny.yaml:8: 'featurs' is not known here: "),
        Arguments.of("margin: 0.3\n", "margin: far\n", "tiny.yaml:16: curve 'class-means': margin"),
        Arguments.of("  features: 3\n", "", "tiny.yaml:15: curve 'class-means': 'features' is mis"),
        Arguments.of("data: large-", "data: big-", "tiny.yaml:16: curve 'class-means': data must"),
        Arguments.of("learner: class-means", "learner: x", "tiny.yaml:16: curve 'class-means': "),
        Arguments.of("{margin: $margin", "{margn: 1", "tiny.yaml:17: curve 'net-choice': "),
        Arguments.of("$margin", "$depth", "tiny.yaml:17: curve 'net-choice': set.margin is $depth"),
        Arguments.of("error-bound", "eror-bound", "tiny.yaml:18: 'eror-bound' is not known here"),
        Arguments.of("beside: class-means", "beside: me", "tiny.yaml:20: 'me' is not known here"),
        Arguments.of("20: 0.1", "twenty: 0.1", "tiny.yaml:20: what is before the colon must be"),
        Arguments.of("at-most: 1", "at-most: 1, at-least: 0", "tiny.yaml:24: a condition needs on"),
        Arguments.of("at-most: 1", "about: 1", "tiny.yaml:24: about needs 'within:'"),
        Arguments.of("at-most: 1", "rises-by: 1", "tiny.yaml:24: rises-by must be [least, most]"),
        Arguments.of("at-most: 1", "slope: [0, 1], within: 1", "tiny.yaml:24: 'within' has no me"),
        Arguments.of("at-most: 1", "at-most: nobody", "tiny.yaml:24: 'nobody' is neither a num"),
        Arguments.of("curve: class-means", "curve: means", "tiny.yaml:24: 'means' is not known"),
        Arguments.of(
            "adjacency: add-or", "adjacency: or", "tiny.yaml:16: curve 'class-means': adj"),
        Arguments.of("x: {parameter", "z: {parameter", "tiny.yaml:2: 'z' is not known here"),
        Arguments.of("title: Tiny\n", "", "tiny.yaml:1: 'title:' is missing"),
        Arguments.of("title: Tiny\n", "title: Tiny\ntitle: Two\n", "tiny.yaml:2: "),
        Arguments.of("scale: logarithmic", "scale: wide", "tiny.yaml:2: scale must be linear or"),
        Arguments.of("values: [20, 40]", "values: [20, 40", "tiny.yaml:"),
        Arguments.of(
            "[20, 40]", "[[[[[[[[[[[[[[[20]]]]]]]]]]]]]]]", "tiny.yaml: lists or mappings are nes"),
        Arguments.of(
            "[20, 40]", "\n  " + "- ".repeat(100_000) + "20", "tiny.yaml: lists or mappings are"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[20, 40] | [20, 7292] | rows must be at most 7,291: usps has no more",
        "test-rows: 50 | test-rows: 2008 | test-rows must be at most 2,007: usps has no more",
      })
  void refusesMoreRowsThanThereAre(String from, String to, String sentence) {
    assertThatThrownBy(() -> parse(TINY.replace("large-margin", "usps").replace(from, to)))
        .isInstanceOf(DemiluneException.class)
        .hasMessage("tiny.yaml:16: curve 'class-means': " + sentence);
  }

  @Test
  void allThatComeWithTheProgramCanBePlannedInBothForms() {
    List<String> names = ExperimentFile.shipped();
    assertThat(names).hasSizeGreaterThan(20).doesNotHaveDuplicates();
    for (String name : names) {
      Experiment full = ExperimentFile.read(name, false);
      Experiment quick = ExperimentFile.read(name, true);
      assertThat(quick.size()).as(name).isPositive().isLessThanOrEqualTo(full.size());
      assertThat(full.claim()).as(name).isPresent();
      assertThat(full.source()).as(name).isNotEmpty();
      assertThat(full.differs()).as(name).isNotEmpty();
      assertThat(Set.of("mnist", "usps", "a9a")).as(name).containsAll(full.dataSets());
    }
  }

  @Test
  void theFileOfTheManualCanBePlanned() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "cli.md"));
    int from = page.indexOf("```yaml\ntitle: ") + 8;
    String yaml = page.substring(from, page.indexOf("```", from));
    Experiment mine = ExperimentFile.parse("mine", yaml, "docs/cli.md", false);
    assertThat(mine.size()).isEqualTo(2 * 3 * 3 + 3);
    assertThat(mine.claim().orElseThrow().conditions()).hasSize(2);
  }

  @Test
  void accuracyOnMnistHasSixBudgetsFiveSeedsAndFourLearners() {
    Experiment mnist = ExperimentFile.read("accuracy-mnist", false);
    assertThat(mnist.values()).hasSize(6);
    assertThat(mnist.seeds()).isEqualTo(5);
    assertThat(mnist.curves()).hasSize(4);
    assertThat(mnist.size()).isEqualTo(6 * 5 * 4);
  }

  @Test
  void refusesANameThatIsNoExperiment() {
    assertThatThrownBy(() -> ExperimentFile.read("acuracy-mnist", false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "there is no experiment 'acuracy-mnist', and a file of your own must end in .yaml: did"
                + " you mean 'accuracy-mnist'?");
  }

  @Test
  void refusesANameThatWouldReplaceTheIndex() {
    assertThatThrownBy(() -> ExperimentFile.read("some/index.yaml", false))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("another name than index");
  }

  /** A key that changes throws away what people have measured. */
  @Test
  void keysOfCellsStayTheSame() {
    assertThat(parse(TINY).plan().get(0).cell().key())
        .isEqualTo("a46c0251e7bf920e05d13e0ab4878b83");
    assertThat(parse(TINY.replace("seeds: 2", "seeds: 3")).plan().get(0).cell().key())
        .isEqualTo(parse(TINY).plan().get(0).cell().key());
    assertThat(parse(TINY.replace("epsilon: 5", "epsilon: 6")).plan().get(0).cell().key())
        .isNotEqualTo(parse(TINY).plan().get(0).cell().key());
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "2, 1", "4, 2", "16, 3", "65536, 4", "65537, 5", "1e300, 5"})
  void countsLogarithms(double value, int expected) {
    assertThat(GridRowsMeasure.logStar(value)).isEqualTo(expected);
  }
}
