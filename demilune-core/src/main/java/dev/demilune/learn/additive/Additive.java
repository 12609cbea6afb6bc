// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.additive;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.GaussianCalibration;
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
import dev.demilune.learn.calibrate.ScoreOptions;
import dev.demilune.learn.calibrate.ScorePrior;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.rows.BoundedDataset;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A generalized additive model of a table: one shape function for every column, and optional
 * interactions of few columns, by noisy descent on whitened rows.
 *
 * <p>Numbers are replaced by their ranks, as noisy counts of public cells know them ({@link
 * Ranks}); a row becomes hat functions of ranks and one feature for every value ({@link
 * PartEncoding}), is centered on a noisy mean, whitened by a noisy second moment ({@link
 * Whitening}), and a logistic loss of its linear score is descended along noisy sums of clipped
 * gradients ({@link dev.demilune.learn.gradient.ClippedDescent}). All maps are linear from the hats
 * on, so that the weights are shape functions ({@link ShapeReading}).
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency; the
 * certificate's event is what was released: a row count if none was declared, the counts of ranks,
 * the sum of encoded rows, their second moment, class counts if weights are balanced, one summed
 * gradient per step, and counts of scores if they are calibrated.
 *
 * <p><b>Proof.</b> Rows enter through {@link AdditiveReleases} only; its proof bounds each release.
 * {@link AdditivePlan} divides μ² of the guarantee among them, so that their composition costs no
 * more, by exact Gaussian DP. Which releases there are depends on settings and on a {@link Shape};
 * maps, step size and momentum are functions of public and of released quantities; the rest is
 * post-processing. ∎
 *
 * <p><b>Sampling.</b> Rounded Gaussian noise on exact integer sums. Of a table whose rows times
 * features are too many for memory, or whose rows times squared features are too much work, a
 * random sample is trained on, without credit for it; the plan says how many rows.
 *
 * <p><b>Relies on.</b> Ranges, categories, labels and the expected row count chosen without the
 * data; one row per person, or a column that names the person.
 *
 * <p><b>Source.</b> Additive models: Hastie and Tibshirani (1986); private ones by noisy histograms
 * and boosting: Nori and others (2021). Counts of dyadic intervals: Hay and others (2010). Noisy
 * second moments as preconditioners: Dwork and others (2014) for the release. Noisy descent:
 * Bassily, Smith and Thakurta (2014). Random features of few columns: Rahimi and Recht (2007). We
 * depart from Nori and others: one joint descent on all shapes instead of cyclic boosting, all
 * releases composed by Gaussian DP, exact integer sums, and nothing read from the rows without a
 * charge.
 *
 * @param values of the settings
 */
public record Additive(Settings values) implements ConfiguredLearner<Additive> {

  /** Where the ranks of numbers come from. */
  public enum Bins {
    /** Private where rows and budget are enough for them. */
    AUTO,
    /** Noisy counts of public cells. */
    PRIVATE,
    /** The public cells alone, evenly. */
    PUBLIC
  }

  /** Where the ranks of numbers come from. */
  public static final Setting<Bins> BINS =
      Setting.oneOf(
          "bins",
          Bins.AUTO,
          "ranks of numbers from noisy counts, for 3 % of μ², or from public cells alone");

  /** How many random directions. */
  public static final Setting<Integer> INTERACTIONS =
      Setting.integer(
              "interactions",
              0,
              4_096,
              -1,
              "how many random directions of two or four numbers are added to the shapes; by rule"
                  + " 24 per number, at most 240, where three of four columns are numbers and rows"
                  + " times budget are enough")
          .or("auto", -1)
          .or("none", 0);

  /** The number of steps. */
  public static final Setting<Integer> STEPS =
      Setting.integer("steps", 1, 10_000, 60, "number of steps");

  /** Whether scores are calibrated. */
  public static final Setting<Boolean> CALIBRATION = ScoreOptions.CALIBRATION.byDefault(true);

  private static final int DIRECTIONS_PER_NUMBER = 24;
  private static final int MOST_DIRECTIONS = 240;
  private static final double SHARE_OF_NUMBERS = 0.75;

  // Wider rows have coarse hats only; if they still are, they are not whitened, which takes a
  // square of the width for every row.
  private static final int MOST_FEATURES = 1_000;

  // Maps and shapes take a square of the width in memory, whatever the rows.
  private static final int WIDEST = 4_096;

  // Rows times budget below which noise hides every shape, for the square root of the columns
  // times half the number of classes.
  private static final double LEAST_SIGNAL = 2;
  private static final double LEAST_SIGNAL_FOR_RANKS = 30;
  private static final double LEAST_SIGNAL_FOR_INTERACTIONS = 200;

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "additive",
          "a shape function for every column of a table, and interactions of few columns",
          "Nori, Caruana, Bu, Shen, Kulkarni 2021; Bassily, Smith, Thakurta 2014",
          List.of(
              BINS,
              INTERACTIONS,
              STEPS,
              MonotoneColumns.INCREASING,
              MonotoneColumns.DECREASING,
              Projection.DRAW,
              ClassWeights.SETTING,
              CALIBRATION,
              Decision.SETTING),
          LearnerDescription.ANY_ADJACENCY,
          Set.of(GuaranteeKind.APPROXIMATE),
          AuditCase.on(AuditCase.Table.COLUMNS)
              .with("steps", "4")
              .with("interactions", "none")
              .with("calibration", "off")
              .with("bins", "public")
              .withForLaws("steps", "4")
              .withForLaws("interactions", "2"),
          "tables");

  /** Returns the learner in its default configuration, which needs no tuning. */
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

  private TrainingPlan planned(Shape declared, Guarantee guarantee) {
    requireParts(declared);
    Shape shape = directed(declared);
    double signal = signal(shape, guarantee);
    requireSignal(shape, guarantee, signal);
    AdditivePlan plan = releases(shape, guarantee, signal);
    AdditiveTraining training = training(shape, signal);
    requireWidth(training.features(shape.parts()));
    return TrainingPlan.of(
        this,
        declared,
        guarantee,
        plan.event(),
        outlook(shape, plan, training, signal),
        (rows, run) ->
            training.run(
                rows, AdditiveReleases.noisy(rows, plan, run.randomness()), run.progress()));
  }

  private MonotoneColumns monotone() {
    return new MonotoneColumns(
        values.get(MonotoneColumns.INCREASING), values.get(MonotoneColumns.DECREASING));
  }

  /** The problem with the directions that settings give to columns. */
  private Shape directed(Shape declared) {
    return declared.withParts(monotone().of(declared.parts()));
  }

  private static Outlook outlook(
      Shape shape, AdditivePlan plan, AdditiveTraining training, double signal) {
    return Outlook.of(RowOutlook.of(shape, plan.count().map(count -> "1 %"), signal))
        .with("steps", Integer.toString(plan.steps().steps()))
        .with("bins", plan.ranks().isPresent() ? "private" : "public")
        .with("interactions", Integer.toString(training.directions()))
        .with("sample", sample(shape, plan, training))
        .withNoise(plan.steps().noise())
        .with("rows", RowOutlook.rows(shape, plan.count().isPresent()));
  }

  /** How many rows are trained on, as far as that is known beforehand. */
  private static String sample(Shape shape, AdditivePlan plan, AdditiveTraining training) {
    int features = training.features(shape.parts());
    double kept = AdditiveTraining.mostRows(features, plan.moment().isPresent());
    return shape.rows() > kept
        ? "about " + (long) kept + " rows"
        : shape.rows() > 0 ? "all rows" : "at most about " + (long) kept + " rows";
  }

  private static void requireParts(Shape shape) {
    if (shape.parts().isEmpty()) {
      throw new DemiluneException(
          "additive has a shape for every column, and plain vectors have none: declare named"
              + " columns in a schema, or choose a learner of vectors such as noisy-descent");
    }
  }

  private static void requireWidth(int features) {
    if (features > WIDEST) {
      throw new DemiluneException(
          "additive would have "
              + features
              + " shape values to learn, and at most "
              + WIDEST
              + " can be: hash columns of many values to fewer buckets, or ignore them");
    }
  }

  /** Rows times budget: 0 if the number of rows is not known. */
  private static double signal(Shape shape, Guarantee guarantee) {
    return GaussianCalibration.mu(guarantee)
        * shape.rows()
        / shape.adjacency().contributionsChanged();
  }

  /** Refuses what would be noise, before anything is charged. */
  private static void requireSignal(Shape shape, Guarantee guarantee, double signal) {
    double least = LEAST_SIGNAL * Math.sqrt(shape.parts().size()) * shape.classes() / 2;
    if (shape.rows() > 0 && signal < least) {
      throw new DemiluneException(
          String.format(
              Locale.ROOT,
              "the shapes of %d columns would be noise: rows times budget is %.2g, and %.2g is"
                  + " needed; at %s that takes %d rows, or use a larger ε",
              shape.parts().size(),
              signal,
              least,
              guarantee.describe(),
              (long) Math.ceil(shape.rows() * least / signal)));
    }
  }

  private AdditivePlan releases(Shape shape, Guarantee guarantee, double signal) {
    boolean ranked =
        switch (values.get(BINS)) {
          case PRIVATE -> true;
          case PUBLIC -> false;
          // Where the number of rows is not known they are bought: wide ranges cost more.
          case AUTO -> shape.rows() == 0 || signal >= LEAST_SIGNAL_FOR_RANKS;
        };
    return AdditivePlan.of(
        shape,
        guarantee,
        ranked,
        training(shape, signal).features(shape.parts()) <= MOST_FEATURES,
        values.get(STEPS),
        options());
  }

  private ScoreOptions options() {
    return new ScoreOptions(
        values.get(ClassWeights.SETTING),
        values.get(CALIBRATION),
        values.get(Decision.SETTING),
        ScorePrior.LOG_ODDS);
  }

  private AdditiveTraining training(Shape shape, double signal) {
    int asked = values.get(INTERACTIONS);
    long numbers = shape.parts().stream().filter(Directions::mayInteract).count();
    int directions =
        numbers < 2
            ? 0
            : asked >= 0 ? asked : directionsByRule(numbers, shape.parts().size(), signal);
    boolean fine = PartEncoding.width(shape.parts(), true, directions) <= MOST_FEATURES;
    return new AdditiveTraining(monotone(), fine, directions, values.get(Projection.DRAW));
  }

  /**
   * Measures of one thing act together; columns of a form, most of them choices, add up. So it was
   * on folds of three tables, and directions that say nothing cost as much as those that do.
   */
  private static int directionsByRule(long numbers, int parts, double signal) {
    return signal >= LEAST_SIGNAL_FOR_INTERACTIONS && numbers >= SHARE_OF_NUMBERS * parts
        ? (int) Math.min(MOST_DIRECTIONS, DIRECTIONS_PER_NUMBER * numbers)
        : 0;
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    requireParts(Shape.of(data));
    Shape shape = directed(Shape.of(data));
    // Any budget: nothing of it is used but which releases there are.
    AdditivePlan any = releases(shape, ApproximateDp.of(1, 1e-6), Double.POSITIVE_INFINITY);
    return new UnprotectedFit(
        training(shape, Double.POSITIVE_INFINITY)
            .run(data, AdditiveReleases.exact(data, any), Progress.NONE)
            .model());
  }
}
