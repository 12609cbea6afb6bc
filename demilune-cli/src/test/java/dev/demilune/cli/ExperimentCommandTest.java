// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What experiments and data sets refuse, each in one sentence and before any work. */
class ExperimentCommandTest {

  @TempDir Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... words) {
    out.reset();
    err.reset();
    return Main.run(words, new Console(out, err, false));
  }

  private void refused(int code, String sentence, String... words) {
    assertThat(run(words)).as(err.toString(UTF_8)).isEqualTo(code);
    assertThat(err.toString(UTF_8)).startsWith("demilune: ").contains(sentence).hasLineCount(1);
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  private String path(String name) {
    return directory.resolve(name).toString();
  }

  @Test
  void wrongExperimentsAreOneSentence() throws IOException {
    refused(2, "name one experiment, or give --all or --list", "experiment");
    refused(2, "name one experiment", "experiment", "grid-epsilon", "--all");
    refused(2, "there is no experiment 'dragons'", "experiment", "dragons");
    refused(2, "leave out --seed", "experiment", "grid-epsilon", "--seed=1");
    refused(2, "threads must be a whole number", "experiment", "grid-epsilon", "--threads=0");
    refused(1, "none.yaml: there is no such file", "experiment", path("none.yaml"));
    Files.writeString(directory.resolve("a file"), "");
    refused(1, "choose another --out", "experiment", "grid-epsilon", "--out=" + path("a file"));
    Files.createDirectories(directory.resolve("mine"));
    Files.writeString(directory.resolve("mine/index.md"), "# My notes\n");
    refused(
        1,
        "index.md is no list of experiments and would be replaced; choose another --out",
        "experiment",
        "grid-epsilon",
        "--out=" + path("mine"));
    refused(
        1,
        "the data set usps is not in " + path("nowhere") + ": run 'demilune data fetch usps'",
        "experiment",
        "accuracy-usps",
        "--data=" + path("nowhere"),
        "--out=" + path("out"));
    Files.writeString(directory.resolve("bad.yaml"), "title: Bad\nvalues: [2, 1]\n");
    refused(1, "bad.yaml:1: 'curves:' is missing", "experiment", path("bad.yaml"));
    assertThat(Subprocess.files(directory)).containsExactly("a file", "bad.yaml", "mine");
  }

  @Test
  void wrongDataSetsAreOneSentence() throws IOException {
    refused(2, "say which: one of ", "data");
    refused(2, "did you mean 'mnist'?", "data", "fetch", "mnits");
    refused(
        1,
        "usps.train.libsvm.gz: there is no such file in the mirror",
        "data",
        "fetch",
        "usps",
        "--cache=" + path("cache"),
        "--mirror=" + path("nowhere"));
    assertThat(directory.resolve("cache/usps")).doesNotExist();
  }

  @Test
  void listsExperimentsAndDataSets() {
    assertThat(run("experiment", "--list")).isZero();
    assertThat(out.toString(UTF_8)).contains("accuracy-mnist" + System.lineSeparator() + "  Acc");
    assertThat(run("data", "list", "--cache=" + path("cache"), "--json")).isZero();
    assertThat(out.toString(UTF_8)).contains("\"name\": \"mnist\"", "\"fetched\": false");
  }
}
