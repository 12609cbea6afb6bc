// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The pages of a repository, and how they are written. */
final class Site {

  private static final List<String> AT_THE_ROOT =
      List.of("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md");

  private final Path root;
  private final List<Page> pages;

  private Site(Path root, List<Page> pages) {
    this.root = root;
    this.pages = pages;
  }

  /** Reads all Markdown files of {@code docs} and those at the root. */
  static Site read(Path root) {
    List<Page> pages = new ArrayList<>();
    try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
      List<Path> files =
          Stream.concat(AT_THE_ROOT.stream().map(root::resolve), docs.sorted())
              .filter(file -> file.toString().endsWith(".md") && Files.exists(file))
              .toList();
      for (Path file : files) {
        String path = root.relativize(file).toString().replace('\\', '/');
        pages.add(Page.of(path, Files.readString(file)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Site(root, pages);
  }

  /** Writes the site, unless something is wrong with its links, which it returns. */
  List<String> write(Path out) {
    try {
      Javadoc javadoc = Javadoc.read(root);
      SearchIndex index = new SearchIndex();
      pages.forEach(index::add);
      Template template = new Template(Navigation.of(page("docs/index.md"), pages));
      Links links = new Links(root, javadoc, pages);
      List<Page> standIns = links.rewrite();
      if (links.problems().isEmpty()) {
        for (Page page : Stream.concat(pages.stream(), standIns.stream()).toList()) {
          write(out.resolve(page.target()), template.html(page));
        }
        for (String copy : links.copies()) {
          Path to = out.resolve(copy);
          Files.createDirectories(to.getParent());
          Files.copy(root.resolve(copy), to, StandardCopyOption.REPLACE_EXISTING);
        }
        write(out.resolve("search-index.js"), index.script());
        resource(out, "site.css");
        resource(out, "site.js");
        javadoc.copyTo(out);
      }
      return links.problems();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Page page(String path) {
    return pages.stream().filter(page -> page.path().equals(path)).findFirst().orElseThrow();
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static void resource(Path out, String name) throws IOException {
    try (InputStream in = Site.class.getResourceAsStream(name)) {
      Files.copy(in, out.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
