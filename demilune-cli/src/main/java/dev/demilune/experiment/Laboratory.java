// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import dev.demilune.DemiluneException;
import dev.demilune.learn.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
   * @throws DemiluneException if something is missing, or would be replaced
   */
  public void prepare(List<Experiment> experiments) {
    experiments.stream().flatMap(e -> e.dataSets().stream()).distinct().forEach(data::require);
    try {
      Files.createDirectories(out.resolve("cells"));
    } catch (IOException e) {
      throw new DemiluneException(
          "results cannot go to " + out + ": it cannot be made a folder; choose another --out", e);
    }
    ExperimentIndex.check(out);
    experiments.forEach(experiment -> FigurePage.check(out, experiment));
  }

  /** Measures what is missing, writes the four files of an experiment and the index of all. */
  public Outcome run(Experiment experiment, Progress progress) {
    Path cells = out.resolve("cells").resolve(experiment.name() + ".jsonl");
    try (CellStore store = CellStore.open(cells)) {
      ExperimentRun run = new ExperimentRun(experiment, store, data);
      int missing = run.missing().size();
      FigurePage page = new FigurePage(run.run(threads, progress));
      page.write(out);
      ExperimentIndex.write(out);
      return new Outcome(experiment, missing, page.sentence());
    }
  }
}
