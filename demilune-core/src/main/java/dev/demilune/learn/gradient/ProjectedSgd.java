// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.DemiluneException;
import dev.demilune.embed.LinearEmbedding;
import dev.demilune.learn.AuditCase;
import dev.demilune.learn.ConfiguredLearner;
import dev.demilune.learn.Goal;
import dev.demilune.learn.HardMargin;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.LearnerDescription.GuaranteeKind;
import dev.demilune.learn.MarginRule;
import dev.demilune.learn.ModelMemory;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Projection;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Settings;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainedModel;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.TrainingRun;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.learn.calibrate.ClassWeights;
import dev.demilune.learn.calibrate.ScoreOptions;
import dev.demilune.learn.calibrate.ScorePrior;
import dev.demilune.learn.published.SingleRowDescent;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.rows.BoundedDataset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;

/**
 * Large margins in any number of features: a random projection, and noisy subgradient descent on
 * the hinge loss of the margin within the unit ball.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency; the
 * certificate's event is what was released: a row count if none was declared, the sum of the images
 * if they are centered, one sum of subgradients per step, of every run, and the choice among the
 * runs if there are several.
 *
 * <p><b>Proof.</b> The projection is drawn without the data ({@link Projection}), so it is enough
 * to speak of the images. They enter through {@link NoisyReleases} only; its proof bounds every
 * release. The subgradient of the loss max(0, κγ - y⟨w,z⟩)/(κγ - γ/10) has length L = 1/(κγ - γ/10)
 * for a unit row; rows pull with length one here and the step size carries L, which changes
 * nothing. Several runs: see {@link BestOfRuns}. ∎
 *
 * <p><b>Sampling.</b> Rounded Gaussian noise on exact integer sums; an exact choice.
 *
 * <p><b>Relies on.</b> Ranges, labels, the margin and the expected row count chosen without the
 * data; one row per person, or a column that names the person.
 *
 * <p><b>Source.</b> Nguyen, Ullman and Zakynthinou (2020), Algorithms 1 and 3. We depart from them:
 * full batches (or Poisson samples) and as many steps as the margin needs ({@link MarginSteps})
 * instead of n² single rows, with exact Gaussian DP instead of strong composition, about a
 * thirteenth of the noise; as many directions as keep margins in practice instead of 10^4 times as
 * many; rows are centered on a noisy mean by default, so that a direction that all rows share, or a
 * threshold, usually costs little margin; the whole budget covers runs and choice, where the
 * published algorithm spends it twice; the average of the second half of the weights is returned;
 * more than two classes share one loss. Images that are zero contribute nothing.
 *
 * @param values of the settings
 */
public record ProjectedSgd(Settings values) implements ConfiguredLearner<ProjectedSgd> {

  /** The margin. */
  public static final Setting<Double> MARGIN =
      MarginRule.setting(1e-3, 1, "margin that the rows are expected to keep");

  /** The part of the margin that the loss asks for. */
  public static final Setting<Double> SLACK =
      Setting.number("slack", 0.2, 1, 0.96, "part of the margin that the loss asks for");

  /** The number of steps. */
  public static final Setting<Integer> STEPS =
      Setting.integer("steps", 1, MarginSteps.MOST, 0, "number of steps; by rule 4/margin²")
          .or("auto", 0);

  /** The published constants. */
  public static final Setting<Double> PUBLISHED =
      Setting.number(
              "published-error",
              1e-6,
              0.5,
              0,
              "error α that the published constants are for, which hold but for a probability of"
                  + " 0.05: n² steps on about one row each, the published noise, and several runs;"
                  + " two classes, at most "
                  + PublishedDescent.MOST_ROWS
                  + " rows")
          .or("off", 0.0);

  private static final HardMargin ROWS = new HardMargin(/* factor= */ 2, /* turns= */ 4);

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "projected-sgd",
          "random projection and noisy descent on a margin loss, for large margins in many"
              + " features",
          "Nguyen, Ullman, Zakynthinou 2020",
          List.of(
              MARGIN,
              SLACK,
              STEPS,
              BestOfRuns.RUNS,
              Projection.OUTPUTS,
              Projection.DRAW,
              GradientSettings.RATE,
              GradientSettings.CENTERING,
              PUBLISHED,
              ClassWeights.SETTING),
          LearnerDescription.ANY_ADJACENCY,
          Set.of(GuaranteeKind.APPROXIMATE),
          AuditCase.on(AuditCase.Table.MANY_DECLARED)
              .with("steps", "4")
              .with("centering", "off")
              .withForLaws(
                  "steps", "25"), // thousands of fits, and more steps are no other releases
          "margins");

  /** Returns the learner in its default configuration. */
  public static ProjectedSgd withDefaults() {
    return new ProjectedSgd(DESCRIPTION.defaults());
  }

  @Override
  public LearnerDescription description() {
    return DESCRIPTION;
  }

  @Override
  public ProjectedSgd withValues(Settings others) {
    return new ProjectedSgd(others);
  }

  private Projection projection() {
    return Projection.of(Projection.Kind.SIGNS, values);
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    if (MarginRule.decides(values.get(MARGIN))) {
      return MarginRule.PROJECTED_SGD.plan(this, shape, guarantee);
    }
    return Plan.of(
        this,
        () -> {
          if (values.get(PUBLISHED) > 0) {
            if (values.get(ClassWeights.SETTING).isOn()) {
              throw new DemiluneException(
                  "the published algorithm has no class weights: leave class-weights or"
                      + " published-error out");
            }
            return PublishedDescent.plan(this, shape, guarantee);
          }
          return values.get(BestOfRuns.RUNS) > 1
              ? BestOfRuns.of(this).plan(shape, guarantee)
              : planOfOneRun(shape, guarantee);
        });
  }

  private Plan planOfOneRun(Shape shape, Guarantee guarantee) {
    ModelMemory.require(shape); // the model is one of the rows, not of their images
    Shape images = projection().images(shape, values.get(MARGIN));
    Schedule schedule = schedule(images);
    ReleasePlan releases =
        ReleasePlan.of(
            images, guarantee, schedule, values.get(GradientSettings.CENTERING), options());
    Outlook outlook =
        GradientPlans.outlook(images, releases)
            .with(Projection.KEY, shape.features() + " to " + images.features() + " features");
    return TrainingPlan.of(
        this,
        shape,
        guarantee,
        releases.event(),
        MarginSteps.suffice(schedule.steps(), values.get(MARGIN))
            ? outlook
            : outlook.with("too few steps", tooFewSteps()),
        (rows, run) ->
            TrainedModel.of(
                trainOnImages(
                    rows,
                    projection(),
                    releases,
                    run,
                    (data, sums, signal, progress) ->
                        train(data, sums, schedule, signal, progress))));
  }

  /** Trains on the images of the rows, and returns the model of the rows themselves. */
  LinearClassifier trainOnImages(
      BoundedDataset rows,
      Projection projection,
      ReleasePlan releases,
      TrainingRun run,
      GradientPlans.Descending descending) {
    Optional<LinearEmbedding> map = projection.map(rows.features(), values.get(MARGIN));
    return Projection.pullBack(
        rows, map, GradientPlans.train(imagesOf(rows, map), releases, run, descending));
  }

  private String tooFewSteps() {
    return "a margin of "
        + values.get(MARGIN)
        + " needs 4/margin²: rows that share a direction may all end in one class";
  }

  private static BoundedDataset imagesOf(BoundedDataset rows, Optional<LinearEmbedding> map) {
    return map.isEmpty() ? rows : Projection.images(rows, map).kept();
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    return new RowsNeeded(
        OptionalDouble.empty(),
        shape.classes() == 2 && guarantee.delta() > 0
            ? SingleRowDescent.rows(
                shape.features(),
                goal.margin(),
                goal.error(),
                goal.failure(),
                guarantee.epsilon(),
                guarantee.delta())
            : OptionalDouble.empty(),
        ROWS.expectedRows(shape, guarantee, goal, schedule(shape).steps()),
        "by n² steps on single rows, its budget repaired; in order 1/(error · margin² · ε),"
            + " whatever the number of features (Nguyen, Ullman, Zakynthinou 2020, Theorem 6,"
            + " constants derived here)");
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    if (MarginRule.decides(values.get(MARGIN))) {
      return MarginRule.PROJECTED_SGD.fitWithoutPrivacy(this, data);
    }
    Optional<LinearEmbedding> map = projection().map(data.features(), values.get(MARGIN));
    BoundedDataset images = imagesOf(data, map);
    boolean centered = values.get(GradientSettings.CENTERING);
    options().require(Shape.of(data));
    LinearClassifier model =
        train(
            images,
            new ExactReleases(images, centered, values.get(ClassWeights.SETTING)),
            schedule(Shape.of(images)),
            Double.POSITIVE_INFINITY,
            Progress.NONE);
    return new UnprotectedFit(Projection.pullBack(data, map, model));
  }

  private LinearClassifier train(
      BoundedDataset images,
      GradientReleases releases,
      Schedule schedule,
      double signal,
      Progress progress) {
    return new LinearTraining(images, releases, schedule, Descent.within(radius(images.classes())))
        .run(stepSize(schedule.steps(), signal, images), ruleAt(images.classes()), progress);
  }

  private ScoreOptions options() {
    return ScoreOptions.of(values, ScorePrior.MARGIN); // weights alone: nothing is calibrated
  }

  private Schedule schedule(Shape images) {
    int steps =
        values.get(STEPS) > 0 ? values.get(STEPS) : MarginSteps.of(values.get(MARGIN), images);
    return Schedule.even(steps, values.get(GradientSettings.RATE));
  }

  /**
   * One for the single vector of two classes. Several classes have a vector each, and the margin is
   * one of differences: a ball of radius √K leaves them too short (docs/decisions/0028).
   */
  private static double radius(int classes) {
    return classes == 2 ? 1 : classes;
  }

  /**
   * R/(G√T), R being the radius of the ball and G² the mean square of a noisy subgradient of norm
   * one at most: 1 and the noise, √T/(μn) in every coordinate.
   */
  private static double stepSize(int steps, double signal, BoundedDataset images) {
    double weights = (images.features() + 1.0) * Shape.outputs(images.classes());
    double noise = Math.sqrt(steps) / signal; // zero without noise: the signal is infinite
    return radius(images.classes()) / Math.sqrt(steps * (1 + weights * noise * noise));
  }

  private Function<double[], RowRule> ruleAt(int classes) {
    double asked = values.get(SLACK) * values.get(MARGIN); // κγ of the proof
    RowRule rule =
        classes == 2 ? Loss.HINGE.binary(asked) : Loss.HINGE.joint(Margins.constant(asked));
    return weights -> rule;
  }
}
