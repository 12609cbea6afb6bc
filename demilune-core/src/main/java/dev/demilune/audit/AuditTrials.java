// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import dev.demilune.DemiluneException;
import dev.demilune.learn.Progress;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The finished trials of an audit, in memory or in a file that survives the program.
 *
 * <p>A trial is one fit with or without the canary. Its number and its randomness do not depend on
 * the order in which trials finish, so the scores are the same on any number of threads, with or
 * without interruptions.
 */
public class AuditTrials implements AutoCloseable {

  /** One fit: the score of a trial. */
  @FunctionalInterface
  interface Trial {
    double score(boolean present, int trial);
  }

  private final double[][] scores;
  private final BitSet finished = new BitSet();

  AuditTrials(int trials) {
    scores = new double[2][trials];
  }

  /** Returns an empty set of trials, for this number on each table. */
  public static AuditTrials inMemory(int trials) {
    return new AuditTrials(trials);
  }

  /** Writes down a trial; called by one thread at a time. */
  void keep(boolean present, int trial, double score) {
    scores[present ? 1 : 0][trial] = score;
    finished.set(2 * trial + (present ? 1 : 0));
  }

  /** Returns how many trials there are to be on each table. */
  final int trials() {
    return scores[0].length;
  }

  /** Returns how many trials are finished. */
  public final int finished() {
    return finished.cardinality();
  }

  final double[] scores(boolean present) {
    return scores[present ? 1 : 0].clone();
  }

  /** Runs the trials that are missing. */
  final void complete(int threads, Progress progress, Trial trial) {
    int total = 2 * scores[0].length;
    BitSet missing = new BitSet();
    missing.set(0, total);
    missing.andNot(finished);
    AtomicInteger next = new AtomicInteger(0);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> workers = new ArrayList<>();
      for (int worker = 0; worker < threads; worker++) {
        workers.add(pool.submit(() -> work(missing, next, progress, total, trial)));
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException fault) {
        throw fault;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DemiluneException("the audit was interrupted", e);
    } finally {
      pool.shutdownNow();
    }
  }

  private void work(BitSet missing, AtomicInteger next, Progress progress, int total, Trial trial) {
    while (!Thread.currentThread().isInterrupted()) {
      int number = next.getAndUpdate(from -> after(missing, from));
      int chosen = missing.nextSetBit(number);
      if (chosen < 0) {
        return;
      }
      boolean present = chosen % 2 == 1;
      double score = trial.score(present, chosen / 2);
      synchronized (this) {
        keep(present, chosen / 2, score);
        progress.step(finished(), total);
      }
    }
  }

  private static int after(BitSet missing, int from) {
    int chosen = missing.nextSetBit(from);
    return chosen < 0 ? from : chosen + 1;
  }

  @Override
  public void close() {}
}
