// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.demilune.DemiluneException;
import dev.demilune.budget.Allowance;
import dev.demilune.budget.Ledger;
import dev.demilune.budget.Purpose;
import dev.demilune.data.AtomicFile;
import dev.demilune.data.CsvReader;
import dev.demilune.feasibility.ConstraintReader;
import dev.demilune.feasibility.Constraints;
import dev.demilune.feasibility.DeepPoint;
import dev.demilune.feasibility.DeepPointPlan;
import dev.demilune.feasibility.PrivatePoint;
import dev.demilune.feasibility.Rational;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code demilune feasible}: a point that satisfies most constraints of people. Everything that can
 * be checked without the rows is checked, then the ledger is charged, and only then is a row read.
 */
@Command(
    name = "feasible",
    description = {
      "Find a point that satisfies nearly all of many linear constraints, each of them somebody's,"
          + " privately and in exact arithmetic. A row a1,...,ad,b of whole numbers means a1·x1 +"
          + " ... + ad·xd >= b. If no point satisfies all, you get one that satisfies about as many"
          + " as any, and nothing says so: that would be a release."
    },
    footer = {
      "",
      "Example:",
      "  demilune feasible --constraints limits.csv --bound 100,100,1000 --expected-rows 2000 \\",
      "      --epsilon 1 --ledger people.db"
    })
final class FeasibleCommand extends DemiluneCommand {

  @Option(
      names = "--constraints",
      paramLabel = "FILE",
      required = true,
      description = "The constraints, CSV, plain or compressed: coefficients, and last b.")
  Path constraints;

  @Mixin CsvOptions csv = new CsvOptions();

  @Mixin FeasibleOptions search = new FeasibleOptions();

  @Mixin PrivacyOptions privacy = new PrivacyOptions();

  @Option(
      names = "--adjacency",
      paramLabel = "WHAT",
      description =
          "What one person can change: add-or-remove-one or replace-one. By default the ledger's.")
  String adjacency;

  @Mixin LedgerSpend spend = new LedgerSpend();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "The point to write, CSV: variable, exact fraction, decimal.")
  Path out;

  FeasibleCommand(Console console) {
    super(console);
  }

  @Override
  void run() {
    Guarantee guarantee = fromOptions(privacy::guarantee);
    Adjacency wanted =
        adjacency == null ? null : fromOptions(() -> SchemaOptions.parseAdjacency(adjacency));
    fromOptions(
        () -> {
          csv.format();
          spend.check(common.seed);
          if (spend.ledger == null && wanted == null) {
            throw new IllegalArgumentException("--adjacency is missing: without a ledger, say it");
          }
          return null;
        });
    checkFiles();
    warnWhenSeeded();
    Charged charged = charge(wanted, guarantee);
    long start = System.nanoTime();
    PrivatePoint point = find(charged);
    print(charged, point, guarantee, (System.nanoTime() - start) / 1e9);
  }

  /** The plan is missing where it is made after the rows are read. */
  private record Charged(DeepPoint search, Optional<DeepPointPlan> plan, Allowance allowance) {}

  /**
   * Closes the ledger before any row is read: then the charge is in the one file. Where the number
   * of rows is public it is known when they are read, and the plan is made for it then; only the
   * guarantee is charged before.
   */
  private Charged charge(Adjacency wanted, Guarantee guarantee) {
    try (Ledger ledger = spend.open(wanted, guarantee, common.randomness())) {
      DeepPoint deep = search(ledger.adjacency());
      DeepPointPlan plan = plan(deep, guarantee);
      String purpose = spend.purpose == null ? "feasible point" : spend.purpose;
      return ledger.adjacency().rowCountIsPublic()
          ? new Charged(
              deep, Optional.empty(), ledger.spend(new Purpose(purpose, plan.doneBy()), guarantee))
          : new Charged(deep, Optional.of(plan), ledger.spend(purpose, plan));
    }
  }

  private DeepPoint search(Adjacency ofLedger) {
    return fromOptions(
        () -> {
          try {
            return search.of(ofLedger);
          } catch (DemiluneException e) {
            throw new DemiluneException(untouched(e), e);
          }
        });
  }

  private static String untouched(DemiluneException e) {
    return e.getMessage() + ". Nothing was spent and no data was read.";
  }

  /** Plans, and notes what to expect. */
  private DeepPointPlan plan(DeepPoint deep, Guarantee guarantee) {
    try {
      DeepPointPlan plan = deep.plan(guarantee);
      console.note(plan.expectation() + ".");
      console.note(
          String.format(
              Locale.ROOT,
              "for at most %s of all rows to be violated, %,d rows are enough if all are used; the"
                  + " constants of the published analysis ask for %s.",
              search.error,
              deep.rowsFor(guarantee, search.error()),
              published(deep, guarantee)));
      return plan;
    } catch (DemiluneException e) {
      throw new DemiluneException(untouched(e), e);
    }
  }

  private String published(DeepPoint deep, Guarantee guarantee) {
    double rows = deep.publishedRowsFor(guarantee, search.error());
    return Double.isInfinite(rows) ? "a delta first" : String.format(Locale.ROOT, "%.2g", rows);
  }

  private void checkFiles() {
    Paths.checkReadable("--constraints", constraints);
    if (out != null) {
      Paths.checkWritable("--out", out);
    }
    checkApart(
        new FileRoles()
            .reads("--constraints", constraints)
            .reads("--ledger", spend.checkedFile())
            .writes("--out", out));
  }

  private PrivatePoint find(Charged charged) {
    try {
      Constraints read =
          ConstraintReader.read(CsvReader.open(constraints, csv.format()), charged.search.bounds());
      DeepPointPlan plan =
          charged.plan.orElseGet(
              () -> charged.search.planForRead(read.size(), charged.allowance.guarantee()));
      PrivatePoint point = plan.run(read, charged.allowance);
      if (out != null) {
        write(point.coordinates());
      }
      return point;
    } catch (DemiluneException e) {
      spend.noteCharged(console, charged.allowance.ledger());
      throw e;
    }
  }

  private void write(List<Rational> point) {
    StringBuilder lines = new StringBuilder("variable,exact,decimal\n");
    for (int i = 0; i < point.size(); i++) {
      lines.append("x").append(i + 1).append(',').append(point.get(i));
      lines.append(',').append(point.get(i).doubleValue()).append('\n');
    }
    try (AtomicFile file = AtomicFile.create(out)) {
      file.write(lines.toString().getBytes(StandardCharsets.UTF_8));
      file.commit();
    }
  }

  private void print(Charged charged, PrivatePoint point, Guarantee guarantee, double seconds) {
    List<Rational> coordinates = point.coordinates();
    if (common.json) {
      JsonArray exact = new JsonArray();
      JsonArray decimal = new JsonArray();
      for (Rational coordinate : coordinates) {
        exact.add(coordinate.toString());
        decimal.add(coordinate.doubleValue());
      }
      JsonObject result = new JsonObject();
      result.add("point", exact);
      result.add("decimals", decimal);
      result.add("guarantee", FitReport.guarantee(point.certificate()));
      result.addProperty("private", point.certificate().isPrivate());
      result.addProperty("rowsNeeded", charged.search.rowsFor(guarantee, search.error()));
      double published = charged.search.publishedRowsFor(guarantee, search.error());
      result.addProperty("publishedRowsNeeded", Double.isInfinite(published) ? null : published);
      result.addProperty("seconds", Math.round(seconds * 1000) / 1000.0);
      result.add("certificate", point.certificate().toJson());
      print(result);
      return;
    }
    print(point.certificate().toString());
    print("");
    for (int i = 0; i < coordinates.size(); i++) {
      print("x" + (i + 1) + " = " + coordinates.get(i) + " ≈ " + coordinates.get(i).doubleValue());
    }
    if (out != null) {
      print("\npoint written to " + out);
    }
  }
}
