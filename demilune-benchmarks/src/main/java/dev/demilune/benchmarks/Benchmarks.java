// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.testkit.BenchmarkPage;
import java.nio.file.Path;
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
    sections.put("start", StartBenchmark::markdown);
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
        BenchmarkPage page = BenchmarkPage.read(file); // another command may have written meanwhile
        page.put(section.getKey(), lines);
        page.write(sections.keySet());
      }
    }
  }
}
