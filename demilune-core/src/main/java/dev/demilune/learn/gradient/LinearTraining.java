// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.learn.Progress;
import dev.demilune.learn.Shape;
import dev.demilune.model.LinearClassifier;
import dev.demilune.rows.BoundedDataset;
import java.util.function.Function;

/**
 * The loop that gradient learners share: centre the rows once, then move the weights along released
 * sums.
 *
 * <p>Rows enter through {@link GradientReleases} alone; every other line is post-processing of what
 * it returned. The number of steps that are charged is fixed beforehand. The one stopping test,
 * {@link MarginViolations#areFew}, looks at a released sum and not at the rows: after it passes,
 * the weights stay as they are, and the steps that are left release nothing.
 */
public final class LinearTraining {

  private final BoundedDataset data;
  private final GradientReleases releases;
  private final Schedule schedule;
  private final Descent descent;

  LinearTraining(
      BoundedDataset data, GradientReleases releases, Schedule schedule, Descent descent) {
    this.data = data;
    this.releases = releases;
    this.schedule = schedule;
    this.descent = descent;
  }

  /**
   * Trains from zero weights and returns the average of the last weights, as the schedule says.
   *
   * @param stepSize how far the mean contribution of a row, of length at most one, moves the
   *     weights
   * @param ruleAt the row rule for given weights
   */
  LinearClassifier run(double stepSize, Function<double[], RowRule> ruleAt, Progress progress) {
    int[] centre = releases.centre();
    MarginViolations faults = MarginViolations.within(releases.contribution(), descent);
    CenteredSum sum =
        new CenteredSum(
            data, centre, constant(centre), Shape.outputs(data.classes()), faults.bound());
    double scale = stepSize / (releases.rowsPerStep() * faults.bound());
    double shrinking = stepSize * descent.regularization();
    int steps = schedule.steps();
    double[] weights = new double[sum.weights()];
    double[] velocity = new double[sum.weights()];
    double[] average = new double[sum.weights()];
    boolean stopped = false;
    for (int step = 1; step <= steps; step++) {
      if (!stopped) {
        RowRule rule = ruleAt.apply(weights);
        long[] pull = releases.release(step, batch -> faults.sum(sum, batch, weights, rule));
        stopped = step > 1 && faults.areFew(pull, releases.rowsPerStep());
        if (!stopped) {
          double share = schedule.share(step);
          for (int i = 0; i < weights.length; i++) {
            velocity[i] =
                descent.momentum() * velocity[i] + scale * pull[i] - shrinking * weights[i];
            weights[i] += velocity[i];
          }
          double factor = Math.min(1, descent.radius() / Margins.length(weights));
          for (int i = 0; i < weights.length; i++) {
            weights[i] *= factor;
            average[i] += share * weights[i];
          }
        }
      }
      progress.step(step, steps);
    }
    return sum.classifier(stopped ? weights : average);
  }

  /**
   * The intercept's coordinate, shortened as centring shortens the rows, so that it keeps its
   * weight among them.
   */
  private int constant(int[] centre) {
    double spread = Math.sqrt(Math.max(0.01, 1 - Center.squaredLength(centre)));
    return (int) (data.gridIntercept() * spread);
  }
}
