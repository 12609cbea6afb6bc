// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.learn.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results go where nothing is lost for them. */
class LaboratoryTest {

  @TempDir Path out;

  private Experiment tiny(boolean quick) {
    return ExperimentFile.parse("tiny", ExperimentFileTest.TINY, "tiny.yaml", quick);
  }

  private void prepare(boolean quick) {
    new Laboratory(out, DataFolder.among(List.of()), 1).prepare(List.of(tiny(quick)));
  }

  private void run(boolean quick) {
    prepare(quick);
    new Laboratory(out, DataFolder.among(List.of()), 1).run(tiny(quick), Progress.NONE);
  }

  @Test
  void roughResultsDoNotReplaceFullOnes() throws IOException {
    run(true);
    run(true);
    run(false); // better than before
    String full = Files.readString(out.resolve("tiny.csv"));
    assertThatThrownBy(() -> prepare(true))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("tiny.md has the full results, which --quick would replace")
        .hasMessageEndingWith("choose another --out");
    run(false);
    assertThat(out.resolve("tiny.csv")).hasContent(full.stripTrailing());
  }

  @ParameterizedTest
  @ValueSource(strings = {"tiny.csv", "tiny.md", "tiny.svg", "tiny.html"})
  void aFileOfSomebodyElseIsNotReplaced(String name) throws IOException {
    Files.writeString(out.resolve(name), "age,income\n31,low\n");
    assertThatThrownBy(() -> prepare(false))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining(name + " is no result of this experiment and would be replaced");
  }

  @Test
  void notesBesideResultsAreNotReplaced() throws IOException {
    run(false);
    Files.writeString(out.resolve("tiny.md"), "# What I think of this\n");
    assertThatThrownBy(() -> prepare(false)).hasMessageContaining("tiny.md is no result");
    Files.delete(out.resolve("tiny.md")); // as after a run that was killed
    prepare(false);
  }
}
