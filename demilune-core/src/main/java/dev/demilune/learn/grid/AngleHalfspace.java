// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import dev.demilune.DemiluneException;
import dev.demilune.learn.AuditCase;
import dev.demilune.learn.ConfiguredLearner;
import dev.demilune.learn.Goal;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.ModelMemory;
import dev.demilune.learn.Outlook;
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
import dev.demilune.learn.choice.PureChoices;
import dev.demilune.mechanism.StepFunction;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.rows.BoundedDataset;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The exponential mechanism over all halfspaces of the plane that an integer grid can tell apart,
 * scored by their mistakes: no margin is asked for.
 *
 * <p><b>Claim.</b> The fit is ε-DP, with δ = 0, for the schema's adjacency and the allowance's ε.
 * But for one choice in twenty, a halfspace makes at most (r/ε')·ln(20N) mistakes more than the
 * best there is, where N = 8·(2·32000² + 1), ε' is its part of ε, and r is 1 where a row is added
 * or removed and 2 where something is replaced.
 *
 * <p><b>Proof.</b> Rows are integers of the {@link BoundedDataset}'s grid. A row is right or wrong
 * for a normal by itself, so a neighbor moves every count by at most one, and all in one direction
 * where a row is added or removed. {@link dev.demilune.mechanism.FlatSearch} among the N points of
 * {@link Perimeter}, a public set, is of bounded range ε' then; there are as many choices as parts
 * of ε. The best point is as good as the best halfspace without rows on its border, by the claim of
 * Perimeter; the loss is that of FlatSearch. ∎
 *
 * <p><b>Sampling.</b> Two comparisons in integers for a row, a sort of where counts change, and one
 * exact race among the pieces between.
 *
 * <p><b>Relies on.</b> Ranges, labels and settings chosen without the data; one row per person.
 *
 * <p><b>Source.</b> Repaired from Huang, Chen and Tsai, "On the sample complexity of privately
 * learning half-spaces" (2024), whose algorithm chooses angles by sorting them by their quality on
 * the rows and is not private: {@code demilune exhibit half-spaces-via-thresholds}. We keep the
 * angles, and choose by the exponential mechanism. Their reduction to thresholds, repaired, is
 * {@link HalfCircles}, the setting {@code search=half-circles}; on 2^33 positions it wins nothing.
 *
 * <p>The claim is for the setting {@code search=perimeter}, the default.
 *
 * @param values of the settings
 */
public record AngleHalfspace(Settings values) implements ConfiguredLearner<AngleHalfspace> {

  private static final Perimeter PERIMETER = Perimeter.of(BoundedDataset.GRID_RADIUS);
  private static final double FAILURE = 0.05;
  private static final int PLANE = 2;

  /** How a halfspace is found. */
  public enum Search {
    /** One choice among all points of the perimeter. */
    PERIMETER,
    /** A threshold on each half of them, and a choice between the two: dearer, for comparison. */
    HALF_CIRCLES
  }

  /** How a halfspace is found. */
  public static final Setting<Search> SEARCH =
      Setting.oneOf(
          "search",
          Search.PERIMETER,
          "one choice among all normals, or a private threshold on each half of them and a choice");

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "angle-halfspace",
          "private choice from all halfspaces of the plane, one or two features, δ = 0, no margin"
              + " needed",
          "repaired from Huang, Chen, Tsai",
          List.of(SEARCH, GridSettings.PROJECTION, Projection.DRAW),
          LearnerDescription.ROW_ADJACENCIES,
          LearnerDescription.ANY_GUARANTEE,
          AuditCase.on(AuditCase.Table.TWO_FEATURES).by(AuditCase.Statistic.SIDE).refuting(0),
          "plane");

  /** Returns the learner in its default configuration. */
  public static AngleHalfspace withDefaults() {
    return new AngleHalfspace(DESCRIPTION.defaults());
  }

  @Override
  public LearnerDescription description() {
    return DESCRIPTION;
  }

  @Override
  public AngleHalfspace withValues(Settings others) {
    return new AngleHalfspace(others);
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    return Plan.of(this, () -> planned(shape, guarantee));
  }

  private Plan planned(Shape shape, Guarantee guarantee) {
    ModelMemory.require(shape);
    PureChoices choices = choices(shape, guarantee);
    PlaneSearch search = search(choices, shape.adjacency());
    return TrainingPlan.of(
            this,
            shape,
            guarantee,
            search.event(),
            outlook(shape, choices, search),
            (rows, run) -> TrainedModel.of(train(rows, search, run)))
        .inOnePlace();
  }

  private Outlook outlook(Shape shape, PureChoices choices, PlaneSearch search) {
    Outlook outlook =
        Outlook.of(choices.outlookOf(shape, search.mistakes(FAILURE)))
            .with("rows", PureChoices.rows(shape))
            .with(
                Projection.KEY,
                shape.features()
                    + " to "
                    + GridSettings.features(values, shape.features())
                    + " features")
            .with("choices", Integer.toString(choices.choices()))
            .with("epsilonPerChoice", String.format(Locale.ROOT, "%.4g", choices.epsilon()));
    if (search instanceof HalfCircles parts) {
      outlook =
          outlook.with(
              "epsilonPerThreshold", String.format(Locale.ROOT, "%.4g", parts.thresholdEpsilon()));
    }
    return outlook.with("halfspaces", Long.toString(PERIMETER.points()));
  }

  private PureChoices choices(Shape shape, Guarantee guarantee) {
    requirePlane(shape.features());
    return PureChoices.of(shape, guarantee, Shape.outputs(shape.classes()));
  }

  private PlaneSearch search(PureChoices choices, Adjacency adjacency) {
    return values.get(SEARCH) == Search.PERIMETER
        ? new PerimeterSearch(PERIMETER, choices, adjacency)
        : HalfCircles.of(PERIMETER, choices, adjacency);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Let some halfspace be right about all rows, and let m be the mistakes of the claim but for
   * half of the failure β. A point that is wrong on more than α of new rows is wrong on at most α/2
   * of n rows with probability exp(-αn/8) (Chernoff), and any of the N points with N times that. So
   * n = max(2m/α, (8/α)·ln(2N/β)) is enough: the chosen point has m ≤ αn/2 mistakes.
   *
   * <p>Expected to be enough are fewer, where rows keep a margin γ: normals within γ of the best
   * are as good, about a share of γ/π of all, so that a single choice makes some (r/ε)·ln(π/(γβ))
   * mistakes, at most αn. It is no theorem, because it says nothing of new rows.
   */
  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    try {
      if (shape.classes() != 2) {
        return RowsNeeded.unknown();
      }
      double failure = goal.failure() / 2;
      Shape anyRows = new Shape(0, shape.features(), shape.classes(), shape.adjacency());
      PureChoices choices = choices(anyRows, guarantee);
      double mistakes = search(choices, shape.adjacency()).mistakes(failure);
      double logPoints = Math.log((double) PERIMETER.points()) - Math.log(failure);
      double rows = Math.max(2 * mistakes, 8 * logPoints) / goal.error();
      return new RowsNeeded(
          OptionalDouble.empty(),
          OptionalDouble.of(Math.ceil(rows)),
          values.get(SEARCH) == Search.PERIMETER
              ? OptionalDouble.of(Math.ceil(expectedMistakes(choices, goal) / goal.error()))
              : OptionalDouble.empty(),
          String.format(
              Locale.ROOT,
              "without a margin: at most %.3g mistakes among 10^%.3g points of the grid, and new"
                  + " rows by Chernoff's bound",
              mistakes,
              Math.log10((double) PERIMETER.points())));
    } catch (DemiluneException e) {
      return RowsNeeded.unknown();
    }
  }

  private static double expectedMistakes(PureChoices choices, Goal goal) {
    return choices.scoreRange()
        / choices.epsilon()
        * Math.log(Math.PI / (goal.margin() * goal.failure()));
  }

  private void requirePlane(int all) {
    int features = GridSettings.features(values, all);
    if (features > PLANE) {
      throw new DemiluneException(
          name()
              + " is for the plane, one feature and a constant or two features without, and not for"
              + " "
              + features
              + " features: set projection to 2, or use "
              + GridSettings.others(features));
    }
    GridSettings.projection(values).requireMemory(all, features);
  }

  private LinearClassifier train(BoundedDataset data, PlaneSearch search, TrainingRun run) {
    return learn(
        data,
        (number, rows) -> {
          int[] chosen = search.choose(rows, run.randomness().stream("halfspace " + number));
          run.progress().step(number + 1, Shape.outputs(data.classes()));
          return chosen;
        });
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    requirePlane(data.features());
    return new UnprotectedFit(
        learn(data, (number, rows) -> best(PerimeterSearch.right(PERIMETER, rows))));
  }

  /** Chooses the normal of one halfspace. */
  private interface Choice {
    int[] of(int number, PlaneRows rows);
  }

  private LinearClassifier learn(BoundedDataset data, Choice choice) {
    ClassHalfspaces halfspaces = GridSettings.halfspaces(values, data);
    BoundedDataset view = halfspaces.images();
    RowBlocks.Part rows = RowBlocks.all(view, view.gridIntercept());
    return halfspaces.learn((number, positive) -> choice.of(number, rows.inPlane(positive)));
  }

  /** The middle of the first piece that gets most rows right. */
  private static int[] best(StepFunction right) {
    int best = 0;
    for (int piece = 1; piece < right.pieces(); piece++) {
      best = right.value(piece) > right.value(best) ? piece : best;
    }
    return PERIMETER.point(right.first(best).add(right.last(best)).shiftRight(1).longValueExact());
  }
}
