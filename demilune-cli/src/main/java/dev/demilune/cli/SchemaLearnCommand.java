// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.demilune.DemiluneException;
import dev.demilune.budget.Allowance;
import dev.demilune.data.CsvReader;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.survey.LearnedSchema;
import dev.demilune.survey.SchemaSurvey;
import dev.demilune.survey.SurveyPlan;
import java.nio.file.Path;
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

  @Mixin PrivacyOptions privacy = new PrivacyOptions();

  @Option(
      names = "--adjacency",
      paramLabel = "WHAT",
      description =
          "What one person can change: add-or-remove-one or replace-one. By default the ledger's.")
  String adjacencyName;

  @Mixin LedgerSpend spend = new LedgerSpend();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "The schema to write.")
  Path out;

  SchemaLearnCommand(Console console) {
    super(console);
  }

  @Override
  void run() {
    Guarantee guarantee = fromOptions(privacy::guarantee);
    Adjacency wanted =
        adjacencyName == null
            ? null
            : fromOptions(() -> SchemaOptions.parseAdjacency(adjacencyName));
    fromOptions(() -> data.formatFor(false));
    fromOptions(
        () -> {
          spend.check(common.seed);
          if (spend.ledger == null && wanted == null) {
            throw new IllegalArgumentException("--adjacency is missing: without a ledger, say it");
          }
          return null;
        });
    checkFiles();
    warnWhenSeeded();
    LearnedSchema learned =
        spend.chargeAndRun(
            this, wanted, guarantee, "learn schema", adjacency -> planned(adjacency, guarantee));
    print(learned);
  }

  private LedgerSpend.Work<LearnedSchema> planned(Adjacency adjacency, Guarantee guarantee) {
    SchemaSurvey survey = fromOptions(() -> columns.survey(adjacency, csv));
    SurveyPlan plan = plan(survey, guarantee);
    checkHeader(survey);
    console.note(plan.expectation());
    return LedgerSpend.Work.of(plan, allowance -> learned(plan, allowance));
  }

  private void checkFiles() {
    data.files.forEach(file -> Paths.checkReadableTwice("--data", file)); // the header comes first
    Paths.checkWritable("--out", out);
    checkApart(
        new FileRoles()
            .reads("--data", data.files)
            .reads("--ledger", spend.checkedFile())
            .writes("--out", out));
  }

  private static SurveyPlan plan(SchemaSurvey survey, Guarantee guarantee) {
    try {
      return survey.plan(guarantee);
    } catch (DemiluneException e) {
      throw new DemiluneException(e.getMessage() + ". Nothing was spent and no data was read.", e);
    }
  }

  /** The header is public; of a file without one nothing is looked at before the charge. */
  private void checkHeader(SchemaSurvey survey) {
    if (survey.csvFormat().header()) {
      try (CsvReader header = CsvReader.open(data.files.get(0), survey.csvFormat())) {
        survey.check(header);
      }
    }
  }

  private LearnedSchema learned(SurveyPlan plan, Allowance allowance) {
    CsvReader table = CsvReader.open(data.files.get(0), plan.survey().csvFormat());
    LearnedSchema learned = plan.run(table, allowance);
    learned.write(out);
    return learned;
  }

  private void print(LearnedSchema learned) {
    if (common.json) {
      JsonArray labels = new JsonArray();
      learned.schema().labels().names().forEach(labels::add);
      JsonObject result = new JsonObject();
      result.addProperty("schema", out.toString());
      result.add("guarantee", FitReport.guarantee(learned.certificate()));
      result.addProperty("private", learned.certificate().isPrivate());
      result.addProperty("features", learned.schema().features());
      result.add("labels", labels);
      result.addProperty("yaml", learned.annotated().toYaml());
      result.add("certificate", learned.certificate().toJson());
      print(result);
    } else {
      print(learned.certificate().toString());
      print("\n" + learned.annotated().toYaml());
      print("schema written to " + out);
    }
  }
}
