// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.budget.Allowance;
import dev.demilune.budget.TableColumns;
import dev.demilune.data.CsvReader;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.Notice;
import dev.demilune.survey.LearnedSchema;
import dev.demilune.survey.SchemaSurvey;
import dev.demilune.survey.SurveyPlan;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code demilune schema learn}: a schema from private rows. Everything that can be checked without
 * the rows is checked, then the ledger is charged, and only then is a row read.
 */
@Command(
    name = "learn",
    description = {
      "Learn ranges, categories and labels from PRIVATE rows, paid for on a ledger: private"
          + " quantiles for the ends of ranges, noisy counts above a threshold for values. The"
          + " header line counts as public; which columns are numbers and which categories is for"
          + " you to say, since guessing it from the rows would be a release."
    },
    footer = {
      "",
      "Example:",
      "  demilune schema learn --data people.csv --number age,rent=0..10000 --category job \\",
      "      --ignore id --label income --epsilon 0.3 --delta 1e-7 --ledger people.db \\",
      "      --out schema.yaml"
    })
final class SchemaLearnCommand extends DemiluneCommand {

  @Mixin TableFiles data = new TableFiles();

  @Mixin CsvOptions csv = new CsvOptions();

  @Mixin SurveyOptions columns = new SurveyOptions();

  @Mixin PaidOptions paid = new PaidOptions();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "The schema to write.")
  Path out;

  @Override
  void run() {
    Guarantee guarantee = fromOptions(paid.privacy::guarantee);
    fromOptions(() -> data.formatFor(false));
    Adjacency wanted = fromOptions(() -> paid.wanted(common.seed));
    data.files()
        .forEach(file -> Paths.checkReadableTwice("--data", file)); // the header comes first
    checkApart(
        new FileRoles()
            .reads("--data", data.files())
            .reads("--ledger", LedgerOption.file(paid.spend.ledger))
            .replaces("--out", out, FileRoles.SCHEMA));
    paid.spend.isFor(TableColumns.named(columns.names()));
    tell(notices(guarantee));
    show(
        paid.spend.chargeAndRun(
            this,
            wanted,
            guarantee,
            "learn schema",
            ledger -> planned(ledger.adjacency(), guarantee)));
  }

  private List<Notice> notices(Guarantee guarantee) {
    return paid.spend.notices(this, guarantee, fromOptions(columns::declaredRows));
  }

  private LedgerSpend.Work<LearnedSchema> planned(Adjacency adjacency, Guarantee guarantee) {
    SchemaSurvey survey = fromOptions(() -> columns.survey(adjacency, csv));
    SurveyPlan plan = LedgerSpend.planned(() -> survey.plan(guarantee));
    new FormLook(data.files().get(0), survey.csvFormat(), false)
        .header(columns.names(), survey::check);
    console.note(plan.expectation());
    return LedgerSpend.Work.of(plan, allowance -> learned(plan, allowance));
  }

  private LearnedSchema learned(SurveyPlan plan, Allowance allowance) {
    CsvReader table = CsvReader.open(data.files().get(0), plan.survey().csvFormat());
    LearnedSchema learned = plan.run(table, allowance);
    learned.write(out);
    return learned;
  }

  private void show(LearnedSchema learned) {
    answer(
        Json.of(
            "schema", out,
            "guarantee", FitReport.guarantee(learned.certificate()),
            "private", learned.certificate().isPrivate(),
            "features", learned.schema().features(),
            "labels", learned.schema().labels().names(),
            "yaml", learned.annotated().toYaml(),
            "notices", Json.of(notices(learned.certificate().charged())),
            "certificate", learned.certificate().toJson()),
        learned.certificate().toString(),
        "\n" + learned.annotated().toYaml(),
        "schema written to " + out);
    next(
        "train --data "
            + data.files().get(0)
            + " --schema "
            + out
            + " --epsilon E --delta D --ledger "
            + (paid.spend.ledger == null
                ? "LEDGER"
                : LedgerOption.withoutSettings(paid.spend.ledger))
            + " --model FILE --sign KEY");
  }
}
