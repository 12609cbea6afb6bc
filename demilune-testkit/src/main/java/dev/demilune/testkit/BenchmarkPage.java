// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The page of benchmarks, docs/benchmarks.md: sections that are replaced one at a time. */
public final class BenchmarkPage {

  private static final String COMMAND = "mvn -q verify -Pbenchmarks -DskipTests";

  private final Path file;
  private final Map<String, List<String>> sections = new LinkedHashMap<>();

  private BenchmarkPage(Path file) {
    this.file = file;
  }

  /** Reads the page; one that is not there has no sections. */
  public static BenchmarkPage read(Path file) throws IOException {
    BenchmarkPage page = new BenchmarkPage(file);
    List<String> current = new ArrayList<>();
    for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
      if (line.startsWith("## ")) {
        current = new ArrayList<>();
        page.sections.put(line.substring(3), current);
      } else {
        current.add(line);
      }
    }
    page.sections.values().forEach(BenchmarkPage::stripBlankEnds);
    return page;
  }

  private static void stripBlankEnds(List<String> lines) {
    while (!lines.isEmpty() && lines.get(lines.size() - 1).isBlank()) {
      lines.remove(lines.size() - 1);
    }
    while (!lines.isEmpty() && lines.get(0).isBlank()) {
      lines.remove(0);
    }
  }

  /** Replaces a section, or adds it at the end. */
  public void put(String section, List<String> lines) {
    sections.put(section, lines);
  }

  /**
   * Writes the page.
   *
   * @param order sections that come first, in this order, as far as they are there; the others
   *     follow as they were
   */
  public void write(Iterable<String> order) throws IOException {
    Map<String, List<String>> ordered = new LinkedHashMap<>();
    for (String section : order) {
      if (sections.containsKey(section)) {
        ordered.put(section, sections.get(section));
      }
    }
    sections.forEach(ordered::putIfAbsent);
    List<String> lines = new ArrayList<>();
    lines.add("# Benchmarks");
    lines.add("");
    lines.add(
        "Written by `"
            + COMMAND
            + "` (all), or with `-Dbenchmarks='noise heap'` (these sections); not by hand. With"
            + " `-Dbenchmarks.quick=--quick` a rough run is printed and not written.");
    lines.add(
        "The public data sets are looked for in `../shared/data`, or where `-Ddemilune.data=`"
            + " says.");
    lines.add(
        "Seeds are fixed, so accuracies are the same on every machine; seconds are of the machine"
            + " that their section names, or of one with 2 shared cores where it names none.");
    ordered.forEach(
        (section, text) -> {
          lines.add("");
          lines.add("## " + section);
          lines.add("");
          lines.addAll(text);
        });
    Files.write(file, lines);
  }
}
