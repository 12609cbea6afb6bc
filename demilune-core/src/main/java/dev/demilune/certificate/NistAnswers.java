// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.certificate;

import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.ChainLink;
import dev.demilune.schema.Learned;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Answers to the privacy hazards of NIST SP 800-226, "Guidelines for Evaluating Differential
 * Privacy Guarantees" (2025), one line each. What the program cannot know, it says it does not
 * know.
 */
public final class NistAnswers {

  private static final BigDecimal LARGE = BigDecimal.TEN;
  private static final BigDecimal MODERATE = BigDecimal.ONE;

  private NistAnswers() {}

  /** Returns the answers by hazard, in the order of the guidelines' pyramid. */
  public static Map<String, String> of(CertificateDocument document) {
    Certificate certificate = document.certificate();
    Answers answers = document.answers();
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("Large epsilon", epsilon(document));
    lines.put("Large delta", delta(document));
    lines.put("Weak variant of the definition", variant(document));
    lines.put("Unit of privacy", Exposure.unit(certificate) + rowsPerPerson(certificate));
    lines.put("Adjacency", certificate.adjacency().phrase() + unprotectedFeatures(certificate));
    lines.put("Composition", certificate.together());
    lines.put(
        "Releases without privacy",
        (document.isPrivate()
                ? "of this program none on this certificate"
                : "THOSE ON THIS CERTIFICATE WHOSE NOISE WAS SEEDED")
            + "; what else was published of the table is "
            + Answers.NOT_KNOWN);
    lines.put("Bounds chosen by looking", bounds(document));
    lines.put("Settings chosen by looking", answers.or("tuning", settings(certificate)));
    lines.put(
        "Bias and error per group",
        answers.or(
            "bias",
            Answers.NOT_KNOWN
                + ": measure it on public rows, or by a private evaluation per group"));
    lines.put("Trust model", "central: the holder of the rows is trusted");
    lines.put(
        "Correct mechanisms",
        "each mechanism states its proof beside its code; "
            + document
                .audit()
                .map(
                    audit ->
                        audit.refuted()
                            ? "AN AUDIT REFUTED THE CLAIM"
                            : "an audit is attached and did not refute it")
                .orElse("no audit is attached"));
    lines.put("Randomness", certificate.randomness());
    lines.put("Floating point", Exposure.FLOATING_POINT);
    lines.put("Timing and other side channels", Exposure.TIMING + "; " + Exposure.MEMORY);
    lines.put("Access control", answers.or("access", Answers.NOT_KNOWN));
    lines.put("Retention and deletion", answers.or("retention", Answers.NOT_KNOWN));
    lines.put(
        "Over-collection",
        answers.or(
            "collection",
            Answers.NOT_KNOWN + ": the model uses " + document.schema().features() + " features"));
    return lines;
  }

  private static String epsilon(CertificateDocument document) {
    BigDecimal epsilon = document.promised().epsilon();
    String size =
        epsilon.compareTo(LARGE) > 0
            ? "LARGE: above 10 the promise means little"
            : epsilon.compareTo(MODERATE) > 0 ? "moderate, between 1 and 10" : "at most 1";
    boolean all = document.certificate().total().isPresent();
    return epsilon.toPlainString() + (all ? " in all: " : " for the fit alone: ") + size;
  }

  private static String delta(CertificateDocument document) {
    BigDecimal delta = document.promised().delta();
    if (delta.signum() == 0) {
      return "no delta";
    }
    long rows = document.schema().expectedRows();
    String units = Exposure.units(document.certificate());
    if (rows == 0) {
      return delta
          + "; the number of "
          + units
          + " is "
          + Answers.NOT_KNOWN
          + " to the program, and delta should be far below one in it";
    }
    boolean large = delta.multiply(BigDecimal.valueOf(rows)).compareTo(BigDecimal.ONE) >= 0;
    return delta
        + (large
            ? ": LARGE, not below one in the number of " + units
            : ": below one in the expected number of " + units + ", " + rows);
  }

  private static String variant(CertificateDocument document) {
    return (document.promised().delta().signum() == 0 ? "pure" : "approximate")
        + " differential privacy; bounds on attacks from "
        + document.bounds().basis();
  }

  private static String rowsPerPerson(Certificate certificate) {
    return certificate.adjacency().isOfPersons()
        ? ""
        : ". More rows of one person multiply epsilon by their number, and delta by more; that people"
            + " have one each is relied on, and "
            + Answers.NOT_KNOWN
            + " to the program";
  }

  private static String unprotectedFeatures(Certificate certificate) {
    return certificate.adjacency().warning().map(warning -> ". " + warning).orElse("");
  }

  private static String bounds(CertificateDocument document) {
    List<String> learned = document.schema().learned().map(Learned::columns).orElse(List.of());
    String declared =
        "declared ranges, values and labels were chosen by people, and whether they looked is "
            + Answers.NOT_KNOWN;
    return learned.isEmpty()
        ? declared
        : "learned privately and paid for: " + String.join(", ", learned) + "; other " + declared;
  }

  private static String settings(Certificate certificate) {
    String paid =
        certificate.links().stream()
            .filter(link -> link.kind() != ChainLink.Kind.TRAINING)
            .map(link -> link.kind().phrase())
            .collect(Collectors.joining(", "));
    return "search for settings within the fit is priced with it"
        + (paid.isEmpty() ? "" : ", as are " + paid)
        + "; what people tried before is "
        + Answers.NOT_KNOWN;
  }
}
