// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.certificate.AttackBounds;
import dev.demilune.certificate.CertificateDocument;
import dev.demilune.certificate.Section;
import java.util.List;
import java.util.stream.Collectors;

/** A certificate as a page to read, print and sign. */
public final class CertificatePage {

  private CertificatePage() {}

  /** Returns the page of a document. */
  public static Page of(String title, CertificateDocument document) {
    Page page = Page.titled(title).banner(document.isPrivate(), document.headline());
    page.section(
        "<section>\n<h2>The promise to each person</h2>\n<ul>\n"
            + document.promise().stream()
                .map(sentence -> "<li>" + Html.escape(sentence) + "</li>\n")
                .collect(Collectors.joining())
            + "</ul>\n"
            + curve(document.bounds()).svg()
            + "</section>\n");
    for (Section section : document.sections()) {
      page.section(section.heading(), section.lines());
    }
    return page;
  }

  private static Chart curve(AttackBounds bounds) {
    double[] rates = array(bounds.rates());
    double[] guesses = bounds.rates().stream().mapToDouble(rate -> 1 - rate).toArray();
    return Chart.of(
            "What an attacker must get wrong",
            "at least this share of changes is missed, from " + bounds.basis(),
            Axis.linear("claimed wrongly", 0, 1),
            Axis.linear("missed", 0, 1))
        .line("without the model", Chart.Stroke.DOTTED, rates, guesses)
        .line("with the model, at least", Chart.Stroke.BOLD, rates, array(bounds.misses()));
  }

  private static double[] array(List<Double> numbers) {
    return numbers.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
