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
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.List;

/**
 * Halfspaces of one or two features with a free threshold, as deep points of linear constraints
 * over the integer grid: no margin is asked for.
 *
 * <p><b>Claim.</b> The fit is as private as the plan's event says, for the schema's adjacency. If
 * some halfspace classifies all drawn rows correctly, the chosen one misclassifies at most {@link
 * DeepPointPlan#deficit} of them, but for one choice in twenty.
 *
 * <p><b>Proof.</b> Rows are integers of the {@link BoundedDataset}'s grid, at most its radius in
 * every coordinate. {@link GridHalfspace} makes one constraint of one row, by itself, so tables
 * that differ in one row become constraints that differ in one; {@link DeepPoint} is applied to
 * them, once for each halfspace, with equal parts of the budget and samples of their own. A
 * constraint that holds has a·x - w ≥ 0 or ≤ -1, so the sign of a·x - w + 1/2 is right with a
 * distance of 1/2, which the rounding of a and w to doubles does not use up: their products with
 * the grid's integers are below 2^50. ∎
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

  private static final int MOST_FEATURES = 2;

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
          "deep point of exact linear constraints, one or two features and a threshold, no margin"
              + " needed",
          "Kaplan, Mansour, Stemmer, Tsfadia, corrected",
          List.of(GridSettings.PROJECTION, Projection.DRAW, SAMPLE),
          LearnerDescription.ANY_ADJACENCY,
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
        choices.outlook(shape, GridSettings.features(values, shape.features())),
        (rows, run) -> TrainedModel.of(train(rows, choices, run)));
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    int features = GridSettings.features(values, shape.features());
    return features > MOST_FEATURES
        ? RowsNeeded.unknown()
        : GridChoices.rowsNeeded(grid(features), shape, guarantee, goal);
  }

  private GridChoices choices(Shape shape, Guarantee guarantee) {
    int sample = values.get(SAMPLE);
    DeepPoint search =
        grid(requireFew(shape.features()))
            .search(shape.adjacency())
            .expecting(Math.min(shape.rows(), Integer.MAX_VALUE))
            .sampling(sample == NO_SAMPLE ? DeepPoint.ALL_ROWS : sample);
    return GridChoices.of(search, guarantee, Shape.outputs(shape.classes()));
  }

  private static GridHalfspace grid(int features) {
    return new GridHalfspace(features, BoundedDataset.GRID_RADIUS);
  }

  private int requireFew(int all) {
    int features = GridSettings.features(values, all);
    if (features > MOST_FEATURES) {
      throw new DemiluneException(
          name()
              + " is for one or two features and not for "
              + features
              + ", as its work goes with the rows to the power of the features and one: set"
              + " projection to 2, or use grid-aggregate or noisy-descent");
    }
    GridSettings.projection(values).requireMemory(all, features);
    return features;
  }

  private LinearClassifier train(BoundedDataset data, GridChoices choices, TrainingRun run) {
    if (data.adjacency().rowCountIsPublic()) { // what the plan may not have known
      choices.one().requireTimeFor(data.publicSize());
    }
    return learn(
        data,
        (number, constraints) -> {
          Randomness stream = run.randomness().stream("halfspace " + number);
          List<Rational> point = choices.one().choose(constraints, stream);
          run.progress().step(number + 1, choices.choices());
          return point;
        });
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    requireFew(data.features());
    return new UnprotectedFit(
        learn(data, (number, constraints) -> DeepPoint.withoutPrivacy(constraints)));
  }

  /** Chooses a point for the constraints of one halfspace. */
  private interface Choice {
    List<Rational> of(int number, Constraints constraints);
  }

  private LinearClassifier learn(BoundedDataset data, Choice choice) {
    ClassHalfspaces halfspaces = GridSettings.halfspaces(values, data);
    BoundedDataset view = halfspaces.images();
    GridHalfspace grid = grid(view.features());
    RowBlocks.Part rows = RowBlocks.all(view, /* constant= */ 0);
    List<Halfspace> chosen = new ArrayList<>();
    for (int number = 0; number < Shape.outputs(data.classes()); number++) {
      int positive = Halfspaces.positive(number, data.classes());
      chosen.add(grid.halfspace(choice.of(number, constraints(grid, rows, positive))));
    }
    return Projection.pullBack(data, halfspaces.map(), Halfspaces.classifier(view, chosen));
  }

  /** One constraint for every row: private. */
  private static Constraints constraints(GridHalfspace grid, RowBlocks.Part rows, int positive) {
    long[][] points = new long[rows.size()][grid.features()];
    boolean[] positives = new boolean[rows.size()];
    for (int i = 0; i < positives.length; i++) {
      for (int j = 0; j < points[i].length; j++) {
        points[i][j] = rows.value(i, j);
      }
      positives[i] = rows.labels()[i] == positive;
    }
    return grid.constraints(points, positives);
  }
}
