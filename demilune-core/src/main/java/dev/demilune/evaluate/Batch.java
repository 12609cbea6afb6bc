// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.evaluate;

import dev.demilune.data.Table;
import dev.demilune.model.Classifier;
import dev.demilune.robust.CertifiedRadius;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.RowEncoder;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Supplier;

/** Some rows that are read together, scored together on one thread, and taken in order. */
final class Batch {

  private static final int MOST_ROWS = 256;
  private static final int MOST_VALUES = 1 << 18; // bounds memory, whatever the rows are

  private final Classifier classifier;
  private final CertifiedRadius certified; // null unless asked for
  private final EncodedRow[] rows;
  private final long[] lines;
  private final Object[][] copies;
  private final int[] predicted;
  private final double[][] scores;
  private final double[] radii;
  private int size;
  private ForkJoinTask<?> scoring; // null when nothing is under way

  Batch(Classifier classifier, CertifiedRadius certified) {
    this.classifier = classifier;
    this.certified = certified;
    int capacity =
        Math.max(1, Math.min(MOST_ROWS, MOST_VALUES / Math.max(1, classifier.schema().features())));
    rows = new EncodedRow[capacity];
    lines = new long[capacity];
    copies = new Object[capacity][];
    predicted = new int[capacity];
    scores = new double[capacity][];
    radii = new double[capacity];
  }

  /** Reads one row; false if the table has no more. */
  boolean read(Table table, RowEncoder encoder, Supplier<Object[]> copy) {
    if (!table.next()) {
      return false;
    }
    if (rows[size] == null) { // a small table pays for its rows only
      rows[size] = new EncodedRow();
      scores[size] = new double[classifier.labels().size()];
    }
    encoder.encode(table, rows[size]);
    lines[size] = table.line();
    copies[size] = copy.get();
    size++; // last: a row with a fault is not counted
    return true;
  }

  boolean isFull() {
    return size == rows.length;
  }

  /** Scores the rows on another thread. */
  void startScoring() {
    scoring = ForkJoinPool.commonPool().submit(this::score);
  }

  /** Scores the rows here. */
  void score() {
    for (int i = 0; i < size; i++) {
      predicted[i] = classifier.predict(rows[i], scores[i]);
      radii[i] = certified == null ? Double.NaN : certified.radius(rows[i], predicted[i]);
    }
  }

  /** Returns whether the rows can be handed over without waiting. */
  boolean isScored() {
    return scoring == null || scoring.isDone();
  }

  /** Hands the rows over, once they are scored, and forgets them; returns how many they were. */
  int deliver(Predictor.Consumer consumer) {
    if (scoring != null) {
      scoring.join();
      scoring = null;
    }
    for (int i = 0; i < size; i++) {
      consumer.accept(lines[i], predicted[i], scores[i], radii[i], copies[i]);
    }
    int delivered = size;
    size = 0;
    return delivered;
  }
}
