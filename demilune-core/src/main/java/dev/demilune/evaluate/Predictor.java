// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.evaluate;

import dev.demilune.data.DataException;
import dev.demilune.data.Table;
import dev.demilune.model.Classifier;
import dev.demilune.robust.CertifiedRadius;
import dev.demilune.schema.CellTally;
import dev.demilune.schema.RowEncoder;
import java.util.function.Supplier;

/**
 * Predicts a table of any size in bounded memory: the calling thread reads rows and takes
 * predictions in their order, others score batches of rows between. A row is scored by itself, so
 * that its prediction has the same bits on any number of threads.
 *
 * <p>Predicting is post-processing of the model: it has no privacy cost for the training rows.
 */
public final class Predictor {

  /** Takes predictions as they come. */
  @FunctionalInterface
  public interface Consumer {

    /**
     * Takes one prediction.
     *
     * @param line the row's line, or its number in formats without lines
     * @param predicted index of the winning class
     * @param scores one per class; the array is used again for other rows
     * @param radius how far the row can be moved without a change; NaN unless asked for
     * @param copies what was copied from the row when it was read; empty unless asked for
     */
    void accept(long line, int predicted, double[] scores, double radius, Object[] copies);

    /**
     * Passes on what it holds back, if it does. Called after some predictions, before the next row
     * is waited for, and before a fault of the table is thrown.
     */
    default void passOn() {}
  }

  private static final Object[] NOTHING = new Object[0];

  private final Classifier classifier;
  private final CertifiedRadius certified; // null unless asked for

  private Predictor(Classifier classifier, CertifiedRadius certified) {
    this.classifier = classifier;
    this.certified = certified;
  }

  /** Returns a predictor that gives classes and scores. */
  public static Predictor of(Classifier classifier) {
    return new Predictor(classifier, null);
  }

  /** Returns a predictor that gives certified radii as well, at about twice the time. */
  public static Predictor withRadius(Classifier classifier) {
    return new Predictor(classifier, CertifiedRadius.of(classifier));
  }

  /**
   * Reads the table to its end and returns the number of rows; the caller closes the table.
   *
   * <p>Rows are scored in batches of 256, of fewer where they have more than 1,024 features. The
   * rows of a batch are handed over together: while it is scored others are read, and where the
   * table is a pipe, the next row must have come.
   *
   * @throws DataException if the table is malformed, after all rows before the fault were handed
   *     over
   */
  public long walk(Table table, Consumer consumer) {
    return walk(table, classifier.schema().encoder(table), () -> NOTHING, consumer);
  }

  /**
   * As {@link #walk(Table, Consumer)}, counts how cells fit the schema, and copies cells.
   *
   * @param copy asked for each row when it is read, before its prediction is known
   */
  public long walk(Table table, CellTally tally, Supplier<Object[]> copy, Consumer consumer) {
    return walk(table, classifier.schema().encoder(table, tally), copy, consumer);
  }

  private long walk(Table table, RowEncoder encoder, Supplier<Object[]> copy, Consumer consumer) {
    Batches batches = new Batches(classifier, certified, consumer);
    Batch batch = batches.next();
    boolean more = true;
    while (more) {
      batches.deliverScored(); // before a row is waited for: a pipe may stay open
      try {
        more = batch.read(table, encoder, copy);
      } catch (DataException e) {
        batches.deliverAll(batch); // the rows before the fault
        consumer.passOn();
        throw e;
      }
      if (batch.isFull()) {
        batches.start(batch);
        batch = batches.next();
      }
    }
    batches.deliverAll(batch);
    return batches.rows();
  }
}
