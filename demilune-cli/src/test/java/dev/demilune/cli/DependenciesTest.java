// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The list of dependencies in the documentation, against the poms and the class path. */
class DependenciesTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z0-9_.-]+)` \\|");
  private static final Pattern JAR = Pattern.compile("(.*?)-[0-9][0-9A-Za-z.-]*\\.jar");

  @Test
  void everyDependencyIsListedAndEveryListedOneIsUsed() throws Exception {
    Set<String> used = new TreeSet<>(inPoms());
    used.addAll(onClassPath());
    Set<String> listed = new TreeSet<>();
    String text = Files.readString(ROOT.resolve("docs/dependencies.md"));
    for (Matcher row = ROW.matcher(text); row.find(); ) {
      listed.add(row.group(1));
    }
    assertThat(used).hasSizeGreaterThan(15);
    assertThat(listed).isEqualTo(used);
  }

  private static Set<String> inPoms() throws Exception {
    Set<String> found = new TreeSet<>();
    for (Path pom : poms()) {
      NodeList all =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(pom.toFile())
              .getElementsByTagName("dependency");
      for (int i = 0; i < all.getLength(); i++) {
        Element dependency = (Element) all.item(i);
        if (!word(dependency, "groupId").equals("dev.demilune")) {
          found.add(word(dependency, "artifactId"));
        }
      }
    }
    return found;
  }

  private static List<Path> poms() throws Exception {
    try (Stream<Path> modules = Files.list(ROOT)) {
      return Stream.concat(Stream.of(ROOT), modules)
          .map(module -> module.resolve("pom.xml"))
          .filter(Files::exists)
          .toList();
    }
  }

  private static String word(Element element, String name) {
    return element.getElementsByTagName(name).item(0).getTextContent().strip();
  }

  private static Set<String> onClassPath() {
    Set<String> found = new TreeSet<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Matcher jar = JAR.matcher(Path.of(entry).getFileName().toString());
      if (jar.matches() && !jar.group(1).startsWith("demilune-")) {
        found.add(jar.group(1));
      }
    }
    found.removeIf(name -> name.startsWith("surefire") || name.startsWith("maven-surefire"));
    return found;
  }
}
