// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
        .containsPattern("noisy-descent +expected to work +1989 +not known +")
        .containsPattern("batch-perceptron +expected to work +1989 +1\\.18e\\+14 +")
        .containsPattern("margin-erm +fewer than expected +15912 +")
        .containsPattern("objective-perturbation +not known +not known +not known +")
        .contains("asymptotic only", "the paper prints 1.41e+14 rows", "at least 46 rows for any")
        .contains("in the order of min(√d/γ, d) rows, constants not known")
        .contains("and rows with a common direction; measured for 2 and 50 features, margins 0.1")
        .doesNotContain("others need fewer");
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
    assertThat(perceptron.get("rowsNeeded").getAsDouble()).isEqualTo(1989);
    assertThat(perceptron.get("expectedRows").getAsDouble()).isEqualTo(1989);
    assertThat(perceptron.get("guaranteedRows").getAsDouble()).isBetween(1.17e14, 1.19e14);
    assertThat(perceptron.get("noise").getAsString()).isNotEmpty();
    assertThat(learner("noisy-descent").get("guaranteedRows").isJsonNull()).isTrue();
    assertThat(learner("noisy-descent").get("rowsNeeded").getAsDouble()).isEqualTo(1989);
  }

  /** The estimate of two features is that of fifty: 34 rows were promised once. */
  @Test
  void theMarginCountsWhateverTheNumberOfFeatures() {
    assertThat(
            run(
                List.of(
                    "plan",
                    "--rows=34",
                    "--features=2",
                    "--epsilon=1",
                    "--delta=1e-6",
                    "--margin=0.1",
                    "--error=0.1")))
        .isZero();
    assertThat(out.toString(UTF_8))
        .containsPattern("noisy-descent +fewer than expected +1989 ")
        .doesNotContain("expected to work");
  }

  /** Theorems of Bassily, Mohri and Suresh for these rows; values as in PublishedFormulasTest. */
  @Test
  void saysWhatTheoremsSayOfTheError() {
    List<String> words =
        List.of(
            "plan",
            "--rows=1000000000",
            "--features=50",
            "--epsilon=1",
            "--delta=1e-6",
            "--margin=0.1",
            "--error=0.1",
            "--confidence=0.95");
    assertThat(run(words)).isZero();
    assertThat(out.toString(UTF_8))
        .containsPattern("margin-erm +guaranteed as published +15912 +3\\.07e\\+08 ")
        .contains(
            "net-choice at most 6.53e-06", "Suresh 2022, Theorem 3.1, constants derived here)")
        .contains("margin-erm at most 0.03229 (Bassily, Mohri, Suresh 2022, Theorem 3.2,")
        .contains("kernel-margin nothing is said", "Theorem 4.2, for that margin in the kernel's")
        .contains("network-choice at most 0.00", "Theorem 5.1")
        .contains("margin-choice at most 0.1466", "Lemma F.1");
    List<String> forScripts = new ArrayList<>(words);
    forScripts.add("--json");
    assertThat(run(forScripts)).isZero();
    JsonObject result = JsonParser.parseString(out.toString(UTF_8)).getAsJsonObject();
    assertThat(result.getAsJsonArray("errorBounds")).hasSize(5);
    JsonObject second = result.getAsJsonArray("errorBounds").get(1).getAsJsonObject();
    assertThat(second.get("learner").getAsString()).isEqualTo("margin-erm");
    assertThat(second.get("error").getAsDouble()).isBetween(0.0322, 0.0323);
  }

  @Test
  void labelsHaveATheoremOfTheirOwn() {
    assertThat(run("--margin=0.5", "--error=0.1", "--adjacency=replace-label")).isZero();
    assertThat(out.toString(UTF_8)).contains("Theorem E.1, constants as printed");
    assertThat(run("--margin=0.5", "--error=0.1", "--adjacency=replace-one")).isZero();
    assertThat(out.toString(UTF_8)).doesNotContain("Theorem E.1");
  }

  /** 0.1·0.5/(2 + 2·0.4) = 0.017857, and one feature more. */
  @Test
  void aThresholdCostsMargin() {
    assertThat(run("--margin=0.1", "--error=0.1", "--threshold=-0.4", "--shortest=0.5", "--json"))
        .isZero();
    JsonObject result = JsonParser.parseString(out.toString(UTF_8)).getAsJsonObject();
    assertThat(result.get("margin").getAsDouble()).isBetween(0.017857, 0.017858);
    assertThat(run("--margin=10", "--norm=100", "--error=0.1", "--threshold=40")).isZero();
    assertThat(out.toString(UTF_8))
        .contains(
            "with a constant feature the margin is 0.03571: γ·min(1, m)/(2 + 2|θ|) ="
                + " 0.1·1/(2 + 2·0.4)")
        .contains("and not for 51 features");
  }

  @Test
  void printsWhatThePapersAskFor() {
    assertThat(run("--margin=0.1", "--error=0.1", "--confidence=0.95", "--published")).isZero();
    assertThat(out.toString(UTF_8))
        .contains("projected-sgd (Nguyen, Ullman, Zakynthinou 2020, Algorithms 1 and 3)")
        .containsPattern("directions +8\\.95e\\+07  m = ln\\(2/β_JL\\)")
        .containsPattern("runs +6  k = ⌈ln\\(8/β\\)⌉ = ⌈ln\\(8/0.05\\)⌉")
        .containsPattern("steps +1\\.00e\\+08 +n² in each run = 10000²")
        .containsPattern("noise +7\\.77e\\+07 .*= nL·668 with ε' = ε/k")
        .containsPattern("noise, repaired +1\\.55e\\+08 .*= nL·1336 with ε' = ε/\\(2k\\)")
        .containsPattern("total ε +2 ")
        .containsPattern("log10 of the net, repaired +115\\.2 ")
        .containsPattern("ε of a run +0\\.003932 ")
        .containsPattern("sensitivity of the choice, repaired +0\\.0011 ")
        .containsPattern("frequencies +1\\.29e\\+09 ")
        .containsPattern("margins +7 ");
    assertThat(run("--margin=0.1", "--error=0.1", "--published", "--json")).isZero();
    JsonObject result = JsonParser.parseString(out.toString(UTF_8)).getAsJsonObject();
    assertThat(result.getAsJsonArray("published")).hasSize(5);
    assertThat(err.size()).isZero();
  }

  @Test
  void publishedNumbersOfPurePrivacyAreThoseOfTheNet() {
    assertThat(
            run(
                List.of(
                    "plan",
                    "--rows=10000",
                    "--features=2",
                    "--epsilon=1",
                    "--margin=0.3",
                    "--error=0.1",
                    "--published")))
        .isZero();
    assertThat(out.toString(UTF_8))
        .startsWith("net-choice (Nguyen")
        .contains("are published for a --delta")
        .doesNotContain("margin-erm (");
  }

  /** The margin counts in units of the norm bound. */
  @Test
  void scalesTheMarginByTheNorm() {
    assertThat(run("--margin=25.5", "--norm=255", "--error=0.1", "--json")).isZero();
    assertThat(learner("noisy-descent").get("rowsNeeded").getAsDouble()).isEqualTo(1989);
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
        "--published                               | --published needs --margin and --error",
        "--margin=0.1 --error=0.1 --classes=3 --published | --published is for two classes, got 3",
        "--threshold=0.4                           | --threshold and --shortest belong to --margin",
        "--margin=0.1 --error=0.1 --shortest=0.4   | --shortest belongs to --threshold",
        "--margin=0.1 --error=0.1 --threshold=x    | --threshold must be a number",
        "--margin=0.1 --error=0.1 --threshold=1 --shortest=0 | --shortest must be a number above 0",
        "--classes=1                               | --classes must be at least 2",
        "--adjacency=any                           | add-or-remove-one, add-or-remove-person, replace-one",
      })
  void badInputGetsOneSentence(String options, String sentence) {
    assertThat(run(options.strip().split(" +", -1))).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains(sentence).hasLineCount(1);
    assertThat(out.size()).isZero();
  }

  @Test
  void aSchemaSaysTheSize(@TempDir Path directory) throws Exception {
    Path schema = Files.writeString(directory.resolve("schema.yaml"), Workshop.SCHEMA);
    List<String> words =
        List.of("plan", "--schema=" + schema, "--epsilon=1", "--delta=1e-6", "--json");
    assertThat(run(words)).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(UTF_8)).contains("--rows is missing: the schema does not say");
    List<String> more = new ArrayList<>(words);
    more.add("--rows=10000");
    assertThat(run(more)).isZero();
    assertThat(learner("additive").get("runnable").getAsBoolean()).isTrue(); // it needs columns
    more.add("--features=3");
    assertThat(run(more)).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(UTF_8)).contains("are for a plan without --schema");
    assertThat(run(List.of("plan", "--rows=100", "--epsilon=1"))).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(UTF_8)).contains("give --rows and --features, or --schema");
  }
}
