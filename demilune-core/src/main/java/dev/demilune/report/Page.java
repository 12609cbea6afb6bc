// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.data.AtomicFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/**
 * One self-contained HTML page, built from top to bottom.
 *
 * <p>It loads nothing and runs nothing (its content policy forbids both), prints well, and escapes
 * every text.
 */
public final class Page {

  private final String title;
  private final StringBuilder body = new StringBuilder(16_384);

  private Page(String title) {
    this.title = title;
  }

  /** Starts a page with its heading. */
  public static Page titled(String title) {
    return new Page(title);
  }

  /** Adds a prominent sentence, marked as good or bad, and returns this page. */
  public Page banner(boolean good, String sentence) {
    body.append("<p class=\"banner " + (good ? "good" : "bad") + "\">")
        .append(Html.escape(sentence))
        .append("</p>\n");
    return this;
  }

  /** Adds a paragraph, and returns this page. */
  public Page text(String paragraph) {
    body.append("<p>").append(Html.escape(paragraph)).append("</p>\n");
    return this;
  }

  /** Adds a section of names and values, and returns this page. */
  public Page section(String heading, Map<String, String> pairs) {
    body.append("<section>\n<h2>").append(Html.escape(heading)).append("</h2>\n");
    body.append("<table class=\"pairs\">\n");
    pairs.forEach((name, value) -> body.append(Html.pair(name, value)));
    body.append("</table>\n</section>\n");
    return this;
  }

  /** Adds a chart, and returns this page. */
  public Page chart(Chart chart) {
    return section(chart.svg());
  }

  /** Adds a section that is HTML already. */
  Page section(String html) {
    body.append(html);
    return this;
  }

  /** Writes the page to a file, whole or not at all. */
  public void write(Path file) {
    try (AtomicFile out = AtomicFile.create(file)) {
      out.write(toHtml().getBytes(StandardCharsets.UTF_8));
      out.commit();
    }
  }

  /** Returns the page. */
  public String toHtml() {
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        + "<meta http-equiv=\"Content-Security-Policy\""
        + " content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>"
        + Html.escape(title)
        + "</title>\n<style>\n"
        + style()
        + "</style>\n</head>\n<body>\n<main>\n<h1>"
        + Html.escape(title)
        + "</h1>\n"
        + body
        + "<footer>Written by Demilune. This page loads nothing and runs nothing."
        + "</footer>\n</main>\n</body>\n</html>\n";
  }

  private static String style() {
    try (InputStream in = Page.class.getResourceAsStream("report.css")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
