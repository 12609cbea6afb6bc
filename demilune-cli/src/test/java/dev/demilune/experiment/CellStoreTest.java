// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.budget.Software;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Finished cells: what is written is read again, and what was torn is forgotten. */
class CellStoreTest {

  @TempDir Path directory;

  private static Cell cell(int index) {
    Experiment tiny = ExperimentFile.parse("tiny", ExperimentFileTest.TINY, "tiny.yaml", false);
    return tiny.plan().get(index).cell();
  }

  private Path file() {
    return directory.resolve("cells.jsonl");
  }

  @Test
  void findsWhatWasAddedBefore() {
    try (CellStore store = CellStore.open(file())) {
      store.add(cell(0), new double[] {0.1, Double.NaN, Double.POSITIVE_INFINITY}, 2.5);
      assertThat(store.find(cell(0)))
          .contains(new double[] {0.1, Double.NaN, Double.POSITIVE_INFINITY});
    }
    try (CellStore store = CellStore.open(file())) {
      assertThat(store.find(cell(0)))
          .contains(new double[] {0.1, Double.NaN, Double.POSITIVE_INFINITY});
      assertThat(store.find(cell(1))).isEmpty();
    }
  }

  /** Two builds of a snapshot have one version, and may give different results. */
  @Test
  void buildsOfASnapshotAreToldApart() {
    assertThat(Cell.build(Optional.of("1.2"), () -> "sum")).isEqualTo("1.2");
    assertThat(Cell.build(Optional.of("1.3-SNAPSHOT"), () -> "sum")).isEqualTo("1.3-SNAPSHOT sum");
    assertThat(Cell.build(Optional.empty(), () -> "sum")).isEqualTo("not packaged");
    assertThat(Software.build(Software.class)).startsWith("demilune ");
    assertThat(Software.build(Test.class)).contains(", jar sha256 "); // it is in a jar
  }

  @Test
  void cutsOffATornLineAndGoesOn() throws IOException {
    try (CellStore store = CellStore.open(file())) {
      store.add(cell(0), new double[] {0.1}, 1);
      store.add(cell(1), new double[] {0.2}, 1);
    }
    byte[] whole = Files.readAllBytes(file());
    Files.write(file(), java.util.Arrays.copyOf(whole, whole.length - 5));
    try (CellStore store = CellStore.open(file())) {
      assertThat(store.find(cell(0))).isPresent();
      assertThat(store.find(cell(1))).isEmpty();
      store.add(cell(1), new double[] {0.2}, 1);
    }
    assertThat(Files.readAllBytes(file())).isEqualTo(whole);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "hello",
        "",
        "[]",
        "{\"key\":\"k\",\"values\":0.5}",
        "{\"key\":\"k\",\"values\":[\"0.5?\"]}",
        "{\"key\":\"k\",\"values\":[{}]}",
        "{\"key\":null,\"values\":[0.5]}",
        "{\"key\":\"k\",\"values\":[0.5]}{",
      })
  void refusesALineThatIsDamagedAndGivesTheFileFree(String line) throws IOException {
    String good = "{\"key\":\"k\",\"values\":[0.5]}\n";
    Files.writeString(file(), good + line + "\n" + good);
    assertThatThrownBy(() -> CellStore.open(file()))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("cells.jsonl:2: this is not a finished cell");
    assertThat(file()).hasContent(good + line + "\n" + good);
    Files.writeString(file(), good);
    CellStore.open(file()).close(); // nobody has it any more
  }

  @Test
  void anInterruptedWriteIsAFaultAndLeavesWholeLines() throws IOException {
    CellStore store = CellStore.open(file());
    store.add(cell(0), new double[] {0.1}, 1);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> store.add(cell(1), new double[] {0.2}, 1))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("cannot keep finished cells in ");
    assertThat(Thread.interrupted()).isTrue();
    try (CellStore again = CellStore.open(file())) {
      assertThat(again.find(cell(0))).isPresent();
    }
  }

  @Test
  void oneRunAtATime() {
    try (CellStore store = CellStore.open(file())) {
      assertThat(store.find(cell(0))).isEmpty();
      assertThatThrownBy(() -> CellStore.open(file()))
          .isInstanceOf(DemiluneException.class)
          .hasMessageContaining("is in use by another run");
    }
  }
}
