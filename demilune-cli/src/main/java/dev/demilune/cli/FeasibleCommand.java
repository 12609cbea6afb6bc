// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.budget.Allowance;
import dev.demilune.budget.TableColumns;
import dev.demilune.data.AtomicFile;
import dev.demilune.data.CsvFormat;
import dev.demilune.data.CsvReader;
import dev.demilune.feasibility.ConstraintReader;
import dev.demilune.feasibility.Constraints;
import dev.demilune.feasibility.DeepPoint;
import dev.demilune.feasibility.DeepPointPlan;
import dev.demilune.feasibility.PrivatePoint;
import dev.demilune.feasibility.Rational;
import dev.demilune.feasibility.RescaledPoint;
import dev.demilune.feasibility.RescaledPointPlan;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
      "      --epsilon 1 --ledger people.db",
      "  demilune feasible --constraints limits.csv --bound 100,100,1000 --expected-rows 2000 \\",
      "      --maximize 3,2 --epsilon 1 --ledger people.db"
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

  @Mixin PaidOptions paid = new PaidOptions();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "The point to write, CSV: variable, exact fraction, decimal.")
  Path out;

  @Override
  void run() {
    Guarantee guarantee = fromOptions(paid.privacy::guarantee);
    CsvFormat format = fromOptions(csv::format);
    Adjacency wanted = fromOptions(() -> paid.wanted(common.seed));
    checkApart(
        new FileRoles()
            .reads("--constraints", constraints)
            .reads("--ledger", LedgerOption.file(paid.spend.ledger))
            .writes("--out", out));
    List<String> header =
        new FormLook(constraints, format, false)
            .numbers(
                search.bounds.size(),
                "bounds are declared for "
                    + (search.bounds.size() - 1)
                    + " variables and the right side");
    List<String> names = csv.columns == null ? header : csv.columns;
    if (!names.isEmpty()) {
      paid.spend.isFor(TableColumns.named(names));
    }
    tell(paid.spend.notices(this, guarantee, 0));
    paid.spend.chargeAndRun(
        this,
        wanted,
        guarantee,
        "feasible point",
        ledger -> LedgerSpend.planned(() -> work(ledger.adjacency(), guarantee, format)));
  }

  /**
   * A public number of rows is known when they are read, and the plan is made for it then; only the
   * guarantee is charged before.
   */
  private LedgerSpend.Work<PrivatePoint> work(
      Adjacency adjacency, Guarantee guarantee, CsvFormat format) {
    if (fromOptions(search::rescales)) {
      return rescaling(adjacency, guarantee, format);
    }
    DeepPoint deep = fromOptions(() -> search.of(adjacency));
    DeepPointPlan plan = plan(deep, guarantee);
    return new LedgerSpend.Work<>(
        adjacency.rowCountIsPublic() ? Optional.empty() : Optional.of(plan),
        plan.doneBy(),
        allowance -> find(deep, plan, format, allowance));
  }

  private LedgerSpend.Work<PrivatePoint> rescaling(
      Adjacency adjacency, Guarantee guarantee, CsvFormat format) {
    RescaledPoint rescaled = fromOptions(() -> search.rescaled(adjacency));
    RescaledPointPlan plan = rescaled.plan(guarantee);
    console.note(plan.expectation() + ".");
    return new LedgerSpend.Work<>(
        Optional.of(plan),
        plan.doneBy(),
        allowance -> {
          Constraints read =
              ConstraintReader.read(CsvReader.open(constraints, format), rescaled.bounds());
          PrivatePoint point = plan.run(read, allowance);
          if (out != null) {
            write(point.coordinates());
          }
          print(point);
          return point;
        });
  }

  /** Plans, and notes what to expect. */
  private DeepPointPlan plan(DeepPoint deep, Guarantee guarantee) {
    DeepPointPlan plan = deep.plan(guarantee);
    double published = deep.publishedRowsFor(guarantee, search.error());
    console.note(plan.expectation() + ".");
    if (deep.objective().isPresent()) { // nothing is published for it
      console.note(
          String.format(
              Locale.ROOT,
              "for at most %s of all rows to be violated, %,d rows are enough if all are used.",
              search.error,
              deep.rowsFor(guarantee, search.error())));
      return plan;
    }
    console.note(
        String.format(
            Locale.ROOT,
            "for at most %s of all rows to be violated, %,d rows are enough if all are used; the"
                + " constants of the published analysis ask for %s.",
            search.error,
            deep.rowsFor(guarantee, search.error()),
            Double.isInfinite(published)
                ? "a delta first"
                : String.format(Locale.ROOT, "%.2g", published)));
    return plan;
  }

  private PrivatePoint find(
      DeepPoint deep, DeepPointPlan before, CsvFormat format, Allowance allowance) {
    Constraints read = ConstraintReader.read(CsvReader.open(constraints, format), deep.bounds());
    DeepPointPlan plan =
        deep.adjacency().rowCountIsPublic()
            ? deep.planForRead(read.size(), allowance.guarantee())
            : before;
    PrivatePoint point = plan.run(read, allowance);
    if (out != null) {
      write(point.coordinates());
    }
    print(deep, point, plan.guarantee());
    return point;
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

  /** Without the time, which depends on how many rows are equal. */
  private void print(DeepPoint deep, PrivatePoint point, Guarantee guarantee) {
    List<Rational> coordinates = point.coordinates();
    double published = deep.publishedRowsFor(guarantee, search.error());
    // of released coordinates, and in the sign that was asked for
    Optional<Rational> value =
        deep.objective()
            .map(objective -> objective.value(coordinates))
            .map(maximum -> search.minimize == null ? maximum : maximum.negated());
    JsonObject result =
        Json.of(
            "point", coordinates,
            "decimals", Json.array(coordinates, Rational::doubleValue),
            "guarantee", FitReport.guarantee(point.certificate()),
            "private", point.certificate().isPrivate(),
            "rowsNeeded", deep.rowsFor(guarantee, search.error()),
            "publishedRowsNeeded", Double.isInfinite(published) ? null : published,
            "certificate", point.certificate().toJson());
    value.ifPresent(number -> result.addProperty("objective", number.toString()));
    answer(
        result,
        point.certificate() + "\n",
        text(coordinates),
        value.map(number -> "objective " + number + " ≈ " + number.doubleValue()).orElse(null),
        out == null ? null : "\npoint written to " + out);
  }

  private void print(PrivatePoint point) {
    List<Rational> coordinates = point.coordinates();
    answer(
        Json.of(
            "point", coordinates,
            "decimals", Json.array(coordinates, Rational::doubleValue),
            "guarantee", FitReport.guarantee(point.certificate()),
            "private", point.certificate().isPrivate(),
            "certificate", point.certificate().toJson()),
        point.certificate() + "\n",
        text(coordinates),
        out == null ? null : "\npoint written to " + out);
  }

  private static String text(List<Rational> coordinates) {
    return IntStream.range(0, coordinates.size())
        .mapToObj(
            i ->
                "x"
                    + (i + 1)
                    + " = "
                    + coordinates.get(i)
                    + " ≈ "
                    + coordinates.get(i).doubleValue())
        .collect(Collectors.joining("\n"));
  }
}
