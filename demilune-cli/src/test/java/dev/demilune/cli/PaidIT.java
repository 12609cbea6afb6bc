// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Schemas drafted and learned, and models scored on private people, as a user does it. */
class PaidIT {

  @TempDir Path directory;

  private Workshop workshop;

  @BeforeEach
  void open() throws Exception {
    workshop = new Workshop(directory);
  }

  /** One ledger from the first look at the rows to the last. */
  @Test
  void learnsTrainsAndScoresOnOneLedger() throws Exception {
    done("generate", "census", "--rows", "20000", "--out", "people.csv", "--seed", "5");
    done("generate", "census", "--rows", "5000", "--out", "test.csv", "--seed", "6");
    ledger("add-or-remove-one", "4", "1e-5");
    JsonObject learned =
        Workshop.json(
            workshop.run(
                "schema",
                "learn",
                "--data",
                "people.csv",
                "--ledger",
                "l.db",
                "--json",
                "--number",
                "age,education_years,hours_per_week=0..168,commute_minutes,rent",
                "--range",
                "household_size=1..10",
                "--category",
                "employment,occupation,region,marital_status,housing",
                "--values",
                "driving_licence=yes|no",
                "--label",
                "income",
                "--epsilon",
                "1",
                "--delta",
                "1e-7",
                "--out",
                "learned.yaml"));
    assertThat(learned.get("private").getAsBoolean()).isTrue();
    assertThat(learned.getAsJsonObject("guarantee").get("epsilon").getAsDouble())
        .isBetween(0.99, 1.0);
    assertThat(learned.getAsJsonArray("labels").toString()).isEqualTo("[\"low\",\"high\"]");
    String yaml = Files.readString(workshop.file("learned.yaml"));
    assertThat(yaml)
        .contains("# learned privately: noisy quantiles 0.5 % and 99.5 %")
        .contains("household_size: number 1..10  # declared")
        .contains("entry " + entryHash(learned));
    done("schema", "check", "learned.yaml", "--data", "people.csv");

    done(
        "train",
        "--data",
        "people.csv",
        "--schema",
        "learned.yaml",
        "--ledger",
        "l.db",
        "--epsilon",
        "2",
        "--delta",
        "1e-6",
        "--model",
        "m.model");
    JsonObject scored =
        Workshop.json(
            workshop.run(
                "evaluate",
                "--model",
                "m.model",
                "--data",
                "test.csv",
                "--private",
                "--json",
                "--epsilon",
                "0.5",
                "--ledger",
                "l.db",
                "--purpose",
                "held out",
                "--expected-rows",
                "5000"));
    JsonObject exact =
        Workshop.json(
            workshop.run("evaluate", "--model", "m.model", "--data", "test.csv", "--json"));
    double accuracy = exact.get("accuracy").getAsDouble();
    assertThat(accuracy).isGreaterThan(0.78);
    // Noise of scale 4 in four counts of 5,000 rows: further off with a probability below 1e-9.
    assertThat(Math.abs(scored.get("accuracy").getAsDouble() - accuracy)).isLessThan(0.05);
    assertThat(Math.abs(scored.get("rows").getAsLong() - 5000)).isLessThan(250);
    assertThat(scored.getAsJsonObject("interval").getAsJsonArray("accuracy").get(0).getAsDouble())
        .isBetween(0.7, scored.get("accuracy").getAsDouble());
    assertThat(scored.getAsJsonObject("guarantee").get("adjacency").getAsString())
        .isEqualTo("add-or-remove-one");

    JsonObject shown = Workshop.json(workshop.run("ledger", "show", "--ledger", "l.db", "--json"));
    assertThat(shown.getAsJsonArray("entries").toString())
        .contains("learn schema", "schema-survey", "train auto", "held out", "private-evaluation")
        .contains(entryHash(learned), entryHash(scored));
    assertThat(shown.getAsJsonArray("entries")).hasSize(3);
  }

  /** The first line of a table without a header is a person, who is not looked at for nothing. */
  @Test
  void aTableWithoutAHeaderIsOpenedAfterTheCharge() throws Exception {
    workshop.write("bare.yaml", "header: false\n" + Workshop.SCHEMA);
    workshop.write("bare.csv", Workshop.rows(400).replaceFirst("[^\n]*\n", ""));
    done(
        "train",
        "--data=bare.csv",
        "--schema=bare.yaml",
        "--epsilon=20",
        "--delta=1e-3",
        "--model=m.model");
    ledger("add-or-remove-one", "2", "0");
    Files.write(workshop.file("latin.csv"), new byte[] {'4', '1', ',', (byte) 0xe9, ',', '1'});
    String[] score = {
      "evaluate", "--model=m.model", "--private", "--epsilon=0.5", "--ledger=l.db", "--data"
    };
    Workshop.assertRefused(
        workshop.run(with(score, "latin.csv")),
        1,
        "latin.csv:1: the text is not UTF-8",
        "was charged before the rows were opened");
    Subprocess paid = workshop.run(with(score, "bare.csv"));
    assertThat(paid.code()).as(paid.err()).isZero();

    // LIBSVM has no header either.
    workshop.write("v.svm", "+1 1:0.5\n-1 1:-0.5\n");
    done(
        "train",
        "--data=v.svm",
        "--classes=2",
        "--features=1",
        "--norm=1",
        "--adjacency=add-or-remove-one",
        "--epsilon=20",
        "--delta=1e-3",
        "--model=m.model");
    workshop.write("broken.svm", "PAR1\u0015");
    Workshop.assertRefused(
        workshop.run(with(score, "broken.svm")),
        1,
        "broken.svm:1: the file is Parquet", // a mark that no text begins with
        "Nothing was spent");
    workshop.write("broken.svm", "1,2 3:0.5\n");
    Workshop.assertRefused(
        workshop.run(with(score, "broken.svm")), 1, "is for a table with other columns");
    Workshop.assertRefused(
        workshop.run(with(with(score, "broken.svm"), "--allow-other-table")),
        1,
        "broken.svm:1: there is a comma",
        "was charged before the rows were opened");

    Workshop.assertRefused(
        workshop.run("schema", "check", "bare.yaml", "--data", "bare.csv"),
        2,
        "--data has no header to compare");
  }

  private static String[] with(String[] arguments, String last) {
    String[] all = Arrays.copyOf(arguments, arguments.length + 1);
    all[arguments.length] = last;
    return all;
  }

  /** A pipe can be opened once only, and rows in it are as good as in a file. */
  @Test
  @Timeout(120)
  void rowsMayComeThroughAPipe() throws Exception {
    ledger("add-or-remove-one", "30", "1e-2");
    String[] commands = {
      "train --schema schema.yaml --epsilon 20 --delta 1e-3 --model m.model --ledger l.db",
      "evaluate --model m.model --private --epsilon 1 --ledger l.db --json",
      "predict --model m.model --out p.csv"
    };
    for (String command : commands) {
      Subprocess run =
          Subprocess.result(
              Subprocess.start(directory, (command + " --data /dev/stdin").split(" "))
                  .redirectInput(ProcessBuilder.Redirect.PIPE)
                  .start(),
              Files.readAllBytes(workshop.file("data.csv")));
      assertThat(run.code()).as(run.err()).isZero();
    }
    assertThat(Files.readAllLines(workshop.file("p.csv"))).hasSize(401);
    String learn = "schema learn --data /dev/stdin --number age --category job --label income";
    Workshop.assertRefused(
        workshop.run((learn + " --epsilon 1 --delta 1e-6 --ledger l.db --out l.yaml").split(" ")),
        1,
        "--data /dev/stdin must be a file and no pipe: it is opened twice");
  }

  @Test
  void draftsFromAPublicSampleAndSaysSoLoudly() throws Exception {
    Subprocess run = workshop.run("schema", "draft", "--public", "data.csv", "--out", "d.yaml");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.err()).contains("THE SAMPLE MUST BE PUBLIC");
    assertThat(Files.readString(workshop.file("d.yaml")))
        .contains("adjacency: add-or-remove-one  # assumed")
        .contains("age: number 10..100  # drafted: from 18 to 87 in the sample");
    done("schema", "check", "d.yaml", "--data", "data.csv");
    Subprocess printed =
        workshop.run("schema", "draft", "--public", "data.csv", "--adjacency", "replace-one");
    assertThat(printed.out()).contains("adjacency: replace-one\ncolumns:");
    Workshop.assertRefused(
        workshop.run("schema", "draft", "--public", "data.csv", "--out", "data.csv"),
        2,
        "--out data.csv would replace the file of --public");
    Workshop.assertRefused(
        workshop.run("schema", "draft", "--public", "data.csv", "--label", "wealth"),
        1,
        "there is no column 'wealth' to be the label");
  }

  @Test
  void whatCannotBeLearnedIsRefusedBeforeAnySpend() throws Exception {
    ledger("add-or-remove-one", "1", "1e-6");
    Workshop.assertRefused(
        learn("--number", "age", "--label", "income"), 1, "say of column 'job' whether it is");
    Workshop.assertRefused(
        learn("--number", "age,wealth", "--category", "job", "--label", "income"),
        1,
        "the file has no column 'wealth'");
    Workshop.assertRefused(
        learn(
            "--number", "age", "--category", "job", "--label", "income", "--expected-rows", "400"),
        1,
        "400 rows are too few for this price",
        "Nothing was spent");
    Workshop.assertRefused(
        learn("--number", "age=9..9", "--category", "job", "--label", "income"),
        2,
        "--number needs a finite range with LOW below HIGH");
    Workshop.assertRefused(
        learn(
            "--number",
            "age",
            "--category",
            "job",
            "--label",
            "income",
            "--adjacency",
            "replace-one"),
        1,
        "ledger 'people' counts for add-or-remove-one and not for replace-one");
    Workshop.assertRefused(
        workshop.run(
            "schema",
            "learn",
            "--data",
            "data.csv",
            "--number",
            "age",
            "--category",
            "job",
            "--label",
            "income",
            "--epsilon",
            "1",
            "--delta",
            "1e-6",
            "--out",
            "x.yaml"),
        2,
        "--ledger is missing");
    Workshop.assertRefused(
        workshop.run(
            "schema",
            "learn",
            "--data",
            "data.csv",
            "--number",
            "age",
            "--category",
            "job",
            "--label",
            "income",
            "--epsilon",
            "1",
            "--ledger",
            "l.db",
            "--out",
            "x.yaml"),
        1,
        "need a delta above 0");
    assertThat(spends()).isZero();
    Workshop.assertRefused(
        learn("--number", "age", "--category", "job", "--label", "income", "--epsilon", "9"),
        2,
        "--epsilon");
    workshop.assertOnly("l.db");
  }

  @Test
  void anOverdraftIsRefusedAndABrokenFileStaysCharged() throws Exception {
    ledger("add-or-remove-one", "1", "1e-6");
    workshop.write("broken.csv", Workshop.rows(50) + "1,2\n");
    Subprocess broken =
        workshop.run(
            "schema",
            "learn",
            "--data",
            "broken.csv",
            "--number",
            "age",
            "--category",
            "job",
            "--label",
            "income",
            "--epsilon",
            "0.9",
            "--delta",
            "1e-7",
            "--ledger",
            "l.db",
            "--out",
            "x.yaml");
    Workshop.assertRefused(broken, 1, "broken.csv:52", "stays charged");
    assertThat(spends()).isEqualTo(1);
    Workshop.assertRefused(
        learn("--number", "age", "--category", "job", "--label", "income"), 3, "cannot spend");
    assertThat(spends()).isEqualTo(1);
  }

  @Test
  void privateScoresHaveTheirRefusals() throws Exception {
    ledger("add-or-remove-one", "1", "1e-6");
    assertThat(workshop.train("data.csv").code()).isZero();
    String[] start = {"evaluate", "--model", "out.model", "--data", "data.csv"};
    Workshop.assertRefused(
        workshop.run(with(start, "--private", "--ledger", "l.db")), 2, "needs --epsilon");
    Workshop.assertRefused(
        workshop.run(with(start, "--private", "--epsilon", "1")), 2, "--ledger is missing");
    Workshop.assertRefused(
        workshop.run(with(start, "--epsilon", "1")), 2, "are for --private evaluation");
    Workshop.assertRefused(
        workshop.run(
            with(
                start,
                "--private",
                "--epsilon",
                "0.01",
                "--ledger",
                "l.db",
                "--expected-rows",
                "400")),
        1,
        "epsilon is too small for 400 rows",
        "Nothing was spent");
    workshop.write("unlabelled.csv", "age,job\n30,clerk\n");
    Workshop.assertRefused(
        workshop.run(
            "evaluate",
            "--model",
            "out.model",
            "--data",
            "unlabelled.csv",
            "--private",
            "--epsilon",
            "1",
            "--ledger",
            "l.db"),
        1,
        "the label column is not in the file");
    assertThat(spends()).isZero();

    workshop.write("strange.csv", "age,job,income\n30,clerk,unheard\nx,y,z\n");
    JsonObject scored =
        Workshop.json(
            workshop.run(
                "evaluate",
                "--model",
                "out.model",
                "--data",
                "strange.csv",
                "--private",
                "--epsilon",
                "0.5",
                "--ledger",
                "l.db",
                "--json"));
    assertThat(scored.get("rows").getAsLong()).isLessThan(100);
    Workshop.assertRefused(
        workshop.run(with(start, "--private", "--epsilon", "0.9", "--ledger", "l.db")),
        3,
        "cannot spend");
    JsonObject seeded =
        Workshop.json(
            workshop.run(with(start, "--private", "--epsilon", "1", "--seed", "1", "--json")));
    assertThat(seeded.get("private").getAsBoolean()).isFalse();
  }

  private Subprocess learn(String... more) throws Exception {
    String[] start = {
      "schema",
      "learn",
      "--data",
      "data.csv",
      "--epsilon",
      "0.9",
      "--delta",
      "1e-7",
      "--ledger",
      "l.db",
      "--out",
      "x.yaml"
    };
    return workshop.run(with(start, more));
  }

  private static String[] with(String[] start, String... more) {
    String[] all = Arrays.copyOf(start, start.length + more.length);
    System.arraycopy(more, 0, all, start.length, more.length);
    return all;
  }

  private void ledger(String adjacency, String epsilon, String delta) throws Exception {
    done(
        "ledger",
        "create",
        "--ledger",
        "l.db",
        "--name",
        "people",
        "--adjacency",
        adjacency,
        "--epsilon",
        epsilon,
        "--delta",
        delta);
  }

  private int spends() throws Exception {
    return Workshop.json(workshop.run("ledger", "show", "--ledger", "l.db", "--json"))
        .getAsJsonArray("entries")
        .size();
  }

  private void done(String... arguments) throws Exception {
    Subprocess run = workshop.run(arguments);
    assertThat(run.code()).as(run.err()).isZero();
  }

  private static String entryHash(JsonObject result) {
    return result.getAsJsonObject("certificate").get("entryHash").getAsString();
  }
}
