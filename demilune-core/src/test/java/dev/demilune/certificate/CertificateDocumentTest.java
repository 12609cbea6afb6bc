// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.demilune.DemiluneException;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.budget.Allowance;
import dev.demilune.budget.Ledger;
import dev.demilune.model.LinearClassifier;
import dev.demilune.model.SavedModel;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Amount;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.ChainLink;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.report.CertificatePage;
import dev.demilune.schema.Learned;
import dev.demilune.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.InverseErfc;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What the document says, that it keeps to its schema, and how its numbers come about. */
class CertificateDocumentTest {

  private static final Path SCHEMA = Path.of("../docs/certificate.schema.json");
  private static final Path REGISTRY =
      Path.of("../../shared/reference/registry/deployments-schema.yaml");
  private static final String SUM = "ab".repeat(32);

  static Certificate certificate(
      Randomness randomness, Guarantee charged, PrivacyEvent event, String purpose) {
    Ledger ledger = Ledger.inMemory("people", Adjacency.REPLACE_ONE, charged, randomness);
    Allowance allowance = ledger.onBehalfOf("Ann").spend(purpose, charged, event);
    allowance.use(Adjacency.REPLACE_ONE);
    return allowance.certify("noisy-descent", Map.of("steps", "1"), event);
  }

  /** A private model of one Gaussian sum with a learned schema before it. */
  static SavedModel chained() {
    Certificate survey =
        certificate(
            Randomness.secure(), PureDp.of(0.25), new PrivacyEvent.Pure(0.25), "learn schema");
    ChainLink release = ChainLink.of(ChainLink.Kind.SCHEMA, survey);
    Schema plain =
        Schema.builder()
            .number("age", 0, 120)
            .category("plan", "free", "pro")
            .label("churned", "no", "yes")
            .adjacency(Adjacency.REPLACE_ONE)
            .expectedRows(1000)
            .build();
    Schema schema =
        Schema.fromJson(
            withLearned(plain, Learned.of(plain, release, List.of("age"), true)).toString());
    return new SavedModel(
        LinearClassifier.of(schema, new double[2][3], new double[2]),
        Optional.of(alone().certificate().get().withEarlier(release)));
  }

  private static JsonObject withLearned(Schema schema, Learned learned) {
    Schema built =
        Schema.builder()
            .number("age", 0, 120)
            .category("plan", "free", "pro")
            .label("churned", "no", "yes")
            .adjacency(schema.adjacency())
            .expectedRows(1000)
            .learned(learned)
            .build();
    return JsonParser.parseString(built.toJson()).getAsJsonObject();
  }

  static SavedModel alone() {
    Schema schema =
        Schema.builder()
            .number("age", 0, 120)
            .label("churned", "no", "yes")
            .adjacency(Adjacency.REPLACE_ONE)
            .build();
    return new SavedModel(
        LinearClassifier.of(schema, new double[2][1], new double[2]),
        Optional.of(
            certificate(
                Randomness.secure(), ApproximateDp.of(1, 1e-6), new GaussianSum(5), "train")));
  }

  static CertificateDocument document(SavedModel saved) {
    return CertificateDocument.of(saved, SUM, Answers.none(), Optional.empty());
  }

  @Test
  void keepsToThePublishedSchema() throws IOException {
    JsonObject schema = JsonParser.parseString(Files.readString(SCHEMA)).getAsJsonObject();
    AuditResult audit =
        AuditResult.fromJson(
            JsonParser.parseString(
                "{\"learner\":\"noisy-descent\",\"claimedEpsilon\":1,\"adjacency\":\"replace-one\","
                    + "\"method\":\"runs\",\"trials\":100,\"lowerBound\":0.4,\"confidence\":0.95,"
                    + "\"refuted\":false}"));
    for (SavedModel saved : List.of(alone(), chained())) {
      JsonObject json =
          CertificateDocument.of(
                  saved, SUM, Answers.of(Map.of("access", "nobody")), Optional.of(audit))
              .toJson();
      assertThat(JsonSchemaRules.faults(schema, json)).isEmpty();
      assertThat(JsonSchemaRules.faults(schema, document(saved).toJson())).isEmpty();
      json.addProperty("epsilonOfSomeone", 0.1); // the validator has teeth
      json.getAsJsonObject("certificate").add("settings", new JsonPrimitive(3));
      assertThat(JsonSchemaRules.faults(schema, json))
          .containsExactlyInAnyOrder(
              "$ breaks additionalProperties", "$.certificate.settings breaks type");
    }
  }

  @Test
  void aRegistryEntryKeepsToTheRegistrysSchema() throws IOException {
    assumeThat(REGISTRY).as("the registry's schema").exists();
    JsonObject schema = json(Files.readString(REGISTRY));
    for (SavedModel saved : List.of(alone(), chained())) {
      String yaml = RegistryEntry.of(document(saved));
      JsonObject entry = json(yaml);
      assertThat(JsonSchemaRules.faults(schema, entry)).isEmpty();
      assertThat(entry.get("tier").getAsInt()).isEqualTo(3);
      JsonObject deployment = entry.getAsJsonObject("deployment");
      assertThat(deployment.keySet())
          .containsExactlyElementsOf(
              schema
                  .getAsJsonObject("properties")
                  .getAsJsonObject("deployment")
                  .getAsJsonObject("properties")
                  .keySet());
      assertThat(
              deployment
                  .getAsJsonObject("privacy_loss")
                  .getAsJsonObject("privacy_parameters")
                  .get("epsilon")
                  .getAsBigDecimal())
          .isEqualByComparingTo(saved.certificate().get().total().orElseThrow().epsilon());
      assertThat(yaml).containsPattern("publication_date: '\\d{4}-\\d\\d-\\d\\d'");
    }
  }

  private static JsonObject json(String yaml) {
    Object tree = new Load(LoadSettings.builder().build()).loadFromString(yaml);
    return new Gson().toJsonTree(tree).getAsJsonObject();
  }

  @Test
  void wherePersonsAreTheUnitTheDocumentSpeaksOfPersons() {
    Adjacency unit = Adjacency.ADD_OR_REMOVE_PERSON;
    Guarantee charged = ApproximateDp.of(1, 1e-6);
    Allowance allowance =
        Ledger.inMemory("people", unit, charged, Randomness.secure())
            .spend("train", charged, new GaussianSum(5));
    allowance.use(unit);
    Schema schema =
        Schema.builder()
            .ignore("patient")
            .number("age", 0, 120)
            .label("returned", "no", "yes")
            .person("patient", 7)
            .expectedRows(1000)
            .build();
    SavedModel saved =
        new SavedModel(
            LinearClassifier.of(schema, new double[2][1], new double[2]),
            Optional.of(allowance.certify("noisy-descent", Map.of(), new GaussianSum(5))));

    assertThat(document(saved).promise().get(0))
        .startsWith("An attacker who knows all rows of everybody else, and")
        .contains("adding or removing one person with all their rows");
    assertThat(document(saved).toText())
        .contains("Times the expected number of persons it is 0.0010")
        .contains("patient: names the person, of whom at most 7 rows are used, declared")
        .contains("expected number of persons: 1000, declared");
  }

  @Test
  void noticesSayWhatIsWeakAboutThePromise() {
    assertThat(document(chained()).toJson().getAsJsonArray("notices"))
        .singleElement() // a ledger in memory records nothing
        .satisfies(notice -> assertThat(notice.toString()).contains("amber", "no ledger"));
    Certificate large =
        certificate(Randomness.reproducible(1), PureDp.of(11), new PrivacyEvent.Pure(11), "try");
    assertThat(
            document(new SavedModel(alone().model(), Optional.of(large)))
                .toJson()
                .getAsJsonArray("notices"))
        .extracting(notice -> notice.getAsJsonObject().get("level").getAsString())
        .containsExactly("red", "amber");
  }

  @Test
  void aSeededModelBelongsInNoRegistry() {
    Certificate seeded =
        certificate(
            Randomness.reproducible(1), PureDp.of(1), new PrivacyEvent.Pure(1), "experiment");
    SavedModel saved = new SavedModel(alone().model(), Optional.of(seeded));

    assertThat(seeded.circumstances()).isEmpty(); // the same seed gives the same bytes
    assertThat(document(saved).headline()).startsWith("NOT PRIVATE");
    assertThat(document(saved).promise().get(0)).startsWith("Noise was seeded");
    assertThat(NistAnswers.of(document(saved)).get("Releases without privacy"))
        .doesNotContain("none on this certificate");
    assertThatThrownBy(() -> RegistryEntry.of(document(saved)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("seeded");
  }

  @Test
  void attackersAreBoundedByTheFormulas() {
    AttackBounds pure = AttackBounds.of(Amount.of(PureDp.of(1)), Optional.empty());
    assertThat(pure.rightGuess()).isCloseTo(Math.E / (1 + Math.E), within(1e-12));
    assertThat(1 - pure.misses().get(pure.rates().indexOf(0.01)))
        .isCloseTo(0.01 * Math.E, within(1e-12));
    Certificate certificate =
        certificate(Randomness.secure(), PureDp.of(1), new PrivacyEvent.Pure(1), "train");
    assertThat(pure.sentences(certificate).get(0))
        .contains("both being equally likely beforehand, is right")
        .contains("in at most 73.2 % of cases"); // 73.106, rounded up
    double mu = 0.2;
    AttackBounds gaussian =
        AttackBounds.of(
            Amount.of(ApproximateDp.of(10, 1e-6)),
            Optional.of(Accountant.best(new GaussianSum(1 / mu))));
    // Φ(μ/2), and 1 - Φ(Φ⁻¹(1 - x) - μ) at x = 0.01, of Dong, Roth and Su (2022)
    assertThat(gaussian.rightGuess()).isCloseTo(0.5398278372770290, within(1e-9));
    assertThat(1 - gaussian.misses().get(gaussian.rates().indexOf(0.01)))
        .isBetween(0.0167371522, 0.01675); // the exact value, and what 100 points lose
    AttackBounds one =
        AttackBounds.of(
            Amount.of(ApproximateDp.of(10, 1e-6)),
            Optional.of(Accountant.best(new GaussianSum(1))));
    assertThat(1 - one.misses().get(one.rates().indexOf(0.01))).isBetween(0.0923635, 0.0925);
  }

  /** A line between two points of a convex curve is above it: no attacker is held to it. */
  @Test
  void whatIsDrawnBetweenThePointsIsABoundToo() {
    for (double mu : new double[] {0.2, 1, 3}) {
      AttackBounds bounds =
          AttackBounds.of(
              Amount.of(ApproximateDp.of(20, 1e-6)),
              Optional.of(Accountant.best(new GaussianSum(1 / mu))));
      List<Double> rates = bounds.rates();
      assertThat(rates).isSorted();
      for (int i = 1; i < rates.size(); i++) {
        for (double share = 0.1; share < 1; share += 0.1) {
          double rate = rates.get(i - 1) + share * (rates.get(i) - rates.get(i - 1));
          double drawn =
              bounds.misses().get(i - 1)
                  + share * (bounds.misses().get(i) - bounds.misses().get(i - 1));
          double exact = phi(-inversePhi(rate) - mu);
          assertThat(drawn).as("mu %s at %s", mu, rate).isLessThanOrEqualTo(exact + 1e-12);
          if (rate > 0.01) { // below, the curve is steeper than 100 points can follow
            assertThat(drawn).as("mu %s at %s", mu, rate).isGreaterThan(exact - 0.02);
          }
        }
      }
    }
  }

  private static double phi(double x) {
    return 0.5 * Erfc.value(-x / Math.sqrt(2));
  }

  private static double inversePhi(double p) {
    return -Math.sqrt(2) * InverseErfc.value(2 * p);
  }

  @Test
  void whatDoesNotAddUpIsNotClaimedTogether() {
    Ledger other =
        Ledger.inMemory("people", Adjacency.ADD_OR_REMOVE_ONE, PureDp.of(5), Randomness.secure());
    Allowance allowance = other.spend("learn schema", PureDp.of(5), new PrivacyEvent.Pure(5));
    allowance.use(Adjacency.ADD_OR_REMOVE_ONE);
    Certificate survey = allowance.certify("survey", Map.of(), new PrivacyEvent.Pure(5));
    SavedModel saved =
        new SavedModel(
            alone().model(),
            alone()
                .certificate()
                .map(own -> own.withEarlier(ChainLink.of(ChainLink.Kind.SCHEMA, survey))));

    assertThat(document(saved).promise().get(0)).contains("about the fit alone");
    assertThat(document(saved).toText()).doesNotContain("the model and the other releases");
    assertThat(NistAnswers.of(document(saved)).get("Large epsilon"))
        .contains("for the fit alone")
        .doesNotContain("in all");
    assertThatThrownBy(() -> RegistryEntry.of(document(saved)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("different adjacencies");
  }

  @Test
  void anOverflowingEpsilonBoundsNothingAndDoesNotFail() {
    AttackBounds none = AttackBounds.of(Amount.of(PureDp.of(1e5)), Optional.empty());
    assertThat(none.rightGuess()).isEqualTo(1);
    assertThat(none.misses()).allMatch(miss -> miss >= 0 && miss <= 1);
  }

  @Test
  void tightParametersAreThoseOfTheTheorems() {
    PrivacyEvent sums =
        new PrivacyEvent.Composed(
            List.of(new PrivacyEvent.Repeated(new GaussianSum(4), 3), new GaussianSum(2)));
    TightParameters gaussian = TightParameters.of(sums);
    assertThat(gaussian.rho().getAsDouble()).isBetween(0.21875, 0.21875 * (1 + 1e-12));
    assertThat(gaussian.mu().getAsDouble())
        .isBetween(Math.sqrt(0.4375), Math.sqrt(0.4375) * (1 + 1e-12));

    TightParameters mixed =
        TightParameters.of(
            new PrivacyEvent.Composed(
                List.of(
                    new PrivacyEvent.DiscreteGaussianCount(10, 2),
                    new PrivacyEvent.Pure(0.3),
                    new PrivacyEvent.DiscreteGaussianSum(4))));
    assertThat(mixed.mu()).isEmpty();
    assertThat(mixed.rho().getAsDouble()).isCloseTo(0.02 + 0.045 + 0.03125, within(1e-12));

    PrivacyEvent sampled =
        new PrivacyEvent.PoissonSampled(0.01, Adjacency.ADD_OR_REMOVE_ONE, new GaussianSum(1));
    assertThat(TightParameters.of(sampled).rho()).isEmpty();
    assertThat(TightParameters.of(new PrivacyEvent.Approximate(1, 1e-6)).rho()).isEmpty();
  }

  @Test
  void saysEverythingAnOfficerAsksFor() {
    String text = document(chained()).toText();

    assertThat(text)
        .contains("Private: ε=1.")
        .contains("for all 2 releases on its certificate")
        .contains("is right in at most")
        .contains("Unit: one row")
        .contains("Gaussian DP of the fit: mu = 0.200000001\n")
        .contains("zCDP of the fit: rho = 0.0200000001\n")
        .contains("1. learning the schema: ε = 0.25, replacing one row\n")
        .contains("2. training: ε = ")
        .contains("Run: software: demilune ")
        .contains("Run: by: Ann\n")
        .contains("Model file: sha256 " + SUM)
        .contains("age: number 0..120, learned privately\n")
        .contains("plan: category, 2 values, declared\n")
        .contains("expected number of rows: 1000, learned privately\n")
        .contains("Trust model: central")
        .contains("retention: to be filled in");
    String page = CertificatePage.of("A certificate", document(chained())).toHtml();
    assertThat(page).contains("<svg").contains("What an attacker could still learn");
    for (Section section : document(chained()).sections()) {
      assertThat(page).contains(">" + section.heading() + "</h2>");
    }
  }

  @Test
  void nistHazardsAreAnsweredAndWhatIsNotKnownIsSaid() {
    Map<String, String> lines = NistAnswers.of(document(chained()));
    assertThat(lines.get("Large epsilon")).contains("moderate");
    assertThat(lines.get("Large delta")).contains("below one in the expected number of rows, 1000");
    assertThat(lines.get("Bounds chosen by looking"))
        .contains("learned privately and paid for: age");
    assertThat(lines.get("Access control")).isEqualTo("not known");
    assertThat(lines.get("Bias and error per group")).startsWith("not known");
    assertThat(lines).hasSizeGreaterThanOrEqualTo(18);
  }

  @Test
  void onlyKnownQuestionsAreAnswered() {
    assertThatThrownBy(() -> Answers.of(Map.of("acess", "x")))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("'acess' is nothing that can be answered");
  }
}
