// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.privacy;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.demilune.DemiluneException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Certificates as JSON objects: every field present but that of edits, and no other. */
final class CertificateJson {

  private static final Set<String> FIELDS =
      Set.of(
          "guarantee",
          "charged",
          "adjacency",
          "learner",
          "settings",
          "mechanism",
          "event",
          "accountant",
          "randomness",
          "private",
          "ledger",
          "purpose",
          "entryHash",
          "reliesOn",
          "arithmetic",
          "edits");

  private CertificateJson() {}

  static JsonObject write(Certificate certificate) {
    JsonObject object = new JsonObject();
    object.add("guarantee", guarantee(certificate.guarantee()));
    object.add("charged", guarantee(certificate.charged()));
    object.addProperty("adjacency", certificate.adjacency().name());
    object.addProperty("learner", certificate.learner());
    JsonObject settings = new JsonObject();
    certificate.settings().forEach(settings::addProperty);
    object.add("settings", settings);
    object.addProperty("mechanism", certificate.event());
    object.add("event", JsonParser.parseString(certificate.eventJson()));
    object.addProperty("accountant", certificate.accountant());
    object.addProperty("randomness", certificate.randomness());
    object.addProperty("private", certificate.isPrivate());
    object.addProperty("ledger", certificate.ledger());
    object.addProperty("purpose", certificate.purpose());
    object.addProperty("entryHash", certificate.entryHash());
    JsonArray reliesOn = new JsonArray();
    certificate.reliesOn().forEach(reliesOn::add);
    object.add("reliesOn", reliesOn);
    object.addProperty("arithmetic", certificate.arithmetic());
    if (!certificate.edits().isEmpty()) { // models as they were fitted have no such field
      JsonArray edits = new JsonArray();
      certificate.edits().forEach(edits::add);
      object.add("edits", edits);
    }
    return object;
  }

  static Certificate read(JsonElement json) {
    if (json == null || !json.isJsonObject()) {
      throw fault("certificate", "must be a JSON object");
    }
    JsonObject object = json.getAsJsonObject();
    if (!FIELDS.containsAll(object.keySet())) {
      throw fault("certificate", "has a field that certificates of this version do not have");
    }
    try {
      return new Certificate(
          guarantee(object, "guarantee"),
          guarantee(object, "charged"),
          adjacency(object),
          text(object, "learner"),
          settings(object),
          text(object, "mechanism"),
          object(object, "event").toString(),
          text(object, "accountant"),
          text(object, "randomness"),
          truth(object, "private"),
          text(object, "ledger"),
          text(object, "purpose"),
          object.has("entryHash") ? text(object, "entryHash") : "", // older ones have none
          sentences(object, "reliesOn"),
          text(object, "arithmetic"),
          object.has("edits") ? sentences(object, "edits") : List.of());
    } catch (IllegalArgumentException | JsonParseException broken) {
      throw new DemiluneException("the certificate is damaged: " + broken.getMessage(), broken);
    }
  }

  private static JsonObject guarantee(Guarantee guarantee) {
    JsonObject object = new JsonObject();
    object.addProperty("epsilon", guarantee.epsilon());
    object.addProperty("delta", guarantee.delta());
    return object;
  }

  private static Guarantee guarantee(JsonObject certificate, String field) {
    JsonObject object = object(certificate, field);
    if (!object.keySet().equals(Set.of("epsilon", "delta"))) {
      throw fault(field, "must hold epsilon and delta");
    }
    double epsilon = number(object, "epsilon");
    double delta = number(object, "delta");
    return delta == 0 ? PureDp.of(epsilon) : ApproximateDp.of(epsilon, delta);
  }

  private static Adjacency adjacency(JsonObject certificate) {
    String name = text(certificate, "adjacency");
    for (Adjacency adjacency : Adjacency.values()) {
      if (adjacency.name().equals(name)) {
        return adjacency;
      }
    }
    throw fault("adjacency", "must be one of " + List.of(Adjacency.values()));
  }

  private static Map<String, String> settings(JsonObject certificate) {
    JsonObject object = object(certificate, "settings");
    Map<String, String> settings = new LinkedHashMap<>();
    for (String name : object.keySet()) {
      settings.put(name, text(object, name));
    }
    return settings;
  }

  private static List<String> sentences(JsonObject object, String field) {
    JsonElement value = object.get(field);
    if (value == null || !value.isJsonArray()) {
      throw fault(field, "must be an array of strings");
    }
    List<String> sentences = new ArrayList<>();
    for (JsonElement element : value.getAsJsonArray()) {
      if (!element.isJsonPrimitive() || !element.getAsJsonPrimitive().isString()) {
        throw fault(field, "must be an array of strings");
      }
      sentences.add(element.getAsString());
    }
    return sentences;
  }

  private static JsonObject object(JsonObject object, String field) {
    JsonElement value = object.get(field);
    if (value == null || !value.isJsonObject()) {
      throw fault(field, "must be a JSON object");
    }
    return value.getAsJsonObject();
  }

  private static String text(JsonObject object, String field) {
    JsonElement value = object.get(field);
    if (value == null || !value.isJsonPrimitive() || !value.getAsJsonPrimitive().isString()) {
      throw fault(field, "must be a string");
    }
    return value.getAsString();
  }

  private static double number(JsonObject object, String field) {
    JsonElement value = object.get(field);
    if (value == null || !value.isJsonPrimitive() || !value.getAsJsonPrimitive().isNumber()) {
      throw fault(field, "must be a number");
    }
    return value.getAsDouble();
  }

  private static boolean truth(JsonObject object, String field) {
    JsonElement value = object.get(field);
    if (value == null || !value.isJsonPrimitive() || !value.getAsJsonPrimitive().isBoolean()) {
      throw fault(field, "must be true or false");
    }
    return value.getAsBoolean();
  }

  private static DemiluneException fault(String field, String rule) {
    return new DemiluneException("the certificate is damaged: " + field + " " + rule);
  }
}
