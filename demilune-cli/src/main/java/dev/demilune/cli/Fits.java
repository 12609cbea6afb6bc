// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.learn.PrivateFit;
import dev.demilune.privacy.Amount;
import dev.demilune.privacy.Certificate;
import java.util.Map;
import java.util.Optional;

/** What {@code train} and {@code demo} tell scripts about a fit. */
final class Fits {

  private static final String CHOSEN = "chosen";
  private static final String BECAUSE = "because";

  private Fits() {}

  /** Which learner was chosen and why, if none was named. */
  static Optional<String> choice(PrivateFit fit) {
    Map<String, String> settings = fit.certificate().settings();
    return Optional.ofNullable(settings.get(CHOSEN))
        .map(chosen -> "\nlearner chosen: " + chosen + ", because " + settings.get(BECAUSE));
  }

  /** What is promised, and for which change of the table. */
  static JsonObject guarantee(Certificate certificate) {
    Amount promised = Amount.of(certificate.guarantee()); // pure privacy has delta 0
    JsonObject guarantee = new JsonObject();
    guarantee.addProperty("epsilon", promised.epsilon());
    guarantee.addProperty("delta", promised.delta());
    guarantee.addProperty("adjacency", SchemaOptions.word(certificate.adjacency()));
    return guarantee;
  }

  static JsonObject json(PrivateFit fit, double seconds) {
    JsonObject result = new JsonObject();
    Map<String, String> settings = fit.certificate().settings();
    // The learner that trained, also where it was chosen.
    result.addProperty("learner", settings.getOrDefault(CHOSEN, fit.certificate().learner()));
    if (settings.containsKey(CHOSEN)) {
      result.addProperty("because", settings.get(BECAUSE));
    }
    result.add("guarantee", guarantee(fit.certificate()));
    result.addProperty("private", fit.certificate().isPrivate());
    result.addProperty("seconds", Math.round(seconds * 1000) / 1000.0);
    result.add("certificate", fit.certificate().toJson());
    return result;
  }
}
