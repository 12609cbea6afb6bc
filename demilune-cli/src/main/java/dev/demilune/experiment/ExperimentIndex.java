// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.demilune.DemiluneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The list of the pages in a folder of results, with what each says of its claim. */
final class ExperimentIndex {

  static final String NAME = "index";

  private static final String FILE = NAME + ".md";
  private static final String TITLE = "# Experiments";

  private ExperimentIndex() {}

  /**
   * Refuses a folder whose index is of something else.
   *
   * @throws DemiluneException if writing the index would replace it
   */
  static void check(Path folder) {
    Path file = folder.resolve(FILE);
    try (Stream<String> lines = Files.exists(file) ? Files.lines(file, UTF_8) : Stream.of(TITLE)) {
      if (!lines.findFirst().equals(Optional.of(TITLE))) {
        throw new DemiluneException(
            file + " is no list of experiments and would be replaced; choose another --out");
      }
    } catch (IOException | UncheckedIOException e) {
      throw new DemiluneException(file + " cannot be read; choose another --out", e);
    }
  }

  /** Writes the index of all pages that are there, the experiments of the program first. */
  static void write(Path folder) {
    List<String> lines = new ArrayList<>();
    lines.add(TITLE);
    lines.add("");
    lines.add("Each figure is drawn by one command, which its page gives. Whether a claim was");
    lines.add("reproduced is decided by a rule that is part of the experiment.");
    List<String> rows = new ArrayList<>();
    List<String> rough = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      List<String> shipped = ExperimentFile.shipped();
      List<String> pages =
          files
              .map(file -> file.getFileName().toString())
              .filter(file -> file.endsWith(".md") && !file.equals(FILE))
              .map(file -> file.substring(0, file.length() - 3))
              .filter(name -> Files.exists(folder.resolve(name + ".csv"))) // a page of ours
              .sorted(
                  Comparator.comparingInt(
                          (String name) ->
                              shipped.contains(name) ? shipped.indexOf(name) : shipped.size())
                      .thenComparing(Comparator.naturalOrder()))
              .toList();
      for (String page : pages) {
        List<String> text = Files.readAllLines(folder.resolve(page + ".md"));
        rows.add(row(page, text));
        if (text.contains("demilune experiment " + page + " --quick")) {
          rough.add("`" + page + "`");
        }
      }
      if (!rough.isEmpty()) {
        lines.add("");
        lines.add("These are in the rough form, and without `--quick` other numbers come out:");
        lines.add(String.join(", ", rough) + ".");
      }
      if (pages.stream().anyMatch(page -> page.endsWith("-usps"))) {
        lines.add("");
        lines.add(
            "No public server has USPS in the form that is needed: fetch it from a folder or");
        lines.add("server of your own, with `demilune data fetch usps --mirror PLACE`.");
      }
    } catch (IOException e) {
      throw new DemiluneException("the pages in " + folder + " cannot be listed", e);
    }
    lines.add("");
    lines.add("| experiment | source | reproduced? |");
    lines.add("| --- | --- | --- |");
    lines.addAll(rows);
    FigurePage.write(folder.resolve(FILE), String.join("\n", lines) + "\n");
  }

  private static String row(String name, List<String> page) {
    return "| ["
        + after("# ", page)
        + "]("
        + name
        + ".md) | "
        + after("Source: ", page).replaceFirst("\\.$", "")
        + " | "
        + after("**", page).replace("**", "")
        + " |";
  }

  private static String after(String start, List<String> page) {
    return page.stream()
        .filter(line -> line.startsWith(start))
        .findFirst()
        .map(line -> line.substring(start.length()).replace("|", "\\|"))
        .orElse("");
  }
}
