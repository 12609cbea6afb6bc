// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.learn.ConfiguredLearner;
import dev.demilune.learn.Learner;
import dev.demilune.learn.ModelMemory;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Progress;
import dev.demilune.learn.RowOutlook;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainedModel;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.TrainingRun;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.learn.calibrate.LinearScores;
import dev.demilune.learn.calibrate.NoisyScores;
import dev.demilune.learn.calibrate.ScoreOptions;
import dev.demilune.learn.calibrate.ScoreRelease;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.rows.BoundedDataset;

/** Plans of the learners that release noisy sums. */
final class GradientPlans {

  /** Descends along released sums. */
  @FunctionalInterface
  interface Descending {

    /**
     * Returns the model.
     *
     * @param signal rows times budget, from the number of rows that was released
     */
    LinearClassifier train(
        BoundedDataset rows, GradientReleases releases, double signal, Progress progress);
  }

  private GradientPlans() {}

  /** Returns the plan of a learner whose settings say whether rows are centered. */
  static Plan of(
      ConfiguredLearner<?> learner,
      Shape shape,
      Guarantee guarantee,
      Schedule schedule,
      ScoreOptions options,
      Descending descending) {
    boolean centered = learner.values().get(GradientSettings.CENTERING);
    return Plan.of(
        learner, () -> of(learner, shape, guarantee, schedule, centered, options, descending));
  }

  /** Trains such a learner on exact sums. */
  static UnprotectedFit withoutPrivacy(
      ConfiguredLearner<?> learner,
      BoundedDataset rows,
      ScoreOptions options,
      Descending descending) {
    options.require(Shape.of(rows));
    GradientReleases releases =
        new ExactReleases(
            rows, learner.values().get(GradientSettings.CENTERING), options.weights());
    LinearClassifier model =
        descending.train(rows, releases, Double.POSITIVE_INFINITY, Progress.NONE);
    if (!options.calibrated()) {
      return new UnprotectedFit(model);
    }
    // shifted() of a linear model is one
    LinearClassifier counted = (LinearClassifier) options.unweighted(model, releases.factors());
    NoisyScores scores =
        ScoreRelease.withoutPrivacy(rows, LinearScores.of(counted), options.cells());
    return new UnprotectedFit(options.finish(counted, scores, releases.factors()).model());
  }

  /** Returns the plan of a learner that descends on the rows themselves. */
  static Plan of(
      Learner learner,
      Shape shape,
      Guarantee guarantee,
      Schedule schedule,
      boolean centered,
      ScoreOptions options,
      Descending descending) {
    ModelMemory.require(shape);
    ReleasePlan releases = ReleasePlan.of(shape, guarantee, schedule, centered, options);
    return TrainingPlan.of(
        learner,
        shape,
        guarantee,
        releases.event(),
        outlook(shape, releases),
        (rows, run) -> trainAndCalibrate(rows, releases, run, descending));
  }

  /** Makes the planned releases of the rows and descends along them. */
  static LinearClassifier train(
      BoundedDataset rows, ReleasePlan plan, TrainingRun run, Descending descending) {
    return train(rows, plan, new NoisyReleases(rows, plan, run.randomness()), run, descending);
  }

  private static TrainedModel trainAndCalibrate(
      BoundedDataset rows, ReleasePlan plan, TrainingRun run, Descending descending) {
    NoisyReleases releases = new NoisyReleases(rows, plan, run.randomness());
    LinearClassifier model = train(rows, plan, releases, run, descending);
    if (!plan.options().calibrated()) {
      return TrainedModel.of(model);
    }
    LinearClassifier counted =
        (LinearClassifier) plan.options().unweighted(model, releases.factors());
    return plan.options().finish(counted, releases.scores(counted), releases.factors());
  }

  private static LinearClassifier train(
      BoundedDataset rows,
      ReleasePlan plan,
      NoisyReleases releases,
      TrainingRun run,
      Descending descending) {
    // From the released or declared number of rows: the step size may depend on it.
    double signal = plan.mu() * releases.rows() / rows.adjacency().contributionsChanged();
    return descending.train(rows, releases, signal, run.progress());
  }

  static Outlook outlook(Shape shape, ReleasePlan releases) {
    Schedule schedule = releases.schedule();
    Outlook outlook =
        Outlook.of(RowOutlook.of(shape, releases.count().map(count -> "1 %"), releases.signal()))
            .with("steps", Integer.toString(schedule.steps()));
    if (schedule.sampled()) {
      outlook = outlook.with("rate", Double.toString(schedule.rate()));
    }
    return outlook
        .withNoise(releases.noise())
        .with("rows", RowOutlook.rows(shape, releases.count().isPresent()));
  }
}
