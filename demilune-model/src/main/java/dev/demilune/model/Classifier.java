// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import dev.demilune.DemiluneException;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A trained model: scores one encoded row at a time.
 *
 * <p>A classifier is the output of a learner that paid for it; using it is post-processing without
 * privacy cost.
 */
public interface Classifier {

  /** Returns the schema whose encoding the model expects. */
  Schema schema();

  /** Returns a description of the kind of model. */
  String kind();

  /** Returns the class names, in the order of the scores. */
  default LabelSet labels() {
    return schema().labels();
  }

  /**
   * Returns the linear part: the scores as linear functions of features of the row.
   *
   * @throws UnsupportedOperationException if there is none, as in a {@link NetworkClassifier}
   */
  LinearClassifier linear();

  /** Writes one score per class; the largest wins. */
  void scores(EncodedRow row, double[] into);

  /** Returns how scores become probabilities; empty for a model that is not calibrated. */
  Optional<ScoreCalibration> calibration();

  /** Returns the model with this calibration; its scores and predictions stay as they are. */
  Classifier calibrated(ScoreCalibration calibration);

  /**
   * Returns the model with a constant added to the score of every class. A calibration moves along,
   * so that probabilities stay as they are.
   *
   * @param added one number per class
   */
  Classifier shifted(double[] added);

  /**
   * Returns a model with the same probabilities that predicts the class with the largest cost times
   * probability, which has the least expected cost if missing a row of class k costs cost[k]. Equal
   * costs predict the likeliest class. Scores are shifted, so that the largest still wins, and
   * whatever holds for predictions of the model, such as a certified radius, holds for these.
   *
   * @param costs one per class, above 0
   * @throws DemiluneException if the model is not calibrated
   */
  default Classifier decidingBy(double[] costs) {
    return shifted(requireCalibration().shiftFor(costs));
  }

  /**
   * Writes the probability of every class.
   *
   * @throws DemiluneException if the model is not calibrated: scores of margin losses and
   *     perceptrons are no log odds, and nobody knows of a file's scores what they are
   */
  default void probabilities(EncodedRow row, double[] into) {
    ScoreCalibration calibration = requireCalibration();
    scores(row, into);
    calibration.probabilities(into, into);
  }

  /**
   * Returns the probability of every class.
   *
   * @throws DemiluneException if the model is not calibrated
   */
  default double[] probabilities(EncodedRow row) {
    double[] probabilities = new double[labels().size()];
    probabilities(row, probabilities);
    return probabilities;
  }

  /**
   * Returns the calibration.
   *
   * @throws DemiluneException if there is none
   */
  default ScoreCalibration requireCalibration() {
    return calibration()
        .orElseThrow(
            () ->
                new DemiluneException(
                    "the model has no probabilities, because its scores are not calibrated: train"
                        + " it with calibration=on, or use the scores"));
  }

  /**
   * Returns the index of the winning class of a record of raw values by column name, as {@code
   * demilune predict} would read it from a file. For other forms of records, and for many of them,
   * there is {@code dev.demilune.score.Scorer}.
   *
   * @throws DemiluneException if a column has no value, a value belongs to no column, or a type
   *     does not fit its column
   */
  default int predict(Map<String, ?> values) {
    return predict(schema().encode(values));
  }

  /** As {@link #predict(Map)}, for a plain vector of raw numbers, or where all columns are. */
  default int predict(double[] values) {
    return predict(schema().encode(values));
  }

  /** Returns one score per class of a record of raw values; see {@link #predict(Map)}. */
  default double[] scores(Map<String, ?> values) {
    double[] scores = new double[labels().size()];
    scores(schema().encode(values), scores);
    return scores;
  }

  /**
   * Returns the probability of every class of a record of raw values; see {@link #predict(Map)}.
   *
   * @throws DemiluneException if the model is not calibrated
   */
  default double[] probabilities(Map<String, ?> values) {
    return probabilities(schema().encode(values));
  }

  /** Returns the row mapped into the unit ball, one entry per feature. */
  default double[] bounded(EncodedRow row) {
    double[] vector = new double[schema().features()];
    double factor = schema().rowBound().factor(row.norm());
    for (int i = 0; i < row.size(); i++) {
      vector[Objects.checkIndex(row.index(i), vector.length)] = row.value(i) * factor;
    }
    return vector;
  }

  /** Returns the index of the winning class, the first one in a tie. */
  default int predict(EncodedRow row) {
    return predict(row, new double[labels().size()]);
  }

  /** As {@link #predict(EncodedRow)}, with a reusable array for the scores. */
  default int predict(EncodedRow row, double[] scores) {
    scores(row, scores);
    int best = 0;
    for (int k = 1; k < labels().size(); k++) {
      if (scores[k] > scores[best]) {
        best = k;
      }
    }
    return best;
  }
}
