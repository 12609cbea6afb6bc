// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.EventJson;
import dev.demilune.budget.Ledger;
import dev.demilune.certificate.Answers;
import dev.demilune.certificate.AttackBounds;
import dev.demilune.certificate.CertificateDocument;
import dev.demilune.model.Certificates;
import dev.demilune.model.LinearClassifier;
import dev.demilune.model.SavedModel;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The parts of the page about a model, one by one. */
class SectionsTest {

  @TempDir Path directory;

  private static CertificateDocument document(Certificate certificate) {
    Schema schema =
        Schema.vectors(1, LabelSet.numbered(2)).adjacency(certificate.adjacency()).build();
    LinearClassifier model =
        LinearClassifier.of(schema, new double[2][schema.features()], new double[2]);
    return CertificateDocument.of(
        new SavedModel(model, Optional.of(certificate)), "", Answers.none(), Optional.empty());
  }

  /** The sentence, the table and the curve are what the accountant says of the event. */
  @Test
  void theAttackerIsThatOfTheAccountant() {
    Certificate certificate = Certificates.secure();
    AttackBounds bounds = document(certificate).bounds();
    String html = AttackerSection.html(bounds, certificate.adjacency());
    double missed =
        Accountant.best(EventJson.parse(certificate.eventJson()))
            .tradeOff(0.01)
            .points()
            .get(0)
            .falseNegativeLower();
    String found = AttackBounds.percentUp(1 - missed);
    assertThat(html)
        .contains("accepts <b id=\"rate\">1 %</b> false alarms")
        .contains("at most <b id=\"found\">" + found + "</b>")
        .contains("<th scope=\"row\">1 %</th><td>" + found + "</td><td>1 %</td>")
        .contains("data-found=\"", " " + (1 - missed) + " ");
  }

  /** Rates are said exactly: rounded up, they would promise the bound of a smaller rate. */
  @Test
  void roundRatesAreSaidExactly() {
    assertThat(AttackBounds.ROUND_RATES)
        .isSorted()
        .allMatch(
            rate ->
                Math.abs(
                        Double.parseDouble(AttackBounds.percentUp(rate).replace(" %", "")) / 100
                            - rate)
                    < 1e-15);
    assertThat(document(Certificates.secure()).bounds().rates())
        .containsAll(AttackBounds.ROUND_RATES);
  }

  /** An event of a later version: its price cannot be computed, and (ε, δ) still holds. */
  @Test
  void anUnknownEventLeavesEpsilonAndDelta() {
    String unknown = "{\"kind\":\"of-a-later-version\"}";
    Certificate secure = Certificates.secure();
    Certificate certificate =
        new Certificate(
            secure.guarantee(),
            secure.charged(),
            secure.adjacency(),
            secure.learner(),
            secure.settings(),
            secure.event(),
            unknown,
            secure.accountant(),
            secure.randomness(),
            true,
            secure.ledger(),
            secure.purpose(),
            "",
            secure.reliesOn(),
            secure.arithmetic());
    AttackBounds bounds = document(certificate).bounds();
    assertThat(bounds.basis()).isEqualTo("the composed epsilon and delta");
    // 1 - f(x) is e x + δ at small x.
    assertThat(bounds.foundAtMost(0.01)).isBetween(0.01 * Math.E, 0.01 * Math.E + 2e-6);
  }

  @ParameterizedTest
  @EnumSource(Adjacency.class)
  void everyAdjacencyIsSaidInPlainWords(Adjacency adjacency) throws Exception {
    CertificateDocument document = document(Certificates.secure());
    assertThat(AttackerSection.html(document.bounds(), adjacency)).contains("detects that you");
    assertThat(document.covered()).contains("whether the row is in the table at all");
    assertThat(PublicSection.html(document))
        .contains("the number of rows") // protected here, so not among what is public
        .doesNotContain("Number of rows");
  }

  @Test
  void whatIsNotPrivateSaysSoFirst() {
    Certificate seeded = Certificates.seeded();
    assertThat(PromiseSection.html(seeded, document(seeded)))
        .startsWith("<dl>\n<dt>Beware</dt>")
        .contains("nobody is protected")
        .contains("2.72 times as likely");
    assertThat(AttackerSection.provisos(seeded)).contains("none of these bounds holds");
    Certificate secure = Certificates.secure();
    assertThat(AttackerSection.provisos(secure)).isEmpty();
    assertThat(PromiseSection.html(secure, document(secure)))
        .startsWith("<dl>\n<dt>Who is protected?</dt>")
        .contains("one row per person");
  }

  @Test
  void theLedgerIsABarOfEverySpend() throws Exception {
    Path file = directory.resolve("l.db");
    Ledger.create(file, "people", Adjacency.REPLACE_ONE, PureDp.of(2));
    try (Ledger ledger = Ledger.open(file, Randomness.secure())) {
      assertThat(LedgerSection.html(LedgerState.of(ledger), "")).contains("Nothing was spent yet.");
      ledger.spend("<script>alert(1)</script>", PureDp.of(0.5));
      ledger.spend("mine", PureDp.of(1));
      String own = ledger.entries().get(1).hash();
      String html = LedgerSection.html(LedgerState.of(ledger), own);
      ReportTest.assertWellFormed("<body><h2>x</h2>" + html + "</body></html>");
      assertThat(html)
          .contains(
              "Of ε=2 for table &#39;people&#39; (replacing one row), ε=1.5 is spent",
              "ε=0.5 is left")
          .contains("<rect class=\"spend1\" x=\"0.00\" y=\"0\" width=\"110.00\"") // of 440
          .contains("<rect class=\"own\" x=\"110.00\" y=\"0\" width=\"220.00\"")
          .contains("mine (this model)")
          .doesNotContain("<script", "not charged to this ledger");
      assertThat(LedgerSection.html(LedgerState.of(ledger), "another"))
          .contains("This model was not charged to this ledger.");
    }
  }

  @Test
  void scriptsRunByTheirHashesOnly() throws Exception {
    String html = CertificatePage.of("x", document(Certificates.secure())).toHtml();
    String policy =
        html.substring(
            html.indexOf("default-src"), html.indexOf("\">", html.indexOf("default-src")));
    assertThat(policy).startsWith("default-src 'none'; style-src 'unsafe-inline';");
    assertThat(policy.substring(policy.indexOf("script-src"))).doesNotContain("unsafe");
    Matcher script = Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL).matcher(html);
    int scripts = 0;
    while (script.find()) {
      byte[] sum =
          MessageDigest.getInstance("SHA-256")
              .digest(script.group(1).getBytes(StandardCharsets.UTF_8));
      assertThat(policy).contains("'sha256-" + Base64.getEncoder().encodeToString(sum) + "'");
      scripts++;
    }
    assertThat(scripts).isEqualTo(2);
    assertThat(Page.titled("x").text("y").toHtml())
        .contains("This page loads nothing and runs nothing.")
        .doesNotContain("script-src", "<script");
    assertThatThrownBy(() -> new Script("'</script>'")).hasMessageContaining("cannot stand inside");
  }

  /** The license asks to go with every copy, and every page is one. */
  @Test
  void theLicenseOfTheCurvesIsOnThePage() {
    assertThat(CertificatePage.of("x", document(Certificates.secure())).toHtml())
        .contains("Copyright (c) 2022 Leon Sorokin", "Permission is hereby granted");
  }

  @Test
  void charactersThatCannotBeSeenAreShown() {
    assertThat(Html.escape("a\u202eb\u2066c\u200dd\u0000e\u0085")).isEqualTo("a�b�c\u200dd�e�");
    assertThat(Html.list(List.of("<i>"))).isEqualTo("<ul>\n<li>&lt;i&gt;</li>\n</ul>\n");
  }
}
