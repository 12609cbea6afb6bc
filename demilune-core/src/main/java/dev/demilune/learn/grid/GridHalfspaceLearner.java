// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import dev.demilune.DemiluneException;
import dev.demilune.embed.LinearEmbedding;
import dev.demilune.feasibility.Constraints;
import dev.demilune.feasibility.DeepPoint;
import dev.demilune.feasibility.DeepPointPlan;
import dev.demilune.feasibility.GridHalfspace;
import dev.demilune.feasibility.Halfspace;
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
import dev.demilune.learn.choice.Halfspaces;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
          AuditCase.on(AuditCase.Table.ONE_FEATURE).refuting(0),
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

  private Projection projection() {
    return GridSettings.projection(values);
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
        choices.outlook(shape, features(shape.features())),
        (rows, run) -> TrainedModel.of(train(rows, choices, run)));
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    int features = features(shape.features());
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
    int features = features(all);
    if (features > MOST_FEATURES) {
      throw new DemiluneException(
          name()
              + " is for one or two features and not for "
              + features
              + ", as its work goes with the rows to the power of the features and one: set"
              + " projection to 2, or use grid-aggregate or noisy-descent");
    }
    projection().requireMemory(all, features);
    return features;
  }

  /** How many features are left; the number that would be best is not known without a margin. */
  private int features(int all) {
    return projection().outputsOrAll(all, Double.POSITIVE_INFINITY);
  }

  private LinearClassifier train(BoundedDataset data, GridChoices choices, TrainingRun run) {
    if (data.adjacency().rowCountIsPublic()) { // what the plan may not have known
      choices.one().requireTimeFor(data.publicSize());
    }
    Rows rows = Rows.of(data, this);
    List<Halfspace> chosen = new ArrayList<>();
    for (int problem = 0; problem < choices.choices(); problem++) {
      Randomness stream = run.randomness().stream("halfspace " + problem);
      chosen.add(rows.grid().halfspace(choices.one().choose(rows.constraints(problem), stream)));
      run.progress().step(problem + 1, choices.choices());
    }
    return rows.classifier(chosen);
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    requireFew(data.features());
    Rows rows = Rows.of(data, this);
    List<Halfspace> chosen = new ArrayList<>();
    for (int problem = 0; problem < Shape.outputs(data.classes()); problem++) {
      chosen.add(rows.grid().halfspace(DeepPoint.withoutPrivacy(rows.constraints(problem))));
    }
    return new UnprotectedFit(rows.classifier(chosen));
  }

  /** The rows as they are constrained, and the way back to a model of the data. */
  private record Rows(BoundedDataset data, Optional<LinearEmbedding> map, BoundedDataset view) {

    static Rows of(BoundedDataset data, GridHalfspaceLearner settings) {
      Optional<LinearEmbedding> map =
          settings.projection().mapTo(data.features(), settings.features(data.features()));
      return new Rows(data, map, Projection.images(data, map));
    }

    GridHalfspace grid() {
      return GridHalfspaceLearner.grid(view.features());
    }

    /** One constraint for every row: private. */
    Constraints constraints(int problem) {
      int positive = Halfspaces.positive(problem, data.classes());
      List<long[]> points = new ArrayList<>();
      List<Boolean> labels = new ArrayList<>();
      int[] row = new int[view.features()];
      for (int part = 0; part < view.blocks(); part++) {
        BoundedDataset.Block block = view.block(part);
        for (int i = 0; i < block.rows(); i++) {
          block.copyTo(i, row);
          long[] point = new long[row.length];
          for (int j = 0; j < row.length; j++) {
            point[j] = row[j];
          }
          points.add(point);
          labels.add(block.label(i) == positive);
        }
      }
      boolean[] positives = new boolean[labels.size()];
      for (int i = 0; i < positives.length; i++) {
        positives[i] = labels.get(i);
      }
      return grid().constraints(points.toArray(long[][]::new), positives);
    }

    LinearClassifier classifier(List<Halfspace> chosen) {
      return Projection.pullBack(data, map, Halfspaces.classifier(view, chosen));
    }
  }
}
