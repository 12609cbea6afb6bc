// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.budget.Allowance;
import dev.demilune.budget.TableColumns;
import dev.demilune.center.Center;
import dev.demilune.center.CenterPlan;
import dev.demilune.center.PointReader;
import dev.demilune.center.Points;
import dev.demilune.data.CsvFormat;
import dev.demilune.data.CsvReader;
import dev.demilune.feasibility.PrivatePoint;
import dev.demilune.feasibility.Rational;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
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
 * {@code demilune center}: a private Tukey median. Everything that can be checked without the
 * points is checked, then the ledger is charged, and only then is a point read.
 */
@Command(
    name = "center",
    description = {
      "Find the middle of many points, each of them somebody's, privately: a Tukey median in one,"
          + " two or three dimensions. Coordinates are whole numbers. Close to the answer is a"
          + " place such that every line (or plane) through it has many points on both sides, so"
          + " that a few points cannot move it far, wherever they are."
    },
    footer = {
      "",
      "Example:",
      "  demilune center --points homes.csv --bound 1000,1000 --expected-rows 1000 --epsilon 1 \\",
      "      --ledger people.db"
    })
final class CenterCommand extends DemiluneCommand {

  @Option(
      names = "--points",
      paramLabel = "FILE",
      required = true,
      description = "The points, CSV, plain or compressed: one column for each coordinate.")
  Path points;

  @Mixin CsvOptions csv = new CsvOptions();

  @Option(
      names = "--bound",
      paramLabel = "N",
      split = ",",
      required = true,
      description =
          "Public bounds on absolute values, chosen without looking at the points: one for each"
              + " coordinate.")
  List<String> bounds;

  @Option(
      names = "--resolution",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Coordinates of the answer are multiples of 1/N, and a deep place is within half of that;"
              + " by default 1.")
  String resolution;

  @Option(
      names = "--expected-rows",
      paramLabel = "N",
      description =
          "A public guess of the number of points. Needed for add-or-remove-one, where it decides"
              + " how many are drawn.")
  String expectedRows;

  @Option(
      names = "--sample",
      paramLabel = "ROWS",
      description = "How many points to draw at most; by default what takes about a minute.")
  String sample;

  @Mixin PaidOptions paid = new PaidOptions();

  @Override
  void run() {
    Guarantee guarantee = fromOptions(paid.privacy::guarantee);
    CsvFormat format = fromOptions(csv::format);
    Adjacency wanted = fromOptions(() -> paid.wanted(common.seed));
    checkApart(
        new FileRoles()
            .reads("--points", points)
            .reads("--ledger", LedgerOption.file(paid.spend.ledger)));
    List<String> header =
        new FormLook(points, format, false)
            .numbers(bounds.size(), "bounds are declared for " + bounds.size());
    List<String> names = csv.columns == null ? header : csv.columns;
    if (!names.isEmpty()) {
      paid.spend.isFor(TableColumns.named(names));
    }
    tell(paid.spend.notices(this, guarantee, 0));
    paid.spend.chargeAndRun(
        this,
        wanted,
        guarantee,
        "center",
        ledger -> LedgerSpend.planned(() -> work(ledger.adjacency(), guarantee, format)));
  }

  /**
   * A public number of points is known when they are read, and the plan is made for it then; only
   * the guarantee is charged before.
   */
  private LedgerSpend.Work<PrivatePoint> work(
      Adjacency adjacency, Guarantee guarantee, CsvFormat format) {
    Center center = fromOptions(() -> center(adjacency));
    CenterPlan plan = center.plan(guarantee);
    console.note(plan.expectation() + ".");
    console.note(
        String.format(
            Locale.ROOT,
            "for a place in the hull of the points, %,d points are enough if all are used.",
            center.rowsFor(guarantee)));
    return new LedgerSpend.Work<>(
        adjacency.rowCountIsPublic() ? Optional.empty() : Optional.of(plan),
        plan.doneBy(),
        allowance -> find(center, plan, format, allowance));
  }

  private Center center(Adjacency adjacency) {
    Center center =
        Center.of(bounds.stream().map(FeasibleOptions::bound).toList(), adjacency)
            .withResolution(Numerals.whole("--resolution", resolution));
    if (sample != null) {
      center = center.sampling(Numerals.whole("--sample", sample));
    }
    if (expectedRows == null && !adjacency.rowCountIsPublic()) {
      throw new IllegalArgumentException(
          "--expected-rows is missing: the number of points is private, and the work goes with a"
              + " power of it");
    }
    return expectedRows == null
        ? center
        : center.expecting(Numerals.whole("--expected-rows", expectedRows));
  }

  private PrivatePoint find(
      Center center, CenterPlan before, CsvFormat format, Allowance allowance) {
    Points read = PointReader.read(CsvReader.open(points, format), center.bounds());
    CenterPlan plan =
        center.adjacency().rowCountIsPublic()
            ? center.planForRead(read.size(), allowance.guarantee())
            : before;
    PrivatePoint point = plan.run(read, allowance);
    List<Rational> coordinates = point.coordinates();
    answer(
        Json.of(
            "center", coordinates,
            "decimals", Json.array(coordinates, Rational::doubleValue),
            "guarantee", FitReport.guarantee(point.certificate()),
            "private", point.certificate().isPrivate(),
            "deficit", plan.deficit(),
            "rowsNeeded", center.rowsFor(plan.guarantee()),
            "certificate", point.certificate().toJson()),
        point.certificate() + "\n",
        IntStream.range(0, coordinates.size())
            .mapToObj(i -> "x" + (i + 1) + " = " + coordinates.get(i))
            .collect(Collectors.joining("\n")));
    return point;
  }
}
