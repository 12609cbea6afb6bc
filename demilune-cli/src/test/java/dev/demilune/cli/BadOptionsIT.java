// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static dev.demilune.cli.Workshop.assertRefused;
import static dev.demilune.cli.Workshop.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options that cannot be meant: a sentence, the exit code, and nothing written. */
class BadOptionsIT {

  @TempDir Path directory;
  private Workshop workshop;

  @BeforeEach
  void open() throws Exception {
    workshop = new Workshop(directory);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0     | 1e-6 | epsilon must be a number greater than 0, got 0
          -1    | 1e-6 | epsilon must be a number greater than 0, got -1
          NaN   | 1e-6 | epsilon must be a number greater than 0, got NaN
          1e300 | 1e-6 | epsilon above 100 protects nobody, got 1e300
          1e-9  | 1e-6 | epsilon below 1e-6 leaves nothing to learn, got 1e-9
          abc   | 1e-6 | epsilon must be a number, got 'abc'
          1     | 1    | delta must be below 1 (1 promises nothing), got 1
          1     | -1   | delta must be 0, for pure privacy, or a number above it, got -1
          1     | NaN  | delta must be 0, for pure privacy, or a number above it, got NaN
          1     | x    | delta must be a number, got 'x'
          """)
  void refusesABudgetThatIsNone(String epsilon, String delta, String sentence) throws Exception {
    Subprocess run =
        workshop.run(
            "train",
            "--data",
            "data.csv",
            "--schema",
            "schema.yaml",
            "--model",
            "out.model",
            "--epsilon=" + epsilon,
            "--delta=" + delta);
    assertRefused(run, 2, sentence, "demilune train --help");
    workshop.assertOnly();
  }

  @Test
  void refusesToGuessABudget() throws Exception {
    Subprocess run =
        workshop.run("train", "--data", "data.csv", "--schema", "schema.yaml", "--model", "m");
    assertRefused(run, 2, "--epsilon");
    workshop.assertOnly();
  }

  @Test
  void saysWhatAVectorFileNeeds() throws Exception {
    Subprocess run =
        workshop.run("train", "--data", "data.csv", "--model", "m", "--epsilon=1", "--delta=1e-6");
    assertRefused(
        run, 2, "give --schema", "--features, --classes, --norm or --unit-rows, --adjacency");
    workshop.assertOnly();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --features=0                                         | features
          --features=3 --expected-rows=9223372036854775807     | rows
          --features=3 --format=idx                            | --data takes images,labels for idx
          """)
  void whatOptionsSayOfVectorsIsAFaultOfUsage(String options, String part) throws Exception {
    String vectors =
        "train --data data.csv --classes 2 --unit-rows --adjacency replace-one --epsilon 1"
            + " --delta 1e-6 --model m ";
    assertRefused(workshop.run((vectors + options).split(" +")), 2, part);
    workshop.assertOnly();
  }

  @Test
  void classesMayBeWrittenWithSpacesAndOneScaledFeatureIsDoubted() throws Exception {
    workshop.write("v.svm", "+1 1:0.5\n-1 1:-0.5\n");
    Subprocess run =
        workshop.run(
            "train",
            "--data=v.svm",
            "--classes=-1, +1",
            "--features=1",
            "--unit-rows",
            "--adjacency=replace-one",
            "--epsilon=20",
            "--delta=1e-3",
            "--model=m");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.err()).contains("keep nothing but its sign");
    assertThat(json(workshop.run("evaluate", "--model=m", "--data=v.svm", "--json")).get("rows"))
        .hasToString("2");
  }

  @Test
  void refusesPurePrivacyWhereTheLearnerHasNone() throws Exception {
    Subprocess run =
        workshop.run(
            "train",
            "--data",
            "data.csv",
            "--schema",
            "schema.yaml",
            "--model",
            "m",
            "--learner=noisy-descent",
            "--epsilon=1");
    assertRefused(run, 1, "Nothing was spent and no data was read.");
    workshop.assertOnly();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --learner=magic     | there is no learner 'magic'; choose one of auto, additive, noisy-descent
          --set=colour=blue   | colour
          --set=steps=-3      | steps
          --adjacency=some    | --adjacency must be add-or-remove-one, add-or-remove-person, replace-one or replace-label
          --expected-rows=0   | --expected-rows must be at least 1, got 0
          --format=libsvm     | the schema has named columns
          --format=parquet    | parquet
          --features=7        | --features
          --modle=x           | did you mean
          """)
  void refusesAnOptionThatMakesNoSense(String option, String sentence) throws Exception {
    assertRefused(workshop.train("data.csv", option), 2, sentence);
    workshop.assertOnly();
  }

  @Test
  void looksAtAllNamesOfFilesBeforeItSpends() throws Exception {
    json(
        workshop.run(
            "ledger",
            "create",
            "--ledger=l.db",
            "--name=people",
            "--adjacency=add-or-remove-one",
            "--epsilon=50",
            "--delta=1e-2",
            "--json"));
    assertRefused(
        workshop.train("nowhere.csv", "--ledger=l.db"), 1, "nowhere.csv: there is no such file");
    assertRefused(
        workshop.train("data.csv", "--ledger=l.db", "--report=nowhere/r.html"),
        1,
        "there is no directory");
    assertRefused(workshop.train(".", "--ledger=l.db"), 1, "is a directory");
    assertRefused(
        workshop.train("data.csv", "--ledger=l.db", "--report=data.csv"),
        2,
        "replace the file of --data");
    assertThat(Files.readString(workshop.file("data.csv"))).isEqualTo(Workshop.rows(400));
    var spent = json(workshop.run("ledger", "show", "--ledger=l.db", "--json"));
    assertThat(spent.getAsJsonArray("entries")).isEmpty();
    workshop.assertOnly("l.db");
  }

  @Test
  void noOutputReplacesAnInputNotEvenThroughALink() throws Exception {
    assertThat(workshop.train("data.csv").code()).isZero();
    createLedger("add-or-remove-one");
    Files.createSymbolicLink(workshop.file("link.csv"), workshop.file("data.csv"));
    Files.createSymbolicLink(workshop.file("here"), workshop.directory);
    String[] names = {"data.csv", "schema.yaml", "out.model", "l.db"};
    byte[][] before = new byte[names.length][];
    for (int i = 0; i < names.length; i++) {
      before[i] = Files.readAllBytes(workshop.file(names[i]));
    }

    for (String out : new String[] {"data.csv", "./data.csv", "link.csv", "here/data.csv"}) {
      assertRefused(
          workshop.run("predict", "--model=out.model", "--data=data.csv", "--out=" + out),
          2,
          "--out " + out + " would replace the file of --data");
    }
    assertRefused(
        workshop.run("predict", "--model=out.model", "--data=data.csv", "--out=here/out.model"),
        2,
        "would replace the file of --model");
    assertRefused(
        workshop.train("data.csv", "--report=here/schema.yaml"), 2, "the file of --schema");
    assertRefused(
        workshop.train("data.csv", "--ledger=l.db", "--report=here/l.db"), 2, "file of --ledger");
    assertRefused(
        workshop.train("data.csv", "--report=here/out.model"), 2, "--model and --report name");
    assertRefused(
        workshop.run("generate", "census", "--rows=1", "--out=n.csv", "--schema-out=here/n.csv"),
        2,
        "--out and --schema-out name the same file");
    for (int i = 0; i < names.length; i++) {
      assertThat(workshop.file(names[i])).hasBinaryContent(before[i]);
    }
    workshop.assertOnly("out.model", "l.db", "link.csv", "here");
  }

  @Test
  void aSpendBeyondTheLedgerIsRefusedWithItsOwnCode() throws Exception {
    createLedger("add-or-remove-one");
    assertThat(workshop.train("data.csv", "--ledger=l.db").code()).isZero();
    Files.delete(workshop.file("out.model"));
    assertRefused(workshop.train("data.csv", "--ledger=l.db"), 3, "people", "Nothing was spent");
    workshop.assertOnly("l.db");
    var left = json(workshop.run("ledger", "show", "--ledger=l.db", "--json"));
    assertThat(left.getAsJsonObject("sum").get("epsilon").getAsDouble()).isEqualTo(20);
    assertThat(left.getAsJsonObject("left").get("epsilon").getAsDouble()).isBetween(5.0, 10.0);
  }

  private void createLedger(String adjacency) throws Exception {
    Subprocess created =
        workshop.run(
            "ledger",
            "create",
            "--ledger=l.db",
            "--name=people",
            "--adjacency=" + adjacency,
            "--epsilon=25", // two trainings of 20 compose to 28.6, and not to 40
            "--delta=1e-2");
    assertThat(created.code()).as(created.err()).isZero();
  }

  @Test
  void aLedgerOfAnotherAdjacencyIsNotCharged() throws Exception {
    createLedger("replace-one");
    assertRefused(
        workshop.train("data.csv", "--ledger=l.db"),
        1,
        "ledger 'people' counts for replace-one and this training is for add-or-remove-one",
        "Nothing was spent and no data was read.");
    var shown = json(workshop.run("ledger", "show", "--ledger=l.db", "--json"));
    assertThat(shown.get("adjacency").getAsString()).isEqualTo("replace-one");
    assertThat(shown.getAsJsonArray("entries")).isEmpty();
    assertThat(workshop.run("ledger", "show", "--ledger=l.db").out())
        .startsWith("ledger 'people', replacing one row\n");
    workshop.assertOnly("l.db");
  }

  @Test
  void aLedgerIsForOneAdjacency() throws Exception {
    assertRefused(
        workshop.run("ledger", "create", "--ledger=l.db", "--name=people", "--epsilon=1"),
        2,
        "--adjacency");
    assertRefused(
        workshop.run(
            "ledger", "create", "--ledger=l.db", "--name=people", "--adjacency=any", "--epsilon=1"),
        2,
        "--adjacency must be add-or-remove-one, add-or-remove-person, replace-one or replace-label, got 'any'");
    workshop.assertOnly();
  }

  @Test
  void aSeededFitIsNotRecorded() throws Exception {
    createLedger("add-or-remove-one");
    assertRefused(
        workshop.train("data.csv", "--ledger=l.db", "--seed=7"),
        2,
        "--seed and --ledger exclude each other: a seeded fit protects nobody");
    var shown = json(workshop.run("ledger", "show", "--ledger=l.db", "--json"));
    assertThat(shown.getAsJsonArray("entries")).isEmpty();
    workshop.assertOnly("l.db");
  }

  @Test
  void aLedgerMustExist() throws Exception {
    assertRefused(workshop.train("data.csv", "--ledger=l.db"), 1, "l.db: there is no such file");
    assertRefused(workshop.train("data.csv", "--ledger=data.csv"), 1, "data.csv", "not a ledger");
    workshop.assertOnly();
  }
}
