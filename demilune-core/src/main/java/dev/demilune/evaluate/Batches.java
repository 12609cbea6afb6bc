// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.evaluate;

import dev.demilune.model.Classifier;
import dev.demilune.robust.CertifiedRadius;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ForkJoinPool;

/** The batches of one table, a few at a time: scored on other threads, handed over in order. */
final class Batches {

  private final Classifier classifier;
  private final CertifiedRadius certified; // null unless asked for
  private final Predictor.Consumer consumer;
  private final Deque<Batch> underWay = new ArrayDeque<>(); // as they were read
  private final Deque<Batch> idle = new ArrayDeque<>();
  private final int most = 2 * ForkJoinPool.getCommonPoolParallelism() + 1; // bounds memory
  private int made;
  private long rows;

  Batches(Classifier classifier, CertifiedRadius certified, Predictor.Consumer consumer) {
    this.classifier = classifier;
    this.certified = certified;
    this.consumer = consumer;
  }

  /** Returns an empty batch; waits for the first one under way if there are as many as may be. */
  Batch next() {
    if (idle.isEmpty() && made == most) {
      deliverFirst();
    }
    if (!idle.isEmpty()) {
      return idle.remove();
    }
    made++;
    return new Batch(classifier, certified);
  }

  /** Scores a batch on another thread. */
  void start(Batch batch) {
    batch.startScoring();
    underWay.add(batch);
  }

  /** Hands over the batches that are scored, without waiting for the others. */
  void deliverScored() {
    boolean any = false;
    while (!underWay.isEmpty() && underWay.peek().isScored()) {
      deliverFirst();
      any = true;
    }
    if (any) {
      consumer.passOn();
    }
  }

  /** Hands over all batches, this one last. */
  void deliverAll(Batch last) {
    if (underWay.isEmpty()) {
      last.score(); // a short table needs no other thread
    } else {
      last.startScoring();
    }
    underWay.add(last);
    while (!underWay.isEmpty()) {
      deliverFirst();
    }
  }

  private void deliverFirst() {
    Batch first = underWay.remove();
    rows += first.deliver(consumer);
    idle.add(first);
  }

  /** Returns how many rows were handed over. */
  long rows() {
    return rows;
  }
}
