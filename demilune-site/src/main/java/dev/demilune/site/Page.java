// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.site;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;

/** A Markdown file of the repository, parsed, and where its HTML goes. */
final class Page {

  private final String path;
  private final String target;
  private final Node document;
  private final Map<Heading, String> identifiers = new LinkedHashMap<>();

  private Page(String path, String target, String markdown) {
    this.path = path;
    this.target = target;
    this.document = Markdown.parse(markdown);
    Map<String, Integer> seen = new HashMap<>();
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Heading heading) {
            String identifier = Markdown.identifier(Markdown.text(heading));
            int before = seen.merge(identifier, 1, Integer::sum) - 1;
            identifiers.put(heading, before == 0 ? identifier : identifier + "-" + before);
          }
        });
  }

  /** A file of the repository; the README is where the site begins. */
  static Page of(String path, String markdown) {
    String target = path.equals("README.md") ? "index.html" : path.replaceFirst("\\.md$", ".html");
    return new Page(path, target, markdown);
  }

  /** A page that stands for a file or folder which is no Markdown. */
  static Page standingFor(String path, String target, String markdown) {
    return new Page(path, target, markdown);
  }

  /** Returns its path in the repository, with slashes. */
  String path() {
    return path;
  }

  /** Returns its path in the site. */
  String target() {
    return target;
  }

  Node document() {
    return document;
  }

  /** Returns the identifiers of all headings, in their order. */
  Map<Heading, String> identifiers() {
    return identifiers;
  }

  boolean hasAnchor(String identifier) {
    return identifiers.containsValue(identifier);
  }

  String title() {
    return identifiers.keySet().stream().findFirst().map(Markdown::text).orElse(path);
  }

  /** Returns the headings below the title that a table of contents shows. */
  List<Heading> contents() {
    List<Heading> shown = new ArrayList<>(identifiers.keySet());
    shown.removeIf(heading -> heading.getLevel() == 1 || heading.getLevel() > 3);
    return shown;
  }

  /** Returns what leads from this page to a path in the site. */
  String hrefOf(String to) {
    return "../".repeat((int) target.chars().filter(letter -> letter == '/').count()) + to;
  }
}
