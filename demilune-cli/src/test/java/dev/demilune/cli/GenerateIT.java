// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every generator: rows, header and a refusal. */
class GenerateIT {

  @TempDir Path directory;
  private Workshop workshop;

  @BeforeEach
  void open() throws Exception {
    workshop = new Workshop(directory);
  }

  @Test
  void pointsOfThePlaneComeWithASchemaAndTeachANetwork() throws Exception {
    Subprocess written =
        workshop.run("generate", "two-moons", "--rows=50", "--out=m.csv", "--seed=1", "--json");
    JsonObject result = JsonParser.parseString(written.out()).getAsJsonObject();
    assertThat(result.get("rows").getAsLong()).isEqualTo(50);
    assertThat(result.get("schema").getAsString()).isEqualTo("m.schema.yaml");
    assertThat(Files.readAllLines(workshop.file("m.csv")))
        .hasSize(51)
        .first()
        .isEqualTo("x,y,moon");

    Subprocess blobs =
        workshop.run("generate", "xor-blobs", "--rows=1500", "--out=b.csv", "--seed=2");
    assertThat(blobs.out())
        .isEqualTo("wrote 1500 rows to b.csv and their schema to b.schema.yaml\n");
    Subprocess trained =
        workshop.run(
            "train",
            "--data=b.csv",
            "--schema=b.schema.yaml",
            "--learner=network-choice",
            "--set=candidates=500",
            "--epsilon=1",
            "--model=net.json",
            "--report=net.html",
            "--seed=3");
    assertThat(trained.code()).as(trained.err()).isZero();
    assertThat(trained.out()).contains("ε = 1", "network-choice", "exponential choice");
    Subprocess judged = workshop.run("evaluate", "--model=net.json", "--data=b.csv", "--json");
    assertThat(JsonParser.parseString(judged.out()).getAsJsonObject().get("accuracy").getAsDouble())
        .isGreaterThan(0.9); // a line reaches 0.75
    Subprocess certified =
        workshop.run("certify", "--model=net.json", "--data=b.csv", "--radius=0,0.01", "--json");
    assertThat(certified.code()).as(certified.err()).isZero();
    assertThat(certified.out()).contains("robustAccuracy");
    assertThat(workshop.run("predict", "--model=net.json", "--data=b.csv").code()).isZero();
  }

  @Test
  void whatCannotBeDrawnIsRefused() throws Exception {
    Subprocess run = workshop.run("generate", "two-moons", "--rows=5", "--noise=7", "--out=m.csv");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("noise must be at most 1, got 7.0");
    run = workshop.run("generate", "xor-blobs", "--rows=-1", "--out=b.csv");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("--rows must not be negative, got -1");
    workshop.assertOnly();
  }

  @Test
  void hardInstancesAreWrittenAsLibsvmLines() throws Exception {
    assertWritten(100, "coordinates", "--margin=0.1");
    assertWritten(2, "common-direction", "--margin=0.1");
    assertWritten(20, "common-direction", "--margin=0.1", "--features=20", "--negatives=0.1");
    assertWritten(10, "strips");
    assertWritten(20, "strips", "--features=20", "--width=0.1", "--share=0.4");
    assertWritten(10, "packing", "--margin=0.01");
    assertWritten(40, "robust-packing", "--features=40", "--margin=0.5", "--members=3");
    assertWritten(600, "fingerprint", "--margin=0.001", "--block-features=6");
    assertWritten(1, "hinge-trap", "--margin=0.05");
  }

  private void assertWritten(int features, String name, String... options) throws Exception {
    List<String> all = new ArrayList<>(List.of("generate", name, "--rows=30", "--out=h.svm"));
    all.addAll(List.of("--seed=4", "--json"));
    all.addAll(List.of(options));
    Subprocess run = workshop.run(all.toArray(String[]::new));
    assertThat(run.code()).as(run.err()).isZero();
    JsonObject result = JsonParser.parseString(run.out()).getAsJsonObject();
    assertThat(result.get("rows").getAsLong()).isEqualTo(30);
    assertThat(result.get("features").getAsInt()).as(name).isEqualTo(features);
    assertThat(Files.readAllLines(workshop.file("h.svm")))
        .hasSize(30)
        .allMatch(line -> line.startsWith("+1 ") || line.startsWith("-1 "));
  }

  @Test
  void hardInstancesThatDoNotExistAreRefused() throws Exception {
    assertRefused("margin must be at least 0.001", "coordinates", "--margin=0.0001");
    assertRefused(
        "share of negatives must be between 0 and 1",
        "common-direction",
        "--margin=0.1",
        "--negatives=2");
    assertRefused("use a smaller margin, or say how many features", "packing", "--margin=0.1");
    assertRefused(
        "no further sign vector was found",
        "robust-packing",
        "--features=2",
        "--margin=0.5",
        "--members=50");
    assertRefused(
        "margin must be above 0 and at most 0.001",
        "fingerprint",
        "--margin=0.1",
        "--block-features=6");
    assertRefused("margin must be above 0 and at most 0.999", "hinge-trap", "--margin=1");
  }

  private void assertRefused(String reason, String name, String... options) throws Exception {
    List<String> all = new ArrayList<>(List.of("generate", name, "--rows=30", "--out=h.svm"));
    all.addAll(List.of(options));
    Subprocess run = workshop.run(all.toArray(String[]::new));
    assertThat(run.code()).as(name).isEqualTo(2);
    assertThat(run.err()).contains(reason);
    assertThat(Files.exists(workshop.file("h.svm"))).isFalse();
  }

  @Test
  void aCoverThatIsTooLargeIsRefusedBeforeAnythingIsSpent() throws Exception {
    workshop.run("generate", "xor-blobs", "--rows=100", "--out=b.csv");
    Subprocess run =
        workshop.run(
            "train",
            "--data=b.csv",
            "--schema=b.schema.yaml",
            "--learner=network-choice",
            "--set=candidates=1000000000000",
            "--epsilon=1",
            "--model=net.json");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("days on one core: set candidates to");
    assertThat(Files.exists(workshop.file("net.json"))).isFalse();
  }
}
