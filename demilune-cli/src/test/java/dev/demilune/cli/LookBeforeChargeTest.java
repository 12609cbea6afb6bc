// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.budget.Ledger;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A law: a run that is refused for what is public about its files leaves the ledger's bytes. */
class LookBeforeChargeTest {

  @TempDir Path directory;
  private Path ledger;
  private String table;

  @BeforeEach
  void prepare() throws IOException {
    ledger = directory.resolve("l.db");
    Ledger.create(ledger, "people", Adjacency.ADD_OR_REMOVE_ONE, ApproximateDp.of(10, 1e-4));
    assertThat(
            run(
                new StringBuilder(),
                "generate",
                "census",
                "--rows=200",
                "--seed=1",
                "--out=" + path("people.csv"),
                "--schema-out=" + path("people.yaml")))
        .isZero();
    table = Files.readString(directory.resolve("people.csv"));
  }

  private String path(String name) {
    return directory.resolve(name).toString();
  }

  private static int run(StringBuilder said, String... words) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = Main.run(words, new Console(new ByteArrayOutputStream(), err, false));
    said.append(err.toString(UTF_8));
    return code;
  }

  /** Runs a command on the table after an edit, and expects that it is refused in time. */
  private void refused(UnaryOperator<String> edit, String sentence, String... words)
      throws IOException {
    Files.writeString(directory.resolve("edited.csv"), edit.apply(table));
    byte[] before = Files.readAllBytes(ledger);
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--data=" + path("edited.csv"), "--ledger=" + ledger));
    StringBuilder said = new StringBuilder();

    assertThat(run(said, all.toArray(String[]::new))).as(said.toString()).isEqualTo(1);
    assertThat(said.toString())
        .contains(sentence, "Nothing was spent and no data was read.")
        .doesNotContain("stays charged");
    assertThat(Files.readAllBytes(ledger)).isEqualTo(before);
    assertThat(directory.resolve("m.model")).doesNotExist();
  }

  private String[] train(String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                more.length == 0 ? "train" : "tune",
                "--schema=" + path("people.yaml"),
                "--epsilon=1",
                "--delta=1e-6",
                "--learner=batch-perceptron",
                "--model=" + path("m.model")));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  private static UnaryOperator<String> renamed(String from, String to) {
    return text -> text.replaceFirst("\\b" + from + "\\b", to);
  }

  @Test
  void aMisspeltColumnCostsNothing() throws IOException {
    String meant = "of the first line, counted from 1, is written almost like 'hours_per_week'";
    refused(renamed("hours_per_week", "hours_per_weeks"), meant, train());
    refused(renamed("hours_per_week", "hours_per_weeks"), meant, train("--try=margin=0.02,0.2"));
    refused(renamed("income", "incme"), "is written almost like 'income'", train());
    refused(renamed("age", "x"), "column 'age' is in the schema but not in the file's", train());
  }

  @Test
  void aSurveyOfColumnsThatAreNotThereCostsNothing() throws IOException {
    String[] learn = {
      "schema",
      "learn",
      "--number=age,rent",
      "--ignore=household_size,region,employment,education_years,hours_per_week,commute_minutes,"
          + "occupation,marital_status,housing,driving_licence",
      "--label=income",
      "--epsilon=1",
      "--delta=1e-6",
      "--out=" + path("m.model")
    };
    refused(renamed("rent", "rnt"), "rent", learn);
    refused(text -> text.replace(",", ";"), "looks like ';' between cells", learn);
  }

  @Test
  void otherFormsCostNothing() throws IOException {
    refused(
        text -> text.replace(",", ";"),
        "looks like ';' between cells, and not ',': write delimiter: \";\" into the schema",
        train());
    refused(text -> text.replace(",", "\t"), "looks like a tab between cells", train());
    refused(
        text -> text.substring(text.indexOf('\n') + 1),
        "looks like a row: if there is no header, write header: false into the schema",
        train());
    refused(text -> "@relation people\n" + text, "this looks like ARFF", train());
    refused(text -> "PK\u0003\u0004" + text, "a zip archive", train());
    refused(text -> "", "the file is empty", train());
    refused(renamed("age", "income"), "have the same name", train());
  }

  @Test
  void imagesOfAnotherSizeCostNothing() throws IOException {
    Files.write(
        directory.resolve("images"),
        ByteBuffer.allocate(18).putInt(0x803).putInt(1).putInt(1).putInt(2).array());
    Files.write(
        directory.resolve("labels"), ByteBuffer.allocate(9).putInt(0x801).putInt(1).array());
    byte[] before = Files.readAllBytes(ledger);
    StringBuilder said = new StringBuilder();
    int code =
        run(
            said,
            "train",
            "--data=" + path("images") + "," + path("labels"),
            "--features=784",
            "--classes=10",
            "--unit-rows",
            "--adjacency=add-or-remove-one",
            "--expected-rows=1000",
            "--epsilon=1",
            "--delta=1e-6",
            "--ledger=" + ledger,
            "--model=" + path("m.model"));
    assertThat(code).as(said.toString()).isEqualTo(1);
    assertThat(said.toString())
        .contains("each record has 2 values but 784 features are declared", "Nothing was spent");
    assertThat(Files.readAllBytes(ledger)).isEqualTo(before);
  }

  /** What can only be found in rows stays charged, and the message says so. */
  @Test
  void aBrokenRowStaysCharged() throws IOException {
    Files.writeString(directory.resolve("edited.csv"), table + "1,2\n");
    byte[] before = Files.readAllBytes(ledger);
    List<String> words = new ArrayList<>(List.of(train()));
    words.addAll(List.of("--data=" + path("edited.csv"), "--ledger=" + ledger));
    StringBuilder said = new StringBuilder();

    assertThat(run(said, words.toArray(String[]::new))).isEqualTo(1);
    assertThat(said.toString()).contains("stays charged");
    assertThat(Files.readAllBytes(ledger)).isNotEqualTo(before);
  }
}
