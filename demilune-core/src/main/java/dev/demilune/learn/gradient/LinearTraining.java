// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.learn.Progress;
import dev.demilune.learn.Shape;
import dev.demilune.model.LinearClassifier;
import dev.demilune.rows.BoundedDataset;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;

/**
 * The loop that gradient learners share: center the rows once, then move the weights along released
 * sums.
 *
 * <p>Rows enter through {@link GradientReleases} alone; every other line is post-processing of what
 * it returned. The number of steps that are charged is fixed beforehand. The one stopping test,
 * {@link MarginViolations#areFew}, looks at a released sum and not at the rows: after it passes,
 * the weights stay as they are, and the steps that are left release nothing.
 */
public final class LinearTraining {

  private static final int THRESHOLD = (int) (0.3 * BoundedDataset.GRID_RADIUS);

  private final BoundedDataset data;
  private final GradientReleases releases;
  private final Schedule schedule;
  private final Descent descent;
  private final int gridIntercept;
  private final Rows rows;

  /** What becomes of rows before they are summed. */
  private enum Rows {
    /** All are stretched or shortened to length one. */
    STRETCHED,
    /** Only those that centering makes longer than the longest was are shortened. */
    AS_THEY_ARE
  }

  LinearTraining(
      BoundedDataset data, GradientReleases releases, Schedule schedule, Descent descent) {
    this(data, releases, schedule, descent, data.gridIntercept(), Rows.STRETCHED);
  }

  private LinearTraining(
      BoundedDataset data,
      GradientReleases releases,
      Schedule schedule,
      Descent descent,
      int gridIntercept,
      Rows rows) {
    this.data = data;
    this.releases = releases;
    this.schedule = schedule;
    this.descent = descent;
    this.gridIntercept = gridIntercept;
    this.rows = rows;
  }

  /**
   * Returns the training with a constant for thresholds, though the schema may have none: for
   * halfspaces of one class against the rest. Centering takes the direction that all rows share,
   * along which one class can be told from all others together; without a constant every halfspace
   * would pass through the mean, and more budget would only show that more clearly
   * (docs/decisions/0031).
   */
  LinearTraining withThresholds() {
    return new LinearTraining(
        data, releases, schedule, descent, Math.max(gridIntercept, THRESHOLD), rows);
  }

  /**
   * Returns the training on rows as they are: none is stretched to length one. One that centering
   * makes longer than the longest row was is shortened to that.
   */
  LinearTraining onRowsAsTheyAre() {
    return new LinearTraining(data, releases, schedule, descent, gridIntercept, Rows.AS_THEY_ARE);
  }

  /**
   * Trains from zero weights and returns the average of the last weights, as the schedule says.
   *
   * @param stepSize how far the mean contribution of a row, of length at most one, moves the
   *     weights
   * @param ruleAt the row rule for given weights
   */
  LinearClassifier run(double stepSize, Function<double[], RowRule> ruleAt, Progress progress) {
    return run(step -> stepSize, ruleAt, progress);
  }

  /**
   * @param stepSize of every step, counted from one
   * @param unweighted the row rule for given weights, all classes counting alike
   */
  LinearClassifier run(
      IntToDoubleFunction stepSize, Function<double[], RowRule> unweighted, Progress progress) {
    Function<double[], RowRule> ruleAt =
        releases
            .factors()
            .<Function<double[], RowRule>>map(
                factors -> weights -> unweighted.apply(weights).weighted(factors))
            .orElse(unweighted);
    int[] center = releases.centre();
    MarginViolations faults = MarginViolations.within(releases.contribution(), descent);
    int constant = constant(center);
    CenteredSum sum =
        new CenteredSum(
            data,
            center,
            constant,
            Shape.outputs(data.classes()),
            faults.bound(),
            rows == Rows.STRETCHED ? 0 : CenteredSum.longest(constant),
            /* linearScores= */ false);
    return sum.classifier(weights(sum, faults, stepSize, ruleAt, progress));
  }

  /**
   * Trains on rows of which only the contributions are clipped: the rule sees the scores of every
   * row divided by the least length, and a longer row pulls as if it had that length.
   *
   * @param constant the intercept's coordinate in grid units
   * @param leastLength in grid units, at least that of the constant
   * @return the average of the last weights, feature-major; the last line belongs to the constant
   */
  double[] clippedWeights(
      int constant, long leastLength, double stepSize, RowRule rule, Progress progress) {
    MarginViolations faults = MarginViolations.within(releases.contribution(), descent);
    CenteredSum sum =
        new CenteredSum(
            data,
            releases.centre(),
            constant,
            Shape.outputs(data.classes()),
            faults.bound(),
            leastLength,
            /* linearScores= */ true);
    RowRule weighted = releases.factors().map(rule::weighted).orElse(rule);
    return weights(sum, faults, step -> stepSize, weights -> weighted, progress);
  }

  private double[] weights(
      CenteredSum sum,
      MarginViolations faults,
      IntToDoubleFunction stepSize,
      Function<double[], RowRule> ruleAt,
      Progress progress) {
    // Divided by the expected number of rows: the true size of a batch is private.
    double norm = releases.rowsPerStep() * faults.bound();
    int steps = schedule.steps();
    double[] weights = new double[sum.weights()];
    double[] velocity = new double[sum.weights()];
    double[] average = new double[sum.weights()];
    boolean stopped = false; // a function of releases
    for (int step = 1; step <= steps; step++) {
      if (!stopped) {
        // The weights are functions of earlier releases: adaptive composition, see NoisyReleases.
        RowRule rule = ruleAt.apply(weights);
        long[] pull = releases.release(step, batch -> faults.sum(sum, batch, weights, rule));
        // At zero weights every row violates the margin: a small count would be noise.
        stopped = step > 1 && faults.areFew(pull, releases.rowsPerStep());
        if (!stopped) {
          double share = schedule.share(step);
          double scale = stepSize.applyAsDouble(step) / norm;
          double shrinking = stepSize.applyAsDouble(step) * descent.regularization();
          for (int i = 0; i < weights.length; i++) {
            // The penalty looks at released weights only: it is added after the noise, unclipped.
            velocity[i] =
                descent.momentum() * velocity[i] + scale * pull[i] - shrinking * weights[i];
            weights[i] += velocity[i];
          }
          // Projection to the ball; of zero weights the quotient is infinite and the factor one.
          double factor = Math.min(1, descent.radius() / Margins.length(weights));
          for (int i = 0; i < weights.length; i++) {
            weights[i] *= factor;
            average[i] += share * weights[i];
          }
        }
      }
      progress.step(step, steps); // also after stopping: the number of reports is public
    }
    // What the stopping test approved are these very weights, not an average.
    return stopped ? weights : average;
  }

  /**
   * Returns the intercept's coordinate, shortened as centering shortens the rows, so that it keeps
   * its weight among them.
   */
  private int constant(int[] center) {
    // E|u - m|² = E|u|² - |m|² around the mean; a floor keeps an intercept in any case.
    double spread = Math.sqrt(Math.max(0.01, 1 - Center.squaredLength(center)));
    return (int) (gridIntercept * spread);
  }
}
