// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.evaluate;

import dev.demilune.mechanism.NoisyCounts;
import dev.demilune.model.Classifier;
import dev.demilune.model.LinearClassifier;
import dev.demilune.model.ScoreCalibration;
import dev.demilune.model.ScoreCells;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/**
 * What noisy counts of scores by class say about a model of two classes: AUC, log loss, Brier
 * score, calibration curve and lift. Everything here is post-processing of the counts.
 *
 * <p>Scores are rounded to {@value #CELLS} cells, by the probability of the second class; of a
 * model that is not calibrated, by the sigmoid of the score difference, which keeps the order and
 * is no probability. Estimates are for rounded scores, ties counting half. How far rounding can
 * move them is estimated beside them ({@link Estimate#rounding}).
 *
 * <p><b>Intervals.</b> Those of AUC, log loss and Brier score hold in 95 of 100 cases for noise and
 * sampling of the rows together, by normal approximation: linear in the noise, its known variance;
 * sampling of the AUC by the largest variance that any two distributions with this AUC have, A(1 -
 * A)/min(n₁, n₀) (Birnbaum and Klose 1957), that of mean losses by the variance of the noisy
 * counts. A test measures how often they hold. Those of shares are proved ({@link ShareInterval});
 * each is for itself, not for all points of a curve at once.
 */
public final class ScoreCurves {

  /** How many cells there are. */
  public static final int CELLS = 56;

  // Rows have length one at most; few reach half of it along the weights.
  private static final double SPAN = 8;

  private static final double NORMAL = 1.96; // of 95 %, both sides

  // Edges of the cells up to 1/2, in probabilities; the others mirror them. The first would be 0.
  private static final double[] FINE = {
    0.001, 0.0025, 0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1
  };
  private static final double STEP = 0.025;

  // Edges between the points of the calibration curve, all of them edges of cells.
  private static final double[] GROUPS = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95};

  private static final double[] PROBABILITIES = probabilities();
  private static final ScoreCells LOG_ODDS =
      ScoreCells.between(Arrays.stream(PROBABILITIES).map(p -> Math.log(p / (1 - p))).toArray());

  private final boolean calibrated;
  private final double scale; // of the scores of a model that is not calibrated
  private final long[] hits; // noisy numbers of rows of the second class, cell by cell
  private final long[] misses; // of the first
  private final NoisyCounts noise;
  private final double allHits;
  private final double allMisses;

  ScoreCurves(boolean calibrated, double scale, long[] counts, NoisyCounts noise) {
    this.calibrated = calibrated;
    this.scale = scale;
    this.misses = Arrays.copyOf(counts, CELLS);
    this.hits = Arrays.copyOfRange(counts, CELLS, 2 * CELLS);
    this.noise = noise;
    this.allHits = Arrays.stream(hits).sum();
    this.allMisses = Arrays.stream(misses).sum();
  }

  private static double[] probabilities() {
    double[] edges = new double[CELLS - 1];
    int half = CELLS / 2 - 1; // the edge at one half
    for (int i = 0; i <= half; i++) {
      edges[i] = i < FINE.length ? FINE[i] : 0.1 + STEP * (i + 1 - FINE.length);
      edges[2 * half - i] = 1 - edges[i];
    }
    edges[half] = 0.5;
    return edges;
  }

  /**
   * Returns what makes log odds of a model's scores: its calibration, or for a model without one a
   * scale, from its weights alone, that brings most scores between -4 and 4.
   */
  static ScoreCalibration scaleOf(Classifier classifier) {
    return classifier
        .calibration()
        .orElseGet(() -> ScoreCalibration.of(SPAN / weightLength(classifier), 0, 0));
  }

  /** The length of the difference of the two classes' weights; the span itself if none is known. */
  private static double weightLength(Classifier classifier) {
    LinearClassifier linear;
    try {
      linear = classifier.linear();
    } catch (UnsupportedOperationException notLinear) { // a network, say
      return SPAN;
    }
    double squares = 0;
    for (int j = 0; j < linear.features(); j++) {
      squares += square(linear.weight(1, j) - linear.weight(0, j));
    }
    double length = Math.sqrt(squares);
    return length > 1e-300 && length < 1e300 ? length : SPAN;
  }

  /** Returns the count that a row of known label adds one to. */
  static int place(ScoreCalibration scale, int label, double[] scores) {
    return label * CELLS + LOG_ODDS.of(scale.logOdds(scores));
  }

  /** Returns whether a model's scores can be counted: it has two classes. */
  static boolean fit(Classifier classifier) {
    return classifier.labels().size() == 2;
  }

  /** Returns whether the model has probabilities; without them there is only AUC and lift. */
  public boolean calibrated() {
    return calibrated;
  }

  /**
   * A number with its interval.
   *
   * @param value from noisy counts of rounded scores; NaN if these say there is nothing to count
   * @param low end of the interval, for noise and sampling together
   * @param high end of the interval
   * @param rounding how far the number of exact scores may be from that of rounded ones, estimated
   */
  public record Estimate(double value, double low, double high, double rounding) {}

  /** Returns the chance that a row of the second class has the higher score, ties counting half. */
  public Estimate auc() {
    double pairs = allHits * allMisses;
    double deviation = noise.noiseStandardDeviation();
    if (!(allHits > 0 && allMisses > 0)) {
      return new Estimate(Double.NaN, 0, 1, 0);
    }
    double[] below = new double[CELLS]; // misses below a cell and half of those in it
    double[] above = new double[CELLS]; // hits above a cell and half of those in it
    double wins = 0;
    double ties = 0;
    double missesSoFar = 0;
    double hitsSoFar = 0;
    for (int c = 0; c < CELLS; c++) {
      below[c] = missesSoFar + misses[c] / 2.0;
      above[c] = allHits - hitsSoFar - hits[c] / 2.0;
      wins += hits[c] * below[c];
      ties += Math.max(0, hits[c]) * (double) Math.max(0, misses[c]);
      missesSoFar += misses[c];
      hitsSoFar += hits[c];
    }
    double auc = Math.max(0, Math.min(1, wins / pairs));
    double slopes = 0; // squares of the derivatives by every count
    for (int c = 0; c < CELLS; c++) {
      double byHit = (below[c] / allMisses - auc) / allHits;
      double byMiss = (above[c] / allHits - auc) / allMisses;
      slopes += byHit * byHit + byMiss * byMiss;
    }
    double square = deviation * deviation;
    // Products of two noises: half of all pairs of cells with weight 1, those in a cell with 1/2.
    double products = square * square * (CELLS * (CELLS - 1) / 2.0 + CELLS / 4.0) / (pairs * pairs);
    double sampling = auc * (1 - auc) / Math.min(allHits, allMisses);
    return between(auc, square * slopes + products + sampling, 0, 1, ties / pairs / 2);
  }

  /**
   * Returns the mean of −ln p of the row's own class; empty for a model that is not calibrated. The
   * outermost cells stand for probabilities of about 0.0002 and 0.9998: log loss of rows that are
   * surely misclassified is no larger here.
   */
  public Optional<Estimate> logLoss() {
    return mean(
        c -> -Math.log(probability(c)),
        c -> -Math.log(1 - probability(c)),
        p -> -Math.log(p),
        Double.POSITIVE_INFINITY);
  }

  /** Returns the mean of (p − y)²; empty for a model that is not calibrated. */
  public Optional<Estimate> brierScore() {
    return mean(
        c -> square(1 - probability(c)), c -> square(probability(c)), p -> square(1 - p), 1);
  }

  /** A loss of a hit that is a function of its probability; that of a miss mirrors it. */
  private interface Loss {
    double at(double probability);
  }

  private Optional<Estimate> mean(
      IntToDoubleFunction ofHit, IntToDoubleFunction ofMiss, Loss loss, double most) {
    if (!calibrated) {
      return Optional.empty();
    }
    double rows = allHits + allMisses;
    if (!(rows > 0)) {
      return Optional.of(new Estimate(Double.NaN, 0, most, 0));
    }
    double sum = 0;
    double squares = 0;
    double rounding = 0;
    for (int c = 0; c < CELLS; c++) {
      double hit = ofHit.applyAsDouble(c);
      double miss = ofMiss.applyAsDouble(c);
      sum += hits[c] * hit + misses[c] * miss;
      squares += hits[c] * hit * hit + misses[c] * miss * miss;
      double low = c == 0 ? probability(c) : PROBABILITIES[c - 1];
      double high = c == CELLS - 1 ? probability(c) : PROBABILITIES[c];
      rounding += Math.max(0, hits[c]) * (loss.at(low) - loss.at(high)) / 2;
      rounding += Math.max(0, misses[c]) * (loss.at(1 - high) - loss.at(1 - low)) / 2;
    }
    double mean = Math.max(0, Math.min(most, sum / rows));
    double slopes = 0;
    for (int c = 0; c < CELLS; c++) {
      slopes += square(ofHit.applyAsDouble(c) - mean) + square(ofMiss.applyAsDouble(c) - mean);
    }
    double deviation = noise.noiseStandardDeviation();
    double sampling = Math.max(0, squares / rows - mean * mean) / rows;
    return Optional.of(
        between(mean, square(deviation / rows) * slopes + sampling, 0, most, rounding / rows));
  }

  private static double square(double value) {
    return value * value;
  }

  private static Estimate between(
      double value, double variance, double least, double most, double rounding) {
    double reach = NORMAL * Math.sqrt(variance);
    return new Estimate(
        value, Math.max(least, value - reach), Math.min(most, value + reach), rounding);
  }

  /** The probability that stands for a cell. */
  private static double probability(int cell) {
    return 1 / (1 + Math.exp(-LOG_ODDS.middle(cell)));
  }

  /**
   * One point of the calibration curve: rows whose probability lies between two ends.
   *
   * @param rows the noisy number of rows
   * @param predicted the mean probability of the second class, of rounded scores; NaN if the noisy
   *     counts say that there are no rows
   * @param observed the share of rows of the second class; NaN likewise
   * @param interval of that share
   */
  public record Point(
      double from,
      double to,
      long rows,
      double predicted,
      double observed,
      ShareInterval interval) {}

  /** Returns the calibration curve; empty for a model that is not calibrated. */
  public List<Point> calibrationCurve() {
    List<Point> points = new ArrayList<>();
    int start = 0;
    for (int g = 0; calibrated && g <= GROUPS.length; g++) {
      int end = g == GROUPS.length ? CELLS : cellFrom(GROUPS[g]);
      long in = sum(hits, start, end);
      long out = sum(misses, start, end);
      double expected = 0;
      for (int c = start; c < end; c++) {
        expected += (hits[c] + misses[c]) * probability(c);
      }
      double from = g == 0 ? 0 : GROUPS[g - 1];
      double to = g == GROUPS.length ? 1 : GROUPS[g];
      boolean some = in + out > 0;
      points.add(
          new Point(
              from,
              to,
              in + out,
              some ? Math.max(from, Math.min(to, expected / (in + out))) : Double.NaN,
              some ? Math.max(0, Math.min(1, (double) in / (in + out))) : Double.NaN,
              ShareInterval.of(
                  in, out, noise, end - start, end - start, PrivateEvaluation.FAILURE)));
      start = end;
    }
    return points;
  }

  /**
   * What is found among the rows with the highest scores.
   *
   * @param from the least probability of these rows; the least score difference if the model is not
   *     calibrated
   * @param rows their share of all rows
   * @param found their share of the rows of the second class: the recall
   * @param lift how many times more of them are of the second class than of all rows
   * @param low end of the interval of the lift
   * @param high end of the interval of the lift
   */
  public record Lift(
      double from, double rows, double found, double lift, double low, double high) {}

  /** Returns the lift at several thresholds, from the highest down. */
  public List<Lift> lift() {
    List<Lift> curve = new ArrayList<>();
    double all = allHits + allMisses;
    // Either interval may fail with half the probability.
    double failure = PrivateEvaluation.FAILURE / 2;
    ShareInterval base =
        ShareInterval.of((long) allHits, (long) allMisses, noise, CELLS, CELLS, failure);
    for (int g = GROUPS.length - 1; g >= 0 && allHits > 0 && allMisses > 0; g--) {
      int start = cellFrom(GROUPS[g]);
      long in = sum(hits, start, CELLS);
      long out = sum(misses, start, CELLS);
      if (in + out <= 0) {
        continue; // as far as the noise tells nobody is up there
      }
      ShareInterval precision =
          ShareInterval.of(in, out, noise, CELLS - start, CELLS - start, failure);
      curve.add(
          new Lift(
              calibrated ? GROUPS[g] : Math.log(GROUPS[g] / (1 - GROUPS[g])) / scale,
              Math.min(1, (in + out) / all),
              Math.max(0, Math.min(1, in / allHits)),
              Math.max(0, (in / (double) (in + out)) / (allHits / all)),
              precision.low() / base.high(),
              precision.high() / base.low())); // infinite if nothing is known of the base
    }
    return curve;
  }

  /** The first cell whose scores are at or above a probability that is an edge. */
  private static int cellFrom(double probability) {
    for (int i = 0; i < PROBABILITIES.length; i++) {
      if (Math.abs(PROBABILITIES[i] - probability) < 1e-9) {
        return i + 1;
      }
    }
    throw new IllegalStateException("no edge at " + probability);
  }

  private static long sum(long[] counts, int from, int to) {
    return Arrays.stream(counts, from, to).sum();
  }
}
