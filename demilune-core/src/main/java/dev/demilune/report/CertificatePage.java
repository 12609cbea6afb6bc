// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.certificate.CertificateDocument;
import dev.demilune.certificate.Section;

/** A certificate as a page to read, print and sign. */
public final class CertificatePage {

  private CertificatePage() {}

  /** Returns the page of a document. */
  public static Page of(String title, CertificateDocument document) {
    Page page =
        Page.titled(title)
            .banner(document.isPrivate(), document.headline())
            .section("The promise to each person", Html.list(document.promise()))
            .section(
                "What an attacker could still learn",
                AttackerSection.html(document.bounds(), document.adjacency()))
            .script(Script.UPLOT)
            .script(Script.ATTACKER);
    for (Section section : document.sections()) {
      page.section(section.heading(), section.lines());
    }
    return page;
  }
}
