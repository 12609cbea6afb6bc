// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.certificate.AttackBounds;
import dev.demilune.certificate.CertificateDocument;
import dev.demilune.privacy.Amount;
import dev.demilune.privacy.Certificate;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** The certificate in plain words: who is protected, from what, by how much, relying on what. */
final class PromiseSection {

  private static final MathContext SHOWN = new MathContext(3, RoundingMode.CEILING);
  private static final double LARGEST_FACTOR = 1e6; // larger ones say nothing to people

  private PromiseSection() {}

  static String html(Certificate certificate, CertificateDocument document) {
    StringBuilder section = new StringBuilder("<dl>\n");
    if (!certificate.chainIsPrivate()) {
      answer(
          section,
          "Beware",
          "The noise of this model was seeded: whoever knows the seed can remove it, and nobody is"
              + " protected. All that follows would hold with secure noise.");
    }
    answer(section, "Who is protected?", sentence(document.unit()));
    answer(
        section,
        "From what?",
        "From everybody who sees the model and all that was released with it, whatever else they"
            + " know, now or later. How well they can tell whether the table was changed by "
            + certificate.adjacency().phrase()
            + " is bounded.");
    answer(section, "By how much?", howMuch(certificate, document.bounds()));
    section
        .append("<dt>What must hold for this?</dt>\n<dd>")
        .append(Html.list(certificate.reliesOn()))
        .append("</dd>\n");
    return section.append("</dl>\n").toString();
  }

  private static void answer(StringBuilder section, String question, String answer) {
    section.append("<dt>" + Html.escape(question) + "</dt>\n<dd>" + Html.escape(answer));
    section.append("</dd>\n");
  }

  private static String howMuch(Certificate certificate, AttackBounds bounds) {
    Amount promised = certificate.total().orElse(Amount.of(certificate.guarantee()));
    double factor = Math.exp(promised.epsilon().doubleValue());
    String odds =
        factor < LARGEST_FACTOR
            ? " No outcome becomes more than "
                + new BigDecimal(factor).round(SHOWN).toPlainString()
                + " times as likely by that change"
                + (promised.delta().signum() == 0
                    ? "."
                    : ", but for a probability of " + promised.delta() + " that is left out.")
            : "";
    return "The best attacker, who knows everything else and holds both for equally likely before,"
        + " guesses right in at most "
        + AttackBounds.percentUp(bounds.rightGuess())
        + " of cases; tossing a coin is right in 50 %."
        + odds
        + (certificate.total().isEmpty()
            ? " This is about the fit alone: the other releases do not add up with it."
            : certificate.links().size() > 1
                ? " This counts all " + certificate.links().size() + " releases together."
                : "");
  }

  private static String sentence(String phrase) {
    return Character.toUpperCase(phrase.charAt(0)) + phrase.substring(1) + ".";
  }
}
