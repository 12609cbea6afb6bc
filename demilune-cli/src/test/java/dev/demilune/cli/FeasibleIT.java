// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Constraints from file to point, and everything that can be wrong on the way. */
class FeasibleIT {

  @TempDir Path directory;

  private Workshop workshop;

  @BeforeEach
  void open() throws Exception {
    workshop = new Workshop(directory);
  }

  /** With ε = 20 few rows of 400 can be violated: what is lost is 10 in all, 19 times in 20. */
  @Test
  void findsAPointThatNearlyAllAccept() throws Exception {
    done(
        "generate",
        "constraints",
        "--rows",
        "400",
        "--largest",
        "50",
        "--out",
        "c.csv",
        "--seed",
        "3");
    done(
        "ledger",
        "create",
        "--ledger",
        "l.db",
        "--name",
        "limits",
        "--adjacency",
        "add-or-remove-one",
        "--epsilon",
        "30");
    Subprocess run =
        feasible(
            "--bound",
            "50,50,2050",
            "--expected-rows",
            "400",
            "--epsilon",
            "20",
            "--ledger",
            "l.db",
            "--purpose",
            "a compromise",
            "--json",
            "--out",
            "p.csv");
    JsonObject result = Workshop.json(run);
    assertThat(run.err())
        .contains("the one found violates at most ")
        .contains(
            "rows are enough if all are used; the constants of the published analysis ask for a"
                + " delta first");
    assertThat(result.get("private").getAsBoolean()).isTrue();
    assertThat(result.getAsJsonObject("guarantee").get("epsilon").getAsDouble())
        .isBetween(19.99, 20.0);
    assertThat(violated(result.getAsJsonArray("point"))).isLessThanOrEqualTo(10);
    assertThat(Files.readString(workshop.file("p.csv")))
        .startsWith(
            "variable,exact,decimal\nx1," + result.getAsJsonArray("point").get(0).getAsString());
    assertThat(workshop.run("ledger", "history", "--ledger", "l.db").out())
        .contains("a compromise")
        .contains("deep-point");
    Workshop.assertRefused(
        feasible(
            "--bound",
            "50,50,2050",
            "--expected-rows",
            "400",
            "--epsilon",
            "20",
            "--ledger",
            "l.db"),
        3,
        "cannot spend");
  }

  private int violated(JsonArray point) throws Exception {
    List<String> lines = Files.readAllLines(workshop.file("c.csv"));
    int violated = 0;
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      // Over the product of the denominators, which is positive.
      BigInteger[] first = fraction(point.get(0).getAsString());
      BigInteger[] second = fraction(point.get(1).getAsString());
      BigInteger left =
          new BigInteger(cells[0])
              .multiply(first[0])
              .multiply(second[1])
              .add(new BigInteger(cells[1]).multiply(second[0]).multiply(first[1]));
      BigInteger right = new BigInteger(cells[2]).multiply(first[1]).multiply(second[1]);
      violated += left.compareTo(right) < 0 ? 1 : 0;
    }
    return violated;
  }

  private static BigInteger[] fraction(String text) {
    String[] parts = text.split("/", -1);
    return new BigInteger[] {
      new BigInteger(parts[0]), parts.length == 1 ? BigInteger.ONE : new BigInteger(parts[1])
    };
  }

  @Test
  void aSeededRunIsRepeatedAndPrintsTheFractions() throws Exception {
    workshop.write("c.csv", "a,b\n2,3\n2,3\n-1,-2\n");
    String[] options = {
      "--bound",
      "2,3",
      "--epsilon",
      "50",
      "--delta",
      "1e-6",
      "--adjacency",
      "replace-one",
      "--seed",
      "4"
    };
    Subprocess once = feasible(options);
    assertThat(once.code()).as(once.err()).isZero();
    assertThat(once.out()).contains("x1 = ").contains(" ≈ ").contains("NOT PRIVATE");
    assertThat(feasible(options).out()).isEqualTo(once.out());
    // 3/2 ≤ x ≤ 2, and with a budget of 50 nothing else comes out
    String decimal =
        once.out()
            .lines()
            .filter(line -> line.startsWith("x1 = "))
            .findFirst()
            .orElseThrow()
            .replaceAll(".* ≈ ", "");
    assertThat(new BigDecimal(decimal)).isBetween(new BigDecimal("1.5"), new BigDecimal("2"));
  }

  /** x ≤ 7, y ≤ 5 and x + y ≤ 10, two hundred times each: the optimum of 3x + 2y is 27. */
  @Test
  void maximizesAnObjective() throws Exception {
    workshop.write("c.csv", "a1,a2,b\n" + "-1,0,-7\n0,-1,-5\n-1,-1,-10\n".repeat(200));
    String[] options = {
      "--bound", "1,1,10", "--epsilon", "50", "--adjacency", "replace-one", "--seed", "4", "--json"
    };
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of("--maximize", "3,2"));
    Subprocess run = feasible(all.toArray(String[]::new));
    JsonObject result = Workshop.json(run);
    assertThat(run.err()).contains("has no worse objective and violates at most ");
    // Fewer rows may be violated than there are copies of one constraint.
    assertThat(result.get("objective").getAsString()).isEqualTo("27");
    all.set(all.size() - 2, "--minimize");
    all.set(all.size() - 1, "-3,-2");
    assertThat(Workshop.json(feasible(all.toArray(String[]::new))).get("objective").getAsString())
        .isEqualTo("-27");
    all.addAll(List.of("--maximize", "3,2"));
    Workshop.assertRefused(
        feasible(all.toArray(String[]::new)), 2, "--maximize and --minimize exclude each other");
    Workshop.assertRefused(
        feasible(
            "--bound",
            "1,1,10",
            "--epsilon",
            "1",
            "--adjacency",
            "replace-one",
            "--seed",
            "1",
            "--maximize",
            "3"),
        2,
        "the objective needs one number for each variable: 2, got 1");
    Workshop.assertRefused(
        feasible(
            "--bound",
            "1,1,10",
            "--epsilon",
            "1",
            "--adjacency",
            "replace-one",
            "--seed",
            "1",
            "--tolerate",
            "3"),
        2,
        "--tolerate needs --maximize or --minimize");
  }

  /** Six variables: the default takes the other method, and prints no number it did not pay for. */
  @Test
  void manyVariablesAreRescaled() throws Exception {
    done(
        "generate",
        "constraints",
        "--rows",
        "4000",
        "--variables",
        "6",
        "--largest",
        "50",
        "--out",
        "c.csv",
        "--seed",
        "3");
    String[] options = {
      "--bound",
      "50,50,50,50,50,50,6050",
      "--epsilon",
      "2",
      "--delta",
      "1e-6",
      "--adjacency",
      "add-or-remove-one",
      "--seed",
      "4",
      "--json"
    };
    Subprocess run = feasible(options);
    JsonObject result = Workshop.json(run);
    assertThat(run.err()).contains("no bound on the violated rows is known");
    assertThat(result.keySet())
        .containsExactly("point", "decimals", "guarantee", "private", "certificate");
    JsonArray point = result.getAsJsonArray("decimals");
    int violated = 0;
    List<String> lines = Files.readAllLines(workshop.file("c.csv"));
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      double left = 0;
      for (int j = 0; j < 6; j++) {
        left += Double.parseDouble(cells[j]) * point.get(j).getAsDouble();
      }
      violated += left < Double.parseDouble(cells[6]) ? 1 : 0;
    }
    assertThat(violated)
        .isLessThan(200); // a twentieth; a point that has nothing to do with them violates half
    assertThat(feasible(options).out()).isEqualTo(run.out());
  }

  /** The same steps and the same words as for any other, and no fault. */
  @Test
  void anInfeasibleSystemIsNotDetected() throws Exception {
    workshop.write("c.csv", "a1,a2,b\n1,0,3\n-1,0,3\n0,1,3\n0,-1,3\n");
    String[] options = {
      "--bound", "1,1,3", "--epsilon", "5", "--adjacency", "replace-one", "--seed", "4"
    };
    Subprocess impossible = feasible(options);
    workshop.write("c.csv", "a1,a2,b\n1,0,-3\n-1,0,-3\n0,1,-3\n0,-1,-3\n");
    Subprocess possible = feasible(options);
    assertThat(impossible.code()).isZero();
    assertThat(possible.code()).isZero();
    assertThat(impossible.err()).isEqualTo(possible.err());
    assertThat(impossible.out().lines().count()).isEqualTo(possible.out().lines().count());
  }

  @Test
  void aBadRowIsToldByItsLineAfterTheCharge() throws Exception {
    done(
        "ledger",
        "create",
        "--ledger",
        "l.db",
        "--name",
        "limits",
        "--adjacency",
        "replace-one",
        "--epsilon",
        "9");
    String[][] faults = {
      {"1,2,11", "c.csv:3: the number in column 3 is beyond its declared bound of 10"},
      {"0,0,1", "c.csv:3: all coefficients are zero"},
      {"1,NaN,1", "c.csv:3: the cell in column 2 is no whole number"},
      {"1,0.5,1", "c.csv:3: the cell in column 2 is no whole number"},
      {"1,1", "c.csv:3: the row has 2 cells"},
    };
    for (String[] fault : faults) {
      workshop.write("c.csv", "a1,a2,b\n1,1,1\n" + fault[0] + "\n");
      Workshop.assertRefused(
          feasible("--bound", "9,9,10", "--epsilon", "1", "--ledger", "l.db", "--out", "p.csv"),
          1,
          fault[1],
          "was charged before the rows were opened");
    }
    workshop.assertOnly("c.csv", "l.db");
    assertThat(
            Workshop.json(workshop.run("ledger", "show", "--ledger", "l.db", "--json"))
                .get("entries")
                .getAsJsonArray())
        .hasSize(faults.length);
  }

  @Test
  void whatCannotWorkIsRefusedBeforeAnythingIsSpent() throws Exception {
    workshop.write("c.csv", "a1,a2,a3,a4,a5,a6,b\n1,1,1,1,1,1,1\n");
    done(
        "ledger",
        "create",
        "--ledger",
        "l.db",
        "--name",
        "limits",
        "--adjacency",
        "add-or-remove-one",
        "--epsilon",
        "9");
    Workshop.assertRefused(
        feasible(
            "--bound",
            "9,9,9,9,9,9,9",
            "--epsilon",
            "1",
            "--ledger",
            "l.db",
            "--expected-rows",
            "100",
            "--method",
            "deep"),
        1,
        "at most 5 variables can be done, and there are 6",
        "use the rescaling method",
        "Nothing was spent and no data was read.");
    Workshop.assertRefused(
        feasible("--bound", "9,9,9,9,9,9,9", "--epsilon", "1", "--ledger", "l.db"),
        1,
        "give a delta above 0",
        "Nothing was spent and no data was read.");
    workshop.write("c.csv", "a1,a2,b\n1,1,1\n");
    Workshop.assertRefused(
        feasible("--bound", "9,9,9", "--epsilon", "1", "--ledger", "l.db", "--method", "simplex"),
        2,
        "--method must be auto, deep or rescaling, got 'simplex'");
    Workshop.assertRefused(
        feasible(
            "--bound",
            "9,9,9",
            "--epsilon",
            "1",
            "--delta",
            "1e-6",
            "--ledger",
            "l.db",
            "--method",
            "rescaling",
            "--sample",
            "10"),
        2,
        "--sample is for --method deep");
    Workshop.assertRefused(
        feasible(
            "--bound",
            "9,9,9",
            "--epsilon",
            "1",
            "--ledger",
            "l.db",
            "--expected-rows",
            "1e7",
            "--sample",
            "all"),
        1,
        "exact work on 10000000 rows and 2 variables takes about ",
        "Nothing was spent and no data was read.");
    Workshop.assertRefused(
        feasible("--bound", "9,9,9", "--epsilon", "1", "--ledger", "l.db"),
        2,
        "--expected-rows is missing");
    Workshop.assertRefused(
        feasible("--bound", "9,9,9", "--epsilon", "1", "--adjacency", "replace-one"),
        2,
        "--ledger is missing");
    Workshop.assertRefused(
        feasible("--bound", "9,1.5,9", "--epsilon", "1", "--ledger", "l.db"),
        2,
        "--bound must be whole numbers of at least 0");
    assertThat(
            Workshop.json(workshop.run("ledger", "show", "--ledger", "l.db", "--json"))
                .get("entries")
                .getAsJsonArray())
        .isEmpty();
  }

  private Subprocess feasible(String... more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("feasible", "--constraints", "c.csv"));
    arguments.addAll(List.of(more));
    return workshop.run(arguments.toArray(String[]::new));
  }

  private void done(String... arguments) throws Exception {
    Subprocess run = workshop.run(arguments);
    assertThat(run.code()).as(run.err()).isZero();
  }
}
