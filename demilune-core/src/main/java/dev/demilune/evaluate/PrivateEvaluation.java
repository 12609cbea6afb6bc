// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.evaluate;

import dev.demilune.DemiluneException;
import dev.demilune.budget.Allowance;
import dev.demilune.data.Table;
import dev.demilune.mechanism.NoisyCounts;
import dev.demilune.model.Classifier;
import dev.demilune.model.ScoreCalibration;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.PersonCell;
import dev.demilune.schema.RowEncoder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How well a classifier does on private rows, at a privacy cost.
 *
 * <p><b>Claim.</b> What {@link EvaluationPlan#run} returns is as private as its plan's event says:
 * the confusion matrix with discrete Laplace noise in every cell, and for more than two classes the
 * number of rows predicted right, and wrong, with noise of their own; for two classes, unless left
 * out, rows by label and by the cell of their score, with noise of their own; all else is computed
 * from these.
 *
 * <p><b>Proof.</b> The model is fixed before the rows are read, so a row's prediction depends on
 * this row alone, and the row adds one to one cell, its label's and its prediction's, or to none if
 * its label is not one of the schema's. A row that is added or removed moves one cell by one; a row
 * that is replaced, or whose label is, moves at most two cells by one each. So {@link NoisyCounts}
 * applies with one or two counts moved. The same holds for the two counts of right and wrong, and
 * for the counts of scores, because a row's score is a function of the model and of this row; both
 * releases compose. The number of rows is released with noise only, as the sum of the counts. Where
 * the unit is a person, one of her rows is counted, chosen by her rows alone ({@link CountedRows}):
 * adding or removing her moves one cell by one. ∎
 *
 * <p><b>Relies on.</b> A model that was not trained on these rows (else it is no evaluation, though
 * still private); one row per person, or a column that names the person. No adversary observing the
 * time that scoring takes.
 *
 * <p>AUC, log loss and the curves come from counts of rounded scores ({@link ScoreCurves}): their
 * own sensitivity is too large for a useful signal.
 */
public final class PrivateEvaluation {

  /** How often an interval may miss what it is for. */
  public static final double FAILURE = 0.05;

  private final EvaluationPlan plan;
  private final LabelSet labels;
  private final long[] confusion; // noisy, row by row
  private final long right; // noisy
  private final long wrong;
  private final Optional<ScoreCurves> curves;
  private final Certificate certificate;

  private PrivateEvaluation(
      EvaluationPlan plan,
      LabelSet labels,
      long[] confusion,
      long right,
      long wrong,
      Optional<ScoreCurves> curves,
      Certificate certificate) {
    this.plan = plan;
    this.labels = labels;
    this.confusion = confusion;
    this.right = right;
    this.wrong = wrong;
    this.curves = curves;
    this.certificate = certificate;
  }

  /**
   * Returns what would be done for a guarantee, decided without the rows: a confusion matrix, and
   * for two classes counts of scores.
   */
  public static EvaluationPlan plan(
      Classifier classifier, Adjacency adjacency, Guarantee guarantee) {
    requirePersons(classifier, adjacency);
    return EvaluationPlan.of(
        classifier.labels().size(), adjacency, guarantee, ScoreCurves.fit(classifier));
  }

  /** Returns the plan that spends all of the guarantee on the confusion matrix. */
  public static EvaluationPlan planOfCounts(
      Classifier classifier, Adjacency adjacency, Guarantee guarantee) {
    requirePersons(classifier, adjacency);
    return EvaluationPlan.of(classifier.labels().size(), adjacency, guarantee);
  }

  private static void requirePersons(Classifier classifier, Adjacency adjacency) {
    if (adjacency.isOfPersons() && classifier.schema().person().isEmpty()) {
      throw new DemiluneException(
          "the ledger counts persons, and the model's schema has no column that names them: use a"
              + " ledger of rows, or a model trained with person: in its schema");
    }
    if (adjacency.isOfPersons() && classifier.schema().isVectors()) {
      throw new DemiluneException(
          "the ledger counts persons, and files of plain vectors do not say whose row it is: use a"
              + " ledger of rows, or a model of named columns");
    }
  }

  /**
   * Checks that a table has the model's columns and labels; reads no row.
   *
   * @throws DemiluneException if not
   */
  public static void check(Classifier classifier, Table table) {
    encoder(classifier, table);
  }

  private static RowEncoder encoder(Classifier classifier, Table table) {
    RowEncoder encoder = classifier.schema().encoder(table);
    if (!encoder.hasLabel()) {
      throw new DemiluneException(
          table.source() + ": the label column is not in the file; add it, or only predict");
    }
    return encoder;
  }

  static PrivateEvaluation of(
      EvaluationPlan plan, Classifier classifier, Table table, Allowance allowance) {
    if (classifier.labels().size() != plan.classes()) {
      throw new IllegalArgumentException(
          "the plan is for a model of " + plan.classes() + " classes");
    }
    RowEncoder encoder = encoder(classifier, table);
    if (plan.adjacency().isOfPersons()) {
      PersonCell.of(classifier.schema(), table); // refused before the allowance is used
    }
    Randomness randomness = allowance.use(plan, plan.adjacency());
    int classes = classifier.labels().size();
    long[] confusion = new long[classes * classes];
    long[] exactTotals = new long[2];
    long[] byScore = new long[plan.withScores() ? 2 * ScoreCurves.CELLS : 0];
    ScoreCalibration scale = plan.withScores() ? ScoreCurves.scaleOf(classifier) : null;
    EncodedRow row = new EncodedRow();
    double[] scores = new double[classes];
    CountedRows counted =
        CountedRows.of(
            plan.adjacency(),
            classifier.schema(),
            table,
            randomness,
            (cell, score) -> {
              confusion[cell]++;
              exactTotals[cell / classes == cell % classes ? 0 : 1]++;
              if (plan.withScores()) {
                byScore[score]++;
              }
            });
    while (table.next()) {
      encoder.encode(table, row);
      int predicted = classifier.predict(row, scores);
      if (row.label() >= 0) {
        int score = plan.withScores() ? ScoreCurves.place(scale, row.label(), scores) : 0;
        counted.add(row, row.label() * classes + predicted, score);
      }
    }
    counted.finish();
    plan.noise().release(confusion, randomness.stream("confusion"));
    long[] totals = exactTotals;
    if (plan.withTotals()) {
      plan.noise().release(totals, randomness.stream("totals"));
    } else {
      totals = totals(confusion, classes);
    }
    Optional<ScoreCurves> curves = Optional.empty();
    if (plan.withScores()) {
      plan.noise().release(byScore, randomness.stream("scores"));
      boolean calibrated = classifier.calibration().isPresent();
      curves = Optional.of(new ScoreCurves(calibrated, scale.scale(), byScore, plan.noise()));
    }
    return new PrivateEvaluation(
        plan,
        classifier.labels(),
        confusion,
        totals[0],
        totals[1],
        curves,
        certificate(allowance, plan, classes));
  }

  /** The sums of the noisy cells, on the diagonal and beside it. */
  private static long[] totals(long[] confusion, int classes) {
    long[] totals = new long[2];
    for (int i = 0; i < confusion.length; i++) {
      totals[i / classes == i % classes ? 0 : 1] += confusion[i];
    }
    return totals;
  }

  private static Certificate certificate(Allowance allowance, EvaluationPlan plan, int classes) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("classes", Integer.toString(classes));
    settings.put(
        "counts",
        plan.withTotals()
            ? "confusion and totals"
            : plan.withScores() ? "confusion and scores" : "confusion");
    return allowance.certify(
        plan.doneBy(), settings, plan.event(), "a model that was not fitted to these rows");
  }

  /** Returns the class names, in the order of the confusion matrix. */
  public LabelSet labels() {
    return labels;
  }

  /** Returns what was done, and how exact a count is. */
  public EvaluationPlan plan() {
    return plan;
  }

  /** Returns what it cost, and for which ledger entry. */
  public Certificate certificate() {
    return certificate;
  }

  /** Returns AUC, log loss and curves, where scores were counted: for two classes. */
  public Optional<ScoreCurves> curves() {
    return curves;
  }

  /** Returns the noisy number of rows with a known label, at least 0. */
  public long rows() {
    return Math.max(0, right + wrong);
  }

  /** Returns the noisy number of rows of one class predicted as another; may be negative. */
  public long confusion(int actual, int predicted) {
    int classes = labels.size();
    return confusion[
        Objects.checkIndex(actual, classes) * classes + Objects.checkIndex(predicted, classes)];
  }

  /** Returns the noisy number of rows of a class; may be negative. */
  public long rowsOf(int actual) {
    long sum = 0;
    for (int predicted = 0; predicted < labels.size(); predicted++) {
      sum += confusion(actual, predicted);
    }
    return sum;
  }

  /** Returns the share predicted right, from noisy counts; NaN if these say there are no rows. */
  public double accuracy() {
    return share(right, right + wrong);
  }

  /** Returns where the accuracy on people like these lies, wrong in one case of twenty. */
  public ShareInterval accuracyInterval() {
    return ShareInterval.of(
        right, wrong, plan.noise(), plan.cellsOfRight(), plan.cellsOfWrong(), FAILURE);
  }

  /**
   * Returns the share predicted right within each class, averaged over the classes that stand out
   * of the noise; NaN if none does.
   */
  public double balancedAccuracy() {
    double sum = 0;
    int counted = 0;
    for (int k = 0; k < labels.size(); k++) {
      if (standsOut(k)) {
        sum += share(confusion(k, k), rowsOf(k));
        counted++;
      }
    }
    return counted == 0 ? Double.NaN : sum / counted;
  }

  /**
   * Returns where the balanced accuracy over the same classes lies, wrong in one case of twenty:
   * the average of intervals that hold for all classes at once, whichever of them are averaged.
   */
  public ShareInterval balancedAccuracyInterval() {
    double low = 0;
    double high = 0;
    int counted = 0;
    int classes = labels.size();
    for (int k = 0; k < classes; k++) {
      if (standsOut(k)) {
        long hits = confusion(k, k);
        ShareInterval one =
            ShareInterval.of(
                hits, rowsOf(k) - hits, plan.noise(), 1, classes - 1, FAILURE / classes);
        low += one.low();
        high += one.high();
        counted++;
      }
    }
    return counted == 0
        ? new ShareInterval(0, 1)
        : new ShareInterval(low / counted, high / counted);
  }

  /** Whether a class has more rows than noise alone would give it, but for one case of twenty. */
  private boolean standsOut(int actual) {
    return rowsOf(actual) >= plan.noise().tail(labels.size(), FAILURE);
  }

  private static double share(long part, long whole) {
    return whole <= 0 ? Double.NaN : Math.max(0, Math.min(1, (double) part / whole));
  }
}
