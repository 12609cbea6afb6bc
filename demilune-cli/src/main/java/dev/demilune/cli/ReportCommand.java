// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.DemiluneException;
import dev.demilune.budget.Ledger;
import dev.demilune.data.CsvReader;
import dev.demilune.data.Table;
import dev.demilune.evaluate.Evaluation;
import dev.demilune.evaluate.GroupAccuracy;
import dev.demilune.model.Classifier;
import dev.demilune.model.ModelFile;
import dev.demilune.model.SavedModel;
import dev.demilune.privacy.Notice;
import dev.demilune.random.Randomness;
import dev.demilune.report.Baseline;
import dev.demilune.report.LedgerState;
import dev.demilune.report.Report;
import dev.demilune.schema.LabelSet;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code demilune report}: a page about a model. */
@Command(
    name = "report",
    description = {
      "Write one self-contained page about a model: its promise in plain words, what an attacker"
          + " could still learn, what each column does, and its certificate.",
      "With --data also metrics with intervals, calibration, confusion matrix and robust accuracy on"
          + " these rows. They must be public: the numbers depend on them and are not private."
    },
    footer = {
      "",
      "Examples:",
      "  demilune report --model census.model --ledger census.db --out census.html",
      "  demilune report --model census.model --data test.csv --group region --out census.html"
    })
final class ReportCommand extends DemiluneCommand {

  @Option(
      names = "--model",
      paramLabel = "FILE",
      required = true,
      description = "The model to write about.")
  Path file;

  @ArgGroup(exclusive = false)
  TableFiles data;

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description =
          "Another model to compare with on these rows, such as one trained without privacy.")
  Path baselineFile;

  @Option(
      names = "--group",
      paramLabel = "COLUMN",
      description = "A column of these rows: accuracy is shown for each of its values.")
  String group;

  @Option(
      names = "--ledger",
      paramLabel = "LEDGER",
      description =
          "The ledger of the table, a file or the URL of a database: the page shows every spend.")
  String ledgerLocation;

  @Option(
      names = "--date",
      paramLabel = "DAY",
      description =
          "The day to write on the page, such as 2026-11-30. By default none: the same model and rows"
              + " give the same page.")
  String date;

  @Option(names = "--out", paramLabel = "FILE", required = true, description = "The page to write.")
  Path out;

  @Override
  void run() {
    List<Path> rows = data == null ? List.of() : data.files();
    rows.forEach(table -> Paths.checkReadableTwice("--data", table));
    checkOptions();
    checkApart(
        new FileRoles()
            .reads("--model", file)
            .reads("--data", rows)
            .reads("--baseline", baselineFile)
            .reads("--ledger", LedgerOption.file(ledgerLocation))
            .replaces("--out", out, FileRoles.PAGE));
    SavedModel saved = ModelFile.load(file);
    List<Notice> notices = Notice.of(saved.certificate(), saved.model().schema().expectedRows());
    tell(notices);
    JsonObject result = Json.of("model", file, "private", saved.isPrivate());
    Report report =
        Report.of("The model " + file.getFileName(), saved)
            .withNote("Model file", "sha256 " + CertificateOutput.sha256(file));
    if (date != null) {
      report = report.withNote("Date of this page", date);
    }
    if (ledgerLocation != null) {
      try (Ledger ledger = Ledger.open(ledgerLocation, Randomness.secure())) {
        report = report.withLedger(LedgerState.of(ledger));
      }
    }
    if (data != null) {
      report = measured(report, saved.model(), result);
    }
    report.write(out);
    answer(
        Json.add(result, "notices", Json.of(notices), "report", out), "report written to " + out);
  }

  private void checkOptions() {
    if (data == null && (baselineFile != null || group != null)) {
      throw usage(
          (group != null ? "--group" : "--baseline") + " needs --data: give the public rows");
    }
    try {
      if (date != null) {
        LocalDate.parse(date);
      }
    } catch (DateTimeParseException e) {
      throw usage("--date must be a day such as 2026-11-30, got '" + date + "'");
    }
  }

  private Report measured(Report report, Classifier model, JsonObject result) {
    TableFiles.Format format =
        fromOptions(() -> data.labelledFormatFor(model.schema().isVectors()));
    if (group != null && format != TableFiles.Format.CSV) {
      throw usage("--group names a column, and " + format + " files have none");
    }
    Optional<SavedModel> other = Optional.ofNullable(baselineFile).map(ModelFile::load);
    other.ifPresent(saved -> checkLabels(model.labels(), saved.model().labels()));
    Evaluation measured = data.evaluate(model);
    Json.add(result, "rows", measured.rows(), "accuracy", measured.accuracy());
    Report with = report.withEvaluation(measured).withRobustness(data.robustness(model));
    if (other.isPresent()) {
      Evaluation ofOther = data.evaluate(other.get().model());
      Json.add(result, "baselineAccuracy", ofOther.accuracy());
      with = with.withBaseline(new Baseline(nameOf(other.get()), ofOther));
    }
    if (group != null) {
      try (Table table = data.open(model.schema())) {
        with = with.withGroups(GroupAccuracy.onPublic(model, (CsvReader) table, group));
      }
    }
    return with;
  }

  private void checkLabels(LabelSet labels, LabelSet others) {
    if (!labels.names().equals(others.names())) {
      throw new DemiluneException(
          "--baseline "
              + baselineFile
              + ": it has other labels than the model; give one with the same labels in the same"
              + " order");
    }
  }

  private String nameOf(SavedModel other) {
    return baselineFile.getFileName()
        + " ("
        + other
            .certificate()
            .map(certificate -> certificate.guarantee().describe())
            .map(promised -> other.isPrivate() ? promised : promised + ", not private: seeded")
            .orElse("without privacy")
        + ")";
  }
}
