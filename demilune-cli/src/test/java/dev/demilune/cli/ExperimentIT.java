// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program draws a figure, also after it was killed on the way. */
class ExperimentIT {

  private static final String TINY =
      """
      title: Tiny <b>&</b>
      x: {parameter: rows, title: rows, scale: logarithmic}
      y: {title: error}
      values: [200, 400, 800]
      seeds: 4
      parameters:
        data: large-margin
        features: 10
        margin: 0.2
        test-rows: 200
        metric: error
        adjacency: add-or-remove-one
        epsilon: 1
        delta: 1e-5
      curves:
        class-means: {learner: class-means}
        net-choice: {learner: net-choice, set: {margin: $margin}}
        never: {learner: label-private}
      claim:
        says: errors are at most one
        reproduced-if:
          - {curve: class-means, at-most: 1}
      quick: {seeds: 1, values: [200]}
      """;

  private static final List<String> RESULTS =
      List.of("tiny.csv", "tiny.html", "tiny.md", "tiny.svg");

  @TempDir Path directory;
  private Workshop workshop;

  @BeforeEach
  void open() throws Exception {
    workshop = new Workshop(directory);
    workshop.write("tiny.yaml", TINY.replace("  never: {learner: label-private}\n", ""));
  }

  @Test
  void aKilledRunGoesOnAndEndsInTheSameBytes() throws Exception {
    JsonObject undisturbed = result(workshop.run("experiment", "tiny.yaml", "--out=one", "--json"));
    assertThat(undisturbed.get("cells").getAsInt()).isEqualTo(24);
    assertThat(undisturbed.get("measured").getAsInt()).isEqualTo(24);

    Path cells = directory.resolve("two/cells/tiny.jsonl");
    Process process =
        Subprocess.start(directory, "experiment", "tiny.yaml", "--out=two", "--threads=1").start();
    while (process.isAlive() && lines(cells) < 3) {
      Thread.sleep(2);
    }
    process.destroyForcibly().waitFor(); // signal 9
    assertThat(process.exitValue()).as("it was killed, and had not ended").isEqualTo(137);
    int finished = lines(cells);
    assertThat(finished).isBetween(3, 23);
    assertThat(Subprocess.files(directory.resolve("two"))).containsExactly("cells");

    JsonObject resumed = result(workshop.run("experiment", "tiny.yaml", "--out=two", "--json"));
    assertThat(resumed.get("measured").getAsInt()).isEqualTo(24 - finished);
    for (String name : RESULTS) {
      assertThat(directory.resolve("two").resolve(name))
          .hasSameBinaryContentAs(directory.resolve("one").resolve(name));
    }
    assertThat(result(workshop.run("experiment", "tiny.yaml", "--out=two", "--json")))
        .satisfies(again -> assertThat(again.get("measured").getAsInt()).isZero());
  }

  @Test
  void aSecondRunIntoTheSameFolderIsRefused() throws Exception {
    Path cells = directory.resolve("two/cells/tiny.jsonl");
    Process first =
        Subprocess.start(directory, "experiment", "tiny.yaml", "--out=two", "--threads=1").start();
    while (first.isAlive() && lines(cells) < 1) {
      Thread.sleep(2);
    }
    signal("STOP", first); // it has the file for as long as we like
    Subprocess second = workshop.run("experiment", "tiny.yaml", "--out=two");
    signal("CONT", first);
    assertThat(second.code()).as(second.err()).isEqualTo(1);
    assertThat(second.err()).contains("tiny.jsonl is in use by another run: wait for it");
    assertThat(first.waitFor()).isZero();
    assertThat(lines(cells)).isEqualTo(24);
  }

  @Test
  void aDiskThatIsFullLeavesWholeCellsAndTheRunGoesOn() throws Exception {
    ProcessBuilder builder = Subprocess.start(directory, "experiment", "tiny.yaml", "--out=two");
    builder.environment().put("JDK_JAVA_OPTIONS", "-XX:-UsePerfData"); // a file of Java's own
    List<String> limited =
        new ArrayList<>(List.of("sh", "-c", "ulimit -f 4; exec \"$@\"", "sh")); // some kilobytes
    limited.addAll(builder.command());
    Subprocess full = Subprocess.result(builder.command(limited).start());
    assertThat(full.code()).as(full.err()).isEqualTo(1);
    assertThat(full.err()).contains("demilune: cannot keep finished cells in ");
    Path cells = directory.resolve("two/cells/tiny.jsonl");
    int finished = lines(cells);
    assertThat(finished).isBetween(3, 23);
    assertThat(cells).content().endsWith("\n");
    JsonObject resumed = result(workshop.run("experiment", "tiny.yaml", "--out=two", "--json"));
    assertThat(resumed.get("measured").getAsInt()).isEqualTo(24 - finished);
  }

  private static void signal(String name, Process process) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  private static int lines(Path file) throws IOException {
    return Files.exists(file)
        ? (int) Files.readString(file).chars().filter(c -> c == '\n').count()
        : 0;
  }

  private static JsonObject result(Subprocess run) {
    return Workshop.json(run).getAsJsonArray("experiments").get(0).getAsJsonObject();
  }

  @Test
  void theRoughFormIsFourFilesAndASentence() throws Exception {
    workshop.write("tiny.yaml", TINY); // with a learner that refuses
    Subprocess run = workshop.run("experiment", "tiny.yaml", "--quick");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out())
        .contains(
            "tiny: 3 of 3 cells measured in ", "Reproduced in this rough run: the claim that");
    assertThat(Subprocess.files(directory.resolve("experiments")))
        .containsExactly("cells", "index.md", "tiny.csv", "tiny.html", "tiny.md", "tiny.svg");
    assertThat(directory.resolve("experiments/index.md"))
        .content()
        .contains(
            "](tiny.md) |  | Reproduced in this rough run: the claim that errors are at most");
    assertThat(directory.resolve("experiments/tiny.html"))
        .content()
        .contains("Tiny &lt;b&gt;&amp;&lt;/b&gt;", "<polyline", "Content-Security-Policy")
        .doesNotContain("<b>&");
    assertThat(directory.resolve("experiments/tiny.md")).content().contains("| refused |");
    assertThat(directory.resolve("experiments/tiny.csv"))
        .content()
        .contains("never,measured,200.0,0,,,,\n");
  }
}
