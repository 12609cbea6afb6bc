// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.studio;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The folder that the studio was started in, and the only one whose files it touches. Names are
 * resolved with all links followed, and refused if what they mean lies outside.
 */
final class Folder {

  private static final int DEPTH = 4;
  private static final int MOST_FILES = 2000;
  private static final int BEGINNING = 4096;

  /** What a file is, as its name says or, of files that Demilune writes, its beginning. */
  enum Kind {
    TABLE,
    SCHEMA,
    LEDGER,
    MODEL,
    PAGE
  }

  /**
   * A file of the folder.
   *
   * @param name relative to the folder, with slashes
   * @param kind in lower case
   */
  record Entry(String name, String kind, long bytes, long modified) {}

  /**
   * The files of the folder.
   *
   * @param cut whether there are more than the studio looks at
   */
  record Listing(List<Entry> files, boolean cut) {}

  private final Path root;
  private final int mostFiles;

  Folder(Path root) {
    this(root, MOST_FILES);
  }

  /**
   * @param mostFiles that are looked at, as every open page asks for them every moment
   */
  Folder(Path root, int mostFiles) {
    this.mostFiles = mostFiles;
    try {
      this.root = root.toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The last part of its own name. */
  String name() {
    Path last = root.getFileName();
    return last == null ? "/" : last.toString();
  }

  /** Returns a file that is there, as a name to be given to commands. */
  String existing(String name) {
    Path file = plain(name);
    try {
      if (!file.toRealPath().startsWith(root)) {
        throw outside(name);
      }
    } catch (IOException e) {
      throw new RequestRefused("'" + name + "' is not in the folder of the studio");
    }
    if (!Files.isRegularFile(file)) {
      throw new RequestRefused("'" + name + "' is not a file");
    }
    return argument(file);
  }

  /** Returns a file that may be there or not, as a name to be given to commands. */
  String writable(String name) {
    Path file = plain(name);
    try {
      Path parent = file.getParent().toRealPath(); // links may lead out of the folder
      if (!parent.startsWith(root)) {
        throw outside(name);
      }
      if (Files.isSymbolicLink(file)) {
        throw new RequestRefused("'" + name + "' is a link: name another file");
      }
    } catch (IOException e) {
      throw new RequestRefused("'" + name + "' is in no folder that is there");
    }
    return argument(file);
  }

  /** The path that a name from {@link #existing} or {@link #writable} stands for. */
  Path path(String argument) {
    return root.resolve(argument);
  }

  private Path plain(String name) {
    if (name == null || name.isBlank()) {
      throw new RequestRefused("no file is named");
    }
    if (name.codePoints().anyMatch(Character::isISOControl)) {
      throw new RequestRefused("the name of the file has a control character: rename it");
    }
    try {
      Path file = root.resolve(name).normalize();
      if (Path.of(name).isAbsolute() || !file.startsWith(root) || file.equals(root)) {
        throw outside(name);
      }
      return file;
    } catch (InvalidPathException e) {
      throw new RequestRefused("'" + name + "' is no name of a file");
    }
  }

  private static RequestRefused outside(String name) {
    return new RequestRefused(
        "'" + name + "' is outside the folder of the studio, which it does not leave");
  }

  /** Relative, and never like an option, a file of options or a database. */
  private String argument(Path file) {
    String name = slashes(file);
    boolean plain = name.matches("[^-@].*") && !name.startsWith("jdbc:");
    return plain ? name : "./" + name;
  }

  private String slashes(Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }

  /**
   * Returns the files that the studio has a use for, by name. Nothing hidden is looked at, and no
   * link that leads out; what cannot be read, or vanishes, is passed over.
   */
  Listing list() {
    Finder finder = new Finder();
    try {
      Files.walkFileTree(root, Set.of(), DEPTH, finder);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // the finder lets none through
    }
    finder.found.sort(Comparator.comparing(Entry::name));
    return new Listing(finder.found, finder.cut);
  }

  /** Collects files, and goes on whatever happens. */
  private final class Finder extends SimpleFileVisitor<Path> {
    private final List<Entry> found = new ArrayList<>();
    private int left = mostFiles;
    private boolean cut;

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes facts) {
      boolean hidden = !directory.equals(root) && isHidden(directory);
      return hidden ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes facts) {
      if (!isHidden(file) && isInside(file)) {
        if (left == 0) {
          cut = true;
          return FileVisitResult.TERMINATE;
        }
        left--;
        entry(file).ifPresent(found::add);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException reason) {
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, IOException reason) {
      return FileVisitResult.CONTINUE;
    }
  }

  private static boolean isHidden(Path file) {
    return file.getFileName().toString().startsWith(".");
  }

  private boolean isInside(Path file) {
    try {
      return Files.isRegularFile(file) && file.toRealPath().startsWith(root);
    } catch (IOException e) {
      return false;
    }
  }

  private Optional<Entry> entry(Path file) {
    try {
      Optional<Kind> kind = kind(file);
      if (kind.isEmpty()) {
        return Optional.empty();
      }
      BasicFileAttributes facts = Files.readAttributes(file, BasicFileAttributes.class);
      return Optional.of(
          new Entry(
              slashes(file),
              kind.get().name().toLowerCase(Locale.ROOT),
              facts.size(),
              facts.lastModifiedTime().toMillis()));
    } catch (IOException e) {
      return Optional.empty(); // it has gone, or may not be read
    }
  }

  /** What a file is; files with the name of a table are not opened. */
  static Optional<Kind> kind(Path file) throws IOException {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    if (name.matches(".*\\.(csv|tsv|txt|data|test|svm|libsvm)(\\.gz|\\.bz2)?")) {
      return Optional.of(Kind.TABLE);
    }
    if (name.endsWith(".yaml") || name.endsWith(".yml")) {
      return Optional.of(Kind.SCHEMA);
    }
    if (name.endsWith(".html")) {
      return Optional.of(Kind.PAGE);
    }
    try (InputStream in = Files.newInputStream(file)) {
      String beginning = new String(in.readNBytes(BEGINNING), StandardCharsets.ISO_8859_1);
      return beginning.startsWith("SQLite format 3")
          ? Optional.of(Kind.LEDGER)
          : beginning.contains("\"demilune-model\"") ? Optional.of(Kind.MODEL) : Optional.empty();
    }
  }
}
