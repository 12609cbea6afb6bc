// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Points from file to center, and what can be wrong on the way. */
class CenterIT {

  @TempDir Path directory;

  private Workshop workshop;

  @BeforeEach
  void open() throws Exception {
    workshop = new Workshop(directory);
  }

  private void ledger(String adjacency) throws Exception {
    Subprocess run =
        workshop.run(
            "ledger",
            "create",
            "--ledger",
            "l.db",
            "--name",
            "homes",
            "--adjacency",
            adjacency,
            "--epsilon",
            "30");
    assertThat(run.code()).as(run.err()).isZero();
  }

  private Subprocess center(String... more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("center", "--points", "p.csv"));
    arguments.addAll(List.of(more));
    return workshop.run(arguments.toArray(String[]::new));
  }

  /** A square of 121 points around (20, -30): with ε = 20 the center is within it. */
  @Test
  void findsTheMiddleOfASquare() throws Exception {
    StringBuilder csv = new StringBuilder("x,y\n");
    for (int i = 0; i < 121; i++) {
      csv.append(15 + i % 11).append(',').append(-35 + i / 11).append('\n');
    }
    workshop.write("p.csv", csv.toString());
    ledger("add-or-remove-one");
    Subprocess run =
        center(
            "--bound",
            "100,100",
            "--expected-rows",
            "120",
            "--epsilon",
            "20",
            "--ledger",
            "l.db",
            "--json");
    JsonObject result = Workshop.json(run);
    assertThat(run.err()).contains("201, 201 cells").contains("for a place in the hull of");
    assertThat(result.get("private").getAsBoolean()).isTrue();
    assertThat(result.has("seconds")).isFalse();
    JsonArray place = result.getAsJsonArray("decimals");
    assertThat(place.get(0).getAsDouble()).isBetween(15.0, 25.0);
    assertThat(place.get(1).getAsDouble()).isBetween(-35.0, -25.0);
    assertThat(workshop.run("ledger", "history", "--ledger", "l.db").out()).contains("center");
    Workshop.assertRefused(
        center(
            "--bound", "100,100", "--expected-rows", "120", "--epsilon", "20", "--ledger", "l.db"),
        3,
        "cannot spend");
  }

  @Test
  void aSeededRunIsRepeatedInThreeDimensions() throws Exception {
    workshop.write("p.csv", "x,y,z\n0,0,0\n1,0,0\n0,1,0\n0,0,1\n1,1,1\n");
    String[] options = {
      "--bound",
      "2,2,2",
      "--resolution",
      "10",
      "--epsilon",
      "9",
      "--adjacency",
      "replace-one",
      "--seed",
      "4"
    };
    Subprocess once = center(options);
    assertThat(once.code()).as(once.err()).isZero();
    assertThat(once.out()).contains("x1 = ").contains("x3 = ").contains("NOT PRIVATE");
    assertThat(center(options).out()).isEqualTo(once.out());
  }

  @Test
  void faultsAreToldBeforeTheChargeOrByTheirLineAfterIt() throws Exception {
    workshop.write("p.csv", "x,y\n1,1\n1,12\n");
    ledger("add-or-remove-one");
    Workshop.assertRefused(
        center("--bound", "9,9", "--epsilon", "1", "--ledger", "l.db"),
        2,
        "--expected-rows is missing");
    workshop.write("p.csv", "x,y,z,w\n1,1,1,1\n");
    Workshop.assertRefused(
        center("--bound", "9,9,9,9", "--expected-rows", "9", "--epsilon", "1", "--ledger", "l.db"),
        1,
        "one to 3 coordinates can be done, and there are 4",
        "Nothing was spent and no data was read.");
    workshop.write("p.csv", "x,y\n1,1\n1,12\n");
    Workshop.assertRefused(
        center("--bound", "9,9", "--expected-rows", "9", "--epsilon", "1", "--ledger", "l.db"),
        1,
        "p.csv:3: the number in column 2 is beyond its declared bound of 9",
        "was charged before the rows were opened");
    Workshop.assertRefused(
        center("--bound", "9", "--expected-rows", "9", "--epsilon", "1", "--ledger", "l.db"),
        1,
        "the file has 2 columns, and bounds are declared for 1");
  }
}
