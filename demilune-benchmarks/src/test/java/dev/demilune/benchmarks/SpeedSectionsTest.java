// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The smallest form of each section on speed runs, so that none of them rots. */
@Tag("slow")
class SpeedSectionsTest {

  @TempDir Path plots;

  /** With the least number of lines of its tables: contenders that every machine has. */
  @ParameterizedTest
  @CsvSource({
    "end-to-end, 1",
    "peers, 8",
    "peers-step, 3",
    "cost-model, 4",
    "encode, 4",
    "heap, 1",
    "kernel-loops, 8",
    "noise, 6",
    "embedding, 4"
  })
  void runs(String section, int rows) throws Exception {
    List<String> lines = Benchmarks.sections(Effort.SMALLEST, plots).get(section).call();

    assertThat(lines).filteredOn(line -> line.startsWith("| ")).hasSizeGreaterThan(rows);
    assertThat(lines).noneMatch(line -> line.contains("NaN") || line.contains("Infinity"));
    assertThat(lines.get(lines.size() - 1)).startsWith("Machine: ").contains(" cores, ");
  }

  @Test
  void runsOnTables() throws Exception {
    if (!PublicData.isThere()) {
      System.out.println("SKIPPED: the section on tables, because there are no data sets");
      return;
    }
    List<String> lines =
        Benchmarks.sections(Effort.SMALLEST, plots).get("end-to-end-tables").call();

    assertThat(lines).filteredOn(line -> line.startsWith("| ")).hasSize(4);
  }

  @Test
  void theCostModelIsDrawn() throws Exception {
    List<String> lines = CostModelBenchmark.markdown(Effort.SMALLEST, plots);

    assertThat(lines.get(lines.size() - 1))
        .isEqualTo("![The time of a step, by rows](plots/cost-model.svg)");
    assertThat(plots.resolve("cost-model.svg")).content().contains("2 classes, measured");
  }

  @Test
  void spreadsAreOfRoundsNotOfMedians() {
    Spread spread = Spread.ofRatios(List.of(2.0, 9.0, 8.0), List.of(1.0, 3.0, 4.0));

    assertThat(spread).isEqualTo(new Spread(2, 2, 3));
    assertThat(spread.text("%.1f")).isEqualTo("2.0 (2.0 to 3.0)");
  }

  @Test
  void aChildsProcessorTimeIsCounted() {
    Child idle = Child.of(List.of("sleep", "0.3"));
    Child busy = Child.of(List.of("sh", "-c", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done"));

    assertThat(idle.run().orThrow(idle).seconds()).isGreaterThan(0.3);
    assertThat(busy.run().orThrow(busy).processorSeconds())
        .isGreaterThan(2 * idle.run().orThrow(idle).processorSeconds() + 0.02);
    assertThat(Child.of(List.of("sh", "-c", "exit 3")).run().exit()).isEqualTo(3);
  }
}
