// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.testkit.BenchmarkPage;
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
 * <p>Arguments: the file to write, perhaps {@code --quick}, then the names of sections to run;
 * without names all are run. Sections that are not run keep the numbers they had. A quick run is
 * printed and writes nothing, because its numbers are rough.
 */
public final class Benchmarks {

  private static final String QUICK = "--quick";

  private Benchmarks() {}

  /** Runs the sections named, or all. */
  public static void main(String[] arguments) throws Exception {
    Path file = Path.of(arguments[0]);
    List<String> wanted = new ArrayList<>(List.of(arguments).subList(1, arguments.length));
    Effort effort = wanted.remove(QUICK) ? Effort.QUICK : Effort.FULL;
    Path plots =
        effort == Effort.FULL
            ? file.toAbsolutePath().resolveSibling("plots")
            : Files.createTempDirectory("plots");
    Map<String, Callable<List<String>>> sections = sections(effort, plots);
    if (!sections.keySet().containsAll(wanted)) {
      throw new IllegalArgumentException("no such section among " + wanted);
    }
    for (Map.Entry<String, Callable<List<String>>> section : sections.entrySet()) {
      if (wanted.isEmpty() || wanted.contains(section.getKey())) {
        System.err.println("running " + section.getKey());
        List<String> lines = section.getValue().call();
        if (effort == Effort.QUICK) {
          lines.forEach(System.out::println);
        } else {
          BenchmarkPage page =
              BenchmarkPage.read(file); // another command may have written meanwhile
          page.put(section.getKey(), lines);
          page.write(sections.keySet());
        }
      }
    }
  }

  /** All sections, in the order of the page. */
  static Map<String, Callable<List<String>>> sections(Effort effort, Path plots) {
    Map<String, Callable<List<String>>> sections = new LinkedHashMap<>();
    sections.put("accuracy", AccuracyBenchmark::markdown);
    sections.put("tables", TablesBenchmark::markdown);
    sections.put("tables-auto", TableChoiceBenchmark::small);
    sections.put("tables-auto-large", TableChoiceBenchmark::large);
    sections.put("auto", AutoBenchmark::markdown);
    sections.put("baselines", BaselineBenchmark::markdown);
    sections.put("persons", timed(PersonsBenchmark::markdown));
    sections.put("sampling", SamplingBenchmark::markdown);
    sections.put("robustness", RobustnessBenchmark::markdown);
    sections.put("robustness-kernel", RobustnessBenchmark::kernels);
    sections.put("certificates", CertificateBenchmark::markdown);
    sections.put("kernel", KernelBenchmark::usps);
    sections.put("kernel-mnist", KernelBenchmark::mnist);
    sections.put("kernel-kinds", KernelKindsBenchmark::markdown);
    sections.put("losses", LossBenchmark::markdown);
    sections.put("embedding", timed(() -> LoopBenchmark.features(effort)));
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
    sections.put("start", timed(() -> StartBenchmark.markdown(effort)));
    sections.put("end-to-end", timed(() -> EndToEndBenchmark.mnist(effort)));
    sections.put("end-to-end-tables", timed(() -> EndToEndBenchmark.tables(effort)));
    sections.put("peers", timed(() -> PeerTrainingBenchmark.markdown(effort)));
    sections.put("peers-step", timed(() -> StepBenchmark.markdown(effort)));
    sections.put("cost-model", timed(() -> CostModelBenchmark.markdown(effort, plots)));
    sections.put("encode", timed(() -> EncodeBenchmark.markdown(effort)));
    sections.put("heap", timed(() -> HeapBenchmark.markdown(effort)));
    sections.put("kernel-loops", timed(() -> LoopBenchmark.rows(effort)));
    sections.put("scaling", timed(ScalingBenchmark::markdown));
    sections.put("scoring", timed(ScoringBenchmark::markdown));
    sections.put("noise", timed(() -> LoopBenchmark.noise(effort)));
    sections.put("accounting", timed(AccountingBenchmark::markdown));
    sections.put("choice", ChoiceBenchmark::markdown);
    sections.put("quasi-concave", SearchBenchmark::markdown);
    sections.put("grid-aggregate", AggregateBenchmark::markdown);
    sections.put("feasible", timed(FeasibleBenchmark::markdown));
    sections.put("plane", PlaneBenchmark::markdown);
    sections.put("strips", StripsBenchmark::markdown);
    sections.put("space", SpaceBenchmark::markdown);
    sections.put("cases", CaseBenchmark::markdown);
    sections.put("ledger", timed(LedgerBenchmark::markdown));
    sections.put("audit", AuditBenchmark::markdown);
    sections.put("audit-canaries", AuditBenchmark::canaries);

    return sections;
  }

  /** A section that has seconds: it says on which machine they were taken. */
  private static Callable<List<String>> timed(Callable<List<String>> section) {
    return () -> {
      double load = Machine.load();
      List<String> lines = new ArrayList<>(section.call());
      lines.add("");
      lines.add(Machine.describe(load));
      return lines;
    };
  }
}
