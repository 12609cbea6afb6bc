// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.additive;

import dev.demilune.DemiluneException;
import dev.demilune.learn.AuditCase;
import dev.demilune.learn.ConfiguredLearner;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.LearnerDescription.GuaranteeKind;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Projection;
import dev.demilune.learn.RowOutlook;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Settings;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.learn.calibrate.ClassWeights;
import dev.demilune.learn.calibrate.Decision;
import dev.demilune.learn.calibrate.ScorePrior;
import dev.demilune.learn.gradient.ScoreOptions;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.rows.BoundedDataset;
import java.util.List;
import java.util.Set;

/** Additive. */
public record Additive(Settings values) implements ConfiguredLearner<Additive> {

  /** Where the bins of numbers come from. */
  public enum Bins {
    /** By rule. */
    AUTO,
    /** From noisy counts. */
    PRIVATE,
    /** From the schema. */
    PUBLIC
  }

  /** Where the bins of numbers come from. */
  public static final Setting<Bins> BINS = Setting.oneOf("bins", Bins.AUTO, "bins");

  /** How many random directions. */
  public static final Setting<Integer> INTERACTIONS =
      Setting.integer("interactions", 0, 10_000, -1, "interactions").or("auto", -1).or("none", 0);

  /** The number of steps. */
  public static final Setting<Integer> STEPS =
      Setting.integer("steps", 1, 10_000, 60, "number of steps");

  /** Whether scores are calibrated. */
  public static final Setting<Boolean> CALIBRATION = ScoreOptions.CALIBRATION.byDefault(true);

  private static final int DIRECTIONS = 120;
  private static final int MOST_COLUMNS = 1_000;

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "additive",
          "a shape function for every column, and interactions of few columns",
          "",
          List.of(
              BINS,
              INTERACTIONS,
              STEPS,
              Projection.DRAW,
              ClassWeights.SETTING,
              CALIBRATION,
              Decision.SETTING),
          LearnerDescription.ANY_ADJACENCY,
          Set.of(GuaranteeKind.APPROXIMATE),
          AuditCase.on(AuditCase.Table.MANY_DECLARED),
          "tables");

  /** Returns the learner in its default configuration. */
  public static Additive withDefaults() {
    return new Additive(DESCRIPTION.defaults());
  }

  @Override
  public LearnerDescription description() {
    return DESCRIPTION;
  }

  @Override
  public Additive withValues(Settings others) {
    return new Additive(others);
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    return Plan.of(this, () -> planned(shape, guarantee));
  }

  private TrainingPlan planned(Shape shape, Guarantee guarantee) {
    requireParts(shape);
    AdditivePlan plan =
        AdditivePlan.of(
            shape, guarantee, privateRanks(), /* whitened= */ true, values.get(STEPS), options());
    AdditiveTraining training = training(shape);
    return TrainingPlan.of(
        this,
        shape,
        guarantee,
        plan.event(),
        Outlook.of(
            RowOutlook.of(
                shape,
                plan.count().map(count -> "1 %"),
                plan.mu() * shape.rows() / shape.adjacency().contributionsChanged())),
        (rows, run) ->
            training.run(
                rows, AdditiveReleases.noisy(rows, plan, run.randomness()), run.progress()));
  }

  private static void requireParts(Shape shape) {
    if (shape.parts().isEmpty()) {
      throw new DemiluneException("plain vectors");
    }
  }

  private ScoreOptions options() {
    return new ScoreOptions(
        values.get(ClassWeights.SETTING),
        values.get(CALIBRATION),
        values.get(Decision.SETTING),
        ScorePrior.LOG_ODDS);
  }

  private boolean privateRanks() {
    return values.get(BINS) != Bins.PUBLIC;
  }

  private AdditiveTraining training(Shape shape) {
    int asked = values.get(INTERACTIONS);
    int directions = asked >= 0 ? asked : shape.parts().size() > 1 ? DIRECTIONS : 0;
    boolean fine =
        PartEncoding.width(shape.parts(), true, directions) <= MOST_COLUMNS;
    return new AdditiveTraining(fine, directions, values.get(Projection.DRAW));
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    Shape shape = Shape.of(data);
    requireParts(shape);
    AdditivePlan any =
        AdditivePlan.of(
            shape, ApproximateDp.of(1, 1e-6), privateRanks(), /* whitened= */ true, values.get(STEPS), options());
    return new UnprotectedFit(
        training(shape).run(data, AdditiveReleases.exact(data, any), Progress.NONE).model());
  }
}
