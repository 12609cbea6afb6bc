// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.privacy;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.demilune.DemiluneException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Certificates as JSON objects: every field present but the last three, and no other. */
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
          "edits",
          "chain",
          "circumstances");

  private static final Set<String> CHAIN_FIELDS =
      Set.of("before", "after", "total", "composition", "notes");

  private static final Set<String> LINK_FIELDS =
      Set.of(
          "kind",
          "guarantee",
          "charged",
          "adjacency",
          "mechanism",
          "event",
          "accountant",
          "private",
          "ledger",
          "purpose",
          "entryHash");

  private CertificateJson() {}

  static JsonObject write(Certificate certificate) {
    JsonObject object = new JsonObject();
    object.add("guarantee", guarantee(certificate.guarantee()));
    object.add("charged", guarantee(certificate.charged()));
    object.addProperty("adjacency", certificate.adjacency().name());
    object.addProperty("learner", certificate.learner());
    object.add("settings", texts(certificate.settings()));
    object.addProperty("mechanism", certificate.event());
    object.add("event", JsonParser.parseString(certificate.eventJson()));
    object.addProperty("accountant", certificate.accountant());
    object.addProperty("randomness", certificate.randomness());
    object.addProperty("private", certificate.isPrivate());
    object.addProperty("ledger", certificate.ledger());
    object.addProperty("purpose", certificate.purpose());
    object.addProperty("entryHash", certificate.entryHash());
    object.add("reliesOn", sentences(certificate.reliesOn()));
    object.addProperty("arithmetic", certificate.arithmetic());
    if (!certificate.edits().isEmpty()) { // models as they were fitted have no such field
      object.add("edits", sentences(certificate.edits()));
    }
    if (!certificate.chain().isEmpty()) {
      object.add("chain", chain(certificate));
    }
    if (!certificate.circumstances().isEmpty()) {
      object.add("circumstances", texts(certificate.circumstances()));
    }
    return object;
  }

  private static JsonObject chain(Certificate certificate) {
    JsonObject object = new JsonObject();
    object.add("before", links(certificate.chain().before()));
    object.add("after", links(certificate.chain().after()));
    object.add("total", total(certificate));
    object.addProperty("composition", Chain.COMPOSITION);
    object.add("notes", sentences(certificate.chain().notes()));
    return object;
  }

  /** What all releases cost together; null if they do not add up. */
  private static JsonElement total(Certificate certificate) {
    if (certificate.total().isEmpty()) {
      return JsonNull.INSTANCE;
    }
    JsonObject object = new JsonObject();
    object.addProperty("epsilon", certificate.total().get().epsilon());
    object.addProperty("delta", certificate.total().get().delta());
    return object;
  }

  private static JsonArray links(List<ChainLink> links) {
    JsonArray array = new JsonArray();
    links.forEach(link -> array.add(link(link)));
    return array;
  }

  static JsonObject link(ChainLink link) {
    JsonObject object = new JsonObject();
    object.addProperty("kind", link.kind().word());
    object.add("guarantee", guarantee(link.guarantee()));
    object.add("charged", guarantee(link.charged()));
    object.addProperty("adjacency", link.adjacency().name());
    object.addProperty("mechanism", link.mechanism());
    object.add("event", JsonParser.parseString(link.eventJson()));
    object.addProperty("accountant", link.accountant());
    object.addProperty("private", link.isPrivate());
    object.addProperty("ledger", link.ledger());
    object.addProperty("purpose", link.purpose());
    object.addProperty("entryHash", link.entryHash());
    return object;
  }

  private static JsonObject texts(Map<String, String> texts) {
    JsonObject object = new JsonObject();
    texts.forEach(object::addProperty);
    return object;
  }

  private static JsonArray sentences(List<String> sentences) {
    JsonArray array = new JsonArray();
    sentences.forEach(array::add);
    return array;
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
      Certificate certificate = certificate(object);
      if (object.has("chain")
          && !certificate.total().equals(total(object.getAsJsonObject("chain")))) {
        throw fault("chain", "has a total that is not the sum of its releases");
      }
      return certificate;
    } catch (IllegalArgumentException | JsonParseException broken) {
      throw new DemiluneException("the certificate is damaged: " + broken.getMessage(), broken);
    }
  }

  private static Certificate certificate(JsonObject object) {
    return new Certificate(
        guarantee(object, "guarantee"),
        guarantee(object, "charged"),
        adjacency(object),
        text(object, "learner"),
        texts(object, "settings"),
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
        object.has("edits") ? sentences(object, "edits") : List.of(),
        object.has("chain") ? chain(object(object, "chain")) : Chain.NONE,
        object.has("circumstances") ? texts(object, "circumstances") : Map.of());
  }

  private static Chain chain(JsonObject object) {
    if (!CHAIN_FIELDS.equals(object.keySet())) {
      throw fault("chain", "must hold " + CHAIN_FIELDS.stream().sorted().toList() + " only");
    }
    if (!text(object, "composition").equals(Chain.COMPOSITION)) {
      throw fault("chain", "is composed in a way that this version does not know");
    }
    Chain chain =
        new Chain(links(object, "before"), links(object, "after"), sentences(object, "notes"));
    if (chain.isEmpty()) {
      throw fault("chain", "must not be empty");
    }
    return chain;
  }

  /** The total as it is written. */
  private static Optional<Amount> total(JsonObject chain) {
    if (chain.get("total").isJsonNull()) {
      return Optional.empty();
    }
    JsonObject total = object(chain, "total");
    number(total, "epsilon");
    number(total, "delta");
    return Optional.of(
        new Amount(total.get("epsilon").getAsBigDecimal(), total.get("delta").getAsBigDecimal()));
  }

  private static List<ChainLink> links(JsonObject chain, String field) {
    JsonElement value = chain.get(field);
    if (!value.isJsonArray()) {
      throw fault(field, "must be an array of releases");
    }
    List<ChainLink> links = new ArrayList<>();
    value.getAsJsonArray().forEach(element -> links.add(link(element)));
    return links;
  }

  static ChainLink link(JsonElement json) {
    if (json == null || !json.isJsonObject()) {
      throw fault("a release of the chain", "must be a JSON object");
    }
    JsonObject object = json.getAsJsonObject();
    if (!LINK_FIELDS.equals(object.keySet())) {
      throw fault("a release of the chain", "lacks a field or has one that is not known");
    }
    return new ChainLink(
        kind(text(object, "kind")),
        guarantee(object, "guarantee"),
        guarantee(object, "charged"),
        adjacency(object),
        text(object, "mechanism"),
        object(object, "event").toString(),
        text(object, "accountant"),
        truth(object, "private"),
        text(object, "ledger"),
        text(object, "purpose"),
        text(object, "entryHash"));
  }

  private static ChainLink.Kind kind(String word) {
    for (ChainLink.Kind kind : ChainLink.Kind.values()) {
      if (kind.word().equals(word)) {
        return kind;
      }
    }
    throw fault("a release of the chain", "is of a kind that this version does not know");
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

  private static Map<String, String> texts(JsonObject certificate, String field) {
    JsonObject object = object(certificate, field);
    Map<String, String> texts = new LinkedHashMap<>();
    for (String name : object.keySet()) {
      texts.put(name, text(object, name));
    }
    return texts;
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
