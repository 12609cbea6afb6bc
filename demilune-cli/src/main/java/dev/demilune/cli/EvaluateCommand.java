// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.DemiluneException;
import dev.demilune.evaluate.Evaluation;
import dev.demilune.evaluate.PrivateEvaluation;
import dev.demilune.evaluate.ShareInterval;
import dev.demilune.model.ModelFile;
import dev.demilune.model.SavedModel;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.ChainLink;
import dev.demilune.schema.CellTally;
import dev.demilune.schema.LabelSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code demilune evaluate}: how good a model is on rows that are public, or that are paid for. */
@Command(
    name = "evaluate",
    description = {
      "Print accuracy, balanced accuracy, log loss, Brier score (calibrated models), AUC (two"
          + " classes) and the confusion matrix on held-out rows. The rows must be public: the"
          + " numbers depend on them and are not private. With --private the rows may be private:"
          + " their counts get noise and a ledger is charged before a row is read. Log loss, AUC,"
          + " a calibration curve and lift then come from noisy counts of scores, for two"
          + " classes."
    },
    footer = {
      "",
      "Examples:",
      "  demilune evaluate --model census.model --data test.csv",
      "  demilune evaluate --model census.model --data people.csv --private --epsilon 0.2 \\",
      "      --ledger people.db"
    })
final class EvaluateCommand extends DemiluneCommand {

  /** A wider matrix does not fit on a screen; --json has it. */
  private static final int MOST_CLASSES_SHOWN = 12;

  @Mixin ModelOption input = new ModelOption();

  @Mixin DecisionOptions decision = new DecisionOptions();

  @Mixin PrivateEvaluationOptions paid = new PrivateEvaluationOptions();

  @Override
  void run() {
    boolean privately = fromOptions(() -> paid.check(common.seed));
    SavedModel loaded = input.load();
    SavedModel saved =
        new SavedModel(
            LearnerSettings.refusing(
                this, () -> fromOptions(() -> decision.applied(loaded.model()))),
            loaded.certificate());
    fromOptions(() -> input.data.labelledFormatFor(saved.model().schema().isVectors()));
    if (privately) {
      checkApart(
          new FileRoles()
              .reads("--model", input.file)
              .writes("--append-certificate", paid.appended));
      if (paid.appended != null && loaded.certificate().isEmpty()) {
        throw new DemiluneException(
            "model "
                + input.file
                + " has no certificate to append to: it was trained without privacy");
      }
      evaluatePrivately(loaded, saved);
      return;
    }
    CellTally tally = CellTally.of(saved.model().schema());
    Evaluation result = input.data.evaluate(saved.model(), tally);
    CellNotes.tell(tally, console);
    answer(
        Json.add(json(result), "cells", CellNotes.json(tally.faults())),
        saved.privacy(),
        text(result));
  }

  private void evaluatePrivately(SavedModel loaded, SavedModel saved) {
    PaidScores scores = new PaidScores(this, input, paid);
    PrivateEvaluation result = fromOptions(() -> scores.of(saved.model()));
    Certificate appended =
        loaded
            .certificate()
            .map(
                own -> own.withLater(ChainLink.of(ChainLink.Kind.EVALUATION, result.certificate())))
            .orElse(null);
    if (paid.appended != null) {
      ModelFile.save(paid.appended, loaded.model(), appended);
    }
    answer(
        Json.add(
            json(result),
            "notices",
            Json.of(scores.notices(saved.model(), result.certificate().charged())),
            "total",
            appended == null ? null : FitReport.total(appended),
            "appended",
            paid.appended),
        result.certificate().toString(),
        text(result),
        appended == null ? null : "\nmodel and evaluation together: " + appended.together(),
        paid.appended == null
            ? null
            : "model with this evaluation on its certificate written to "
                + paid.appended
                + "; sign it anew if the model was signed");
  }

  private static String text(PrivateEvaluation result) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            result.certificate().adjacency().isOfPersons()
                ? "%npersons            about %,d, one row of each counted%n"
                : "%nrows               about %,d%n",
            result.rows()));
    text.append(between("accuracy", result.accuracy(), result.accuracyInterval()));
    text.append(
        between("balanced accuracy", result.balancedAccuracy(), result.balancedAccuracyInterval()));
    text.append(
        String.format(
            Locale.ROOT,
            "%n(95 %% intervals, for noise and sampling together; a count below is off by up to %,d"
                + " in 95 %% of cases)%n",
            result.plan().countError()));
    text.append("\n" + matrix(result.labels(), result::confusion));
    result.curves().ifPresent(curves -> text.append(CurveText.of(curves, result.labels())));
    return text.toString();
  }

  private static String between(String what, double share, ShareInterval interval) {
    if (Double.isNaN(share)) {
      return percent(what, share);
    }
    return String.format(
        Locale.ROOT,
        "%-18s %.2f %%, between %.2f %% and %.2f %%%n",
        what,
        100 * share,
        100 * interval.low(),
        100 * interval.high());
  }

  private static String text(Evaluation result) {
    StringBuilder text = new StringBuilder();
    text.append(String.format(Locale.ROOT, "%nrows               %,d%n", result.rows()));
    text.append(percent("accuracy", result.accuracy()));
    text.append(percent("balanced accuracy", result.balancedAccuracy()));
    text.append(String.format(Locale.ROOT, "log loss           %.4f%n", result.logLoss()));
    result
        .brierScore()
        .ifPresent(b -> text.append(String.format(Locale.ROOT, "Brier score        %.4f%n", b)));
    result
        .auc()
        .ifPresent(a -> text.append(String.format(Locale.ROOT, "AUC                %.4f%n", a)));
    return text + "\n" + matrix(result.labels(), result::confusion);
  }

  /** The number of rows of one class that were predicted as another. */
  private interface Cell {
    long count(int actual, int predicted);
  }

  private static String matrix(LabelSet labels, Cell cell) {
    int classes = labels.size();
    if (classes > MOST_CLASSES_SHOWN) {
      return "(the confusion matrix of " + classes + " classes is in the --json output)";
    }
    List<String> header = new ArrayList<>(List.of("actual \\ predicted"));
    header.addAll(labels.names());
    TextTable table = new TextTable(header, IntStream.rangeClosed(1, classes).toArray());
    for (int actual = 0; actual < classes; actual++) {
      List<String> row = new ArrayList<>(List.of(labels.name(actual)));
      for (int predicted = 0; predicted < classes; predicted++) {
        row.add(String.format(Locale.ROOT, "%,d", cell.count(actual, predicted)));
      }
      table.add(row.toArray(String[]::new));
    }
    return table.toString();
  }

  private static String percent(String what, double share) {
    return Double.isNaN(share)
        ? String.format(Locale.ROOT, "%-18s not known%n", what)
        : String.format(Locale.ROOT, "%-18s %.2f %%%n", what, 100 * share);
  }

  private static JsonObject json(Evaluation result) {
    return Json.of(
        "rows", result.rows(),
        "accuracy", result.accuracy(),
        "balancedAccuracy", result.balancedAccuracy(),
        "logLoss", result.logLoss(),
        "brierScore", result.brierScore(),
        "auc", result.auc(),
        "labels", result.labels().names(),
        "confusion", confusion(result.labels(), result::confusion));
  }

  private static JsonObject json(PrivateEvaluation result) {
    JsonObject intervals =
        Json.of(
            "confidence", 1 - PrivateEvaluation.FAILURE,
            "accuracy", ends(result.accuracyInterval()),
            "balancedAccuracy", ends(result.balancedAccuracyInterval()));
    JsonObject json =
        Json.of(
            "rows", result.rows(),
            "accuracy", known(result.accuracy()),
            "balancedAccuracy", known(result.balancedAccuracy()),
            "interval", intervals,
            "labels", result.labels().names(),
            "confusion", confusion(result.labels(), result::confusion),
            "countError", result.plan().countError(),
            "guarantee", FitReport.guarantee(result.certificate()),
            "private", result.certificate().isPrivate(),
            "certificate", result.certificate().toJson());
    result.curves().ifPresent(curves -> CurveText.add(curves, json, intervals));
    return json;
  }

  private static List<Double> ends(ShareInterval interval) {
    return List.of(interval.low(), interval.high());
  }

  private static Double known(double share) {
    return Double.isNaN(share) ? null : share;
  }

  private static List<List<Long>> confusion(LabelSet labels, Cell cell) {
    return IntStream.range(0, labels.size())
        .mapToObj(
            actual ->
                IntStream.range(0, labels.size())
                    .mapToObj(predicted -> cell.count(actual, predicted))
                    .toList())
        .toList();
  }
}
