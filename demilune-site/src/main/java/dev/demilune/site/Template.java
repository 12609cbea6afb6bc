// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.site;

import static dev.demilune.site.Markdown.escape;

import java.util.List;
import org.commonmark.node.Heading;

/** The frame of every page: search, navigation, contents, the page itself, previous and next. */
final class Template {

  private final Navigation navigation;
  private final List<Page> order;

  Template(Navigation navigation) {
    this.navigation = navigation;
    this.order = navigation.order();
  }

  String html(Page page) {
    StringBuilder html = new StringBuilder(65_536);
    html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<meta name=\"color-scheme\" content=\"light dark\">\n")
        .append("<title>" + escape(page.title()) + suffix(page) + "</title>\n")
        .append("<link rel=\"icon\" href=\"data:,\">\n")
        .append("<link rel=\"stylesheet\" href=\"" + page.hrefOf("site.css") + "\">\n")
        .append("<script defer src=\"" + page.hrefOf("site.js") + "\" data-root=\"")
        .append(page.hrefOf("") + "\"></script>\n</head>\n<body>\n");
    header(html, page);
    html.append("<div class=\"columns\">\n<main id=\"content\">\n");
    contents(html, page);
    html.append("<article>\n" + Markdown.html(page.document(), page.identifiers()))
        .append("</article>\n");
    neighbors(html, page);
    html.append("</main>\n");
    pages(html, page);
    return html.append("</div>\n</body>\n</html>\n").toString();
  }

  private static String suffix(Page page) {
    return page.title().startsWith("Demilune") ? "" : " · Demilune";
  }

  private static void header(StringBuilder html, Page page) {
    html.append("<header>\n<a class=\"skip\" href=\"#content\">Skip to the page</a>\n")
        .append("<a class=\"home\" href=\"" + page.hrefOf("index.html") + "\">Demilune</a>\n")
        .append("<a class=\"menu\" href=\"#pages\">All pages</a>\n")
        .append(
            "<form role=\"search\"><input id=\"search\" type=\"search\" placeholder=\"Search\" ")
        .append("aria-label=\"Search\" aria-controls=\"results\" autocomplete=\"off\" ")
        .append("spellcheck=\"false\"></form>\n")
        .append("<div id=\"results\" hidden><p role=\"status\"></p><ol></ol></div>\n</header>\n");
  }

  private static void contents(StringBuilder html, Page page) {
    List<Heading> headings = page.contents();
    if (headings.size() < 2) {
      return;
    }
    html.append("<details class=\"contents\" open><summary>On this page</summary>\n")
        .append("<nav aria-label=\"On this page\"><ul>\n");
    for (Heading heading : headings) {
      html.append("<li class=\"level" + heading.getLevel() + "\"><a href=\"#")
          .append(page.identifiers().get(heading) + "\">" + escape(Markdown.text(heading)))
          .append("</a></li>\n");
    }
    html.append("</ul></nav></details>\n");
  }

  private void neighbors(StringBuilder html, Page page) {
    int at = order.indexOf(page);
    if (at < 0) {
      return;
    }
    html.append("<nav class=\"neighbors\" aria-label=\"Previous and next\">\n");
    if (at > 0) {
      neighbor(html, page, order.get(at - 1), "prev", "Previous: ");
    }
    if (at + 1 < order.size()) {
      neighbor(html, page, order.get(at + 1), "next", "Next: ");
    }
    html.append("</nav>\n");
  }

  private static void neighbor(StringBuilder html, Page page, Page to, String rel, String word) {
    html.append("<a rel=\"" + rel + "\" href=\"" + page.hrefOf(to.target()) + "\">" + word)
        .append(escape(to.title()) + "</a>\n");
  }

  private void pages(StringBuilder html, Page page) {
    html.append("<nav id=\"pages\" aria-label=\"Pages\">\n");
    for (Navigation.Group group : navigation.groups()) {
      html.append("<h2>" + escape(group.title()) + "</h2>\n<ul>\n");
      for (Navigation.Entry entry : group.entries()) {
        if (entry.folder()) {
          html.append("<li><details" + (entry.pages().contains(page) ? " open" : "") + "><summary>")
              .append(escape(entry.title()) + "</summary>\n<ul>\n");
          entry.pages().forEach(one -> item(html, page, one));
          html.append("</ul></details></li>\n");
        } else {
          entry.pages().forEach(one -> item(html, page, one));
        }
      }
      html.append("</ul>\n");
    }
    html.append("</nav>\n");
  }

  private static void item(StringBuilder html, Page page, Page to) {
    html.append("<li><a href=\"" + page.hrefOf(to.target()) + "\"")
        .append(to == page ? " aria-current=\"page\"" : "")
        .append(">" + escape(to.title()) + "</a></li>\n");
  }
}
