// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.DemiluneException;
import dev.demilune.embed.LinearEmbedding;
import dev.demilune.learn.AuditCase;
import dev.demilune.learn.ConfiguredLearner;
import dev.demilune.learn.FloatingPointNote;
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
import dev.demilune.learn.RowOutlook;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.RowsTimesBudget;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Settings;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainedModel;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.TrainingRun;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.learn.published.BootstrapErm;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Margins in one pass: a fast random projection, and phased descent on a smoothed margin loss.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency; the
 * certificate's event is what was released: a row count if none was declared, one Gaussian for all
 * phases of a run, and the choice among the runs if there are several.
 *
 * <p><b>Proof.</b> The projection is drawn without the data ({@link Projection}); images are
 * brought to length one with the intercept's constant, each by itself. {@link PhasedDescent} has
 * the proof for a run: the nominal number of rows that it is given is declared, public or a release
 * with noise. Several runs: see {@link BestOfRuns}. ∎
 *
 * <p><b>Sampling.</b> Rounded Gaussian noise on integers; an exact choice.
 *
 * <p><b>Relies on.</b> Ranges, labels, the margin and the expected row count chosen without the
 * data; one row per person; floating-point arithmetic as IEEE 754 defines it.
 *
 * <p><b>Source.</b> Bassily, Mohri and Suresh (2022), Algorithms 2 and 4. We depart from them: runs
 * take each row at most once, in random order, instead of samples with replacement, for which
 * hundreds of times the noise would be needed (with {@link #PUBLISHED} they are taken); the
 * sensitivity of the choice there lacks a factor 1/ρ, here errors are counted instead of losses;
 * rows are added or removed as well as replaced; more than two classes share one loss; every row
 * has length r instead of at most r.
 *
 * @param values of the settings
 * @param own a loss of one's own, instead of the one that the settings name
 */
public record MarginErm(Settings values, Optional<MarginLoss> own)
    implements ConfiguredLearner<MarginErm> {

  /** The smallest margin for weights and rows of length one. */
  private static final double LEAST = 1e-3;

  /** The margin. */
  public static final Setting<Double> MARGIN =
      // The rule loses on some small tables (docs/decisions/0029).
      MarginRule.setting(
              1e-9,
              1e6,
              "margin that the rows are expected to keep, from 0.001 to 1 times radius"
                  + " times row-norm")
          .byDefault(0.1);

  /** The loss of the margin. */
  public static final Setting<StandardLoss> LOSS =
      Setting.oneOf("loss", StandardLoss.HINGE, "which convex loss of the margin");

  /** The radius of the ball that weights stay in, Λ. */
  public static final Setting<Double> RADIUS =
      Setting.number(
          MarginRule.RADIUS,
          1e-3,
          1e3,
          1,
          "Λ, the radius of the ball of weights that 'margin' refers to");

  /** The length that rows are brought to, r. */
  public static final Setting<Double> ROW_NORM =
      Setting.number(
          MarginRule.ROW_NORM, 1e-3, 1e3, 1, "r, the length of rows that 'margin' refers to");

  /** The published samples with replacement. */
  public static final Setting<Double> PUBLISHED =
      Setting.number(
              "published-failure",
              1e-6,
              0.5,
              0,
              "β of the published algorithm: ⌈ln(2/β)⌉ runs on samples of the rows with"
                  + " replacement, each with the published share of ε and δ, and a choice among"
                  + " them for half of ε; two classes, replace-one")
          .or("off", 0.0);

  private static final HardMargin ROWS = new HardMargin(/* factor= */ 16, /* turns= */ 0);

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "margin-erm",
          "fast random projection and one pass of phased descent on a margin loss",
          "Bassily, Mohri, Suresh 2022",
          List.of(
              MARGIN,
              BestOfRuns.RUNS,
              Projection.OUTPUTS,
              Projection.DRAW,
              LOSS,
              RADIUS,
              ROW_NORM,
              PUBLISHED),
          LearnerDescription.ROW_ADJACENCIES,
          Set.of(GuaranteeKind.APPROXIMATE),
          // A row has its full effect only if its turn comes first: an audit sees much less than
          // the worst case that is paid for.
          AuditCase.on(AuditCase.Table.ONE_FEATURE).refuting(0.03),
          "scaling");

  public MarginErm {
    own = own.map(DeclaredLoss::of); // refuses constants here, and not after the charge
  }

  /** Returns the learner in its default configuration. */
  public static MarginErm withDefaults() {
    return new MarginErm(DESCRIPTION.defaults(), Optional.empty());
  }

  @Override
  public LearnerDescription description() {
    return DESCRIPTION;
  }

  @Override
  public MarginErm withValues(Settings others) {
    // A loss that is set by name takes the place of one's own.
    boolean renamed = others.get(LOSS) != values.get(LOSS);
    return new MarginErm(others, renamed ? Optional.empty() : own);
  }

  /**
   * Returns the learner with a loss of one's own instead of the setting's. Its guarantee is the
   * same whatever that loss returns.
   *
   * @throws IllegalArgumentException if its constants are not finite and positive numbers
   */
  public MarginErm withLoss(MarginLoss loss) {
    return loss instanceof StandardLoss named
        ? new MarginErm(values.with(LOSS, named), Optional.empty())
        : new MarginErm(values, Optional.of(loss));
  }

  /** A text cannot say what a loss of one's own is; that of this learner stands for its own. */
  @Override
  public MarginErm with(String name, String text) {
    return text.equals(settings().get(name)) ? this : withValues(values.with(name, text));
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>(values.texts());
    own.ifPresent(loss -> settings.put(LOSS.name(), "own: " + loss.name()));
    return settings;
  }

  private MarginLoss loss() {
    return own.orElse(values.get(LOSS));
  }

  private Projection projection() {
    return Projection.of(Projection.Kind.HADAMARD, values);
  }

  /**
   * The margin for weights and rows of length one: the loss of w at rz with margin ρ is that of w/Λ
   * at z with margin ρ/(Λr), so nothing else depends on Λ and r.
   *
   * @throws DemiluneException if no row could keep it, or if it is too small
   */
  private double margin() {
    double margin = values.get(MARGIN) / (values.get(RADIUS) * values.get(ROW_NORM));
    if (!(margin >= LEAST * (1 - 1e-9) && margin <= 1 + 1e-9)) { // quotients are rounded
      throw new DemiluneException(
          "margin "
              + values.get(MARGIN)
              + " is "
              + margin
              + " times radius times row-norm, and must be from "
              + LEAST
              + " to 1 times that: change margin, radius or row-norm");
    }
    return margin;
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    if (MarginRule.decides(values.get(MARGIN))) {
      return MarginRule.MARGIN_ERM.plan(this, shape, guarantee);
    }
    return Plan.of(
        this,
        () -> {
          if (values.get(PUBLISHED) > 0) {
            return planOfSamples(shape, guarantee);
          }
          return values.get(BestOfRuns.RUNS) > 1
              ? BestOfRuns.of(this).plan(shape, guarantee)
              : planOfOneRun(shape, guarantee, PhasedPlan.of(shape, guarantee));
        });
  }

  private Plan planOfSamples(Shape shape, Guarantee guarantee) {
    if (!(guarantee instanceof ApproximateDp target)) {
      throw new DemiluneException(
          "the published samples are for an ε and a δ, and not for " + guarantee.describe());
    }
    if (shape.classes() != 2 || shape.adjacency() != Adjacency.REPLACE_ONE) {
      throw new DemiluneException(
          "the published samples are for two classes and replace-one, and here are "
              + shape.classes()
              + " classes and "
              + Setting.word(shape.adjacency())
              + ": use published-failure=off");
    }
    int runs = BootstrapErm.runs(values.get(PUBLISHED));
    return new BestOfRuns<>(
            this,
            runs,
            /* share= */ 0.5,
            (learner, rows, onRun) ->
                learner.planOfOneRun(rows, onRun, PhasedPlan.onSample(target, runs, onRun)))
        .dividedEvenly(shape, target);
  }

  private Plan planOfOneRun(Shape shape, Guarantee guarantee, PhasedPlan plan) {
    ModelMemory.require(shape); // the model is one of the rows, not of their images
    int directions = projection().images(shape, margin()).features();
    Outlook outlook =
        Outlook.of(
                RowOutlook.of(
                    shape, plan.count().map(count -> "1 %"), RowsTimesBudget.of(shape, guarantee)))
            .withNoise(plan.multiplier())
            .with("rows", RowOutlook.rows(shape, plan.count().isPresent()))
            .inRandomOrder()
            .with(Projection.KEY, shape.features() + " to " + directions + " features");
    return TrainingPlan.of(
            this,
            shape,
            guarantee,
            plan.event(),
            outlook,
            (rows, run) -> TrainedModel.of(train(rows, plan, run)))
        .relyingOn(FloatingPointNote.RELIED_ON)
        .inOnePlace(); // one pass in a random order
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    return new RowsNeeded(
        OptionalDouble.empty(),
        shape.classes() == 2 && guarantee.delta() > 0
            ? BootstrapErm.rows(
                shape.features(),
                goal.margin(),
                goal.error(),
                goal.failure(),
                guarantee.epsilon(),
                guarantee.delta())
            : OptionalDouble.empty(),
        ROWS.expectedRows(shape, guarantee, goal, /* steps= */ Double.POSITIVE_INFINITY),
        "by samples with replacement, its sensitivity repaired; in order 1/(error² · margin² ·"
            + " min(1, ε)), whatever the number of features (Bassily, Mohri, Suresh 2022, Theorem"
            + " 3.2, constants derived here)");
  }

  private LinearClassifier train(BoundedDataset data, PhasedPlan plan, TrainingRun run) {
    Optional<LinearEmbedding> map = projection().map(data.features(), margin());
    double rows =
        plan.count()
            .map(mechanism -> bought(data, mechanism, run.randomness()))
            .orElseGet(() -> (double) Shape.of(data).rows());
    LinearClassifier model =
        new PhasedDescent(
                Projection.images(data, map), loss(), margin(), rows, plan.mu(), plan.copies())
            .run(run.randomness(), run.progress());
    return Projection.pullBack(data, map, model);
  }

  private static double bought(
      BoundedDataset data, NoisyIntegerSum mechanism, Randomness randomness) {
    long[] count = {data.privateSize()};
    mechanism.release(count, randomness.stream("row count"));
    // Below its own noise the count says nothing; the noise's size is then the safer guess.
    return Math.max((double) count[0], mechanism.noiseStandardDeviation());
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    if (MarginRule.decides(values.get(MARGIN))) {
      return MarginRule.MARGIN_ERM.fitWithoutPrivacy(this, data);
    }
    Optional<LinearEmbedding> map = projection().map(data.features(), margin());
    double rows = data.privateSize();
    LinearClassifier model =
        new PhasedDescent(
                Projection.images(data, map), loss(), margin(), rows, Double.POSITIVE_INFINITY)
            .run(Randomness.reproducible(values.get(Projection.DRAW)), Progress.NONE);
    return new UnprotectedFit(Projection.pullBack(data, map, model));
  }
}
