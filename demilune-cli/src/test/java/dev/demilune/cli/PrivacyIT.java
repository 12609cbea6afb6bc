// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static dev.demilune.cli.Workshop.assertRefused;
import static dev.demilune.cli.Workshop.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The calculator: numbers that a book has, files, drawings, and what it refuses. */
class PrivacyIT {

  /** Half of all people expect a Laplace step of scale 2 to cost 1/2: it does. */
  private static final String LAPLACE =
      """
      {"kind": "composed", "events": [
        {"kind": "laplace", "noiseMultiplier": 2},
        {"kind": "repeated", "times": 2, "event": {"kind": "pure", "epsilon": 0.25}}]}
      """;

  @TempDir Path directory;
  private Workshop workshop;

  @BeforeEach
  void open() throws Exception {
    workshop = new Workshop(directory);
  }

  private JsonObject calculate(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of("privacy"));
    all.addAll(List.of(arguments));
    all.add("--json");
    return json(workshop.run(all.toArray(String[]::new)));
  }

  private static double number(JsonObject object, String field) {
    return object.get(field).getAsDouble();
  }

  /** One Gaussian sum of multiplier 1 at δ = 1e-5: 4.377 (Balle and Wang 2018). */
  @Test
  void epsilonAndDeltaAreInverse() throws Exception {
    JsonObject epsilon = calculate("epsilon", "--noise=1", "--delta=1e-5");
    assertThat(number(epsilon, "upper")).isBetween(4.3767, 4.3775);
    assertThat(number(epsilon, "lower")).isBetween(4.3767, number(epsilon, "upper"));
    assertThat(epsilon.get("accountant").getAsString()).isEqualTo("exact Gaussian DP");

    JsonObject delta = calculate("delta", "--noise=1", "--epsilon=" + number(epsilon, "upper"));
    assertThat(number(delta, "upper")).isBetween(0.99999e-5, 1.00001e-5);
    assertThat(number(delta, "lower")).isLessThanOrEqualTo(number(delta, "upper"));
  }

  @Test
  void samplingAndStepsAreComposedTightly() throws Exception {
    JsonObject price =
        calculate("epsilon", "--noise=1.1", "--rate=0.01", "--steps=1000", "--delta=1e-5");
    assertThat(number(price, "upper")).isBetween(1.0, 2.0);
    assertThat(number(price, "lower")).isGreaterThan(0.998 * number(price, "upper"));
    JsonObject replaced =
        calculate(
            "epsilon",
            "--noise=1.1",
            "--rate=0.01",
            "--steps=1000",
            "--delta=1e-5",
            "--adjacency=replace-one");
    // The same noise over twice the bound: the pair (0, 2C) is not the pair (-C, C).
    assertThat(number(replaced, "upper")).isNotEqualTo(number(price, "upper"));
    JsonObject loose =
        calculate(
            "epsilon",
            "--noise=1.1",
            "--rate=0.01",
            "--steps=1000",
            "--delta=1e-5",
            "--tightness=0.1");
    assertThat(number(loose, "upper")).isGreaterThanOrEqualTo(number(price, "lower"));
    assertThat(number(loose, "lower")).isLessThanOrEqualTo(number(price, "upper"));
  }

  @Test
  void calibrationsReturnTheSafeEnd() throws Exception {
    JsonObject noise = calculate("noise", "--epsilon=1", "--delta=1e-5", "--steps=100");
    double z = number(noise, "noiseMultiplier");
    assertThat(z).isBetween(37.305, 37.308);
    assertThat(number(noise, "epsilon")).isBetween(0.9999, 1.0);

    JsonObject steps = calculate("steps", "--epsilon=1", "--delta=1e-5", "--noise=" + z);
    assertThat(steps.get("steps").getAsLong()).isEqualTo(100);

    JsonObject rate = calculate("rate", "--epsilon=1", "--delta=1e-5", "--noise=1", "--steps=100");
    JsonObject check =
        calculate(
            "epsilon",
            "--noise=1",
            "--steps=100",
            "--delta=1e-5",
            "--rate=" + number(rate, "rate"));
    assertThat(number(check, "upper")).isBetween(0.99, 1.0);
  }

  @Test
  void anyEventCanComeFromAFile() throws Exception {
    workshop.write("event.json", LAPLACE);
    JsonObject pure = calculate("epsilon", "--event=event.json", "--delta=0");
    assertThat(number(pure, "upper")).isBetween(1.0, 1.0 + 1e-9);
    assertThat(pure.getAsJsonObject("event").get("kind").getAsString()).isEqualTo("composed");
    assertThat(number(calculate("delta", "--event=event.json", "--epsilon=1"), "upper"))
        .isLessThan(1e-9);
  }

  @Test
  void curvesHavePointsAndADrawing() throws Exception {
    JsonObject profile = calculate("profile", "--noise=2", "--plot=p.svg");
    assertThat(profile.getAsJsonArray("points")).hasSizeGreaterThan(50);
    JsonObject first = profile.getAsJsonArray("points").get(0).getAsJsonObject();
    assertThat(number(first, "epsilon")).isZero();
    assertThat(number(first, "upper")).isBetween(0.197412, 0.197414); // 2Φ(1/4) - 1
    assertThat(Files.readString(workshop.file("p.svg")))
        .startsWith("<svg ")
        .contains("Gaussian sum, noise multiplier 2.0", ">ε<", ">δ<", "<polyline");

    JsonObject tradeOff = calculate("tradeoff", "--noise=2", "--plot=t.svg");
    double before = 1;
    for (var element : tradeOff.getAsJsonArray("points")) {
      JsonObject point = element.getAsJsonObject();
      double lower = number(point, "lower");
      assertThat(lower).isBetween(0.0, before);
      assertThat(number(point, "upper")).isBetween(lower, 1 - number(point, "falsePositiveRate"));
      before = lower;
    }
    assertThat(Files.readString(workshop.file("t.svg")))
        .contains("false positive rate", "false negative rate", "guessing");
    workshop.assertOnly("p.svg", "t.svg");
  }

  @Test
  void peopleGetSentences() throws Exception {
    assertThat(workshop.run("privacy", "epsilon", "--noise=1", "--delta=1e-5").out())
        .startsWith("ε = 4.377")
        .contains(" at δ = 1e-5.\nComputed by exact Gaussian DP for Gaussian sum");
    assertThat(workshop.run("privacy", "noise", "--epsilon=1", "--delta=1e-5").out())
        .startsWith("A noise multiplier of 3.730")
        .contains(" keeps the promise: that costs ε = ");
    assertThat(workshop.run("privacy", "tradeoff", "--noise=1").out())
        .contains("falsePositiveRate", "Computed by exact Gaussian DP");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          epsilon | --noise=0 --delta=1e-5           | --noise must be finite and above 0, got 0
          epsilon | --noise=NaN --delta=1e-5         | --noise must be finite and above 0, got NaN
          epsilon | --noise=x --delta=1e-5           | --noise must be a number, got 'x'
          epsilon | --noise=1 --rate=1.5 --delta=1e-5 | --rate must be above 0 and at most 1, got 1.5
          epsilon | --noise=1 --rate=NaN --delta=1e-5 | --rate must be above 0 and at most 1, got NaN
          epsilon | --noise=1 --steps=0 --delta=1e-5 | --steps must be a whole number of at least 1
          epsilon | --noise=1 --steps=2.5 --delta=.1 | --steps must be a whole number of at least 1
          epsilon | --noise=1 --delta=1              | --delta must be at least 0 and below 1, got 1
          epsilon | --noise=1 --delta=NaN            | --delta must be at least 0 and below 1, got NaN
          epsilon | --noise=1 --delta=0              | no epsilon can be promised at --delta 0
          epsilon | --noise=1                        | --delta
          epsilon | --delta=1e-5                     | give --noise, or --event with a file
          epsilon | --noise=1 --delta=.1 --mechanism=magic | --mechanism must be gaussian or laplace
          epsilon | --noise=1 --delta=.1 --rate=.5 --adjacency=none | --adjacency must be
          epsilon | --noise=1 --delta=.1 --tightness=0 | --tightness must be between 1e-6 and 1
          delta   | --noise=1 --epsilon=-1           | --epsilon must be finite and at least 0
          delta   | --noise=1 --epsilon=Infinity     | --epsilon must be finite and at least 0
          noise   | --noise=1 --epsilon=1 --delta=.1 | --noise cannot be given here
          noise   | --epsilon=0 --delta=.1           | --epsilon must be above 0 here
          steps   | --epsilon=1 --delta=.1           | give --noise
          rate    | --epsilon=1 --delta=.1 --noise=1 --rate=1 | --rate cannot be given here
          steps   | --epsilon=1 --delta=.1 --event=data.csv | --event cannot be given here
          profile | --event=data.csv --noise=1       | --event says everything
          tradeoff | --event=data.csv --plot=data.csv | --event data.csv:
          """)
  void refusesWhatCannotBeMeant(String command, String options, String sentence) throws Exception {
    List<String> all = new ArrayList<>(List.of("privacy", command));
    all.addAll(List.of(options.split(" ", -1)));
    assertRefused(workshop.run(all.toArray(String[]::new)), 2, sentence);
    workshop.assertOnly();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"kind": "magic"}                            | event.kind
          {"kind": "pure"}                             | event.epsilon
          {"kind": "pure", "epsilon": "1"}             | event.epsilon
          {"kind": "pure", "epsilon": 1, "sigma": 2}   | has a field that its kind does not have
          {"kind": "gaussian-sum", "noiseMultiplier": -1} | noiseMultiplier
          {"kind": "gaussian-sum", "noiseMultiplier": NaN} | event
          {"kind": "poisson-sampled", "rate": 1.5, "adjacency": "add-or-remove-one", "event": {"kind": "gaussian-sum", "noiseMultiplier": 1}} | rate
          [1, 2]                                       | event must be a JSON object
          {"kind":                                     | event
          """)
  void refusesAFileThatHoldsNoEvent(String content, String part) throws Exception {
    workshop.write("event.json", content);
    assertRefused(
        workshop.run("privacy", "epsilon", "--event=event.json", "--delta=1e-5"),
        2,
        "--event event.json: ",
        part);
  }

  @Test
  void refusesEventsNestedTenThousandDeep() throws Exception {
    workshop.write(
        "deep.json",
        "{\"kind\":\"repeated\",\"times\":1,\"event\":".repeat(10_000)
            + "{\"kind\":\"pure\",\"epsilon\":1}"
            + "}".repeat(10_000));
    assertRefused(
        workshop.run("privacy", "epsilon", "--event=deep.json", "--delta=1e-5"), 2, "nested");
  }

  @Test
  void refusesFilesThatAreNotThereOrWouldBeLost() throws Exception {
    workshop.write("event.json", LAPLACE);
    assertRefused(
        workshop.run("privacy", "delta", "--event=nowhere.json", "--epsilon=1"),
        1,
        "--event nowhere.json: there is no such file");
    assertRefused(
        workshop.run("privacy", "profile", "--event=event.json", "--plot=nowhere/p.svg"),
        1,
        "there is no directory");
    assertRefused(
        workshop.run("privacy", "tradeoff", "--event=event.json", "--plot=event.json"),
        2,
        "--plot event.json would replace the file of --event");
    workshop.assertOnly("event.json");
  }
}
