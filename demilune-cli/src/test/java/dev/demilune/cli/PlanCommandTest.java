// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanCommandTest {

  private static final String[] PROBLEM = {
    "plan", "--rows=10000", "--features=50", "--epsilon=1", "--delta=1e-6"
  };

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... more) {
    List<String> words = new ArrayList<>(List.of(PROBLEM));
    words.addAll(List.of(more));
    return run(words);
  }

  private int run(List<String> words) {
    out.reset();
    err.reset();
    return Main.run(words.toArray(String[]::new), new Console(out, err, false));
  }

  private JsonObject learner(String name) {
    JsonObject result = JsonParser.parseString(out.toString(UTF_8)).getAsJsonObject();
    for (JsonElement one : result.getAsJsonArray("learners")) {
      if (one.getAsJsonObject().get("name").getAsString().equals(name)) {
        return one.getAsJsonObject();
      }
    }
    throw new AssertionError("no line for " + name);
  }

  @Test
  void saysWhichLearnerIsExpectedToWorkAndHowManyRowsItNeeds() {
    assertThat(run("--margin=0.1", "--error=0.1")).isZero();
    assertThat(out.toString(UTF_8))
        .startsWith("chosen: noisy-descent, because ")
        .containsPattern("noisy-descent +expected to work +498 +- +")
        .containsPattern("batch-perceptron +expected to work +498 +1\\.18e\\+14 +")
        .contains("asymptotic only", "the paper prints 1.41e+14 rows", "at least 46 rows for any")
        .contains("in the order of min(√d/γ, d) rows, constants not known");
    assertThat(err.size()).isZero();
  }

  @Test
  void tellsScriptsTheSame() {
    assertThat(run("--margin=0.1", "--error=0.1", "--json")).isZero();
    JsonObject result = JsonParser.parseString(out.toString(UTF_8)).getAsJsonObject();
    assertThat(result.get("chosen").getAsString()).isEqualTo("noisy-descent");
    assertThat(result.getAsJsonArray("lowerBounds")).hasSize(2);
    JsonObject perceptron = learner("batch-perceptron");
    assertThat(perceptron.get("runnable").getAsBoolean()).isTrue();
    assertThat(perceptron.get("rowsNeeded").getAsDouble()).isEqualTo(498);
    assertThat(perceptron.get("guaranteedRows").getAsDouble()).isBetween(1.17e14, 1.19e14);
    assertThat(perceptron.get("noise").getAsString()).isNotEmpty();
    assertThat(learner("noisy-descent").get("guaranteedRows").isJsonNull()).isTrue();
  }

  /** The margin counts in units of the norm bound. */
  @Test
  void scalesTheMarginByTheNorm() {
    assertThat(run("--margin=25.5", "--norm=255", "--error=0.1", "--json")).isZero();
    assertThat(learner("noisy-descent").get("rowsNeeded").getAsDouble()).isEqualTo(498);
  }

  @Test
  void comparesPlansWithoutAGoal() {
    assertThat(run("--classes=10")).isZero();
    assertThat(out.toString(UTF_8)).contains("learner", "noise").doesNotContain("guaranteed");
  }

  @Test
  void plansForPurePrivacyWithoutADeltaAndWithZero() {
    for (String delta : List.of("", "--delta=0")) {
      List<String> words =
          new ArrayList<>(List.of("plan", "--rows=10000", "--features=50", "--epsilon=1"));
      if (!delta.isEmpty()) {
        words.add(delta);
      }
      assertThat(run(words)).isZero();
      assertThat(out.toString(UTF_8))
          .startsWith("chosen: objective-perturbation, because with two classes and δ = 0")
          .contains("noisy-descent: Gaussian noise cannot meet the pure guarantee ε = 1");
      assertThat(err.size()).isZero();
      words.addAll(List.of("--classes=10", "--json"));
      assertThat(run(words)).isZero();
      assertThat(out.toString(UTF_8)).contains("\"chosen\": \"class-means\"", "\"ε = 1\"");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--margin=1.1 --error=0.1                  | --margin 1.1 is larger than the norm bound 1",
        "--margin=0.1                              | --margin and --error belong together",
        "--error=0.1                               | --margin and --error belong together",
        "--margin=0 --error=0.1                    | the margin must be above 0",
        "--margin=nan --error=0.1                  | the margin must be above 0",
        "--margin=0.1 --error=0.7                  | below 0.5, which guessing reaches",
        "--margin=0.1 --error=0.1 --norm=0         | --norm must be a number above 0",
        "--margin=0.1 --error=0.1 --confidence=1   | --confidence must be above 0 and below 1",
        "--margin=0.1 --error=much                 | --error must be a number",
        "--classes=1                               | --classes must be at least 2",
        "--adjacency=any                           | add-or-remove-one, replace-one",
      })
  void badInputGetsOneSentence(String options, String sentence) {
    assertThat(run(options.strip().split(" +", -1))).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains(sentence).hasLineCount(1);
    assertThat(out.size()).isZero();
  }
}
