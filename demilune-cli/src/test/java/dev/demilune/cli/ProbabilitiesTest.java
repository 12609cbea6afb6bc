// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Probabilities, thresholds, costs, targets and class weights from the command line. */
class ProbabilitiesTest {

  @TempDir Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** 4,000 rows, of which one in seven is of the rarer class. */
  @BeforeEach
  void write() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    StringBuilder rows = new StringBuilder("x,z,ill\n");
    for (int i = 0; i < 4000; i++) {
      double x = random.nextDouble();
      boolean ill = random.nextDouble() < 1 / (1 + Math.exp(5.5 - 6 * x));
      rows.append(x).append(',').append(random.nextDouble()).append(ill ? ",yes\n" : ",no\n");
    }
    Files.writeString(directory.resolve("rows.csv"), rows);
    Files.writeString(
        directory.resolve("rows.yaml"),
        """
        adjacency: add-or-remove-one
        expected-rows: 4000
        columns:
          x: number 0..1
          z: number 0..1
          ill: {label: ["no", "yes"]}
        """);
  }

  private int code(String... words) {
    out.reset();
    err.reset();
    return Main.run(words, new Console(out, err, false));
  }

  private String run(String... words) {
    assertThat(code(words)).as(err.toString(UTF_8)).isZero();
    return out.toString(UTF_8);
  }

  private String[] train(String model, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "train",
                "--data=" + directory.resolve("rows.csv"),
                "--schema=" + directory.resolve("rows.yaml"),
                "--epsilon=4",
                "--delta=1e-6",
                "--seed=3",
                "--model=" + directory.resolve(model)));
    words.addAll(Arrays.asList(more));
    return words.toArray(String[]::new);
  }

  private String[] use(String command, String model, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                command,
                "--model=" + directory.resolve(model),
                "--data=" + directory.resolve("rows.csv")));
    words.addAll(Arrays.asList(more));
    return words.toArray(String[]::new);
  }

  private static JsonObject json(String text) {
    return JsonParser.parseString(text).getAsJsonObject();
  }

  private static double recall(JsonObject evaluation) {
    JsonArray positives = evaluation.getAsJsonArray("confusion").get(1).getAsJsonArray();
    double found = positives.get(1).getAsDouble();
    return found / (found + positives.get(0).getAsDouble());
  }

  @Test
  void probabilitiesArePredictedAndJudged() {
    JsonObject fit =
        json(
            run(
                train(
                    "c",
                    "--learner=noisy-descent",
                    "--set=loss=softmax",
                    "--set=calibration=on",
                    "--json")));
    assertThat(fit.get("calibrated").getAsBoolean()).isTrue();
    assertThat(fit.get("threshold").getAsDouble()).isCloseTo(0.5, within(1e-9));
    List<String> lines = run(use("predict", "c", "--probabilities")).lines().toList();
    assertThat(lines.get(0)).isEqualTo("row,prediction,probability:no,probability:yes");
    for (String line : lines.subList(1, 50)) {
      String[] cells = line.split(",", -1);
      double yes = Double.parseDouble(cells[3]);
      assertThat(yes + Double.parseDouble(cells[2])).isCloseTo(1, within(1e-12));
      assertThat(cells[1]).isEqualTo(yes > 0.5 ? "yes" : "no");
    }
    JsonObject judged = json(run(use("evaluate", "c", "--json")));
    // The base rate of one in seven has a log loss of 0.41 and a Brier score of 0.12.
    assertThat(judged.get("logLoss").getAsDouble()).isBetween(0.2, 0.39);
    assertThat(judged.get("brierScore").getAsDouble()).isBetween(0.05, 0.12);
    assertThat(run(use("evaluate", "c"))).contains("Brier score");

    JsonObject costly = json(run(use("evaluate", "c", "--json", "--cost=fn=6,fp=1")));
    assertThat(recall(costly)).isGreaterThan(recall(judged) + 0.2);
    assertThat(costly.get("logLoss")).isEqualTo(judged.get("logLoss"));
    assertThat(recall(json(run(use("evaluate", "c", "--json", "--cost=yes=6,no=1")))))
        .isEqualTo(recall(costly));
    assertThat(recall(json(run(use("evaluate", "c", "--json", "--threshold=0.14285714285714285")))))
        .isEqualTo(recall(costly));
  }

  @Test
  void decisionsAreMadeInTrainingAndCertified() {
    JsonObject fit = json(run(train("t", "--target=recall=0.8", "--json")));
    JsonObject settings = fit.getAsJsonObject("certificate").getAsJsonObject("settings");
    assertThat(settings.get("calibration").getAsString()).isEqualTo("on");
    assertThat(settings.get("decision").getAsString()).isEqualTo("recall=0.8");
    assertThat(settings.get("decision-threshold").getAsDouble())
        .isCloseTo(fit.get("threshold").getAsDouble(), within(1e-5));
    // Chosen from noisy counts of these very rows, with a margin for the noise.
    assertThat(recall(json(run(use("evaluate", "t", "--json"))))).isBetween(0.75, 0.97);

    assertThat(run(train("t", "--threshold=0.2"))).contains("from a probability of 0.2000 on");
    run(train("t", "--target=balanced-accuracy"));
    JsonObject balanced = json(run(use("evaluate", "t", "--json")));
    run(train("w", "--set=class-weights=balanced"));
    JsonObject weighted = json(run(use("evaluate", "w", "--json")));
    for (JsonObject some : List.of(balanced, weighted)) {
      assertThat(some.get("balancedAccuracy").getAsDouble()).isGreaterThan(0.68);
    }
    String named = run(train("w", "--set=class-weights=yes=5,no=1"));
    assertThat(named).contains("class-weights 1.0,5.0");
  }

  @Test
  void privateEvaluationHasCurves() {
    run(train("c", "--learner=noisy-descent", "--set=loss=softmax", "--set=calibration=on"));
    JsonObject exact = json(run(use("evaluate", "c", "--json")));
    JsonObject noisy =
        json(run(use("evaluate", "c", "--json", "--private", "--epsilon=2", "--seed=1")));
    for (String name : List.of("auc", "logLoss", "brierScore")) {
      JsonArray ends = noisy.getAsJsonObject("interval").getAsJsonArray(name);
      assertThat(exact.get(name).getAsDouble())
          .as(name)
          .isBetween(ends.get(0).getAsDouble(), ends.get(1).getAsDouble());
      assertThat(noisy.getAsJsonObject("rounding").get(name).getAsDouble()).isPositive();
    }
    assertThat(noisy.getAsJsonArray("calibrationCurve")).hasSize(12);
    assertThat(noisy.getAsJsonArray("lift")).isNotEmpty();
    String text = run(use("evaluate", "c", "--private", "--epsilon=2", "--seed=1"));
    assertThat(text).contains("AUC", "log loss", "calibration", "lift");
    String counts =
        run(use("evaluate", "c", "--private", "--epsilon=2", "--seed=1", "--counts-only"));
    assertThat(counts).doesNotContain("AUC").contains("scale 0.5");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--set=class-weights=0,1; setting 'class-weights' must be one weight above 0 per class",
        "--set=class-weights=yes=1,maybe=2; class-weights names 'maybe', which is not a label",
        "--set=class-weights=yes=1; class-weights needs a number for every label, and has none for",
        "--threshold=1; --threshold must be between 0 and 1",
        "--threshold=x; --threshold",
        "--cost=fn=1,fp=0; --cost must be above 0, got 0",
        "--cost=fn=5; --cost needs a number for every label, and has none for 'fp'",
        "--target=recall=1.5; --target must be balanced-accuracy or recall=R",
        "--learner=class-means --threshold=0.3; class-means does not calibrate its scores",
        "--threshold=0.3 --cost=fn=1,fp=2; --threshold and --cost exclude each other",
        "--threshold=0.3 --target=balanced-accuracy; leave --threshold and --cost out"
      })
  void badOptionsAreRefusedBeforeTheRows(String options, String message) {
    assertThat(code(train("m", options.split(" ", -1)))).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains(message).doesNotContain("Exception");
    assertThat(directory.resolve("m")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"predict,--probabilities", "predict,--threshold=0.2", "evaluate,--cost=fn=2;fp=1"})
  void modelsWithoutProbabilitiesAreRefused(String command, String option) {
    run(train("raw", "--learner=noisy-descent"));
    assertThat(code(use(command, "raw", option.replace(';', ',')))).isNotZero();
    assertThat(err.toString(UTF_8))
        .contains("the model has no probabilities, because its scores are not calibrated");
  }
}
