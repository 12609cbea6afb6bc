// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Seeded paid commands against recorded answers, and a ledger written once that must read the same
 * for ever: what was charged, for which event, and what each run returned.
 *
 * <p>Where a change is right, {@code -Dgolden.record=true} writes the answers anew, and the commit
 * says why. The ledger file is never written anew: it stands for the ledgers that people have.
 */
class GoldenCommandsTest {

  private static final String RESOURCES = "src/test/resources/dev/demilune/cli/golden";

  @TempDir Path directory;

  @Test
  void seededCommandsStayTheSame() throws IOException {
    run("generate", "census", "--rows", "400", "--out", "people.csv", "--schema-out", "p.yaml");
    run("generate", "constraints", "--rows", "300", "--variables", "2", "--out", "limits.csv");
    run(
        "generate",
        "large-margin",
        "--rows",
        "300",
        "--features",
        "5",
        "--margin",
        "0.1",
        "--out",
        "rows.libsvm");
    List<String> answers = new ArrayList<>();
    String[] census = {"--data", "people.csv", "--schema", "p.yaml", "--epsilon", "2"};
    for (String learner :
        List.of("auto", "noisy-descent", "kernel-margin", "objective-perturbation")) {
      answers.add(
          paid(census, "train", "--delta", "1e-5", "--learner", learner, "--model", "m.model"));
    }
    answers.add(paid(census, "train", "--model", "m.model"));
    answers.add(
        paid(
            new String[] {"--data", "people.csv"},
            "evaluate",
            "--private",
            "--epsilon=1",
            "--model=m.model"));
    answers.add(
        paid(
            census,
            "tune",
            "--learner=batch-perceptron",
            "--try=margin=0.02,0.2",
            "--delta=1e-5",
            "--model=t.model"));
    answers.add(
        paid(
            new String[] {"--data", "rows.libsvm", "--features", "5", "--classes", "-1,+1"},
            "train",
            "--unit-rows",
            "--adjacency=replace-one",
            "--epsilon=1",
            "--delta=1e-6",
            "--model=v.model"));
    answers.add(
        paid(
            new String[] {"--data", "people.csv", "--adjacency", "add-or-remove-one"},
            "schema",
            "learn",
            "--number=age,rent,education_years",
            "--range=household_size=1..10",
            "--category=region,employment",
            "--ignore=hours_per_week,commute_minutes,occupation,marital_status,housing,driving_licence",
            "--label=income",
            "--epsilon=3",
            "--delta=1e-3",
            "--out=learned.yaml"));
    answers.add(Files.readString(directory.resolve("learned.yaml")).replaceAll("#.*", ""));
    answers.add(
        paid(
            new String[] {"--constraints", "limits.csv", "--adjacency", "replace-one"},
            "feasible",
            "--bound=1000,1000,1000000",
            "--epsilon=4"));
    compare("commands.txt", String.join("\n", answers) + "\n");
  }

  @Test
  void aLedgerThatPeopleHaveReadsTheSame() throws IOException {
    Path ledger = directory.resolve("people.db");
    try (InputStream file = GoldenCommandsTest.class.getResourceAsStream("golden/people.db")) {
      Files.write(ledger, file.readAllBytes());
    }
    compare(
        "people-ledger.txt",
        json("ledger", "verify", "--ledger", "people.db", "--json")
            + "\n"
            + json("ledger", "upgrade", "--ledger", "people.db", "--json")
            + "\n"
            + json("ledger", "show", "--ledger", "people.db", "--json")
            + "\n"
            + json("ledger", "verify", "--ledger", "people.db", "--json")
            + "\n");
  }

  /** One paid run, with its numbers and without its words, which may be said better. */
  private String paid(String[] options, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of(options));
    all.addAll(List.of("--seed", "7", "--json"));
    JsonObject answer = json(all.toArray(String[]::new)).getAsJsonObject();
    List.of("seconds", "because", "yaml", "notices").forEach(answer::remove);
    JsonElement certificate = answer.get("certificate");
    if (certificate != null && certificate.isJsonObject()) {
      certificate.getAsJsonObject().keySet().retainAll(List.of("guarantee", "event", "settings"));
    }
    return String.join(" ", words) + "\n" + answer;
  }

  private JsonElement json(String... words) {
    JsonElement answer = JsonParser.parseString(run(words));
    answer.getAsJsonObject().remove("checks"); // words
    return answer;
  }

  private String run(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    List<String> absolute = new ArrayList<>();
    for (String word : words) {
      absolute.add(
          word.matches("(--\\w+=)?[\\w.]+\\.(csv|yaml|libsvm|model|db)")
              ? word.replaceFirst("(--\\w+=)?(.*)", "$1" + directory + "/$2")
              : word);
    }
    if (words[0].equals("generate")) {
      absolute.addAll(List.of("--seed", "3"));
    }
    int code = Main.run(absolute.toArray(String[]::new), new Console(out, err, false));
    assertThat(code).as("%s: %s", String.join(" ", words), err.toString(UTF_8)).isZero();
    return out.toString(UTF_8).replace(directory + "/", "");
  }

  private static void compare(String name, String text) throws IOException {
    if (Boolean.getBoolean("golden.record")) {
      Files.createDirectories(Path.of(RESOURCES));
      Files.writeString(Path.of(RESOURCES, name), text);
      return;
    }
    try (InputStream recorded = GoldenCommandsTest.class.getResourceAsStream("golden/" + name)) {
      assertThat(recorded).as("golden file %s", name).isNotNull();
      assertThat(text.lines())
          .as(name)
          .containsExactlyElementsOf(new String(recorded.readAllBytes(), UTF_8).lines().toList());
    }
  }
}
