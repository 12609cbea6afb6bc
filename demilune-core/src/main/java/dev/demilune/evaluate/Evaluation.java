// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.evaluate;

import dev.demilune.data.Table;
import dev.demilune.model.Classifier;
import dev.demilune.model.LabeledRows;
import dev.demilune.schema.CellTally;
import dev.demilune.schema.LabelSet;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * How well a classifier does on rows whose labels are known.
 *
 * <p>These numbers depend on the rows they are computed from and are a release of them. So the only
 * door is {@link #onPublic}, for held-out rows that the user declares public.
 *
 * <ul>
 *   <li><b>accuracy</b>: the share of rows predicted right.
 *   <li><b>balanced accuracy</b>: the share right within each class, averaged over the classes that
 *       occur, so that a rare class counts as much as a common one.
 *   <li><b>log loss</b>: the mean of −ln p, where p is the softmax of the scores at the row's own
 *       class. It judges probabilities. Scores of a model trained on the hinge loss, or by a
 *       perceptron, are not calibrated as probabilities; their log loss only compares models of the
 *       same kind.
 *   <li><b>AUC</b>, for two classes: the chance that a row of the second class scores higher, by
 *       score difference, than one of the first; ties count half. Exact, at one double per row.
 *   <li><b>confusion</b>: rows by their class and their prediction.
 * </ul>
 */
public final class Evaluation {

  private final LabelSet labels;
  private final long rows;
  private final long[][] confusion;
  private final double logLoss;
  private final OptionalDouble auc;

  private Evaluation(
      LabelSet labels, long rows, long[][] confusion, double logLoss, OptionalDouble auc) {
    this.labels = labels;
    this.rows = rows;
    this.confusion = confusion;
    this.logLoss = logLoss;
    this.auc = auc;
  }

  /**
   * Reads a table that the user declares public, row by row; the caller closes it.
   *
   * @throws dev.demilune.DemiluneException if the table has no rows, or a row without a known label
   */
  public static Evaluation onPublic(Classifier classifier, Table table) {
    return onPublic(classifier, LabeledRows.of(classifier.schema(), table));
  }

  /** As {@link #onPublic(Classifier, Table)}, and counts how cells fit the schema. */
  public static Evaluation onPublic(Classifier classifier, Table table, CellTally tally) {
    return onPublic(classifier, LabeledRows.counting(classifier.schema(), table, tally));
  }

  private static Evaluation onPublic(Classifier classifier, LabeledRows labeled) {
    LabelSet labels = classifier.labels();
    int classes = labels.size();
    double[] scores = new double[classes];
    long[][] confusion = new long[classes][classes];
    RankSum ranks = new RankSum();
    double losses = 0;
    while (labeled.next()) {
      int actual = labeled.row().label();
      int predicted = classifier.predict(labeled.row(), scores);
      confusion[actual][predicted]++;
      losses += logSumOfExponentials(scores) - scores[actual];
      if (classes == 2) {
        ranks.add(actual == 1, scores[1] - scores[0]);
      }
    }
    long rows = labeled.count();
    return new Evaluation(labels, rows, confusion, losses / rows, ranks.auc());
  }

  /** ln Σ exp(s), taken relative to the largest score so that nothing overflows. */
  private static double logSumOfExponentials(double[] scores) {
    double largest = Double.NEGATIVE_INFINITY;
    for (double score : scores) {
      largest = Math.max(largest, score);
    }
    double sum = 0;
    for (double score : scores) {
      sum += Math.exp(score - largest);
    }
    return largest + Math.log(sum);
  }

  /** Returns the class names, in the order of the confusion matrix. */
  public LabelSet labels() {
    return labels;
  }

  /** Returns the number of rows. */
  public long rows() {
    return rows;
  }

  /** Returns the share of rows predicted right. */
  public double accuracy() {
    long right = 0;
    for (int k = 0; k < confusion.length; k++) {
      right += confusion[k][k];
    }
    return (double) right / rows;
  }

  /** Returns the share predicted right within a class, averaged over the classes that occur. */
  public double balancedAccuracy() {
    double sum = 0;
    int occurring = 0;
    for (int k = 0; k < confusion.length; k++) {
      long ofClass = rowsOf(k);
      if (ofClass > 0) {
        sum += (double) confusion[k][k] / ofClass;
        occurring++;
      }
    }
    return sum / occurring;
  }

  /** Returns the mean of −ln p, p being the softmax of the scores at the row's own class. */
  public double logLoss() {
    return logLoss;
  }

  /** Returns the area under the ROC curve; empty unless both of two classes occur. */
  public OptionalDouble auc() {
    return auc;
  }

  /** Returns how many rows of one class were predicted to be of another, or of the same. */
  public long confusion(int actual, int predicted) {
    return confusion[Objects.checkIndex(actual, confusion.length)][predicted];
  }

  /** Returns how many rows a class has. */
  public long rowsOf(int actual) {
    long sum = 0;
    for (long count : confusion[actual]) {
      sum += count;
    }
    return sum;
  }
}
