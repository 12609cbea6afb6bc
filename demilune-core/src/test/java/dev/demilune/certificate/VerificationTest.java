// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.demilune.DemiluneException;
import dev.demilune.certificate.Verification.Check;
import dev.demilune.certificate.Verification.Result;
import dev.demilune.model.LinearClassifier;
import dev.demilune.model.ModelFile;
import dev.demilune.model.ModelSignature;
import dev.demilune.model.SavedModel;
import dev.demilune.privacy.Certificate;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Forgeries of every part of a certificate, checksum recomputed, are each found. */
class VerificationTest {

  @TempDir Path directory;
  private Path file;
  private Path key;
  private SavedModel saved;

  @BeforeEach
  void sign() {
    saved = CertificateDocumentTest.chained();
    file = directory.resolve("a.model");
    key = directory.resolve("key.pub");
    ModelSignature.newKeys(directory.resolve("key"), key);
    ModelFile.save(file, saved.model(), saved.certificate().get());
    ModelSignature.sign(file, directory.resolve("key"));
  }

  private static String failed(List<Check> checks) {
    return checks.stream()
        .filter(check -> check.result() == Result.FAILED)
        .map(check -> check.what() + ": " + check.detail())
        .collect(Collectors.joining("; "));
  }

  private List<Check> verify(SavedModel model, boolean withKey) {
    return Verification.of(
        file, model, withKey ? Optional.of(key) : Optional.empty(), Optional.empty());
  }

  @Test
  void aGenuineModelPassesAndSaysWhatWasNotChecked() {
    assertThat(failed(verify(ModelFile.load(file), true))).isEmpty();
    List<Check> withoutKey = verify(ModelFile.load(file), false);
    assertThat(failed(withoutKey)).isEmpty();
    assertThat(withoutKey)
        .filteredOn(check -> check.result() == Result.NOT_CHECKED)
        .extracting(Check::what)
        .containsExactly(
            "signature", "ledger entry of learning the schema", "ledger entry of training");
    assertThat(withoutKey)
        .filteredOn(check -> check.what().startsWith("price of"))
        .allMatch(check -> check.detail().endsWith("the same digits"))
        .hasSize(2);
  }

  private String forged(Consumer<JsonObject> forgery) {
    JsonObject json = saved.certificate().get().toJson();
    forgery.accept(json);
    SavedModel model = new SavedModel(saved.model(), Optional.of(Certificate.fromJson(json)));
    return failed(verify(model, false));
  }

  private static void total(JsonObject certificate) {
    JsonObject chain = certificate.getAsJsonObject("chain");
    chain.remove("total");
    JsonObject own = certificate.deepCopy();
    own.remove("chain");
    BigDecimal sum = own.getAsJsonObject("guarantee").get("epsilon").getAsBigDecimal();
    BigDecimal delta = own.getAsJsonObject("guarantee").get("delta").getAsBigDecimal();
    for (var link : chain.getAsJsonArray("before")) {
      JsonObject guarantee = link.getAsJsonObject().getAsJsonObject("guarantee");
      sum = sum.add(guarantee.get("epsilon").getAsBigDecimal());
      delta = delta.add(guarantee.get("delta").getAsBigDecimal());
    }
    JsonObject total = new JsonObject();
    total.addProperty("epsilon", sum);
    total.addProperty("delta", delta);
    chain.add("total", total);
  }

  @Test
  void aForgedEpsilonIsFoundWithoutALedger() {
    assertThat(
            forged(
                json -> {
                  json.getAsJsonObject("guarantee").addProperty("epsilon", 0.01);
                  total(json);
                }))
        .startsWith("price of training: it promises ε = 0.01");
    assertThat(
            forged(
                json -> {
                  json.getAsJsonObject("guarantee").addProperty("epsilon", 0.999);
                  total(json);
                }))
        .as("a weaker promise than was made is a forgery too")
        .startsWith("price of training: it promises ε = 0.999");
    assertThatThrownBy(
            () -> forged(json -> json.getAsJsonObject("guarantee").addProperty("epsilon", 0.01)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("total that is not the sum");
  }

  /** Another version's digits may be off by the width; then the check must not say that it fits. */
  @Test
  void aPriceAboveTheChargeWithinTheWidthIsSaid() {
    JsonObject json = saved.certificate().get().toJson();
    for (String field : List.of("guarantee", "charged")) {
      double epsilon = saved.certificate().get().guarantee().epsilon();
      json.getAsJsonObject(field).addProperty("epsilon", 0.999 * epsilon);
    }
    total(json);
    SavedModel lower = new SavedModel(saved.model(), Optional.of(Certificate.fromJson(json)));
    assertThat(verify(lower, false))
        .filteredOn(check -> check.what().equals("price of training"))
        .extracting(Check::detail)
        .first()
        .asString()
        .contains("MORE than was charged");
  }

  @Test
  void aForgedNoiseIsFound() {
    assertThat(forged(json -> json.getAsJsonObject("event").addProperty("noiseMultiplier", 50)))
        .contains("the mechanism that it prints is not that of its event")
        .contains("is certified");
    assertThat(
            forged(
                json -> {
                  json.getAsJsonObject("event").addProperty("noiseMultiplier", 50.0);
                  json.addProperty("mechanism", "Gaussian sum, noise multiplier 50.0");
                }))
        .as("less noise cannot be told from its price alone, more noise can")
        .contains("is certified");
  }

  @Test
  void aForgedPriceOfTheSchemaIsFound() {
    assertThat(
            forged(
                json -> {
                  json.getAsJsonObject("chain")
                      .getAsJsonArray("before")
                      .get(0)
                      .getAsJsonObject()
                      .getAsJsonObject("guarantee")
                      .addProperty("epsilon", 0.01);
                  total(json);
                }))
        .contains("price of learning the schema: it promises ε = 0.01")
        .contains("leaves out the release");
    assertThat(forged(json -> json.remove("chain")))
        .isEqualTo(
            "learned schema: the certificate leaves out the release that the model's schema was"
                + " learned by");
  }

  @Test
  void aForgedAdjacencyIsFound() {
    assertThat(
            forged(
                json -> {
                  json.addProperty("adjacency", "ADD_OR_REMOVE_ONE");
                  json.getAsJsonObject("chain").add("total", JsonNull.INSTANCE);
                }))
        .isEqualTo("total: the releases are about different adjacencies and do not add up");
  }

  @Test
  void forgedWeightsAreFoundByTheSignature() {
    LinearClassifier other =
        LinearClassifier.of(
            saved.model().schema(), new double[][] {{1, 0, 0}, {0, 0, 0}}, new double[2]);
    ModelFile.save(file, other, saved.certificate().get()); // its checksum is right

    assertThat(failed(verify(ModelFile.load(file), false))).isEmpty();
    assertThat(failed(verify(ModelFile.load(file), true)))
        .startsWith("signature: model " + file + " is not the one that was signed");
  }

  @Test
  void aForgedDocumentIsFound() {
    JsonObject document = CertificateDocumentTest.document(saved).toJson();
    assertThat(failed(Verification.ofDocument(read(document), Optional.empty()))).isEmpty();

    for (String field : List.of("epsilon", "headline", "promise", "tradeOff", "releases")) {
      JsonObject forged = document.deepCopy();
      forged.addProperty(field, 0.01);
      assertThat(failed(Verification.ofDocument(read(forged), Optional.empty())))
          .isEqualTo("document: what it says is not that of its certificate: [" + field + "]");
    }
  }

  private static JsonObject read(JsonObject document) {
    return JsonParser.parseString(document.toString()).getAsJsonObject();
  }
}
