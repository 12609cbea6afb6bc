// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import dev.demilune.DemiluneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The list of the pages in a folder of results, with what each says of its claim. */
final class ExperimentIndex {

  private static final String NAME = "index.md";

  private ExperimentIndex() {}

  /** Writes the index of all pages that are there, the experiments of the program first. */
  static void write(Path folder) {
    List<String> lines = new ArrayList<>();
    lines.add("# Experiments");
    lines.add("");
    lines.add(
        "Each figure is drawn by one command, `demilune experiment NAME`. Whether a claim was");
    lines.add("reproduced is decided by a rule that is part of the experiment.");
    lines.add("");
    lines.add("| experiment | source | reproduced? |");
    lines.add("| --- | --- | --- |");
    try (Stream<Path> files = Files.list(folder)) {
      List<String> shipped = ExperimentFile.shipped();
      List<String> pages =
          files
              .map(file -> file.getFileName().toString())
              .filter(file -> file.endsWith(".md") && !file.equals(NAME))
              .map(file -> file.substring(0, file.length() - 3))
              .sorted(
                  Comparator.comparingInt(
                          (String name) ->
                              shipped.contains(name) ? shipped.indexOf(name) : shipped.size())
                      .thenComparing(Comparator.naturalOrder()))
              .toList();
      for (String page : pages) {
        lines.add(row(page, Files.readAllLines(folder.resolve(page + ".md"))));
      }
    } catch (IOException e) {
      throw new DemiluneException("the pages in " + folder + " cannot be listed", e);
    }
    FigurePage.write(folder.resolve(NAME), String.join("\n", lines) + "\n");
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
