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
package dev.demilune.model;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.demilune.DemiluneException;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.GaussianDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.privacy.ZeroConcentratedDp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Certificates as JSON objects: what was written is read back equal. */
public final class CertificateJson {

  private CertificateJson() {}

  /** Returns the certificate as one JSON object. */
  public static JsonObject write(Certificate certificate) {
    JsonObject object = new JsonObject();
    object.addProperty("private", certificate.isPrivate());
    object.add("guarantee", write(certificate.guarantee()));
    object.add("charged", write(certificate.charged()));
    object.addProperty("adjacency", word(certificate.adjacency()));
    object.addProperty("learner", certificate.learner());
    JsonObject settings = new JsonObject();
    certificate.settings().forEach(settings::addProperty);
    object.add("settings", settings);
    object.addProperty("mechanism", certificate.event());
    object.add("event", JsonParser.parseString(certificate.eventJson()));
    object.addProperty("accountant", certificate.accountant());
    object.addProperty("randomness", certificate.randomness());
    object.addProperty("ledger", certificate.ledger());
    object.addProperty("purpose", certificate.purpose());
    JsonArray reliesOn = new JsonArray();
    certificate.reliesOn().forEach(reliesOn::add);
    object.add("reliesOn", reliesOn);
    object.addProperty("arithmetic", certificate.arithmetic());
    return object;
  }

  /** Returns a guarantee as one JSON object: its kind and its numbers. */
  public static JsonObject write(Guarantee guarantee) {
    JsonObject object = new JsonObject();
    if (guarantee instanceof PureDp pure) {
      object.addProperty("kind", "pure");
      object.addProperty("epsilon", pure.epsilon());
    } else if (guarantee instanceof ApproximateDp approximate) {
      object.addProperty("kind", "approximate");
      object.addProperty("epsilon", approximate.epsilon());
      object.addProperty("delta", approximate.delta());
    } else if (guarantee instanceof ZeroConcentratedDp concentrated) {
      object.addProperty("kind", "zero-concentrated");
      object.addProperty("rho", concentrated.rho());
    } else if (guarantee instanceof GaussianDp gaussian) {
      object.addProperty("kind", "gaussian");
      object.addProperty("mu", gaussian.mu());
    } else {
      throw new IllegalArgumentException("no JSON form is known for " + guarantee);
    }
    return object;
  }

  /**
   * Returns the certificate that {@link #write(Certificate)} wrote.
   *
   * @throws DemiluneException if it is none, naming the first field at fault
   */
  public static Certificate read(JsonElement json) {
    JsonObject object = object(json, "certificate");
    Map<String, String> settings = new LinkedHashMap<>();
    JsonObject written = object(object.get("settings"), "settings");
    written.keySet().forEach(name -> settings.put(name, text(written, name)));
    List<String> reliesOn = new ArrayList<>();
    JsonElement sentences = object.get("reliesOn");
    if (sentences == null || !sentences.isJsonArray()) {
      throw fault("reliesOn");
    }
    for (JsonElement sentence : sentences.getAsJsonArray()) {
      reliesOn.add(text(sentence, "reliesOn"));
    }
    return new Certificate(
        guarantee(object, "guarantee"),
        guarantee(object, "charged"),
        adjacency(text(object, "adjacency")),
        text(object, "learner"),
        settings,
        text(object, "mechanism"),
        object(object.get("event"), "event").toString(),
        text(object, "accountant"),
        text(object, "randomness"),
        flag(object, "private"),
        text(object, "ledger"),
        text(object, "purpose"),
        reliesOn,
        text(object, "arithmetic"));
  }

  private static Guarantee guarantee(JsonObject parent, String field) {
    JsonObject object = object(parent.get(field), field);
    try {
      return switch (text(object, "kind")) {
        case "pure" -> PureDp.of(number(object, "epsilon"));
        case "approximate" -> ApproximateDp.of(number(object, "epsilon"), number(object, "delta"));
        case "zero-concentrated" -> ZeroConcentratedDp.of(number(object, "rho"));
        case "gaussian" -> GaussianDp.of(number(object, "mu"));
        default -> throw fault(field);
      };
    } catch (IllegalArgumentException outOfRange) {
      throw fault(field);
    }
  }

  private static String word(Adjacency adjacency) {
    return adjacency.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Adjacency adjacency(String word) {
    for (Adjacency adjacency : Adjacency.values()) {
      if (word(adjacency).equals(word)) {
        return adjacency;
      }
    }
    throw fault("adjacency");
  }

  private static JsonObject object(JsonElement json, String field) {
    if (json == null || !json.isJsonObject()) {
      throw fault(field);
    }
    return json.getAsJsonObject();
  }

  private static String text(JsonObject object, String field) {
    return text(object.get(field), field);
  }

  private static String text(JsonElement value, String field) {
    if (value == null || !value.isJsonPrimitive() || !value.getAsJsonPrimitive().isString()) {
      throw fault(field);
    }
    return value.getAsString();
  }

  private static boolean flag(JsonObject object, String field) {
    JsonElement value = object.get(field);
    if (value == null || !value.isJsonPrimitive() || !value.getAsJsonPrimitive().isBoolean()) {
      throw fault(field);
    }
    return value.getAsBoolean();
  }

  private static double number(JsonObject object, String field) {
    JsonElement value = object.get(field);
    if (value == null || !value.isJsonPrimitive() || !value.getAsJsonPrimitive().isNumber()) {
      throw fault(field);
    }
    try {
      return value.getAsDouble();
    } catch (NumberFormatException | JsonParseException broken) {
      throw fault(field);
    }
  }

  private static DemiluneException fault(String field) {
    return new DemiluneException("its certificate's field '" + field + "' is missing or malformed");
  }
}
