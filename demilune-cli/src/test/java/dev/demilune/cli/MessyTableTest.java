// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Amounts, dates, missing values and decimal commas, from the file to the prediction. */
class MessyTableTest {

  @TempDir Path directory;

  private String errors;

  @BeforeEach
  void generate() {
    run(0, "generate", "loans", "--rows=6000", "--seed=1", "--out=" + file("loans.csv"));
    run(0, "generate", "loans", "--rows=3000", "--seed=2", "--out=" + file("test.csv"));
  }

  @Test
  void trainsPredictsAndEvaluates() throws IOException {
    train("loans.schema.yaml", "loans.model");
    JsonObject good = evaluate("loans.model", "test.csv");
    assertThat(errors).isEmpty();
    assertThat(good.getAsJsonArray("cells")).isEmpty();

    Path plain = file("plain.yaml");
    Files.writeString(
        plain,
        Files.readString(file("loans.schema.yaml"))
            .replaceAll("\\{number: (\\S+),.*}", "number $1")
            .replaceAll("(since|branch): .*", "$1: ignore"));
    train("plain.yaml", "plain.model");
    JsonObject straight = evaluate("plain.model", "test.csv");
    // One run with 20,000 rows and ε = 1 had 0.76 against 0.63; standard errors are 0.008.
    assertThat(good.get("accuracy").getAsDouble())
        .isGreaterThan(straight.get("accuracy").getAsDouble() + 0.05);

    run(
        0,
        "predict",
        "--model=" + file("loans.model"),
        "--data=" + file("test.csv"),
        "--out=" + file("p.csv"));
    assertThat(Files.readAllLines(file("p.csv"))).hasSize(3001);
  }

  @Test
  void cellsThatAreWrittenOtherwiseAreCounted() throws IOException {
    train("loans.schema.yaml", "loans.model");
    List<String> lines = Files.readAllLines(file("test.csv"));
    StringBuilder changed = new StringBuilder(lines.get(0)).append('\n');
    for (int i = 1; i < lines.size(); i++) {
      String[] cells = lines.get(i).split(";", -1);
      if (i >= 10) {
        cells[1] = cells[1].replace(".", "").replace(',', '.'); // 1234.50
        cells[3] = cells[3].replaceAll("(\\d+)\\.(\\d+)\\.(\\d+)", "$2/$1/$3");
      }
      cells[4] = i == 20 ? "gold" : cells[4];
      changed.append(String.join(";", cells)).append('\n');
    }
    Files.writeString(file("changed.csv"), changed.toString());

    JsonArray cells = evaluate("loans.model", "changed.csv").getAsJsonArray("cells");
    assertThat(cells).hasSize(3);
    assertThat(cells.get(0).toString())
        .isEqualTo(
            "{\"column\":\"amount\",\"state\":\"unreadable\",\"cells\":2991,\"firstLine\":11,"
                + "\"advice\":\"decimal: \\\".\\\", thousands: none\"}");
    assertThat(cells.get(1).toString())
        .isEqualTo(
            "{\"column\":\"since\",\"state\":\"unreadable\",\"cells\":2991,\"firstLine\":11,"
                + "\"advice\":\"date: m/d/Y\"}");
    assertThat(cells.get(2).toString())
        .isEqualTo(
            "{\"column\":\"grade\",\"state\":\"unknown\",\"cells\":1,\"firstLine\":21,"
                + "\"advice\":null}");
    assertThat(errors)
        .isEqualTo(
            """
            note: column 'amount': 2,991 of 3,000 cells are not readable as declared, the first on \
            line 11; they would be with decimal: ".", thousands: none.
            note: column 'since': 2,991 of 3,000 cells are not readable as declared, the first on \
            line 11; they would be with date: m/d/Y.
            note: column 'grade': 1 of 3,000 cells is not listed, the first on line 21.
            """);

    String predicted =
        run(
            0,
            "predict",
            "--model=" + file("loans.model"),
            "--data=" + file("changed.csv"),
            "--out=" + file("p.csv"),
            "--json");
    assertThat(JsonParser.parseString(predicted).getAsJsonObject().get("cells")).isEqualTo(cells);

    String schema = file("loans.schema.yaml").toString();
    String lint = run(0, "schema", "lint", schema, "--data=" + file("changed.csv"));
    assertThat(lint)
        .contains("NOT TO BE PUBLISHED")
        .contains("column 'income': ", "cells are missing, the first on line ")
        .contains("column 'grade': 1 of 3,000 cells is not listed, the first on line 21");
    JsonObject json =
        JsonParser.parseString(
                run(0, "schema", "lint", schema, "--data=" + file("changed.csv"), "--json"))
            .getAsJsonObject();
    assertThat(json.get("notToBePublished").getAsBoolean()).isTrue();
    assertThat(json.getAsJsonArray("cells")).hasSize(4);
    assertThat(json.getAsJsonArray("classesWithoutRows")).isEmpty();
  }

  @Test
  void aClassThatNoRowHasIsNamed() throws IOException {
    Files.writeString(
        file("three.yaml"),
        Files.readString(file("loans.schema.yaml"))
            .replaceAll("label: \\[(.*?)]", "label: [$1, perhaps]"));
    String lint =
        run(0, "schema", "lint", file("three.yaml").toString(), "--data=" + file("test.csv"));
    assertThat(lint).contains("class 'perhaps' has no rows").doesNotContain("class 'yes'");
  }

  /** A schema's faults are known before anything is charged. */
  @Test
  void aFaultySchemaChargesNothing() throws IOException {
    run(
        0,
        "ledger",
        "create",
        "--ledger=" + file("l.db"),
        "--name=loans",
        "--adjacency=add-or-remove-one",
        "--epsilon=1");
    Files.writeString(
        file("faulty.yaml"),
        Files.readString(file("loans.schema.yaml"))
            .replace("knots: 6, monotone", "knots: [5000, 200], monotone")
            .replace("branch: {hashed: 64}", "branch: {hashed: 64, monotone: increasing}"));
    run(
        1,
        "train",
        "--data=" + file("loans.csv"),
        "--schema=" + file("faulty.yaml"),
        "--epsilon=1",
        "--ledger=" + file("l.db"),
        "--model=" + file("m.model"));
    assertThat(errors)
        .contains(
            "column 'amount' has its knots out of order: list them from low to high, each once",
            "column 'branch' is a category without an order and cannot be monotone");
    String ledger = run(0, "ledger", "show", "--ledger=" + file("l.db"), "--json");
    assertThat(JsonParser.parseString(ledger).getAsJsonObject().getAsJsonArray("entries"))
        .isEmpty();
  }

  @Test
  void aDraftOfThePublicTableReadsIt() {
    String drafted = file("drafted.yaml").toString();
    run(0, "schema", "draft", "--public=" + file("test.csv"), "--delimiter=;", "--out=" + drafted);
    run(0, "schema", "check", drafted, "--data=" + file("loans.csv"));
    JsonObject lint =
        JsonParser.parseString(
                run(0, "schema", "lint", drafted, "--data=" + file("test.csv"), "--json"))
            .getAsJsonObject();
    // Nothing but missing incomes, and codes that are too many to list.
    assertThat(lint.getAsJsonArray("cells")).hasSize(1);
    assertThat(lint.getAsJsonArray("cells").get(0).toString()).contains("income", "missing");
  }

  private void train(String schema, String model) {
    run(
        0,
        "train",
        "--data=" + file("loans.csv"),
        "--schema=" + file(schema),
        "--epsilon=3",
        "--delta=1e-6",
        "--seed=3",
        "--model=" + file(model));
  }

  private JsonObject evaluate(String model, String data) {
    return JsonParser.parseString(
            run(0, "evaluate", "--model=" + file(model), "--data=" + file(data), "--json"))
        .getAsJsonObject();
  }

  private Path file(String name) {
    return directory.resolve(name);
  }

  private String run(int code, String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    assertThat(Main.run(words, new Console(out, err, false)))
        .as("%s: %s", String.join(" ", words), err.toString(UTF_8))
        .isEqualTo(code);
    errors = err.toString(UTF_8);
    return out.toString(UTF_8);
  }
}
