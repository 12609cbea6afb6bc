/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.budget.Amount;
import dev.demilune.learn.PrivateFit;
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
