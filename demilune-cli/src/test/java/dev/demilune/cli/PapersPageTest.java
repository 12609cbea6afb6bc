// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The tables of docs/papers are those of {@code demilune papers}, their commands are commands, and
 * the tests that they name exist. After a paper's file has changed, {@code mvn test -pl
 * demilune-cli -Dtest=PapersPageTest -Ddocs.record=true} writes the tables anew.
 */
class PapersPageTest {

  private static final boolean RECORD = Boolean.getBoolean("docs.record");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Console console = new Console(out, err, false);

  static List<Paper> papers() {
    return Paper.all();
  }

  @ParameterizedTest
  @MethodSource("papers")
  void thePageIsWhatTheFileSays(Paper paper) throws IOException {
    check(paper, "commands", commands(paper));
    check(paper, "parts", parts(paper));
    check(paper, "errata", errata(paper));
  }

  /** Running them takes longer: PapersIT does. */
  @ParameterizedTest
  @MethodSource("papers")
  void everyCommandTakesItsOptions(Paper paper) {
    for (String command : allCommands(paper)) {
      assertThat(command).startsWith("demilune ");
      String[] words = command.substring("demilune ".length()).split(" ", -1);
      Main.commands(console, new CommandErrors(console)).parseArgs(words); // throws if it does not
    }
  }

  static List<String> allCommands(Paper paper) {
    return Stream.concat(
            paper.prepare().stream(), paper.parts().stream().flatMap(part -> part.run().stream()))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("papers")
  void everyTestThatIsNamedExists(Paper paper) throws IOException {
    for (Paper.Erratum erratum : paper.errata()) {
      if (erratum.test() != null) {
        assertThat(annotations(erratum.test()))
            .as(erratum.test())
            .hasValueSatisfying(before -> assertThat(before).containsPattern("@.*(Test|Property)"));
      }
    }
  }

  /** What stands before the method, its annotations, in the module that has the class. */
  private static Optional<String> annotations(String test) throws IOException {
    String[] names = test.split("#", -1);
    String file = "src/test/java/dev/demilune/" + names[0].replace('.', '/') + ".java";
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      for (Path module : modules.filter(one -> Files.exists(one.resolve(file))).toList()) {
        String text = Files.readString(module.resolve(file));
        int at = text.indexOf("  void " + names[1] + "(");
        return at < 0
            ? Optional.empty()
            : Optional.of(text.substring(text.lastIndexOf("\n\n", at), at));
      }
    }
    return Optional.empty();
  }

  /** Of the papers about margins every fault is held by a test. */
  @Test
  void theMarginPapersAreComplete() {
    List<Paper> margins = papers().subList(0, 2);
    assertThat(margins)
        .extracting(Paper::name)
        .containsExactly("nguyen-ullman-zakynthinou-2020", "bassily-mohri-suresh-2022");
    assertThat(margins)
        .flatExtracting(Paper::errata)
        .extracting(Paper.Erratum::test)
        .doesNotContainNull();
  }

  @Test
  void allPapersAreListedWithTheirParts() {
    assertThat(Main.run(new String[] {"papers"}, console)).isZero();
    assertThat(out.toString(UTF_8))
        .startsWith("nguyen-ullman-zakynthinou-2020\nNguyen, Ullman, Zakynthinou 2020: Efficient")
        .contains("Algorithm 1  ", "infeasible", "huang-chen-tsai-2024");
  }

  @Test
  void onePaperIsShownInFull() {
    assertThat(Main.run(new String[] {"papers", "huang-chen-tsai-2024"}, console)).isZero();
    assertThat(out.toString(UTF_8))
        .contains("  $ demilune exhibit half-spaces-via-thresholds ", "  test: exhibit.")
        .doesNotContain("nguyen");
    out.reset();
    assertThat(Main.run(new String[] {"papers", "huang-chen-tsai-2024", "--json"}, console))
        .isZero();
    assertThat(
            JsonParser.parseString(out.toString(UTF_8))
                .getAsJsonObject()
                .getAsJsonArray("papers")
                .get(0)
                .getAsJsonObject()
                .keySet())
        .containsExactly("name", "authors", "title", "neighbors", "prepare", "parts", "errata");
  }

  @Test
  void anUnknownPaperIsRefused() {
    assertThat(Main.run(new String[] {"papers", "principia"}, console)).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("there is no paper 'principia': name one of nguyen");
  }

  private static void check(Paper paper, String marker, String table) throws IOException {
    Path file = Path.of("../docs/papers/" + paper.name() + ".md");
    String page = Files.readString(file);
    String begin = "<!-- " + marker + ": begin -->\n";
    String end = "<!-- " + marker + ": end -->\n";
    assertThat(page).contains(begin).contains(end);
    int from = page.indexOf(begin) + begin.length();
    int to = page.indexOf(end);
    if (RECORD) {
      Files.writeString(file, page.substring(0, from) + table + page.substring(to));
    } else {
      assertThat(page.substring(from, to))
          .as("%s, %s: record it anew with -Ddocs.record=true", file, marker)
          .isEqualTo(table);
    }
  }

  private static String commands(Paper paper) {
    return "\n```sh\n" + String.join("\n", paper.prepare()) + "\n```\n\n";
  }

  private static String parts(Paper paper) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("part", "what it says", "status", "here", "command"));
    for (Paper.Part part : paper.parts()) {
      String run =
          part.run().stream().map(line -> "`" + line + "`").collect(Collectors.joining("<br>"));
      rows.add(List.of(part.name(), part.says(), part.status().toString(), part.here(), run));
    }
    return table(rows);
  }

  private static String errata(Paper paper) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("where", "what is wrong", "here", "kind", "test"));
    for (Paper.Erratum erratum : paper.errata()) {
      String test = erratum.test() == null ? "none yet" : "`" + erratum.test() + "`";
      rows.add(List.of(erratum.where(), erratum.wrong(), erratum.here(), erratum.kind(), test));
    }
    return table(rows);
  }

  private static String table(List<List<String>> rows) {
    StringBuilder table = new StringBuilder("\n");
    for (int i = 0; i < rows.size(); i++) {
      for (String cell : rows.get(i)) {
        table.append("| ").append(cell.replace("|", "\\|")).append(' ');
      }
      table.append("|\n").append(i == 0 ? "| --- ".repeat(rows.get(0).size()) + "|\n" : "");
    }
    return table.append('\n').toString();
  }
}
