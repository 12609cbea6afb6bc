// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests of pages rely on these: each fault is seen, and a sound page has none. */
class BrowserIT {

  private static final String HEAD =
      "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>A page</title>"
          + "<link rel=\"icon\" href=\"data:,\">";

  @TempDir Path directory;

  @Test
  void aSoundPageHasNoFaults() throws Exception {
    Path file =
        write(HEAD + "</head><body><main><h1>A page</h1><p>Words.</p></main></body></html>");
    try (Visit visit = Browser.visit(file)) {
      assertThat(visit.errors()).isEmpty();
      assertThat(visit.requests()).containsExactly(file.toUri().toString());
      assertThat(visit.findings()).isEmpty();
      assertThat(visit.overflows(390)).isFalse();
      visit.screenshots(directory, "sound");
      visit.print(directory.resolve("sound.pdf"));
      assertThat(directory.toFile().list())
          .contains("sound-1280-light.png", "sound-390-dark.png", "sound.pdf");
    }
  }

  @Test
  void faultsAreSeen() throws Exception {
    Path file =
        write(
            HEAD
                + "</head><body><main><h1>A page</h1><p style=\"color:#ccc;width:800px\">Pale.</p>"
                + "<img src=\"absent.png\"><script>alert('a dialog'); absent();</script>"
                + "</main></body></html>");
    try (Visit visit = Browser.visit(file)) {
      assertThat(visit.errors())
          .anyMatch(error -> error.contains("a dialog"))
          .anyMatch(error -> error.contains("absent is not defined"));
      assertThat(visit.requests()).anyMatch(address -> address.endsWith("/absent.png"));
      assertThat(visit.findings())
          .anyMatch(finding -> finding.contains("color-contrast"))
          .anyMatch(finding -> finding.contains("image-alt"));
      assertThat(visit.overflows(390)).isTrue();
    }
  }

  @Test
  void whatIsPaleInTheDarkOnlyIsSeenThere() throws Exception {
    Path file =
        write(
            HEAD
                + "<style>@media (prefers-color-scheme: dark) { body { background: #111; color:"
                + " #333; } }</style></head><body><main><h1>A page</h1></main></body></html>");
    try (Visit visit = Browser.visit(file)) {
      assertThat(visit.findings()).isEmpty();
      assertThat(visit.findingsInTheDark()).anyMatch(f -> f.contains("color-contrast"));
      assertThat(visit.findings()).isEmpty();
    }
  }

  /** Findings are collected in spite of a policy that forbids the page every script. */
  @Test
  void aStrictPolicyStaysInForce() throws Exception {
    Path file =
        write(
            HEAD
                + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\">"
                + "</head><body><main><h1>A page</h1><img src=\"x.png\">"
                + "<script>document.title = 'ran'</script></main></body></html>");
    try (Visit visit = Browser.visit(file)) {
      assertThat(visit.findings()).anyMatch(finding -> finding.contains("image-alt"));
      assertThat(visit.page().title()).isEqualTo("A page");
    }
  }

  private Path write(String html) throws Exception {
    return Files.writeString(directory.resolve("page.html"), html);
  }
}
