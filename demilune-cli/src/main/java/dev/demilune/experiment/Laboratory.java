// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import dev.demilune.DemiluneException;
import dev.demilune.learn.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Experiments and where their results go. Finished cells are kept in {@code cells}, so that a run
 * that was stopped goes on where it was.
 *
 * @param out the folder of results
 * @param threads cells that are measured at the same time
 */
public record Laboratory(Path out, DataFolder data, int threads) {

  /**
   * What came of an experiment.
   *
   * @param measured cells that this run measured; the others were finished before
   * @param sentence about the claim; empty if there is none
   */
  public record Outcome(Experiment experiment, int measured, String sentence) {}

  /**
   * Finds the data of all experiments and makes the folder of results, before anything is measured.
   *
   * @throws DemiluneException if something is missing
   */
  public void prepare(List<Experiment> experiments) {
    experiments.stream().flatMap(e -> e.dataSets().stream()).distinct().forEach(data::require);
    try {
      Files.createDirectories(out.resolve("cells"));
    } catch (IOException e) {
      throw new DemiluneException(
          "results cannot go to " + out + ": it cannot be made a folder; choose another --out", e);
    }
  }

  /** Measures what is missing and writes the four files of an experiment. */
  public Outcome run(Experiment experiment, Progress progress) {
    Path cells = out.resolve("cells").resolve(experiment.name() + ".jsonl");
    try (CellStore store = CellStore.open(cells)) {
      ExperimentRun run = new ExperimentRun(experiment, store, data);
      int missing = run.missing().size();
      FigurePage page = new FigurePage(run.run(threads, progress));
      page.write(out);
      return new Outcome(experiment, missing, page.sentence());
    }
  }

  /** Writes the list of all experiments and their sentences. */
  public void index(List<Outcome> outcomes) {
    List<String> lines = new ArrayList<>();
    lines.add("# Experiments");
    lines.add("");
    lines.add("Each figure is drawn by one command, and each page says whether the claim was");
    lines.add("reproduced, by a rule that is part of the experiment.");
    lines.add("");
    lines.add("| experiment | source | reproduced? |");
    lines.add("| --- | --- | --- |");
    for (Outcome outcome : outcomes) {
      Experiment experiment = outcome.experiment();
      lines.add(
          "| ["
              + experiment.title()
              + "]("
              + experiment.name()
              + ".md) | "
              + experiment.source()
              + " | "
              + outcome.sentence()
              + " |");
    }
    FigurePage.write(out.resolve("index.md"), String.join("\n", lines) + "\n");
  }
}
