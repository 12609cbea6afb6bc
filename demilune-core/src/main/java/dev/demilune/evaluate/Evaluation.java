// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.evaluate;

import dev.demilune.data.Table;
import dev.demilune.model.Classifier;
import dev.demilune.model.LabeledRows;
import dev.demilune.model.ScoreCalibration;
import dev.demilune.schema.CellTally;
import dev.demilune.schema.LabelSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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
 *   <li><b>log loss</b>: the mean of −ln p, where p is the probability of the row's own class. Of a
 *       model that is not calibrated it is that of the softmax of the scores, which are no
 *       probabilities if the model was trained on the hinge loss, say: then the log loss only
 *       compares models of the same kind.
 *   <li><b>Brier score</b>, of calibrated models: the mean of (p − y)² for two classes, where p is
 *       the probability of the second and y is 1 for its rows and else 0; for more classes the sum
 *       over the classes.
 *   <li><b>AUC</b>, for two classes: the chance that a row of the second class scores higher, by
 *       score difference, than one of the first; ties count half. Exact, at one double per row.
 *   <li><b>confusion</b>: rows by their class and their prediction.
 * </ul>
 */
public final class Evaluation {

  private final LabelSet labels;
  private final long rows;
  private final long[][] confusion;
  private final Measured logLoss;
  private final Optional<Measured> brierScore;
  private final OptionalDouble auc;
  private final List<ScoreCurves.Point> calibrationCurve;

  private Evaluation(
      LabelSet labels,
      long rows,
      long[][] confusion,
      Measured logLoss,
      Optional<Measured> brierScore,
      OptionalDouble auc,
      List<ScoreCurves.Point> calibrationCurve) {
    this.labels = labels;
    this.rows = rows;
    this.confusion = confusion;
    this.logLoss = logLoss;
    this.brierScore = brierScore;
    this.auc = auc;
    this.calibrationCurve = calibrationCurve;
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
    Optional<ScoreCalibration> calibration = classifier.calibration();
    CalibrationBins bins = new CalibrationBins();
    double[] losses = new double[2]; // the sum, and that of the squares
    double[] errors = new double[2];
    while (labeled.next()) {
      int actual = labeled.row().label();
      int predicted = classifier.predict(labeled.row(), scores);
      confusion[actual][predicted]++;
      add(
          losses,
          calibration.isPresent()
              ? -calibration.get().logProbability(scores, actual)
              : logSumOfExponentials(scores) - scores[actual]);
      if (classes == 2) {
        ranks.add(actual == 1, scores[1] - scores[0]);
      }
      if (calibration.isPresent()) {
        calibration.get().probabilities(scores, scores);
        add(errors, squaredError(scores, actual));
        int said = classes == 2 ? 1 : predicted;
        bins.add(scores[said], actual == said);
      }
    }
    long rows = labeled.count();
    return new Evaluation(
        labels,
        rows,
        confusion,
        Measured.mean(losses[0], losses[1], rows),
        calibration.map(some -> Measured.mean(errors[0], errors[1], rows)),
        ranks.auc(),
        bins.points());
  }

  private static void add(double[] sums, double loss) {
    sums[0] += loss;
    sums[1] += loss * loss;
  }

  /** One row's part of the Brier score. */
  private static double squaredError(double[] probabilities, int actual) {
    double sum = 0;
    for (int k = 0; k < probabilities.length; k++) {
      double error = probabilities[k] - (k == actual ? 1 : 0);
      sum += error * error;
    }
    return probabilities.length == 2 ? sum / 2 : sum; // of two classes both errors are the same
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
    return (double) right() / rows;
  }

  /** Returns the same with its interval. */
  public Measured measuredAccuracy() {
    return Measured.share(right(), rows);
  }

  private long right() {
    long right = 0;
    for (int k = 0; k < confusion.length; k++) {
      right += confusion[k][k];
    }
    return right;
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

  /** Returns the mean of −ln p of the row's own class; see above for what p is. */
  public double logLoss() {
    return logLoss.value();
  }

  /** Returns the same with its interval. */
  public Measured measuredLogLoss() {
    return logLoss;
  }

  /** Returns the Brier score; empty for a model that is not calibrated. */
  public OptionalDouble brierScore() {
    return brierScore.isPresent()
        ? OptionalDouble.of(brierScore.get().value())
        : OptionalDouble.empty();
  }

  /** Returns the same with its interval. */
  public Optional<Measured> measuredBrierScore() {
    return brierScore;
  }

  /**
   * Returns rows by probability, ten bins at most; empty for a model that is not calibrated. For
   * two classes it is the probability of the second, and the share of rows of that class; for more
   * it is the probability of the predicted class, and the share of rows predicted right.
   */
  public List<ScoreCurves.Point> calibrationCurve() {
    return calibrationCurve;
  }

  /** Returns the area under the ROC curve; empty unless both of two classes occur. */
  public OptionalDouble auc() {
    return auc;
  }

  /** Returns the same with its interval. */
  public Optional<Measured> measuredAuc() {
    return auc.isPresent()
        ? Optional.of(Measured.area(auc.getAsDouble(), rowsOf(1), rowsOf(0)))
        : Optional.empty();
  }

  /** Returns the share of the most frequent class: what predicting it always would reach. */
  public double majorityShare() {
    long most = 0;
    for (int k = 0; k < confusion.length; k++) {
      most = Math.max(most, rowsOf(k));
    }
    return (double) most / rows;
  }

  /** Returns the log loss of predicting the classes' shares of these rows for every row. */
  public double logLossOfShares() {
    double loss = 0;
    for (int k = 0; k < confusion.length; k++) {
      double share = (double) rowsOf(k) / rows;
      loss -= share > 0 ? share * Math.log(share) : 0;
    }
    return loss;
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
