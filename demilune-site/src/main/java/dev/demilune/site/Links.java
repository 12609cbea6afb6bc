// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;

/**
 * Leads the links of pages to where they go in the site: pages to pages, Java sources to their
 * Javadoc or to a page that shows them, folders to a list, everything else to a copy. What leads
 * nowhere is a problem, with file and line.
 */
final class Links {

  private final Path root;
  private final Javadoc javadoc;
  private final Map<String, Page> pages = new TreeMap<>();
  private final Deque<Page> added = new ArrayDeque<>();
  private final Set<String> copies = new TreeSet<>();
  private final List<String> problems = new ArrayList<>();

  Links(Path root, Javadoc javadoc, List<Page> pages) {
    this.root = root;
    this.javadoc = javadoc;
    pages.forEach(page -> this.pages.put(page.path(), page));
  }

  /** Returns what is wrong, a line each. */
  List<String> problems() {
    return problems;
  }

  /** Returns the files to copy, by their paths in the repository. */
  Set<String> copies() {
    return copies;
  }

  /** Rewrites the links of all pages, and of those that their links ask for, which it returns. */
  List<Page> rewrite() {
    List.copyOf(pages.values()).forEach(this::rewrite);
    List<Page> standIns = new ArrayList<>();
    while (!added.isEmpty()) {
      Page page = added.remove();
      standIns.add(page);
      rewrite(page);
    }
    return standIns;
  }

  private void rewrite(Page page) {
    page.document()
        .accept(
            new AbstractVisitor() {
              @Override
              public void visit(Link link) {
                link.setDestination(resolve(page, link, link.getDestination()));
                visitChildren(link);
              }

              @Override
              public void visit(Image image) {
                image.setDestination(resolve(page, image, image.getDestination()));
              }

              @Override
              public void visit(Code code) {
                javadoc
                    .named(code.getLiteral())
                    .filter(target -> !(code.getParent() instanceof Link))
                    .ifPresent(target -> wrap(code, page.hrefOf(target)));
              }

              @Override
              public void visit(HtmlBlock block) {
                if (block.getLiteral().startsWith("<!--")) {
                  block.unlink(); // marks of what programs write
                }
              }
            });
  }

  private static void wrap(Code code, String href) {
    Link link = new Link(href, null);
    code.insertBefore(link);
    link.appendChild(code);
  }

  /** Returns where a link leads in the site; what leads nowhere stays as it is. */
  private String resolve(Page from, Node node, String destination) {
    if (destination.matches("(https?|mailto):.*")) {
      return destination;
    }
    int hash = destination.indexOf('#');
    String to = hash < 0 ? destination : destination.substring(0, hash);
    String anchor = hash < 0 ? "" : destination.substring(hash + 1);
    String path = to.isEmpty() ? from.path() : normalized(from, to);
    Optional<Page> page = page(path);
    if (page.isPresent()) {
      if (!anchor.isEmpty() && !page.get().hasAnchor(anchor)) {
        problem(from, node, "there is no heading '#" + anchor + "' in " + path);
      }
      return from.hrefOf(page.get().target()) + (anchor.isEmpty() ? "" : "#" + anchor);
    }
    Optional<String> documented = javadoc.ofSource(path);
    if (documented.isPresent()) {
      return from.hrefOf(documented.get());
    }
    if (path.startsWith("..") || !Files.isRegularFile(root.resolve(path))) {
      problem(from, node, "there is no file " + path);
      return destination;
    }
    copies.add(path);
    return from.hrefOf(path);
  }

  private static String normalized(Page from, String to) {
    Path folder = Path.of(from.path()).getParent();
    Path path = (folder == null ? Path.of(to) : folder.resolve(to)).normalize();
    return path.toString().replace('\\', '/');
  }

  /** The page at a path: one that is written, or one that stands for a folder or a source file. */
  private Optional<Page> page(String path) {
    Page page = pages.getOrDefault(path, pages.get(path + "/index.md"));
    if (page == null && !path.startsWith("..")) {
      if (Files.isDirectory(root.resolve(path))) {
        page = Page.standingFor(path + "/index.md", path + "/index.html", list(path));
      } else if (path.endsWith(".java")
          && Files.isRegularFile(root.resolve(path))
          && javadoc.ofSource(path).isEmpty()) {
        page = Page.standingFor(path, path + ".html", source(path));
      }
      if (page != null) {
        pages.put(page.path(), page);
        added.add(page);
      }
    }
    return Optional.ofNullable(page);
  }

  private String list(String folder) {
    try (Stream<Path> files = Files.list(root.resolve(folder))) {
      return files
          .map(file -> file.getFileName().toString())
          .sorted()
          .map(name -> "- [" + title(folder + "/" + name) + "](" + name + ")\n")
          .collect(Collectors.joining("", "# " + folder + "\n\n", ""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String title(String path) {
    Page page = pages.get(path);
    return page == null ? Path.of(path).getFileName().toString() : page.title();
  }

  private String source(String path) {
    try {
      String text = Files.readString(root.resolve(path));
      return "# " + Path.of(path).getFileName() + "\n\n~~~~~~~~java\n" + text + "~~~~~~~~\n";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void problem(Page from, Node node, String what) {
    problems.add(from.path() + ":" + Markdown.line(node) + ": " + what);
  }
}
