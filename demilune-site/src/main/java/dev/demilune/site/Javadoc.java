// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The Javadoc of the modules that people program with, as far as the build has made it. */
final class Javadoc {

  // Modules in the sense of Java have a folder of their own around their packages.
  private static final Pattern PAGE =
      Pattern.compile("(?:dev\\.demilune[^/]*/)?(dev/demilune(?:/[a-z]+)*)/([^/]+)\\.html");
  private static final List<String> MODULES = List.of("model", "core", "testkit", "spark");

  private final Path root;
  private final Map<String, String> targets = new HashMap<>();

  private Javadoc(Path root) {
    this.root = root;
  }

  static Javadoc read(Path root) throws IOException {
    Javadoc javadoc = new Javadoc(root);
    Set<String> ambiguous = new HashSet<>();
    for (String module : MODULES) {
      Path folder = javadoc.folder(module);
      if (Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.walk(folder)) {
          files
              .sorted()
              .map(folder::relativize)
              .forEach(file -> javadoc.add(module, file, ambiguous));
        }
      }
    }
    javadoc.targets.keySet().removeAll(ambiguous);
    return javadoc;
  }

  private Path folder(String module) {
    return root.resolve("demilune-" + module + "/target/reports/apidocs");
  }

  private void add(String module, Path file, Set<String> ambiguous) {
    String path = file.toString().replace('\\', '/');
    Matcher page = PAGE.matcher(path);
    if (!page.matches()) {
      return;
    }
    String target = "api/" + module + "/" + path;
    String folder = page.group(1).replace('/', '.');
    String name = page.group(2);
    if (Character.isUpperCase(name.charAt(0))) {
      targets.put(folder + "." + name, target);
      if (targets.put(name, target) != null) {
        ambiguous.add(name);
      }
    } else if (name.equals("package-summary")) {
      targets.put(folder, target);
    }
  }

  /**
   * Returns the page of what is named in code: a class by its simple or full name, perhaps with a
   * member, or a package. A name that several classes have leads nowhere.
   */
  Optional<String> named(String code) {
    String name = code.replaceFirst("[#(].*", "");
    if (!name.matches("[A-Za-z][A-Za-z0-9]*(\\.[A-Za-z][A-Za-z0-9]*)*")) {
      return Optional.empty();
    }
    String owner = name.replaceFirst("\\.[a-z][A-Za-z0-9]*$", "");
    return Optional.ofNullable(targets.getOrDefault(name, targets.get(owner)));
  }

  /** Returns the page of the class in a source file. */
  Optional<String> ofSource(String path) {
    int at = path.indexOf("/src/main/java/");
    return at < 0 || !path.endsWith(".java")
        ? Optional.empty()
        : named(path.substring(at + 15, path.length() - 5).replace('/', '.'));
  }

  /** Copies what there is, so that the site can be moved. */
  void copyTo(Path out) throws IOException {
    for (String module : MODULES) {
      Path folder = folder(module);
      if (Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.walk(folder)) {
          files.forEach(
              file -> copy(file, out.resolve("api/" + module).resolve(folder.relativize(file))));
        }
      }
    }
  }

  private static void copy(Path from, Path to) {
    try {
      if (Files.isDirectory(from)) {
        Files.createDirectories(to);
      } else {
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
