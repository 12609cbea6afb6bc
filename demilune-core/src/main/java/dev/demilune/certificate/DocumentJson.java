// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.certificate;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.demilune.accounting.EventJson;
import dev.demilune.privacy.Amount;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.Chain;
import dev.demilune.privacy.ChainLink;
import dev.demilune.privacy.Notice;
import dev.demilune.schema.Column;
import dev.demilune.schema.Schema;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** The document as one JSON object, as docs/certificate.schema.json describes it. */
final class DocumentJson {

  private static final String FORMAT = "demilune-certificate";
  private static final int VERSION = 1;

  private DocumentJson() {}

  static JsonObject of(CertificateDocument document) {
    JsonObject json = new JsonObject();
    json.addProperty("format", FORMAT);
    json.addProperty("version", VERSION);
    derived(document.certificate(), document.bounds())
        .entrySet()
        .forEach(field -> json.add(field.getKey(), field.getValue()));
    json.add("notices", notices(document));
    json.addProperty("deltaMeans", document.deltaMeans());
    json.add("model", model(document));
    json.add("columns", columns(document.schema()));
    json.add("unprotected", pairs(Exposure.unprotected(document)));
    json.add("trust", pairs(Exposure.trust(document)));
    json.add(
        "audit",
        document.audit().map(audit -> (JsonElement) audit.toJson()).orElse(JsonNull.INSTANCE));
    JsonObject answers = new JsonObject();
    for (String question : Answers.all().keySet()) {
      answers.addProperty(question, document.answers().or(question, null));
    }
    json.add("answers", answers);
    json.add("certificate", document.certificate().toJson());
    return json;
  }

  /** What follows from the certificate alone, so that a reader can hold the document to it. */
  static JsonObject derived(Certificate certificate, AttackBounds bounds) {
    Amount promised = CertificateDocument.promised(certificate);
    JsonObject json = new JsonObject();
    json.addProperty("private", certificate.chainIsPrivate());
    json.addProperty("headline", CertificateDocument.headline(certificate));
    json.add("promise", texts(bounds.sentences(certificate)));
    json.addProperty("unit", Exposure.unit(certificate));
    json.addProperty("adjacency", certificate.adjacency().name());
    json.addProperty("epsilon", promised.epsilon());
    json.addProperty("delta", promised.delta());
    json.add("releases", releases(certificate));
    json.addProperty("addsUp", certificate.total().isPresent());
    json.addProperty("composition", Chain.COMPOSITION);
    json.add("tradeOff", tradeOff(bounds));
    return json;
  }

  private static JsonArray releases(Certificate certificate) {
    JsonArray array = new JsonArray();
    for (ChainLink link : certificate.links()) {
      JsonObject release = link.toJson();
      TightParameters tight = TightParameters.of(EventJson.parse(link.eventJson()));
      release.add("mu", number(tight.mu()));
      release.add("rho", number(tight.rho()));
      array.add(release);
    }
    return array;
  }

  private static JsonElement number(OptionalDouble parameter) {
    return parameter.isEmpty()
        ? JsonNull.INSTANCE
        : new JsonPrimitive(CertificateDocument.up(parameter.getAsDouble()));
  }

  private static JsonObject tradeOff(AttackBounds bounds) {
    JsonArray points = new JsonArray();
    for (int i = 0; i < bounds.rates().size(); i++) {
      JsonObject point = new JsonObject();
      point.addProperty("falsePositiveRate", bounds.rates().get(i));
      point.addProperty("missRateAtLeast", bounds.misses().get(i));
      points.add(point);
    }
    JsonObject json = new JsonObject();
    json.addProperty("basis", bounds.basis());
    json.addProperty("rightGuessAtMost", bounds.rightGuess());
    json.add("points", points);
    return json;
  }

  private static JsonArray notices(CertificateDocument document) {
    JsonArray array = new JsonArray();
    for (Notice notice : Notice.of(document.certificate(), document.schema().expectedRows())) {
      JsonObject json = new JsonObject();
      json.addProperty("level", notice.level().word());
      json.addProperty("text", notice.text());
      array.add(json);
    }
    return array;
  }

  private static JsonObject model(CertificateDocument document) {
    JsonObject json = new JsonObject();
    json.addProperty("sha256", document.fingerprint());
    json.addProperty("kind", document.model().kind());
    json.addProperty("features", document.schema().features());
    json.addProperty("labels", document.schema().labels().size());
    json.addProperty("expectedRows", ColumnOrigins.rows(document.schema()));
    return json;
  }

  private static JsonArray columns(Schema schema) {
    JsonArray array = new JsonArray();
    for (Column column : schema.fileColumns()) {
      JsonObject json = new JsonObject();
      json.addProperty("name", column.name());
      json.addProperty("kind", ColumnOrigins.kind(schema, column));
      json.addProperty("origin", ColumnOrigins.origin(schema, column.name()));
      array.add(json);
    }
    return array;
  }

  private static JsonObject pairs(Map<String, String> pairs) {
    JsonObject json = new JsonObject();
    pairs.forEach(json::addProperty);
    return json;
  }

  private static JsonArray texts(List<String> texts) {
    JsonArray array = new JsonArray();
    texts.forEach(array::add);
    return array;
  }
}
