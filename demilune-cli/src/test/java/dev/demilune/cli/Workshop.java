// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A directory with a small public table in it, in which the packaged program is run. */
final class Workshop {

  /** A table that a glance can check: people over 50 have income high. */
  static final String SCHEMA =
      """
      adjacency: add-or-remove-one
      columns:
        age: number 0..100
        job: {category: [clerk, nurse]}
        income: {label: [low, high]}
      """;

  private static final String HEADER = "age,job,income\n";

  final Path directory;

  Workshop(Path directory) throws IOException {
    this.directory = directory;
    write("schema.yaml", SCHEMA);
    write("data.csv", rows(400));
  }

  static String rows(int count) {
    StringBuilder csv = new StringBuilder(HEADER);
    for (int i = 0; i < count; i++) {
      int age = 18 + (i * 37) % 70;
      csv.append(age).append(i % 2 == 0 ? ",clerk," : ",nurse,");
      csv.append(age > 50 ? "high" : "low").append('\n');
    }
    return csv.toString();
  }

  Path write(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content);
  }

  Path file(String name) {
    return directory.resolve(name);
  }

  Subprocess run(String... arguments) throws Exception {
    return Subprocess.demilune(directory, arguments);
  }

  /**
   * Trains on a CSV file of this directory with a large budget, plus what is given; with a seed
   * unless a ledger is charged.
   */
  Subprocess train(String csv, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of("train", "--data", csv, "--schema", "schema.yaml", "--model", "out.model"));
    arguments.addAll(List.of("--epsilon", "20", "--delta", "1e-3"));
    if (Arrays.stream(more).noneMatch(option -> option.startsWith("--ledger"))) {
      arguments.addAll(List.of("--seed", "7"));
    }
    arguments.addAll(List.of(more));
    return run(arguments.toArray(String[]::new));
  }

  /** The object on standard output, which must hold nothing else. */
  static JsonObject json(Subprocess run) {
    assertThat(run.code()).as(run.err()).isZero();
    return JsonParser.parseString(run.out()).getAsJsonObject();
  }

  /** Checks a refusal: the code, one line with the sentence, no result, no stack trace. */
  static void assertRefused(Subprocess run, int code, String... parts) {
    assertThat(run.err().lines().filter(line -> line.startsWith("demilune: ")))
        .as(run.err())
        .hasSize(1);
    assertThat(run.err()).contains(parts).doesNotContain("Exception").doesNotContain("\tat ");
    assertThat(run.out()).isEmpty();
    assertThat(run.code()).isEqualTo(code);
  }

  /** Checks that nothing is left but what the test has put there. */
  void assertOnly(String... names) throws IOException {
    List<String> expected = new ArrayList<>(List.of(names));
    expected.addAll(List.of("data.csv", "schema.yaml"));
    assertThat(Subprocess.files(directory)).containsExactlyInAnyOrderElementsOf(expected);
  }
}
