// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.evaluate;

import dev.demilune.data.Table;
import dev.demilune.model.Classifier;
import dev.demilune.robust.CertifiedRadius;
import dev.demilune.schema.CellTally;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.RowEncoder;

/**
 * Predicts a table of any size, one row at a time, in constant memory.
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
     * @param scores one per class; the array is used again for the next row
     * @param radius how far the row can be moved without a change; NaN unless asked for
     */
    void accept(long line, int predicted, double[] scores, double radius);
  }

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

  /** Reads the table to its end and returns the number of rows; the caller closes the table. */
  public long walk(Table table, Consumer consumer) {
    return walk(table, classifier.schema().encoder(table), consumer);
  }

  /** As {@link #walk(Table, Consumer)}, and counts how cells fit the schema. */
  public long walk(Table table, CellTally tally, Consumer consumer) {
    return walk(table, classifier.schema().encoder(table, tally), consumer);
  }

  private long walk(Table table, RowEncoder encoder, Consumer consumer) {
    EncodedRow row = new EncodedRow();
    double[] scores = new double[classifier.labels().size()];
    long rows = 0;
    while (table.next()) {
      encoder.encode(table, row);
      int predicted = classifier.predict(row, scores);
      double radius = certified == null ? Double.NaN : certified.radius(row, predicted);
      consumer.accept(table.line(), predicted, scores, radius);
      rows++;
    }
    return rows;
  }
}
