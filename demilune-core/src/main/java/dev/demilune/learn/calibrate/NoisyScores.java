// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.calibrate;

import dev.demilune.model.ScoreCalibration;
import dev.demilune.model.ScoreCells;
import java.util.Arrays;

/**
 * How many rows of each class have scores in which cell, with noise: what a {@link ScoreRelease}
 * returned. Everything here is post-processing.
 */
public final class NoisyScores {

  // Training rows cannot say how often later ones are unlike all of them. This rate costs rows that
  // are alike at most 0.005 of log loss, and bounds what others cost.
  private static final double LAPSE = 0.005;

  private static final double ONE_SIDED = 1.645; // one in twenty of a standard normal

  private final int classes;
  private final ScoreCells cells;
  private final long[] counts; // noisy; group by group
  private final double deviation; // of the noise of one count

  NoisyScores(int classes, ScoreCells cells, long[] counts, double deviation) {
    this.classes = classes;
    this.cells = cells;
    this.counts = counts;
    this.deviation = deviation;
  }

  /** How many groups of cells: one per class, or two, for wrong and right, beyond two classes. */
  static int groups(int classes) {
    return classes == 2 ? 2 : 2 * classes;
  }

  /** Returns the number of classes. */
  public int classes() {
    return classes;
  }

  /** Returns the standard deviation of the noise of {@link #total}. */
  public double totalDeviation() {
    return deviation * Math.sqrt((double) cells.count() * groups(classes) / classes);
  }

  /** Returns the noisy number of rows of a class; may be negative. */
  public long total(int classIndex) {
    int perClass = groups(classes) / classes * cells.count();
    return Arrays.stream(counts, classIndex * perClass, (classIndex + 1) * perClass).sum();
  }

  /**
   * Returns the share of rows of every class, from noisy totals. A class that does not stand out of
   * the noise has the share of the rarest class that does. All are above zero and sum to one.
   */
  public double[] shares() {
    double[] totals = new double[classes];
    Arrays.setAll(totals, this::total);
    double[] shares = ClassCountRelease.standingOut(totals, totalDeviation());
    double sum = Arrays.stream(shares).sum();
    Arrays.setAll(shares, k -> shares[k] / sum);
    return shares;
  }

  /**
   * Returns the calibration of the model whose scores were counted.
   *
   * <p>Two classes: scale and offset of the score difference. More: the scale alone, that with
   * which the winner is right as often as its probability says; the offset of the fit, by which
   * softmax may be off, is not part of the calibration. Both have a small lapse rate, with the
   * noisy shares of the classes.
   */
  public ScoreCalibration calibration(ScorePrior prior) {
    double variance = deviation * deviation;
    if (classes == 2) {
      double[] fit = PlattFit.of(cells, group(1), group(0), variance, prior);
      return ScoreCalibration.of(fit[0], 0, fit[1]).lapsing(LAPSE, shares());
    }
    double[] right = new double[cells.count()];
    double[] wrong = new double[cells.count()];
    for (int k = 0; k < classes; k++) {
      add(group(2 * k + 1), right);
      add(group(2 * k), wrong);
    }
    // Sums over classes have the noise of all their counts.
    double[] fit = PlattFit.of(cells, right, wrong, classes * variance, prior);
    return ScoreCalibration.of(fit[0], new double[classes]).lapsing(LAPSE, shares());
  }

  /**
   * Returns the highest score difference from which on to predict the second of two classes so that
   * at least a share of its rows is found; minus infinity if no threshold is known to do so.
   *
   * <p>Edges of cells are tested from the lowest up, each with a failure of one in twenty for noise
   * and sampling together, by normal approximation, until the first that fails: a fixed sequence of
   * tests, which needs no correction for their number. Between the last edge that passes and the
   * first that does not, the lower bound is taken to be linear.
   */
  double scoreForRecall(double recall) {
    double[] hits = group(1);
    double all = Arrays.stream(hits).sum();
    double above = all;
    double passed = Double.NEGATIVE_INFINITY;
    double lastBound = 1;
    for (int c = 1; c < hits.length && all > 0; c++) {
      above -= hits[c - 1];
      double edge = cells.low(c);
      double bound = recallBound(above / all, all, hits.length - c, hits.length);
      if (bound < recall) {
        return passed == Double.NEGATIVE_INFINITY
            ? passed // the first cell has no lower end
            : passed + (edge - passed) * (lastBound - recall) / (lastBound - bound);
      }
      passed = edge;
      lastBound = bound;
    }
    return passed;
  }

  /** A lower bound of the share, of which {@code cellsAbove} of all cells are counted. */
  private double recallBound(double share, double all, int cellsAbove, int cellsOfAll) {
    double inside = Math.max(0, Math.min(1, share));
    // The noise of above/all: cells above have it with weight 1 - share, those below with -share.
    double noise =
        deviation
            * deviation
            * (cellsAbove * (1 - inside) * (1 - inside)
                + (cellsOfAll - cellsAbove) * inside * inside)
            / (all * all);
    return share - ONE_SIDED * Math.sqrt(noise + inside * (1 - inside) / all);
  }

  private double[] group(int number) {
    double[] group = new double[cells.count()];
    Arrays.setAll(group, c -> counts[number * cells.count() + c]);
    return group;
  }

  private static void add(double[] from, double[] into) {
    for (int i = 0; i < from.length; i++) {
      into[i] += from[i];
    }
  }
}
