// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.learn.LearnerDescription.GuaranteeKind;
import dev.demilune.learn.auto.Learners;
import dev.demilune.privacy.Adjacency;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The tables of docs/learners.md and of the pages in docs/learners are what the learners say about
 * themselves. After a learner or a setting has changed, {@code mvn test -pl demilune-core
 * -Dtest=LearnersPageTest -Ddocs.record=true} writes the tables anew, and a first page for a
 * learner that has none.
 */
class LearnersPageTest {

  private static final Path OVERVIEW = Path.of("../docs/learners.md");
  private static final Path PAGES = Path.of("../docs/learners");
  private static final boolean RECORD = Boolean.getBoolean("docs.record");

  @Test
  void theTableOfLearnersIsWhatTheySay() throws IOException {
    check(OVERVIEW, "learners", learners());
  }

  static Stream<String> names() {
    return Learners.all().stream().map(Learner::name);
  }

  @ParameterizedTest
  @MethodSource("names")
  void thePageIsWhatTheLearnerSays(String name) throws IOException {
    Learner learner = Learners.named(name);
    Path page = PAGES.resolve(name + ".md");
    if (RECORD && Files.notExists(page)) {
      Files.writeString(page, firstPage(learner.description()));
    }
    check(page, "about", about(learner));
    if (!name.equals("auto")) { // takes the settings of all it chooses from
      check(page, "settings", settings(learner.description().settings()));
    }
  }

  @Test
  void everyPageHasALearner() throws IOException {
    try (Stream<Path> files = Files.list(PAGES)) {
      assertThat(files.map(file -> file.getFileName().toString()).filter(f -> f.endsWith(".md")))
          .containsExactlyInAnyOrderElementsOf(names().map(name -> name + ".md").toList());
    }
  }

  /** The frame of a page for a new learner. */
  private static String firstPage(LearnerDescription learner) {
    return Stream.of("about", "picture", "settings")
        .map(marker -> "\n<!-- " + marker + ": begin -->\n<!-- " + marker + ": end -->\n")
        .collect(Collectors.joining("", "# " + learner.name() + "\n", ""));
  }

  /** Compares the text between two markers of a page with what it ought to be, or records it. */
  private static void check(Path file, String marker, String text) throws IOException {
    String page = Files.readString(file);
    String begin = "<!-- " + marker + ": begin -->\n";
    String end = "<!-- " + marker + ": end -->\n";
    assertThat(page).contains(begin).contains(end);
    int from = page.indexOf(begin) + begin.length();
    int to = page.indexOf(end);
    if (RECORD) {
      Files.writeString(file, page.substring(0, from) + text + page.substring(to));
    } else {
      assertThat(page.substring(from, to))
          .as("%s, %s: record it anew with -Ddocs.record=true", file, marker)
          .isEqualTo(text);
    }
  }

  private static String about(Learner learner) {
    LearnerDescription says = learner.description();
    String summary = says.summary();
    return String.format(
        "\n*%s%s.*\n\n**Guarantee:** %s, proved in the Javadoc of %s. **Adjacency:** %s. **Source:** %s."
            + " **Measured:** [section %s of the benchmarks](../benchmarks.md).\n\n",
        Character.toUpperCase(summary.charAt(0)),
        summary.substring(1),
        guarantees(says),
        classLink(learner, "../.."),
        adjacencies(says),
        says.source(),
        says.benchmark());
  }

  private static String learners() {
    StringBuilder table = new StringBuilder("\n");
    line(table, "name", "what it does", "guarantee", "adjacency", "source", "class");
    line(table, "---", "---", "---", "---", "---", "---");
    for (Learner learner : Learners.all()) {
      LearnerDescription says = learner.description();
      line(
          table,
          "[`" + says.name() + "`](learners/" + says.name() + ".md)",
          says.summary(),
          guarantees(says),
          adjacencies(says),
          says.source(),
          classLink(learner, ".."));
    }
    return table.append('\n').toString();
  }

  private static String guarantees(LearnerDescription learner) {
    return Arrays.stream(GuaranteeKind.values())
        .filter(learner.guarantees()::contains)
        .map(kind -> kind == GuaranteeKind.PURE ? "ε" : "(ε, δ)")
        .collect(Collectors.joining(" or "));
  }

  private static String adjacencies(LearnerDescription learner) {
    return learner.adjacencies().equals(LearnerDescription.ANY_ADJACENCY)
        ? "any"
        : learner.adjacencies().equals(LearnerDescription.ROW_ADJACENCIES)
            ? "any of rows"
            : Arrays.stream(Adjacency.values())
                .filter(learner.adjacencies()::contains)
                .map(some -> "`" + some.name().toLowerCase(Locale.ROOT).replace('_', '-') + "`")
                .collect(Collectors.joining(", "));
  }

  private static String classLink(Learner learner, String root) {
    String file = learner.getClass().getName().replace('.', '/') + ".java";
    return "[`"
        + learner.getClass().getSimpleName()
        + "`]("
        + root
        + "/demilune-core/src/main/java/"
        + file
        + ")";
  }

  private static String settings(List<Setting<?>> settings) {
    StringBuilder table = new StringBuilder("\n");
    line(table, "setting", "default", "values", "purpose");
    line(table, "---", "---", "---", "---");
    for (Setting<?> setting : settings) {
      line(
          table,
          "`" + setting.name() + "`",
          "`" + setting.defaultText() + "`",
          setting.range(),
          setting.purpose() + formerly(setting));
    }
    return table.append('\n').toString();
  }

  private static String formerly(Setting<?> setting) {
    return setting.formerNames().isEmpty()
        ? ""
        : " (formerly `" + String.join("`, `", setting.formerNames()) + "`)";
  }

  private static void line(StringBuilder table, String... cells) {
    for (String cell : cells) {
      table.append("| ").append(cell.replace("|", "\\|")).append(' ');
    }
    table.append("|\n");
  }
}
