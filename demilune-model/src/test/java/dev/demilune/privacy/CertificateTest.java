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
import java.math.BigDecimal;
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
            Charged: ε = 1, δ = 1.0e-06 (more than the guarantee: what was done costs less, and the charge stays), to ledger 'customers' for 'churn model', entry c0ffee.
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

  private static ChainLink link(ChainLink.Kind kind, Guarantee guarantee, String hash) {
    Certificate own = certificate(guarantee, true);
    return new ChainLink(
        kind,
        guarantee,
        ApproximateDp.of(1, 1e-6),
        own.adjacency(),
        own.event(),
        own.eventJson(),
        own.accountant(),
        true,
        "customers",
        kind.word(),
        hash);
  }

  private static Certificate chained() {
    return certificate(ApproximateDp.of(0.7, 1e-6), true)
        .withEarlier(link(ChainLink.Kind.SCHEMA, ApproximateDp.of(0.1, 1e-7), "aa"))
        .withLater(link(ChainLink.Kind.EVALUATION, PureDp.of(0.2), "bb"));
  }

  @Test
  void aChainAddsUpInDecimalsAndTheFirstLineSaysIt() {
    assertThat(chained().total())
        .contains(new Amount(new BigDecimal("1"), new BigDecimal("11e-7")));
    assertThat(chained().links())
        .extracting(ChainLink::kind)
        .containsExactly(ChainLink.Kind.SCHEMA, ChainLink.Kind.TRAINING, ChainLink.Kind.EVALUATION);
    assertThat(chained().toString())
        .startsWith(
            "ε=1, δ=1.1e-06, adding or removing one row, for all 3 releases on its certificate;"
                + " ε = 0.7, δ = 1.0e-06 for the fit alone.\n")
        .contains("all of it is charged to ledger 'customers'")
        .contains(
            "\n  1. learning the schema: ε = 0.1, δ = 1.0e-07, ledger 'customers' for 'schema',"
                + " entry aa.\n  2. training: ");
  }

  @Test
  void aChainAndCircumstancesSurviveSaving() {
    Certificate before =
        chained()
            .withChainNote("the schema was edited")
            .withCircumstance("software", "demilune 1")
            .withCircumstance("engine", "local");
    Certificate after = Certificate.fromJson(JsonParser.parseString(before.toJson().toString()));

    assertThat(after).isEqualTo(before).hasToString(before.toString());
    assertThat(after.circumstances().keySet()).containsExactly("software", "engine");
    assertThat(certificate(PureDp.of(1), true).toJson().keySet())
        .doesNotContain("chain", "circumstances", "edits"); // as older ones
  }

  @Test
  void releasesOfDifferentAdjacenciesDoNotAddUp() {
    JsonObject json = chained().toJson();
    json.addProperty("adjacency", "REPLACE_ONE");
    refused(json, "chain has a total that is not the sum");
    json.getAsJsonObject("chain").add("total", JsonNull.INSTANCE);

    Certificate mixed = Certificate.fromJson(json);
    assertThat(mixed.total()).isEmpty();
    assertThat(mixed.toString()).contains("do not add up");
  }

  @Test
  void aForgedChainIsRefused() {
    for (String path : List.of("total", "composition", "before", "after", "notes")) {
      for (JsonElement wrong : new JsonElement[] {null, new JsonPrimitive(3)}) {
        JsonObject json = chained().toJson();
        json.getAsJsonObject("chain").remove(path);
        if (wrong != null) {
          json.getAsJsonObject("chain").add(path, wrong);
        }
        refused(json, "the certificate is damaged: ");
      }
    }
    JsonObject cheaper = chained().toJson();
    cheaper.getAsJsonObject("chain").getAsJsonObject("total").addProperty("epsilon", 0.9);
    refused(cheaper, "total that is not the sum");
    JsonObject lighter = chained().toJson();
    lighter.getAsJsonObject("chain").getAsJsonArray("before").remove(0);
    refused(lighter, "total that is not the sum");
  }

  @Test
  void oneSeededReleaseMakesTheChainNotPrivate() {
    ChainLink seeded = ChainLink.of(ChainLink.Kind.SCHEMA, certificate(PureDp.of(0.1), false));
    Certificate mixed = certificate(PureDp.of(0.7), true).withEarlier(seeded);

    assertThat(mixed.chainIsPrivate()).isFalse();
    assertThat(mixed.toString()).startsWith("NOT PRIVATE: seeded.");
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
    refused(
        adjacency,
        "adjacency must be one of [ADD_OR_REMOVE_ONE, ADD_OR_REMOVE_PERSON, REPLACE_ONE, REPLACE_LABEL]");
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
