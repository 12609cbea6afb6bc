// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.data.AtomicFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One self-contained HTML page, built from top to bottom.
 *
 * <p>It loads nothing, and runs no script but those that it was given, which its content policy
 * names by their hashes. It prints well, and escapes every text.
 */
public final class Page {

  private static final int FEWEST_LISTED = 4; // sections of a page that has a list of them

  private record Link(String id, String heading) {}

  private final String title;
  private final StringBuilder banners = new StringBuilder();
  private final StringBuilder body = new StringBuilder(16_384);
  private final List<Link> contents = new ArrayList<>();
  private final List<Script> scripts = new ArrayList<>();

  private Page(String title) {
    this.title = title;
  }

  /** Starts a page with its heading. */
  public static Page titled(String title) {
    return new Page(title);
  }

  /** Adds a prominent sentence at the top, marked as good or bad, and returns this page. */
  public Page banner(boolean good, String sentence) {
    banners
        .append("<p class=\"banner " + (good ? "good" : "bad") + "\">")
        .append(Html.escape(sentence))
        .append("</p>\n");
    return this;
  }

  /** Adds a prominent sentence at the top of what is weak but holds, and returns this page. */
  public Page warning(String sentence) {
    banners.append("<p class=\"banner weak\">").append(Html.escape(sentence)).append("</p>\n");
    return this;
  }

  /** Adds a paragraph, and returns this page. */
  public Page text(String paragraph) {
    return add(Html.paragraph(paragraph));
  }

  /** Adds a section of names and values, and returns this page. */
  public Page section(String heading, Map<String, String> pairs) {
    return section(heading, Html.pairs(pairs));
  }

  /** Adds a chart with its title and subtitle, and returns this page. */
  public Page chart(Chart chart) {
    return section(chart.title(), Html.figure(chart.figure(), chart.subtitle()));
  }

  /** Adds a section that is HTML already below its heading. */
  Page section(String heading, String html) {
    String id = "part" + (contents.size() + 1);
    contents.add(new Link(id, heading));
    body.append("<section aria-labelledby=\"" + id + "\">\n<h2 id=\"" + id + "\">")
        .append(Html.escape(heading))
        .append("</h2>\n")
        .append(html)
        .append("</section>\n");
    return this;
  }

  /** Adds HTML between sections. */
  Page add(String html) {
    body.append(html);
    return this;
  }

  /** Lets the page run a script, after those before it. */
  Page script(Script script) {
    scripts.add(script);
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
    StringBuilder html = new StringBuilder(body.length() + 65_536);
    html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta http-equiv=\"Content-Security-Policy\" content=\"" + Script.policy(scripts))
        .append("\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<title>" + Html.escape(title) + "</title>\n<style>\n")
        .append(Resources.text("report.css"));
    if (!scripts.isEmpty()) {
      html.append(Resources.text("uplot/uPlot.min.css")).append('\n');
    }
    html.append("</style>\n</head>\n<body>\n<main>\n<h1>")
        .append(Html.escape(title))
        .append("</h1>\n")
        .append(banners)
        .append(contents())
        .append(body)
        .append("</main>\n<footer>Written by " + Resources.version() + ". This page loads nothing")
        .append(scripts.isEmpty() ? " and runs nothing." : ", and runs only the scripts in it.")
        .append("</footer>\n");
    scripts.forEach(script -> html.append(script.html()));
    return html.append("</body>\n</html>\n").toString();
  }

  private String contents() {
    if (contents.size() < FEWEST_LISTED) {
      return "";
    }
    StringBuilder list = new StringBuilder("<nav aria-label=\"Contents\">\n<ul>\n");
    for (Link link : contents) {
      list.append("<li><a href=\"#" + link.id + "\">")
          .append(Html.escape(link.heading))
          .append("</a></li>\n");
    }
    return list.append("</ul>\n</nav>\n").toString();
  }
}
