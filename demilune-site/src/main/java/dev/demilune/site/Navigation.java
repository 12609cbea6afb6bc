// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.site;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;

/**
 * What stands beside every page, read from {@code docs/index.md}: each heading is a group, and the
 * links in the first column of its table are its pages. A folder is all the pages in it. Pages that
 * are not named there come last, under "More".
 *
 * @param groups in the order of the file
 */
record Navigation(List<Group> groups) {

  /** Pages for one kind of reader. */
  record Group(String title, List<Entry> entries) {}

  /** A page, or a folder with its pages. */
  record Entry(String title, List<Page> pages, boolean folder) {}

  static Navigation of(Page index, List<Page> all) {
    Map<String, Page> byPath = new TreeMap<>();
    all.forEach(page -> byPath.put(page.path(), page));
    List<Group> groups = new ArrayList<>();
    Set<Page> named = new LinkedHashSet<>(List.of(index));
    index
        .document()
        .accept(
            new AbstractVisitor() {
              @Override
              public void visit(Heading heading) {
                if (heading.getLevel() == 2) {
                  groups.add(new Group(Markdown.text(heading), new ArrayList<>()));
                }
              }

              @Override
              public void visit(CustomNode node) {
                boolean first = node instanceof TableCell && node.getPrevious() == null;
                if (first && node.getFirstChild() instanceof Link link && !groups.isEmpty()) {
                  Entry entry = entry(link, byPath);
                  groups.get(groups.size() - 1).entries.add(entry);
                  named.addAll(entry.pages);
                }
                visitChildren(node);
              }
            });
    List<Entry> more =
        byPath.values().stream()
            .filter(page -> !named.contains(page))
            .map(page -> new Entry(page.title(), List.of(page), false))
            .toList();
    if (!more.isEmpty()) {
      groups.add(new Group("More", more));
    }
    groups.removeIf(group -> group.entries.isEmpty());
    return new Navigation(groups);
  }

  /** The entry of a link; one that leads nowhere has no pages, and is reported by {@link Links}. */
  private static Entry entry(Link link, Map<String, Page> byPath) {
    String path = Path.of("docs").resolve(link.getDestination()).normalize().toString();
    Page page = byPath.get(path.replace('\\', '/'));
    if (page != null) {
      return new Entry(page.title(), List.of(page), false);
    }
    List<Page> pages =
        byPath.values().stream().filter(one -> one.path().startsWith(path + "/")).toList();
    String text = Markdown.text(link);
    return new Entry(Character.toUpperCase(text.charAt(0)) + text.substring(1), pages, true);
  }

  /** Returns all pages in the order in which they are read. */
  List<Page> order() {
    return groups.stream()
        .flatMap(group -> group.entries.stream())
        .flatMap(entry -> entry.pages.stream())
        .distinct()
        .toList();
  }
}
