// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import dev.demilune.DemiluneException;
import dev.demilune.experiment.Experiment.Planned;
import dev.demilune.learn.Progress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Runs the cells of an experiment that are not finished yet, several at a time. */
final class ExperimentRun {

  private final Experiment experiment;
  private final CellStore store;
  private final DataFolder data;

  ExperimentRun(Experiment experiment, CellStore store, DataFolder data) {
    this.experiment = experiment;
    this.store = store;
    this.data = data;
  }

  /** Returns the cells that are to be measured, each once. */
  List<Cell> missing() {
    Map<String, Cell> cells = new LinkedHashMap<>();
    for (Planned planned : experiment.plan()) {
      if (store.find(planned.cell()).isEmpty()) {
        cells.put(planned.cell().key(), planned.cell());
      }
    }
    return new ArrayList<>(cells.values());
  }

  /**
   * Measures what is missing and returns all results. The progress counts the missing cells, of
   * this run alone.
   */
  Results run(int threads, Progress progress) {
    List<Cell> missing = missing();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      CompletionService<Cell> running = new ExecutorCompletionService<>(pool);
      missing.forEach(cell -> running.submit(() -> measured(cell)));
      for (int done = 1; done <= missing.size(); done++) {
        running.take().get();
        progress.step(done, missing.size());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DemiluneException("interrupted; run it again to go on", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error fault) { // out of memory, for one
        throw fault;
      }
      throw (RuntimeException) e.getCause(); // measures throw no other
    } finally {
      pool.shutdownNow();
    }
    return Results.of(experiment, cell -> store.find(cell).orElseThrow());
  }

  private Cell measured(Cell cell) {
    long start = System.nanoTime();
    double[] values = cell.run(data);
    store.add(cell, values, (System.nanoTime() - start) * 1e-9);
    return cell;
  }
}
