// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.experiment.Results.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The pages of docs/experiments are what the experiments' files say about the results that were
 * recorded as CSV. After a rule or a text has changed, {@code mvn test -pl demilune-cli
 * -Dtest=ExperimentPagesTest -Ddocs.record=true} writes pages and figures anew; only the command
 * itself measures.
 */
class ExperimentPagesTest {

  private static final boolean RECORD = Boolean.getBoolean("docs.record");
  private static final Path PAGES = Path.of("..", "docs", "experiments");

  @TempDir Path directory;

  static List<String> shipped() {
    return ExperimentFile.shipped();
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void thePageIsWhatTheExperimentSaysAboutItsResults(String name) throws IOException {
    Path folder = RECORD ? PAGES : directory;
    new FigurePage(recorded(name)).write(folder);
    Files.delete(folder.resolve(name + ".html")); // for users, not for docs
    for (String form : List.of(".csv", ".svg", ".md")) {
      assertThat(Files.readString(PAGES.resolve(name + form)))
          .as("%s%s: write it anew with -Ddocs.record=true", name, form)
          .isEqualTo(Files.readString(folder.resolve(name + form)));
    }
    assertThat(Files.readAllLines(PAGES.resolve(name + ".md")).get(2))
        .matches("\\*\\*(Reproduced|Not reproduced).*\\*\\*");
  }

  @Test
  void theIndexIsThatOfThePages() throws IOException {
    Path folder = RECORD ? PAGES : directory;
    if (!RECORD) {
      for (String name : shipped()) {
        for (String form : List.of(".md", ".csv")) {
          Files.copy(PAGES.resolve(name + form), folder.resolve(name + form));
        }
      }
      Files.writeString(folder.resolve("notes.md"), "# No page of ours\n");
    }
    ExperimentIndex.write(folder);
    assertThat(Files.readString(PAGES.resolve("index.md")))
        .as("index.md: write it anew with -Ddocs.record=true")
        .isEqualTo(Files.readString(folder.resolve("index.md")));
  }

  /** Reads what was measured, in the form that the page says. */
  private static Results recorded(String name) throws IOException {
    boolean quick = Files.readString(PAGES.resolve(name + ".md")).contains(name + " --quick");
    Experiment experiment = ExperimentFile.read(name, quick);
    Map<String, Map<Double, Point>> measured = new LinkedHashMap<>();
    List<String> lines = Files.readAllLines(PAGES.resolve(name + ".csv"), UTF_8);
    for (String line : lines.subList(1, lines.size())) {
      int end = line.indexOf(",measured,");
      if (end > 0) {
        String curve = line.substring(0, end).replaceAll("^\"|\"$", "").replace("\"\"", "\"");
        String[] cells = line.substring(end + ",measured,".length()).split(",", -1);
        measured
            .computeIfAbsent(curve, any -> new LinkedHashMap<>())
            .put(Double.parseDouble(cells[0]), point(cells));
      }
    }
    List<Double> values =
        experiment.values().stream().map(value -> Parameters.number("", value)).toList();
    assertThat(measured.keySet())
        .containsExactlyElementsOf(experiment.curves().stream().map(c -> c.name()).toList());
    measured.forEach(
        (curve, points) -> assertThat(points.keySet()).as(curve).containsExactlyElementsOf(values));
    return Results.of(experiment, measured);
  }

  private static Point point(String[] cells) {
    int runs = Integer.parseInt(cells[1]);
    return runs == 0
        ? Point.NONE
        : new Point(
            runs,
            Double.parseDouble(cells[2]),
            Double.parseDouble(cells[3]),
            Double.parseDouble(cells[4]),
            Double.parseDouble(cells[5]));
  }
}
