// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.ChainLink;
import java.util.LinkedHashMap;
import java.util.Map;

/** The certificate in full. */
final class CertificateSection {

  private CertificateSection() {}

  static String html(Certificate certificate) {
    StringBuilder section = new StringBuilder(Html.pairs(pairs(certificate)));
    if (!certificate.chain().isEmpty()) {
      section.append("<h3>The model as published depends on</h3>\n");
      section.append(Html.list(certificate.links().stream().map(ChainLink::toString).toList()));
      section.append(Html.paragraph("Together: " + certificate.together() + "."));
      certificate
          .chain()
          .notes()
          .forEach(note -> section.append(Html.paragraph("Note: " + note + ".")));
    }
    section.append("<h3>It relies on</h3>\n").append(Html.list(certificate.reliesOn()));
    if (!certificate.edits().isEmpty()) {
      section.append("<h3>Edited after training</h3>\n").append(Html.list(certificate.edits()));
      section.append(Html.paragraph(Certificate.EDITED));
    }
    return section.toString();
  }

  private static Map<String, String> pairs(Certificate certificate) {
    Map<String, String> pairs = new LinkedHashMap<>();
    pairs.put("Guarantee", certificate.guarantee().describe());
    pairs.put("Hidden is the effect of", certificate.adjacency().phrase());
    pairs.put("Learner", certificate.learner());
    certificate.settings().forEach((name, value) -> pairs.put("Setting " + name, value));
    pairs.put("Mechanism", certificate.event());
    pairs.put("Priced by", certificate.accountant());
    pairs.put("Charged", certificate.charge());
    pairs.put("Ledger", certificate.ledger());
    pairs.put("Purpose", certificate.purpose());
    if (!certificate.entryHash().isEmpty()) {
      pairs.put("Entry", certificate.entryHash());
    }
    pairs.put("Randomness", certificate.randomness());
    pairs.put("Arithmetic", certificate.arithmetic());
    certificate.circumstances().forEach((name, value) -> pairs.put("Run: " + name, value));
    return pairs;
  }
}
