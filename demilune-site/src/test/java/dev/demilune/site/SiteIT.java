// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.site;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.demilune.cli.browser.Browser;
import dev.demilune.cli.browser.Visit;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rendered documentation in a real browser, opened from the file system. */
class SiteIT {

  private static final Path SITE = Path.of("target/site").toAbsolutePath();

  /** A page of each kind: with code, with a long table, with many headings, a list, prose. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "index.html",
        "docs/certificate.html",
        "docs/papers/huang-chen-tsai-2024.html",
        "docs/learners/additive.html",
        "docs/tour.html",
        "docs/decisions/index.html",
      })
  void pagesAreSound(String page) {
    try (Visit visit = Browser.visit(SITE.resolve(page))) {
      assertThat(visit.errors()).isEmpty();
      assertThat(visit.requests()).allMatch(address -> address.matches("file:.*|data:,"));
      assertThat(visit.findings()).isEmpty();
      assertThat(visit.overflows(390)).isFalse();
    }
  }

  @Test
  void theSearchFindsSectionsAndLeadsThere() {
    try (Visit visit = Browser.visit(SITE.resolve("docs/index.html"))) {
      Page page = visit.page();
      page.keyboard().press("/");
      page.keyboard().type("steps on samp"); // the last word is unfinished
      page.locator("#results li").first().waitFor();
      assertThat(page.locator("#results li a").first().textContent())
          .isEqualTo("Learners: Steps on samples");
      page.keyboard().press("Enter");
      page.waitForURL("**/docs/learners.html#steps-on-samples");
      page.locator("#search").fill("ε zebra");
      page.locator("#results [role=status]").getByText("Nothing found.").waitFor();
      page.locator("#search").fill("rényi");
      page.locator("#results li").first().waitFor();
      List<String> found = page.locator("#results li a").allTextContents();
      page.locator("#search").fill("renyi"); // as most keyboards have it
      page.locator("#results li").first().waitFor();
      assertThat(page.locator("#results li a").allTextContents()).isEqualTo(found).isNotEmpty();
      page.keyboard().press("Escape");
      assertThat(page.locator("#results").isHidden()).isTrue();
      assertThat(visit.requests()).allMatch(address -> address.matches("file:.*|data:,"));
      assertThat(visit.errors()).isEmpty();
      page.locator("#search").fill("certificate");
      assertThat(visit.findings()).isEmpty(); // last: axe asks for style sheets in vain
    }
  }
}
