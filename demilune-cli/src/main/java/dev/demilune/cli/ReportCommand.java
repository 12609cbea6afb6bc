// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.evaluate.Evaluation;
import dev.demilune.model.ModelFile;
import dev.demilune.model.SavedModel;
import dev.demilune.privacy.Notice;
import dev.demilune.report.Report;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code demilune report}: a page about a model. */
@Command(
    name = "report",
    description = {
      "Write one self-contained page about a model: its certificate and, with --data, accuracy,"
          + " confusion matrix and robust accuracy on these rows. They must be public: the numbers"
          + " depend on them and are not private."
    },
    footer = {
      "",
      "Examples:",
      "  demilune report --model census.model --out census.html",
      "  demilune report --model census.model --data test.csv --out census.html"
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

  @Option(names = "--out", paramLabel = "FILE", required = true, description = "The page to write.")
  Path out;

  @Override
  void run() {
    List<Path> rows = data == null ? List.of() : data.files();
    rows.forEach(table -> Paths.checkReadableTwice("--data", table));
    checkApart(
        new FileRoles()
            .reads("--model", file)
            .reads("--data", rows)
            .replaces("--out", out, FileRoles.PAGE));
    SavedModel saved = ModelFile.load(file);
    List<Notice> notices = Notice.of(saved.certificate(), saved.model().schema().expectedRows());
    tell(notices);
    JsonObject result = Json.of("model", file, "private", saved.isPrivate());
    Report report = Report.of("The model " + file.getFileName(), saved);
    if (data != null) {
      fromOptions(() -> data.labelledFormatFor(saved.model().schema().isVectors()));
      Evaluation measured = data.evaluate(saved.model());
      report = report.withEvaluation(measured).withRobustness(data.robustness(saved.model()));
      Json.add(result, "rows", measured.rows(), "accuracy", measured.accuracy());
    }
    report.write(out);
    answer(
        Json.add(result, "notices", Json.of(notices), "report", out), "report written to " + out);
  }
}
