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
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The tables of docs/learners.md are what the learners say about themselves. After a learner or a
 * setting has changed, {@code mvn test -pl demilune-core -Dtest=LearnersPageTest
 * -Ddocs.record=true} writes the tables anew.
 */
class LearnersPageTest {

  private static final Path PAGE = Path.of("../docs/learners.md");
  private static final boolean RECORD = Boolean.getBoolean("docs.record");

  @Test
  void theTableOfLearnersIsWhatTheySay() throws IOException {
    check("learners", learners());
  }

  @ParameterizedTest
  @MethodSource
  void theTableOfSettingsIsWhatTheLearnerSays(String name) throws IOException {
    LearnerDescription learner = Learners.named(name).description();
    if (RECORD && !Files.readString(PAGE).contains("\n## " + name + "\n")) {
      addSection(learner);
    }
    check("settings of " + name, settings(learner.settings()));
  }

  /** A first section for a new learner, at the end of the page. */
  private static void addSection(LearnerDescription learner) throws IOException {
    String marker = "<!-- settings of " + learner.name();
    Files.writeString(
        PAGE,
        String.format(
            "%n## %s%n%n%s (%s).%n%n%s: begin -->%n%s: end -->%n",
            learner.name(), learner.summary(), learner.source(), marker, marker),
        StandardOpenOption.APPEND);
  }

  static Stream<String> theTableOfSettingsIsWhatTheLearnerSays() {
    return Learners.all().stream()
        .map(Learner::name)
        .filter(name -> !name.equals("auto")); // takes the settings of all it chooses from
  }

  @ParameterizedTest
  @MethodSource("theTableOfSettingsIsWhatTheLearnerSays")
  void everyLearnerHasASection(String name) throws IOException {
    assertThat(Files.readString(PAGE)).contains("\n## " + name + "\n");
  }

  /** Compares the text between two markers of the page with what it ought to be, or records it. */
  private static void check(String marker, String table) throws IOException {
    String page = Files.readString(PAGE);
    String begin = "<!-- " + marker + ": begin -->\n";
    String end = "<!-- " + marker + ": end -->\n";
    assertThat(page).contains(begin).contains(end);
    int from = page.indexOf(begin) + begin.length();
    int to = page.indexOf(end);
    if (RECORD) {
      Files.writeString(PAGE, page.substring(0, from) + table + page.substring(to));
    } else {
      assertThat(page.substring(from, to))
          .as("docs/learners.md, %s: record it anew with -Ddocs.record=true", marker)
          .isEqualTo(table);
    }
  }

  private static String learners() {
    StringBuilder table = new StringBuilder("\n");
    line(table, "name", "what it does", "guarantee", "adjacency", "source", "class");
    line(table, "---", "---", "---", "---", "---", "---");
    for (Learner learner : Learners.all()) {
      LearnerDescription says = learner.description();
      line(
          table,
          "[`" + says.name() + "`](#" + says.name() + ")",
          says.summary(),
          guarantees(says),
          adjacencies(says),
          says.source(),
          classLink(learner));
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

  private static String classLink(Learner learner) {
    String file = learner.getClass().getName().replace('.', '/') + ".java";
    return "[`"
        + learner.getClass().getSimpleName()
        + "`](../demilune-core/src/main/java/"
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
