// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.experiment.Condition.Finding;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rule by which a claim counts as reproduced, on numbers that a glance can check. */
class ClaimTest {

  /** class-means: 0.4 and 0.2 on average; net-choice: 0.3 and 0.3; published: 0.1 and 0.05. */
  private static Results results(String condition) {
    String yaml =
        ExperimentFileTest.TINY
            .replace("- {curve: class-means, at-most: 1}", "- " + condition)
            .replace("  says: errors", "  tolerances: Chosen by hand.\n  says: errors")
            .replace("  lower bound: {measure: error-bound, bound: lower}\n", "");
    Map<String, Double> means =
        Map.of(
            "class-means 20",
            0.4,
            "class-means 40",
            0.2,
            "net-choice 20",
            0.3,
            "net-choice 40",
            0.3);
    return Results.of(
        ExperimentFile.parse("tiny", yaml, "tiny.yaml", false),
        cell -> {
          double mean =
              means.get(cell.parameters().text("learner") + " " + cell.parameters().text("rows"));
          return new double[] {cell.parameters().whole("seed") == 1 ? mean - 0.1 : mean + 0.1};
        });
  }

  private static Finding finding(String condition) {
    Results results = results(condition);
    return results.experiment().claim().orElseThrow().test(results).get(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{curve: class-means, at-most: 0.41} | true",
        "{curve: class-means, at-most: 0.39} | false",
        "{curve: class-means, at-most: 0.39, within: 0.02} | true",
        "{curve: class-means, at-most: 0.39, from: 40} | true",
        "{curve: class-means, at-least: net-choice} | false",
        "{curve: class-means, at-least: net-choice, to: 20} | true",
        "{curve: class-means, at-least: net-choice, within: 0.11} | true",
        "{curve: class-means, at-least: somebody} | true",
        "{curve: somebody, at-least: class-means} | false",
        "{curve: class-means, about: somebody, within: 0.31} | true",
        "{curve: class-means, about: somebody, within: 0.29} | false",
        "{curve: somebody, about: class-means, within: 0.29} | false",
        "{curve: class-means, about: 0.3, within: 0.101} | true",
        "{curve: class-means, about: 0.39, within: 0.1} | false",
        "{curve: class-means, about: 0.21, within: 0.1} | false",
        "{curve: class-means, rises-by: [-0.21, -0.19]} | true",
        "{curve: class-means, rises-by: [-0.19, 1]} | false",
        "{curve: class-means, rises-by: [-1, -0.21]} | false",
        "{curve: net-choice, rises-by: [-0.01, 0.01]} | true",
        "{curve: class-means, never-falls-by: 0.1} | false",
        "{curve: class-means, never-falls-by: 0.21} | true",
        "{curve: net-choice, never-falls-by: 0.001} | true",
        "{curve: class-means, slope: [-1.01, -0.99]} | true",
        "{curve: class-means, slope: [-0.9, 0]} | false",
        "{curve: net-choice, slope: [-0.01, 0.01]} | true",
      })
  void holdsOrDoesNot(String condition, boolean holds) {
    Finding finding = finding(condition);
    assertThat(finding.tested()).isTrue();
    assertThat(finding.holds()).as(finding.found()).isEqualTo(holds);
  }

  @Test
  void pointsThatAreNotThereAreNotTested() {
    Finding finding = finding("{curve: class-means, at-most: 0, from: 50}");
    assertThat(finding.tested()).isFalse();
    assertThat(finding.holds()).isFalse();
  }

  /** Below an error bound of 1 or more lies everything. */
  @Test
  void pointsWhereTheOtherCurvePromisesNothingAreNotTested() {
    Finding one = finding("{curve: somebody, at-most: class-means, where-below: 0.3}");
    assertThat(one.holds()).isTrue();
    assertThat(one.found()).isEqualTo("0.05 against 0.2 at 40, the tightest point");
    assertThat(one.condition().words())
        .isEqualTo("somebody is at most class-means where that is below 0.3");
    assertThat(finding("{curve: somebody, at-most: class-means, where-below: 0.2}").tested())
        .isFalse();
  }

  @Test
  void aRiseOfOnePointIsNotTested() {
    assertThat(finding("{curve: class-means, rises-by: [-1, 1], to: 20}").tested()).isFalse();
  }

  @Test
  void conditionsAreSaidInWords() {
    assertThat(finding("{curve: class-means, about: somebody, within: 0.1}").condition().words())
        .isEqualTo("class-means is about somebody, give or take 0.1");
    Finding rise = finding("{curve: class-means, rises-by: [0, 0.016]}");
    assertThat(rise.condition().words())
        .isEqualTo("class-means rises by 0 to 0.016 from its first point to its last");
    assertThat(rise.found()).isEqualTo("falls by 0.2, from 20 to 40");
    assertThat(finding("{curve: class-means, rises-by: [-0.006, 0.016]}").condition().words())
        .isEqualTo(
            "class-means rises by at most 0.016 and falls by at most 0.006 from its first point to its"
                + " last");
  }

  @Test
  void oneSentenceSaysHowItEnded() {
    assertThat(sentence("{curve: class-means, at-most: 1}"))
        .isEqualTo("Reproduced: the claim that errors are errors (1 of 1 conditions hold).");
    assertThat(sentence("{curve: class-means, at-most: 0.3}"))
        .isEqualTo(
            "Not reproduced: the claim that errors are errors (0 of 1 conditions hold); not so that"
                + " class-means is at most 0.3: 0.4 against 0.3 at 20, the worst point.");
    assertThat(
            sentence(
                "{curve: class-means, at-most: 0.3}\n    - {curve: class-means, at-most: 0.5}"))
        .startsWith(
            "Reproduced in part: the claim that errors are errors (1 of 2 conditions hold); not so"
                + " that class-means is at most 0.3: ");
    assertThat(
            sentence(
                "{curve: class-means, at-most: 0.3}\n"
                    + "    - {curve: class-means, rises-by: [0, 1]}"))
        .endsWith(
            "; not so, for one, that class-means is at most 0.3: 0.4 against 0.3 at 20, the worst"
                + " point.");
    assertThat(sentence("{curve: class-means, at-most: 0.3, from: 50}"))
        .isEqualTo("Not tested: the claim that errors are errors.");
    assertThat(
            sentence(
                "{curve: class-means, at-most: 1}\n    - {curve: class-means, at-most: 1, from: 50}"))
        .isEqualTo(
            "Reproduced as far as tested: the claim that errors are errors (1 of 2 conditions hold, 1"
                + " could not be tested).");
  }

  private static String sentence(String condition) {
    Results results = results(condition);
    Claim claim = results.experiment().claim().orElseThrow();
    return claim.sentence(claim.test(results), false);
  }

  @Test
  void meansAndDeviationsAreThoseOfTheRuns() {
    Results results = results("{curve: class-means, at-most: 1}");
    assertThat(results.point("class-means", 20).least()).isEqualTo(0.30000000000000004);
    assertThat(results.point("class-means", 20).greatest()).isEqualTo(0.5);
    assertThat(results.point("class-means", 20).deviation())
        .isCloseTo(Math.sqrt(0.02), org.assertj.core.api.Assertions.within(1e-12));
    assertThat(results.csv())
        .startsWith("curve,kind,x,runs,mean,deviation,least,greatest\nclass-means,measured,20.0,2,")
        .endsWith("somebody,published,20.0,,0.1,,,\nsomebody,published,40.0,,0.05,,,\n");
  }

  @Test
  void thePageHasTheFigureTheTableAndTheRule() {
    FigurePage page = new FigurePage(results("{curve: class-means, at-most: 1}"));
    assertThat(page.markdown())
        .contains("**Reproduced: the claim that errors are errors")
        .contains("![Tiny](tiny.svg)")
        .contains("| 20 | 0.4 (0.14) | 0.3 (0.14) | 0.1 |")
        .contains(
            "| class-means is at most 1 | yes | 0.4 against 1 at 20, the tightest point |\n\nChosen by"
                + " hand.\n");
  }
}
