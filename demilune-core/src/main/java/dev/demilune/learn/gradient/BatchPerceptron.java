// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.DemiluneException;
import dev.demilune.learn.AuditCase;
import dev.demilune.learn.ConfiguredLearner;
import dev.demilune.learn.Goal;
import dev.demilune.learn.HardMargin;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.LearnerDescription.GuaranteeKind;
import dev.demilune.learn.MarginRule;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Progress;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Settings;
import dev.demilune.learn.Shape;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.learn.calibrate.ClassWeights;
import dev.demilune.learn.calibrate.ScoreOptions;
import dev.demilune.learn.calibrate.ScorePrior;
import dev.demilune.learn.published.PerceptronRows;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.rows.BoundedDataset;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The batch perceptron with a margin: rows whose normalized margin is too small are added to the
 * weights, with noise.
 *
 * <p>By default rows are stretched to length one, after centering, so that the margin is that of
 * x/|x|. Nothing is promised then of perturbations of x itself. On rows as they are the margin is a
 * distance in the unit ball; {@code published-error} has them so, and the theorem on robustness is
 * about that form alone ({@link PublishedPerceptron}).
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency; the
 * certificate's event is what was released: a row count if none was declared, the sum of rows, and
 * one sum of updates per round; counts by class if weights are to be balanced.
 *
 * <p><b>Proof.</b> All classes share one update, so there is one budget and not one per class. With
 * joint classes a row that violates the margin adds itself to its class's weights and subtracts
 * itself from its strongest rival's, an update of norm √2 per unit row; with one halfspace per
 * class it may violate the margin of all K of them, an update of norm √K. Either is scaled to norm
 * one, which changes nothing, because the perceptron does not depend on the scale of its weights. A
 * row that keeps its length adds an update that is shorter still. Rows enter through {@link
 * NoisyReleases} only; its proof bounds every release, on all rows or on a secret sample of them.
 * The test of when to stop looks at a count that is part of a round's release ({@link
 * MarginViolations}), and all rounds are charged, whether they are run or not. ∎
 *
 * <p><b>Sampling.</b> Rounded Gaussian noise on exact integer sums; rows are taken by exact coins.
 *
 * <p><b>Relies on.</b> Ranges, labels and the expected row count chosen without the data; one row
 * per person, or a column that names the person.
 *
 * <p><b>Source.</b> Ghazi, Kumar, Manurangsi and Nguyen (2021), Algorithm 1; its p is the rate, 1
 * by default. We depart from it: by default all classes share one update instead of one halfspace
 * per class, rows are centered on a noisy mean and stretched to length one, nothing stops early and
 * the second half of the iterates is averaged; the count of the stopping test shares the Gaussian
 * of the sum instead of having Laplace noise of its own, and is compared with a share of the
 * nominal number of rows, the true one being private; if it never stops, the last weights are
 * returned instead of a failure. {@link PublishedPerceptron} is the algorithm as published.
 *
 * @param values of the settings
 */
public record BatchPerceptron(Settings values) implements ConfiguredLearner<BatchPerceptron> {

  /** How more than two classes are told apart. */
  public enum Classes {
    /** One update for a class and its strongest rival. */
    JOINT,
    /** One halfspace per class, against all others. */
    ONE_VS_REST
  }

  /** How long rows are. */
  public enum RowLengths {
    /** All rows are stretched, or shortened, to length one. */
    UNIT,
    /** Rows keep their lengths in the unit ball. */
    AS_THEY_ARE
  }

  private static final int ROUNDS_BY_RULE = 0;

  private static final HardMargin ROWS = new HardMargin(/* factor= */ 2, /* turns= */ 1);

  /** The margin. */
  public static final Setting<Double> MARGIN =
      MarginRule.setting(
          0,
          0.999,
          "a row violates the margin when its distance to the rival's boundary is at most this, in"
              + " units of its own length or of the unit ball (row-lengths)");

  /** The number of rounds. */
  public static final Setting<Integer> ROUNDS =
      Setting.integer(
              "rounds",
              1,
              100_000,
              ROUNDS_BY_RULE,
              "number of rounds; by rule 2/margin², fewer where that takes long, at least 30")
          .or("auto", ROUNDS_BY_RULE);

  /** How more than two classes are told apart. */
  public static final Setting<Classes> CLASSES =
      Setting.oneOf("classes", Classes.JOINT, "how more than two classes are told apart");

  /** When to stop. */
  public static final Setting<Double> STOP =
      Setting.number(
              "stop-below",
              1e-6,
              0.999,
              0,
              "share of rows that violate the margin below which rounds stop")
          .or("off", 0.0)
          .formerly("stop");

  /** The published constants. */
  public static final Setting<Double> PUBLISHED =
      Setting.number(
              "published-error",
              0.001,
              0.999,
              0,
              "error α that the published constants are for: rows as they are, a margin of 0.95"
                  + " margin and 1500/(α(0.05 margin)²) rounds at a rate of one over their root,"
                  + " whatever the other settings say")
          .or("off", 0.0)
          .formerly("published");

  /** How long rows are. */
  public static final Setting<RowLengths> ROW_LENGTHS =
      Setting.oneOf(
          "row-lengths",
          RowLengths.UNIT,
          "whether rows are brought to length one, or keep their lengths in the unit ball");

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "batch-perceptron",
          "batch perceptron with a margin",
          "Ghazi, Kumar, Manurangsi, Nguyen 2021",
          List.of(
              MARGIN,
              ROUNDS,
              GradientSettings.CENTERING,
              GradientSettings.RATE,
              CLASSES,
              STOP,
              PUBLISHED,
              ROW_LENGTHS,
              ClassWeights.SETTING),
          LearnerDescription.ANY_ADJACENCY,
          Set.of(GuaranteeKind.APPROXIMATE),
          AuditCase.on(AuditCase.Table.MANY_DECLARED)
              .with("rounds", "4")
              .with("margin", "0.999")
              .with("centering", "off"),
          "perceptron");

  /** Returns the learner in its default configuration. */
  public static BatchPerceptron withDefaults() {
    return new BatchPerceptron(DESCRIPTION.defaults());
  }

  @Override
  public LearnerDescription description() {
    return DESCRIPTION;
  }

  @Override
  public BatchPerceptron withValues(Settings others) {
    return new BatchPerceptron(others);
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    if (MarginRule.decides(values.get(MARGIN))) {
      return MarginRule.BATCH_PERCEPTRON.plan(this, shape, guarantee);
    }
    return Plan.of(
        this,
        () -> {
          if (asPublished()) {
            requireNoWeights();
            return published().plan(this, shape, guarantee);
          }
          Schedule schedule = schedule(shape);
          return GradientPlans.of(
              this,
              shape,
              guarantee,
              schedule,
              values.get(GradientSettings.CENTERING),
              options(),
              (rows, releases, signal, progress) -> train(rows, releases, schedule, progress));
        });
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    double margin =
        MarginRule.decides(values.get(MARGIN))
            ? MarginRule.BATCH_PERCEPTRON.margin(shape, guarantee)
            : values.get(MARGIN);
    return PerceptronRows.of(
        shape, guarantee, goal, ROWS.expectedRows(shape, guarantee, goal, rounds(margin, shape)));
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    if (MarginRule.decides(values.get(MARGIN))) {
      return MarginRule.BATCH_PERCEPTRON.fitWithoutPrivacy(this, data);
    }
    if (asPublished()) {
      return new UnprotectedFit(published().withoutPrivacy(data).model());
    }
    options().require(Shape.of(data));
    GradientReleases releases =
        new ExactReleases(
            data, values.get(GradientSettings.CENTERING), values.get(ClassWeights.SETTING));
    return new UnprotectedFit(train(data, releases, schedule(Shape.of(data)), Progress.NONE));
  }

  private LinearClassifier train(
      BoundedDataset data, GradientReleases releases, Schedule schedule, Progress progress) {
    double few = values.get(STOP);
    Descent descent = few > 0 ? Descent.stoppingBelow(few) : Descent.PLAIN;
    LinearTraining training = new LinearTraining(data, releases, schedule, descent);
    if (oneVsRest(data.classes()) && values.get(GradientSettings.CENTERING)) {
      training = training.withThresholds();
    }
    if (values.get(ROW_LENGTHS) == RowLengths.AS_THEY_ARE) {
      training = training.onRowsAsTheyAre();
    }
    return training.run(/* stepSize= */ 1, ruleAt(data.classes()), progress);
  }

  private ScoreOptions options() {
    return ScoreOptions.of(values, ScorePrior.MARGIN);
  }

  private void requireNoWeights() {
    if (values.get(ClassWeights.SETTING).isOn()) {
      throw new DemiluneException(
          "the published algorithm has no class weights: leave class-weights or published-error"
              + " out");
    }
  }

  private boolean asPublished() {
    return values.get(PUBLISHED) > 0;
  }

  private PublishedPerceptron published() {
    return new PublishedPerceptron(values.get(MARGIN), values.get(PUBLISHED));
  }

  private boolean oneVsRest(int classes) {
    return classes > 2 && values.get(CLASSES) == Classes.ONE_VS_REST;
  }

  private Schedule schedule(Shape shape) {
    return Schedule.even(rounds(values.get(MARGIN), shape), values.get(GradientSettings.RATE));
  }

  private int rounds(double margin, Shape shape) {
    int set = values.get(ROUNDS);
    return set == ROUNDS_BY_RULE ? MarginSteps.ofPerceptron(margin, shape) : set;
  }

  private Function<double[], RowRule> ruleAt(int count) {
    double asked = values.get(MARGIN);
    if (count == 2) {
      return weights -> twoClasses(asked * Margins.length(weights));
    }
    if (oneVsRest(count)) {
      return weights -> {
        double[] thresholds = Margins.lengths(weights, count);
        Arrays.setAll(thresholds, k -> asked * thresholds[k]);
        return Loss.oneVsRest(thresholds);
      };
    }
    return weights -> manyClasses(Margins.proportional(weights, count, asked, /* floor= */ 0));
  }

  static RowRule twoClasses(double threshold) {
    return (label, scores, into) -> {
      into[0] = label == 1 ? 1 : -1;
      return into[0] * scores[0] <= threshold; // zero weights: every row is added
    };
  }

  private static RowRule manyClasses(Margins thresholds) {
    return (label, scores, into) -> {
      int rival = Loss.strongestRival(label, scores);
      if (scores[label] - scores[rival] > thresholds.between(label, rival)) {
        return false;
      }
      // Rivals that tie share the push; this happens in the first round, when all weights are zero.
      int ties = 0;
      for (int k = 0; k < scores.length; k++) {
        into[k] = k != label && scores[k] == scores[rival] ? -1 : 0;
        ties -= (int) into[k];
      }
      // One for the class, 1/ties for each of the rivals: squares add up to 1 + 1/ties.
      double length = Math.sqrt(1 + 1.0 / ties);
      for (int k = 0; k < scores.length; k++) {
        into[k] /= ties * length;
      }
      into[label] = 1 / length;
      return true;
    };
  }
}
