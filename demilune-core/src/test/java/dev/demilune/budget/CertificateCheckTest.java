// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.demilune.accounting.EventJson;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.budget.entry.LedgerCheck;
import dev.demilune.budget.entry.LedgerEntry;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Certificate;
import dev.demilune.random.Randomness;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates that someone edited, checksum and all. */
class CertificateCheckTest {

  private static final ApproximateDp CHARGED = ApproximateDp.of(0.5, 1e-7);
  private static final PrivacyEvent EVENT =
      new GaussianSum(GaussianCalibration.noiseMultiplier(CHARGED, 1));

  @TempDir Path directory;
  private LedgerCheck ledger;
  private Certificate bound;
  private Certificate bare;

  @BeforeEach
  void train() {
    Path file = directory.resolve("customers.db");
    Ledger.create(file, "customers", Adjacency.REPLACE_ONE, ApproximateDp.of(2, 1e-6));
    try (Ledger open = Ledger.open(file, Randomness.secure())) {
      bound = certificate(open.spend("churn", CHARGED, EVENT));
      bare = certificate(open.spend("other", CHARGED));
    }
    ledger = Ledger.verify(file.toString());
  }

  private static Certificate certificate(Allowance allowance) {
    allowance.use(Adjacency.REPLACE_ONE);
    return allowance.certify("toy", Map.of(), EVENT);
  }

  private List<String> faults(Certificate certificate) {
    LedgerEntry entry = ledger.entry(certificate.entryHash()).orElseThrow();
    List<String> faults = new ArrayList<>(CertificateCheck.ofEntry(certificate, ledger, entry));
    faults.addAll(CertificateCheck.ofPromise(certificate));
    return faults;
  }

  private static Certificate forged(Certificate original, Consumer<JsonObject> edit) {
    JsonObject json = original.toJson();
    edit.accept(json);
    return Certificate.fromJson(json);
  }

  @Test
  void whatIsTrueIsAccepted() {
    assertThat(faults(bound)).isEmpty();
    assertThat(faults(bare)).isEmpty(); // any event within the guarantee was charged
  }

  @Test
  void aSmallerPromiseIsFound() {
    Certificate forged =
        forged(bound, json -> json.getAsJsonObject("guarantee").addProperty("epsilon", 0.01));
    assertThat(forged.guarantee().epsilon()).isEqualTo(0.01);
    assertThat(faults(forged))
        .containsExactly(
            "it promises ε = 0.01, δ = 1.0e-07, and its event costs ε = 0.5 at that δ");
    Certificate slightly =
        forged(bound, json -> json.getAsJsonObject("guarantee").addProperty("epsilon", 0.498));
    assertThat(faults(slightly)).hasSize(1);
  }

  @Test
  void anotherAdjacencyIsFound() {
    Certificate forged = forged(bound, json -> json.addProperty("adjacency", "ADD_OR_REMOVE_ONE"));
    assertThat(faults(forged)).containsExactly("another adjacency");
  }

  /** More noise makes a smaller promise true, but it is not what was charged. */
  @Test
  void anotherNoiseIsFound() {
    PrivacyEvent noisier = new GaussianSum(5000);
    Certificate forged =
        forged(
            bound,
            json -> {
              json.getAsJsonObject("guarantee").addProperty("epsilon", 0.01);
              json.add("event", EventJson.write(noisier));
              json.addProperty("mechanism", noisier.toString());
            });
    assertThat(faults(forged))
        .containsExactly(
            "another event",
            "it promises ε = 0.01, δ = 1.0e-07, and of its event ε = 0.000584651509, δ = 1.0e-07 is"
                + " certified");
  }

  @Test
  void otherWordsAmountsAndPurposesAreFound() {
    assertThat(faults(forged(bound, json -> json.addProperty("mechanism", "much noise"))))
        .containsExactly("the mechanism that it prints is not that of its event");
    assertThat(faults(forged(bound, json -> json.addProperty("purpose", "x"))))
        .containsExactly("another purpose");
    assertThat(faults(forged(bound, json -> json.addProperty("ledger", "x"))))
        .containsExactly("another ledger");
    assertThat(
            faults(
                forged(bare, json -> json.getAsJsonObject("charged").addProperty("epsilon", 0.1))))
        .contains("another amount", "it promises more weakly than was charged");
    assertThat(faults(forged(bound, json -> json.add("event", new JsonObject()))))
        .containsExactly("another event", "its event cannot be read");
  }
}
