// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static dev.demilune.cli.Workshop.assertRefused;
import static dev.demilune.cli.Workshop.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Strange rows and strange files. What a cell holds is private and never stops training; what a
 * file looks like is not and does.
 */
class BadDataIT {

  private static final String HEADER = "age,job,income\n";

  @TempDir Path directory;
  private Workshop workshop;

  @BeforeEach
  void open() throws Exception {
    workshop = new Workshop(directory);
  }

  /** One person's cell must not be seen in how training ends. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a label not in the schema    | 30,clerk,medium
          a NaN cell                   | NaN,clerk,low
          an empty cell                | ,,
          an infinite cell             | 1e999,clerk,low
          a category never listed      | 30,wizard,low
          """)
  void trainsOnARowWith(String what, String row) throws Exception {
    workshop.write("odd.csv", Workshop.rows(50) + row + "\n");
    Subprocess odd = workshop.train("odd.csv", "--json");
    assertThat(json(odd).get("learner").getAsString()).as(what).isEqualTo("noisy-descent");
    workshop.assertOnly("odd.csv", "out.model");
  }

  @Test
  void trainsOnOneClassOneRowAndNoRows() throws Exception {
    workshop.write("rows.csv", HEADER + "30,clerk,low\n40,nurse,low\n50,nurse,low\n");
    json(workshop.train("rows.csv", "--json"));
    workshop.write("rows.csv", HEADER + "30,clerk,high\n");
    json(workshop.train("rows.csv", "--json"));
    workshop.write("rows.csv", HEADER); // where the number of rows is private, none is a number
    json(workshop.train("rows.csv", "--json"));
    workshop.assertOnly("rows.csv", "out.model");
  }

  @Test
  void trainsOnRowsOfZeros() throws Exception {
    workshop.write("zeros.svm", "+1\n-1 1:0 2:0\n+1 1:1\n-1 2:1\n");
    Subprocess run =
        workshop.run(
            "train",
            "--data=zeros.svm",
            "--features=2",
            "--classes=2",
            "--unit-rows",
            "--adjacency=replace-one",
            "--epsilon=5",
            "--delta=1e-3",
            "--model=out.model",
            "--json");
    assertThat(json(run).get("private").getAsBoolean()).isTrue();
    Subprocess predicted = workshop.run("predict", "--model=out.model", "--data=zeros.svm");
    assertThat(predicted.out().lines()).hasSize(5);
  }

  @Test
  void takesAHundredThousandColumns() throws Exception {
    workshop.write("wide.svm", "+1 1:1 100000:1\n-1 2:1 99999:1\n".repeat(20));
    Subprocess run =
        workshop.run(
            "train",
            "--data=wide.svm",
            "--features=100000",
            "--classes=-1,+1",
            "--norm=2",
            "--adjacency=add-or-remove-one",
            "--expected-rows=40",
            "--epsilon=5",
            "--delta=1e-3",
            "--model=out.model",
            "--json");
    json(run);
    assertThat(json(workshop.run("evaluate", "--model=out.model", "--data=wide.svm", "--json")))
        .satisfies(result -> assertThat(result.get("rows").getAsInt()).isEqualTo(40));
  }

  @Test
  void aWideFileThatTheSchemaDoesNotKnowGetsAShortSentence() throws Exception {
    StringBuilder header = new StringBuilder("age,job,income");
    for (int i = 0; i < 100_000; i++) {
      header.append(",c").append(i);
    }
    workshop.write("wide.csv", header + "\n");
    Subprocess run = workshop.train("wide.csv");
    assertRefused(run, 1, "wide.csv");
    assertThat(run.err().length()).isLessThan(2000);
    workshop.assertOnly("wide.csv");
  }

  @Test
  void findsColumnsByNameAndSaysWhichAreMissingOrExtra() throws Exception {
    json(workshop.train("data.csv", "--json"));
    workshop.write("plain.csv", "age,job\n70,clerk\n20,nurse\n");
    workshop.write("turned.csv", "job,income,age\nclerk,high,70\nnurse,low,20\n");
    String plain = workshop.run("predict", "--model=out.model", "--data=plain.csv").out();
    assertThat(plain).isEqualTo("row,prediction\n1,high\n2,low\n");
    assertThat(workshop.run("predict", "--model=out.model", "--data=turned.csv").out())
        .isEqualTo(plain);

    workshop.write("missing.csv", "age,income\n70,high\n");
    assertRefused(
        workshop.run("predict", "--model=out.model", "--data=missing.csv", "--out=p.csv"),
        1,
        "missing.csv",
        "'job'");
    workshop.write("extra.csv", "age,job,shoe_size,income\n70,clerk,44,high\n");
    assertRefused(
        workshop.run("evaluate", "--model=out.model", "--data=extra.csv"),
        1,
        "extra.csv",
        "column 3 of the first line",
        "ignore");
    assertThat(workshop.file("p.csv")).doesNotExist();
    Subprocess extra = workshop.run("predict", "--model=out.model", "--data=extra.csv");
    assertThat(extra.out()).isEqualTo("row,prediction\n1,high\n");
    assertThat(extra.err())
        .isEqualTo(
            "note: 1 column of extra.csv is not in the model's schema and was left alone.\n");
  }

  @Test
  void predictsOddCellsAndRefusesToScoreUnknownLabels() throws Exception {
    json(workshop.train("data.csv", "--json"));
    workshop.write("odd.csv", HEADER + "NaN,wizard,low\n70,clerk,medium\n");
    Subprocess predicted = workshop.run("predict", "--model=out.model", "--data=odd.csv");
    assertThat(predicted.code()).isZero();
    assertThat(predicted.out().lines()).hasSize(3);
    for (String command : List.of("evaluate", "certify")) {
      assertRefused(
          workshop.run(command, "--model=out.model", "--data=odd.csv"),
          1,
          "odd.csv:3",
          "not one of the schema's labels");
    }
    workshop.write("none.csv", HEADER);
    assertRefused(workshop.run("evaluate", "--model=out.model", "--data=none.csv"), 1, "no rows");
    assertThat(workshop.run("predict", "--model=out.model", "--data=none.csv").out())
        .isEqualTo("row,prediction\n");
  }

  @Test
  void refusesBrokenFilesWithTheirLine() throws Exception {
    workshop.write("ragged.csv", HEADER + "30,clerk,low\n30,clerk\n");
    assertRefused(workshop.train("ragged.csv"), 1, "ragged.csv:3");
    workshop.write("empty.csv", "");
    assertRefused(workshop.train("empty.csv"), 1, "empty.csv");
    Files.write(workshop.file("latin.csv"), new byte[] {'a', 'g', 'e', (byte) 0xe9, '\n'});
    assertRefused(workshop.train("latin.csv"), 1, "latin.csv", "UTF-8");
    workshop.assertOnly("ragged.csv", "empty.csv", "latin.csv");
  }

  /** Not even with --debug, which shows where in the program a fault happened. */
  @Test
  void neverPrintsACell() throws Exception {
    json(workshop.train("data.csv", "--json"));
    String row = "48151.62342,ZebraSecret,ZebraSecret\n";
    workshop.write("ragged.csv", HEADER + row + "48151,ZebraSecret\n");
    workshop.write("open.csv", HEADER + row + "\"48151,ZebraSecret,low\n");
    workshop.write("bare.csv", row + row);
    workshop.write("run-on.csv", HEADER.strip() + "," + row + row);
    workshop.write("unknown.csv", HEADER + row);
    for (String file : List.of("ragged.csv", "open.csv", "bare.csv", "run-on.csv")) {
      assertSilent(workshop.train(file, "--debug"));
    }
    for (String command : List.of("evaluate", "certify")) {
      assertSilent(workshop.run(command, "--model=out.model", "--data=unknown.csv", "--debug"));
    }
  }

  private static void assertSilent(Subprocess run) {
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("demilune: ");
    assertThat(run.err() + run.out()).doesNotContain("Zebra").doesNotContain("48151");
  }

  @Test
  void refusesModelsThatAreDamagedOrFromTheFuture() throws Exception {
    json(workshop.train("data.csv", "--json"));
    String model = Files.readString(workshop.file("out.model"));
    workshop.write("half.model", model.substring(0, model.length() / 2));
    workshop.write("newer.model", model.replace("\"version\": 1,", "\"version\": 2,"));
    workshop.write("changed.model", model.replace("\"biases\": [", "\"biases\": [ "));
    assertRefused(predictWith("half.model"), 1, "half.model");
    assertRefused(predictWith("newer.model"), 1, "newer.model", "newer");
    assertRefused(predictWith("changed.model"), 1, "changed.model");
    assertRefused(predictWith("data.csv"), 1, "data.csv");
    assertRefused(predictWith("nowhere.model"), 1, "nowhere.model: there is no such file");
    assertThat(workshop.file("p.csv")).doesNotExist();
  }

  @Test
  void reportsAllFaultsOfASchemaAtOnce() throws Exception {
    workshop.write(
        "schema.yaml", "columns:\n  age: number 9..1\n  job: {category: []}\n  x: {label: [a]}\n");
    Subprocess run = workshop.run("schema", "check", "--schema=schema.yaml");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("'age'", "'job'", "'x'", "adjacency");
    assertThat(run.out()).isEmpty();
  }

  private Subprocess predictWith(String model) throws Exception {
    return workshop.run("predict", "--model=" + model, "--data=data.csv", "--out=p.csv");
  }
}
