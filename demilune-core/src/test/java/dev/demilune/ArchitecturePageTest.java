// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The drawing of the packages in docs/architecture.md is true, and its links lead somewhere. */
class ArchitecturePageTest {

  private static final Path PAGE = Path.of("../docs/architecture.md");
  private static final Path SOURCES = Path.of("src/main/java/dev/demilune");
  private static final Path SMALL_SOURCES = ArchitectureTest.SMALL.resolve("dev/demilune");
  private static final Pattern DRAWING =
      Pattern.compile("<!-- packages: begin -->\\s*```text\n(.*?)```", Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("]\\(([^)#]+)[)#]");

  @Test
  void theDrawingHasThePackagesInTheirOrder() throws IOException {
    assertThat(drawn()).containsExactlyElementsOf(ArchitectureTest.ORDER);
  }

  @Test
  void theDrawingHasEveryPackageOfTheSources() throws IOException {
    assertThat(drawn())
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(packages(SOURCES).stream(), packages(SMALL_SOURCES).stream()).toList());
  }

  /** No package is in two artifacts: the module system would refuse both together. */
  @Test
  void theDrawingMarksThePackagesOfTheSmallArtifact() throws IOException {
    List<String> marked =
        Files.readAllLines(PAGE).stream()
            .filter(line -> line.matches("\\s*[a-z.]+ +● .*"))
            .map(line -> line.strip().split(" ", 2)[0])
            .toList();
    assertThat(marked).containsExactlyInAnyOrderElementsOf(packages(SMALL_SOURCES));
  }

  private static List<String> packages(Path sources) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(file -> sources.relativize(file.getParent()).toString().replace('/', '.'))
          .filter(name -> !name.isEmpty())
          .distinct()
          .toList();
    }
  }

  @Test
  void everyLinkLeadsToAFile() throws IOException {
    List<Path> targets =
        LINK.matcher(Files.readString(PAGE))
            .results()
            .map(link -> PAGE.resolveSibling(link.group(1)))
            .toList();
    assertThat(targets).hasSizeGreaterThan(20).allSatisfy(target -> assertThat(target).exists());
  }

  /** The first word of every line of the drawing. */
  private static List<String> drawn() throws IOException {
    Matcher drawing = DRAWING.matcher(Files.readString(PAGE));
    assertThat(drawing.find()).as("the page has a drawing").isTrue();
    return Pattern.compile("^\\s*([a-z.]+)\\s", Pattern.MULTILINE)
        .matcher(drawing.group(1))
        .results()
        .map((MatchResult line) -> line.group(1))
        .toList();
  }
}
