// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.util.Objects;

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
