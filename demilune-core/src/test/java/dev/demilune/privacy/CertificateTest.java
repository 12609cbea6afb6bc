// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.demilune.DemiluneException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CertificateTest {

  private static final String EVENT = "{\"kind\":\"gaussian-sum\",\"noiseMultiplier\":4.5}";

  private static Certificate certificate(Guarantee guarantee, boolean isPrivate) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("steps", "1");
    settings.put("loss", "hinge");
    return new Certificate(
        guarantee,
        ApproximateDp.of(1, 1e-6),
        Adjacency.ADD_OR_REMOVE_ONE,
        "noisy-descent",
        settings,
        "Gaussian sum, noise multiplier 4.5",
        EVENT,
        "exact Gaussian DP",
        isPrivate ? "AES-256-CTR, seeded by the system" : "not private: seeded",
        isPrivate,
        "customers",
        "churn model",
        "c0ffee",
        List.of("ranges chosen without the data", "one row per person"),
        "exact integers");
  }

  @Test
  void printsForPeople() {
    assertThat(certificate(ApproximateDp.of(0.9, 1e-6), true))
        .hasToString(
            """
            ε = 0.9, δ = 1.0e-06, adding or removing one row.
            Learner: noisy-descent, steps 1, loss hinge.
            Mechanism: Gaussian sum, noise multiplier 4.5.
            Priced by: exact Gaussian DP.
            Charged: ε = 1, δ = 1.0e-06, to ledger 'customers' for 'churn model', entry c0ffee (more than the guarantee: what was done costs less, and the charge stays).
            Randomness: AES-256-CTR, seeded by the system.
            Relies on: ranges chosen without the data; one row per person.
            Arithmetic: exact integers.\
            """);
  }

  @Test
  void saysFirstThatASeededFitIsNotPrivate() {
    assertThat(certificate(PureDp.of(0.9), false).toString())
        .startsWith("NOT PRIVATE: seeded.")
        .contains("With secure randomness: ε = 0.9, adding or removing one row.");
  }

  @Test
  void survivesSavingWithEveryGuarantee() {
    for (Guarantee guarantee : List.of(PureDp.of(0.1), ApproximateDp.of(1e300, 1e-300))) {
      Certificate before = certificate(guarantee, true);
      Certificate after = Certificate.fromJson(JsonParser.parseString(before.toJson().toString()));

      assertThat(after).isEqualTo(before);
      assertThat(after.settings().keySet()).containsExactly("steps", "loss");
      assertThat(after).hasToString(before.toString());
    }
  }

  @Test
  void everyFieldMustBeThereAndOfItsType() {
    JsonObject whole = certificate(PureDp.of(1), true).toJson();
    assertThat(whole.remove("entryHash").getAsString()).isEqualTo("c0ffee");
    assertThat(Certificate.fromJson(whole).entryHash()).isEmpty(); // as older ones
    for (String field : List.copyOf(whole.keySet())) {
      for (JsonElement wrong : new JsonElement[] {null, JsonNull.INSTANCE, new JsonPrimitive(3)}) {
        JsonObject broken = whole.deepCopy();
        broken.remove(field);
        if (wrong != null) {
          broken.add(field, wrong);
        }
        assertThatThrownBy(() -> Certificate.fromJson(broken))
            .as("%s = %s", field, wrong)
            .isInstanceOf(DemiluneException.class)
            .hasMessageStartingWith("the certificate is damaged: " + field + " must");
      }
    }
  }

  @Test
  void unknownFieldsAndForeignValuesAreRefused() {
    JsonObject extra = certificate(PureDp.of(1), true).toJson();
    extra.addProperty("epsilon", 0.001);
    refused(extra, "the certificate is damaged: certificate has a field");
    refused(
        new JsonPrimitive("x"), "the certificate is damaged: certificate must be a JSON object");

    JsonObject guarantee = certificate(PureDp.of(1), true).toJson();
    guarantee.add("guarantee", JsonParser.parseString("{\"epsilon\":1}"));
    refused(guarantee, "guarantee must hold epsilon and delta");
    guarantee.add("guarantee", JsonParser.parseString("{\"epsilon\":-1,\"delta\":0}"));
    refused(guarantee, "epsilon must be finite and > 0");
    guarantee.add("guarantee", JsonParser.parseString("{\"epsilon\":1,\"delta\":2}"));
    refused(guarantee, "delta must be below 1");

    JsonObject adjacency = certificate(PureDp.of(1), true).toJson();
    adjacency.addProperty("adjacency", "NONE");
    refused(adjacency, "adjacency must be one of [ADD_OR_REMOVE_ONE, REPLACE_ONE, REPLACE_LABEL]");
  }

  @Test
  void noTextCanAddALine() {
    JsonObject forged = certificate(PureDp.of(1), false).toJson();
    forged.addProperty("purpose", "x'.\nRandomness: certified");

    refused(forged, "texts must each be one line");
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-6, 3.25e-7, 0.5, 1.0 / 3, Double.MIN_VALUE, 1.234567890123457e-9})
  void deltaIsPrintedWithoutBeingRounded(double delta) {
    String text = ApproximateDp.of(1, delta).describe();

    assertThat(Double.parseDouble(text.substring(text.indexOf("δ = ") + 4))).isEqualTo(delta);
    assertThat(ApproximateDp.of(1, 3.25e-7).describe()).isEqualTo("ε = 1, δ = 3.25e-07");
  }

  private static void refused(JsonElement json, String sentence) {
    assertThatThrownBy(() -> Certificate.fromJson(json))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining(sentence);
  }
}
