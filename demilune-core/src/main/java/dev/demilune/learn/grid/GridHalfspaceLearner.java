// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import dev.demilune.DemiluneException;
import dev.demilune.feasibility.Constraints;
import dev.demilune.feasibility.DeepPoint;
import dev.demilune.feasibility.DeepPointPlan;
import dev.demilune.feasibility.GridHalfspace;
import dev.demilune.feasibility.Halfspace;
import dev.demilune.feasibility.Rational;
import dev.demilune.feasibility.RowSample;
import dev.demilune.learn.AuditCase;
import dev.demilune.learn.ConfiguredLearner;
import dev.demilune.learn.Goal;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.ModelMemory;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Projection;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Settings;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainedModel;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.TrainingRun;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.learn.choice.ClassHalfspaces;
import dev.demilune.learn.choice.Halfspaces;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.List;

/**
 * Halfspaces of one to four features with a free threshold, as deep points of linear constraints
 * over integers: no margin is asked for.
 *
 * <p><b>Claim.</b> The fit is as private as the plan's event says, for the schema's adjacency. If
 * some halfspace classifies all drawn rows correctly, the chosen one misclassifies at most {@link
 * DeepPointPlan#deficit} of them, but for one choice in twenty.
 *
 * <p><b>Proof.</b> Rows are integers within public bounds ({@link RowIntegers}). {@link
 * GridHalfspace} makes one constraint of one row, by itself, so tables that differ in one row
 * become constraints that differ in one; {@link DeepPoint} is applied to them, once for each
 * halfspace, with equal parts of the budget and samples of their own. Where the public number of
 * rows is larger than was planned for, and than can be searched, a random part of them is drawn
 * first: for every draw of places, neighboring tables differ in one drawn row at most, so the cost
 * is no larger than that of all rows, which is charged. ∎
 *
 * <p>The claim on mistakes is about the halfspace as it is, in exact fractions. A constraint that
 * holds has a·x - w ≥ 0 or ≤ -1, so the sign of a·x - w + 1/2 is right with a distance of 1/2. For
 * one or two features of the 16-bit grid the rounding of a and w to doubles does not use it up:
 * their products with the grid's integers are below 2^50. For more features, or for declared
 * integers, the model, which has doubles, may predict a row otherwise that is within about 2^-50 of
 * the border, relative to the declared range. Privacy does not depend on it.
 *
 * <p><b>Sampling.</b> That of DeepPoint: exact.
 *
 * <p><b>Relies on.</b> Ranges, labels and settings chosen without the data; one row per person.
 *
 * <p><b>Source.</b> LearnHalfSpace of Kaplan, Mansour, Stemmer and Tsfadia (2020), with the
 * departures of GridHalfspace and DeepPoint.
 *
 * @param values of the settings
 */
public record GridHalfspaceLearner(Settings values)
    implements ConfiguredLearner<GridHalfspaceLearner> {

  static final int MOST_FEATURES = DeepPoint.MOST_UNKNOWNS - 1; // the threshold is one

  /** With more, all rows of a table that nobody declared the size of could take weeks. */
  private static final int MOST_FEATURES_OF_ANY_TABLE = 2;

  private static final int NO_SAMPLE = Integer.MAX_VALUE;

  /** How many rows are drawn. */
  public static final Setting<Integer> SAMPLE =
      Setting.integer(
              "sample",
              1,
              Integer.MAX_VALUE,
              0,
              "rows to draw at most and to work on exactly; by rule as many as take about a"
                  + " minute, off for all rows")
          .or("auto", 0)
          .or("off", NO_SAMPLE);

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "grid-halfspace",
          "deep point of exact linear constraints, one to four features and a threshold, no margin"
              + " needed",
          "Kaplan, Mansour, Stemmer, Tsfadia, corrected",
          List.of(GridSettings.PROJECTION, Projection.DRAW, SAMPLE),
          LearnerDescription.ROW_ADJACENCIES,
          LearnerDescription.ANY_GUARANTEE,
          AuditCase.on(AuditCase.Table.ROWS_AT_ZERO).by(AuditCase.Statistic.SIDE).refuting(0),
          "feasible");

  /** Returns the learner in its default configuration. */
  public static GridHalfspaceLearner withDefaults() {
    return new GridHalfspaceLearner(DESCRIPTION.defaults());
  }

  @Override
  public LearnerDescription description() {
    return DESCRIPTION;
  }

  @Override
  public GridHalfspaceLearner withValues(Settings others) {
    return new GridHalfspaceLearner(others);
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    return Plan.of(this, () -> planned(shape, guarantee));
  }

  private Plan planned(Shape shape, Guarantee guarantee) {
    ModelMemory.require(shape);
    GridChoices choices = choices(shape, guarantee);
    return TrainingPlan.of(
            this,
            shape,
            guarantee,
            choices.event(),
            choices.outlook(shape, integers(shape)),
            (rows, run) -> TrainedModel.of(train(rows, integers(shape), choices, run)))
        .inOnePlace();
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    int features = GridSettings.features(values, shape.features());
    return features > MOST_FEATURES
        ? RowsNeeded.unknown()
        : GridChoices.rowsNeeded(integers(shape).grid(), shape, guarantee, goal);
  }

  private GridChoices choices(Shape shape, Guarantee guarantee) {
    int sample = values.get(SAMPLE);
    requireFew(shape.features());
    requireDeclared(shape);
    DeepPoint search =
        integers(shape)
            .grid()
            .search(shape.adjacency())
            .expecting(Math.min(shape.rows(), Integer.MAX_VALUE))
            .sampling(sample == NO_SAMPLE ? DeepPoint.ALL_ROWS : sample);
    return GridChoices.of(search, guarantee, Shape.outputs(shape.classes()));
  }

  private RowIntegers integers(Shape shape) {
    return RowIntegers.of(shape, GridSettings.features(values, shape.features()));
  }

  private void requireFew(int all) {
    int features = GridSettings.features(values, all);
    if (features > MOST_FEATURES) {
      throw new DemiluneException(
          name()
              + " is for one to four features and not for "
              + features
              + ", as its work goes with the rows to the power of the features and one: set"
              + " projection to 4, or use "
              + GridSettings.others(features));
    }
    GridSettings.projection(values).requireMemory(all, features);
  }

  /**
   * A private number of rows cannot be looked at, so it must be declared where work depends on it.
   */
  private void requireDeclared(Shape shape) {
    int features = GridSettings.features(values, shape.features());
    if (features > MOST_FEATURES_OF_ANY_TABLE
        && shape.rows() == 0
        && !shape.adjacency().rowCountIsPublic()) {
      throw new DemiluneException(
          name()
              + " of "
              + features
              + " features draws a sample, and needs the number of rows for it: declare the"
              + " schema's expected-rows, or set projection to 2");
    }
  }

  private LinearClassifier train(
      BoundedDataset data, RowIntegers integers, GridChoices choices, TrainingRun run) {
    return learn(
        data,
        integers,
        (number, constraints) -> {
          Randomness stream = run.randomness().stream("halfspace " + number);
          List<Rational> point =
              choices.one().choose(within(constraints, data, choices.one(), stream), stream);
          run.progress().step(number + 1, choices.choices());
          return point;
        });
  }

  /** As many rows as can be searched, of a public number that the plan did not know. */
  private Constraints within(
      Constraints constraints, BoundedDataset data, DeepPointPlan plan, Randomness randomness) {
    if (!data.adjacency().rowCountIsPublic() || !plan.isForAllRows()) {
      return constraints;
    }
    if (values.get(SAMPLE) == NO_SAMPLE) {
      plan.requireTimeFor(data.publicSize()); // asked for all rows: refused if that takes days
      return constraints;
    }
    long most = Math.max(plan.rows(), plan.rowsInAMinute());
    return part(constraints, most, randomness.stream("part"));
  }

  /** All constraints, or a random part of them if they are more. */
  static Constraints part(Constraints constraints, long most, Randomness randomness) {
    int present = constraints.size();
    return present <= most
        ? constraints
        : constraints.select(
            new RowSample(present, most, Adjacency.REPLACE_ONE).draw(present, randomness));
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    requireFew(data.features());
    return new UnprotectedFit(
        learn(
            data,
            integers(Shape.of(data)),
            (number, constraints) -> DeepPoint.withoutPrivacy(constraints)));
  }

  /** Chooses a point for the constraints of one halfspace. */
  private interface Choice {
    List<Rational> of(int number, Constraints constraints);
  }

  private LinearClassifier learn(BoundedDataset data, RowIntegers integers, Choice choice) {
    ClassHalfspaces halfspaces = GridSettings.halfspaces(values, data);
    BoundedDataset view = halfspaces.images();
    GridHalfspace grid = integers.grid();
    long[][] points = integers.points(view);
    int[] labels = RowIntegers.labels(view);
    List<Halfspace> chosen = new ArrayList<>();
    for (int number = 0; number < Shape.outputs(data.classes()); number++) {
      int positive = Halfspaces.positive(number, data.classes());
      boolean[] positives = new boolean[labels.length];
      for (int i = 0; i < labels.length; i++) {
        positives[i] = labels[i] == positive;
      }
      // One constraint for every row: private.
      chosen.add(grid.halfspace(choice.of(number, grid.constraints(points, positives))));
    }
    return Projection.pullBack(data, halfspaces.map(), integers.classifier(view, chosen));
  }
}
