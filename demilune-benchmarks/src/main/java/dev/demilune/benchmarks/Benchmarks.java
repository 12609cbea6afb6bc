// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Runs the benchmarks and writes their numbers into docs/benchmarks.md.
 *
 * <p>Arguments: the file to write, then the names of sections to run; without names all are run.
 * Sections that are not run keep the numbers they had.
 */
public final class Benchmarks {

  private static final String COMMAND = "mvn -q verify -Pbenchmarks -DskipTests";

  private Benchmarks() {}

  /** Runs the sections named, or all. */
  public static void main(String[] arguments) throws Exception {
    Path file = Path.of(arguments[0]);
    List<String> wanted = List.of(arguments).subList(1, arguments.length);
    Map<String, Callable<List<String>>> sections = new LinkedHashMap<>();
    sections.put("accuracy", AccuracyBenchmark::markdown);
    sections.put("tables", TablesBenchmark::markdown);
    sections.put("tables-auto", TableChoiceBenchmark::small);
    sections.put("tables-auto-large", TableChoiceBenchmark::large);
    sections.put("auto", AutoBenchmark::markdown);
    sections.put("baselines", BaselineBenchmark::markdown);
    sections.put("persons", PersonsBenchmark::markdown);
    sections.put("sampling", SamplingBenchmark::markdown);
    sections.put("robustness", RobustnessBenchmark::markdown);
    sections.put("robustness-kernel", RobustnessBenchmark::kernels);
    sections.put("certificates", CertificateBenchmark::markdown);
    sections.put("kernel", KernelBenchmark::usps);
    sections.put("kernel-mnist", KernelBenchmark::mnist);
    sections.put("kernel-kinds", KernelKindsBenchmark::markdown);
    sections.put("losses", LossBenchmark::markdown);
    sections.put("embedding", EmbeddingBenchmark::markdown);
    sections.put("perceptron", PerceptronBenchmark::markdown);
    sections.put("margins", MarginBenchmark::markdown);
    sections.put("margins-real", RealMarginBenchmark::markdown);
    sections.put("rows-needed", RowsNeededBenchmark::markdown);
    sections.put("pure", PureBenchmark::markdown);
    sections.put("pure-real", RealPureBenchmark::markdown);
    sections.put("pure-refine", RefineBenchmark::markdown);
    sections.put("labels", LabelBenchmark::markdown);
    sections.put("labels-cover", LabelPoints::markdown);
    sections.put("networks", NetworkBenchmark::markdown);
    sections.put("network-shapes", NetworkShapeBenchmark::markdown);
    sections.put("end-to-end", EndToEndBenchmark::markdown);
    sections.put("scaling", ScalingBenchmark::markdown);
    sections.put("scoring", ScoringBenchmark::markdown);
    sections.put("noise", SamplerBenchmark::markdown);
    sections.put("accounting", AccountingBenchmark::markdown);
    sections.put("choice", ChoiceBenchmark::markdown);
    sections.put("quasi-concave", SearchBenchmark::markdown);
    sections.put("grid-aggregate", AggregateBenchmark::markdown);
    sections.put("feasible", FeasibleBenchmark::markdown);
    sections.put("plane", PlaneBenchmark::markdown);
    sections.put("strips", StripsBenchmark::markdown);
    sections.put("space", SpaceBenchmark::markdown);
    sections.put("cases", CaseBenchmark::markdown);
    sections.put("ledger", LedgerBenchmark::markdown);
    sections.put("audit", AuditBenchmark::markdown);
    sections.put("audit-canaries", AuditBenchmark::canaries);

    for (Map.Entry<String, Callable<List<String>>> section : sections.entrySet()) {
      if (wanted.isEmpty() || wanted.contains(section.getKey())) {
        System.err.println("running " + section.getKey());
        List<String> lines = section.getValue().call();
        Map<String, List<String>> known = read(file); // another command may have written meanwhile
        known.put(section.getKey(), lines);
        write(file, sections.keySet(), known);
      }
    }
  }

  private static Map<String, List<String>> read(Path file) throws IOException {
    Map<String, List<String>> sections = new LinkedHashMap<>();
    List<String> current = new ArrayList<>();
    for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
      if (line.startsWith("## ")) {
        current = new ArrayList<>();
        sections.put(line.substring(3), current);
      } else {
        current.add(line);
      }
    }
    sections.values().forEach(Benchmarks::stripBlankEnds);
    return sections;
  }

  private static void stripBlankEnds(List<String> lines) {
    while (!lines.isEmpty() && lines.get(lines.size() - 1).isBlank()) {
      lines.remove(lines.size() - 1);
    }
    while (!lines.isEmpty() && lines.get(0).isBlank()) {
      lines.remove(0);
    }
  }

  private static void write(Path file, Iterable<String> order, Map<String, List<String>> sections)
      throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("# Benchmarks");
    lines.add("");
    lines.add(
        "Written by `"
            + COMMAND
            + "` (all), or with `-Dbenchmarks=noise` (one section); not by hand.");
    lines.add(
        "The public data sets are looked for in `../shared/data`, or where `-Ddemilune.data=`"
            + " says.");
    lines.add(
        "Seeds are fixed, so accuracies are the same on every machine; seconds are of the machine"
            + " they were taken on, which had 2 shared cores.");
    for (String section : order) {
      if (sections.containsKey(section)) {
        lines.add("");
        lines.add("## " + section);
        lines.add("");
        lines.addAll(sections.get(section));
      }
    }
    Files.write(file, lines);
  }
}
