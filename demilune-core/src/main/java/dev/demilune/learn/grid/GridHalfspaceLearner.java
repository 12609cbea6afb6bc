// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import dev.demilune.DemiluneException;
import dev.demilune.budget.Allowance;
import dev.demilune.embed.LinearEmbedding;
import dev.demilune.feasibility.Constraints;
import dev.demilune.feasibility.DeepPoint;
import dev.demilune.feasibility.DeepPointPlan;
import dev.demilune.feasibility.GridHalfspace;
import dev.demilune.feasibility.Halfspace;
import dev.demilune.internal.Check;
import dev.demilune.learn.ChargedPlan;
import dev.demilune.learn.Goal;
import dev.demilune.learn.Learner;
import dev.demilune.learn.LegacyPlan;
import dev.demilune.learn.LegacySetting;
import dev.demilune.learn.ModelMemory;
import dev.demilune.learn.Plan;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Projection;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Shape;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.learn.choice.Halfspaces;
import dev.demilune.learn.choice.PureChoices;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Halfspaces of one or two features with a free threshold, as deep points of linear constraints
 * over the integer grid: no margin is asked for.
 *
 * <p><b>Claim.</b> The fit is as private as the plan's event says, for the schema's adjacency. If
 * some halfspace tells all labels of the rows that are drawn, the chosen one is wrong on at most
 * {@link DeepPointPlan#deficit} of them, but for one choice in twenty.
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
 * @param projection of the rows; none by default
 * @param sampleRows as DeepPoint has it: 0 for as many rows as take about a minute
 */
public record GridHalfspaceLearner(Projection projection, long sampleRows) implements Learner {

  private static final int MOST_FEATURES = 2;
  private static final String SAMPLE = "sample";

  public GridHalfspaceLearner {
    Objects.requireNonNull(projection, "projection");
    Check.between("sampleRows", sampleRows, 0, DeepPoint.ALL_ROWS);
  }

  /** Returns the learner in its default configuration. */
  public static GridHalfspaceLearner withDefaults() {
    return new GridHalfspaceLearner(new Projection(Projection.Kind.SIGNS, Integer.MAX_VALUE, 1), 0);
  }

  @Override
  public String name() {
    return "grid-halfspace";
  }

  @Override
  public String summary() {
    return "deep point of exact linear constraints, one or two features and a threshold, no margin"
        + " needed (Kaplan, Mansour, Stemmer, Tsfadia, corrected)";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(Projection.KEY, projection.text());
    settings.put("draw", Integer.toString(projection.draw()));
    settings.put(
        SAMPLE,
        sampleRows == 0
            ? "auto"
            : sampleRows == DeepPoint.ALL_ROWS ? "off" : Long.toString(sampleRows));
    return settings;
  }

  @Override
  public GridHalfspaceLearner with(String key, String value) {
    return switch (key) {
      case Projection.KEY -> new GridHalfspaceLearner(projection.with(value), sampleRows);
      case "draw" ->
          new GridHalfspaceLearner(
              projection.withDraw(LegacySetting.wholeNumber(key, value, 0, Integer.MAX_VALUE)),
              sampleRows);
      case SAMPLE -> {
        int rows = LegacySetting.wholeNumberAutoOrOff(key, value);
        yield new GridHalfspaceLearner(
            projection, rows == Integer.MAX_VALUE ? DeepPoint.ALL_ROWS : rows);
      }
      default -> throw LegacySetting.unknown(name(), key, settings());
    };
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    try {
      ModelMemory.require(shape);
      GridChoices choices = choices(shape, guarantee);
      Map<String, String> details = new LinkedHashMap<>();
      details.put("rows", PureChoices.rows(shape));
      details.put(
          Projection.KEY, shape.features() + " to " + features(shape.features()) + " features");
      details.putAll(choices.details());
      return new LegacyPlan(
          name(), true, choices.outlook(shape), Optional.of(choices.event()), details);
    } catch (DemiluneException e) {
      return new Plan.Refused(name(), e.getMessage());
    }
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    int features = features(shape.features());
    return features > MOST_FEATURES
        ? RowsNeeded.unknown()
        : GridChoices.rowsNeeded(grid(features), shape, guarantee, goal);
  }

  private GridChoices choices(Shape shape, Guarantee guarantee) {
    DeepPoint search =
        grid(requireFew(shape.features()))
            .search(shape.adjacency())
            .expecting(Math.min(shape.rows(), Integer.MAX_VALUE))
            .sampling(sampleRows);
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
    projection.requireMemory(all, features);
    return features;
  }

  /** How many features are left; the number that would be best is not known without a margin. */
  private int features(int all) {
    return projection.outputsOrAll(all, Double.POSITIVE_INFINITY);
  }

  @Override
  public PrivateFit fit(BoundedDataset data, Allowance allowance, Progress progress) {
    allowance.requireAdjacency(data.adjacency());
    ModelMemory.require(Shape.of(data));
    GridChoices choices =
        ChargedPlan.of(
            data, allowance, shape -> choices(shape, allowance.guarantee()), GridChoices::event);
    if (data.adjacency().rowCountIsPublic()) {
      choices.requireTimeFor(data.publicSize());
    }
    Randomness randomness = allowance.use(data.adjacency());
    Rows rows = Rows.of(data, this);
    List<Halfspace> chosen = new ArrayList<>();
    for (int problem = 0; problem < choices.choices(); problem++) {
      chosen.add(
          rows.grid()
              .halfspace(
                  choices
                      .one()
                      .choose(
                          rows.constraints(problem), randomness.stream("halfspace " + problem))));
      progress.step(problem + 1, choices.choices());
    }
    return new PrivateFit(
        rows.classifier(chosen), allowance.certify(name(), settings(), choices.event()));
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
