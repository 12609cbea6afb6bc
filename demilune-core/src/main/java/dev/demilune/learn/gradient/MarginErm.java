// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.embed.LinearEmbedding;
import dev.demilune.learn.AuditCase;
import dev.demilune.learn.ConfiguredLearner;
import dev.demilune.learn.FloatingPointNote;
import dev.demilune.learn.Goal;
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
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.List;
import java.util.Locale;
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
 * hundreds of times the noise would be needed; the sensitivity of the choice there lacks a factor
 * 1/ρ, here errors are counted instead of losses; rows are added or removed as well as replaced;
 * more than two classes share one loss.
 *
 * @param values of the settings
 */
public record MarginErm(Settings values) implements ConfiguredLearner<MarginErm> {

  /** The margin. */
  public static final Setting<Double> MARGIN =
      // The rule loses on some small tables (docs/decisions/0029).
      MarginRule.setting(1e-3, 1, "margin that the rows are expected to keep").byDefault(0.1);

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "margin-erm",
          "fast random projection and one pass of phased descent on a margin loss",
          "Bassily, Mohri, Suresh 2022",
          List.of(MARGIN, BestOfRuns.RUNS, Projection.OUTPUTS, Projection.DRAW),
          LearnerDescription.ANY_ADJACENCY,
          Set.of(GuaranteeKind.APPROXIMATE),
          // A row has its full effect only if its turn comes first: an audit sees much less than
          // the worst case that is paid for.
          AuditCase.on(AuditCase.Table.ONE_FEATURE).refuting(0.03),
          "scaling");

  /** Returns the learner in its default configuration. */
  public static MarginErm withDefaults() {
    return new MarginErm(DESCRIPTION.defaults());
  }

  @Override
  public LearnerDescription description() {
    return DESCRIPTION;
  }

  @Override
  public MarginErm withValues(Settings others) {
    return new MarginErm(others);
  }

  private Projection projection() {
    return Projection.of(Projection.Kind.HADAMARD, values);
  }

  private double margin() {
    return values.get(MARGIN);
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    if (MarginRule.decides(values.get(MARGIN))) {
      return MarginRule.MARGIN_ERM.plan(this, shape, guarantee);
    }
    return Plan.of(
        this,
        () ->
            values.get(BestOfRuns.RUNS) > 1
                ? BestOfRuns.of(this).plan(shape, guarantee)
                : planOfOneRun(shape, guarantee));
  }

  private Plan planOfOneRun(Shape shape, Guarantee guarantee) {
    ModelMemory.require(shape); // the model is one of the rows, not of their images
    PhasedPlan plan = PhasedPlan.of(shape, guarantee);
    int directions = projection().images(shape, margin()).features();
    Outlook outlook =
        Outlook.of(outlook(shape, plan, guarantee))
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
        .relyingOn(FloatingPointNote.RELIED_ON);
  }

  private String outlook(Shape shape, PhasedPlan plan, Guarantee guarantee) {
    String outlook =
        RowOutlook.of(
            shape, plan.count().map(count -> "1 %"), RowsTimesBudget.of(shape, guarantee));
    return shape.rows() == 0
        ? outlook
        : String.format(
            Locale.ROOT,
            "%s; margins of %s should be found from about %.0f rows on",
            outlook,
            margin(),
            rowsForMargin(projection().images(shape, margin()).features(), plan.mu()));
  }

  /** Rows from which the noise of the first phase is within the margin, by the size of both. */
  private double rowsForMargin(int directions, double mu) {
    return Math.max(16 / (margin() * margin()), 4 * Math.sqrt(directions) / (mu * margin()));
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    return RowsNeeded.asymptotic(
        OptionalDouble.empty(),
        "asymptotic only: 1/(error² · margin² · min(1, ε)), up to logarithms, whatever the number"
            + " of features (Bassily, Mohri, Suresh 2022, Theorem 3.2)");
  }

  private LinearClassifier train(BoundedDataset data, PhasedPlan plan, TrainingRun run) {
    Optional<LinearEmbedding> map = projection().map(data.features(), margin());
    double rows =
        plan.count()
            .map(mechanism -> bought(data, mechanism, run.randomness()))
            .orElseGet(() -> (double) Shape.of(data).rows());
    LinearClassifier model =
        new PhasedDescent(Projection.images(data, map), margin(), rows, plan.mu())
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
        new PhasedDescent(Projection.images(data, map), margin(), rows, Double.POSITIVE_INFINITY)
            .run(Randomness.reproducible(values.get(Projection.DRAW)), Progress.NONE);
    return new UnprotectedFit(Projection.pullBack(data, map, model));
  }
}
