// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Setting;
import dev.demilune.model.Classifier;
import dev.demilune.model.ScoreCalibration;
import dev.demilune.privacy.Amount;
import dev.demilune.privacy.Certificate;
import java.util.Locale;
import java.util.Optional;

/** What {@code train} and {@code demo} tell scripts about a fit. */
final class FitReport {

  private FitReport() {}

  /** Which learner was chosen and why, if none was named. */
  static Optional<String> choice(PrivateFit fit) {
    return chosen(fit)
        .map(choice -> "\nlearner chosen: " + choice.learner() + ", because " + choice.because());
  }

  /** From which probability on the second of two classes is predicted, if that is known. */
  static Optional<String> decision(PrivateFit fit) {
    return threshold(fit.model())
        .map(
            t ->
                String.format(
                    Locale.ROOT,
                    "%npredicts '%s' from a probability of %.4g on",
                    fit.model().labels().name(1),
                    t));
  }

  private static Optional<Double> threshold(Classifier model) {
    return model.calibration().filter(some -> some.classes() == 2).map(ScoreCalibration::threshold);
  }

  private static Optional<Outlook.Choice> chosen(PrivateFit fit) {
    return fit.plan().outlook().choice();
  }

  /** What is promised, and for which change of the table. */
  static JsonObject guarantee(Certificate certificate) {
    JsonObject promise =
        Json.add(
            Json.of(Amount.of(certificate.guarantee())), // pure privacy has delta 0
            "adjacency",
            Setting.word(certificate.adjacency()));
    String rows = certificate.settings().get("rows-per-person");
    return certificate.adjacency().isOfPersons() && rows != null
        ? Json.add(promise, "rowsPerPerson", Integer.valueOf(rows))
        : promise;
  }

  /** What everything costs together that the model depends on; null if it does not add up. */
  static JsonElement total(Certificate certificate) {
    return certificate.total().map(all -> (JsonElement) Json.of(all)).orElse(JsonNull.INSTANCE);
  }

  /**
   * What may be published about a fit.
   *
   * @param seconds it took; left out where they would tell what is not paid for
   */
  static JsonObject json(PrivateFit fit, double seconds) {
    JsonObject result = new JsonObject();
    Optional<Outlook.Choice> choice = chosen(fit);
    // The learner that trained, also where it was chosen.
    result.addProperty(
        "learner", choice.map(Outlook.Choice::learner).orElse(fit.certificate().learner()));
    choice.ifPresent(some -> result.addProperty("because", some.because()));
    Json.add(
        result,
        "guarantee",
        guarantee(fit.certificate()),
        "private",
        fit.certificate().chainIsPrivate(),
        "certificate",
        fit.certificate().toJson());
    if (!fit.certificate().chain().isEmpty()) {
      result.add("total", total(fit.certificate()));
    }
    if (fit.model().calibration().isPresent()) {
      Json.add(result, "calibrated", true, "threshold", threshold(fit.model()).orElse(null));
    }
    return mayTellTime(fit)
        ? Json.add(result, "seconds", Math.round(seconds * 1000) / 1000.0)
        : result;
  }

  /** Whether how long it took may be told. */
  static boolean mayTellTime(PrivateFit fit) {
    return !fit.plan().outlook().secretTime();
  }
}
