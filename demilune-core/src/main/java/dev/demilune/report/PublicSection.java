// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.certificate.CertificateDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What was protected, and what was public: two lists, and where the ranges come from. */
final class PublicSection {

  private PublicSection() {}

  static String html(CertificateDocument document) {
    List<String> open = new ArrayList<>();
    for (Map.Entry<String, String> line : document.notCovered().entrySet()) {
      if (!line.getValue().startsWith("protected")) { // as the number of rows may be
        open.add(line.getKey() + ": " + line.getValue());
      }
    }
    return "<div class=\"sides\">\n<div>\n<h3>Protected</h3>\n"
        + Html.list(document.covered())
        + "</div>\n<div>\n<h3>Public</h3>\n"
        + Html.list(open)
        + "</div>\n</div>\n"
        + Html.details("Columns, and where their ranges come from", Html.pairs(document.columns()));
  }
}
