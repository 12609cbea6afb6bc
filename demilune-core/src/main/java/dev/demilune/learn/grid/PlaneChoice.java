// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import dev.demilune.DemiluneException;
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
import dev.demilune.learn.choice.PureChoices;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The exponential mechanism over all halfspaces of two features with a threshold, or of three
 * without, that an integer grid can tell apart, scored by their mistakes: no margin is asked for.
 *
 * <p><b>Claim.</b> The fit is ε-DP, with δ = 0, for the schema's adjacency and the allowance's ε.
 * But for one choice in twenty, a halfspace makes at most (r/ε')·ln(20N) mistakes more than the
 * best there is, on the rows that are drawn, where N = 12·2^113, ε' is its part of ε on them, and r
 * is 1 where a row is added or removed and 2 where something is replaced. So it is 84/ε' or 168/ε'.
 *
 * <p><b>Proof.</b> Rows are integers of the {@link BoundedDataset}'s grid, and one or two features
 * have the grid's radius as a constant beside them. A row is right or wrong for a normal by itself,
 * so a neighbor moves every count by at most one, and all in one direction where a row is added or
 * removed. {@link CellChoice} is {@link dev.demilune.mechanism.Exponential} among the N points of
 * {@link FaceLattice}, a public set, and of bounded range ε'; there are as many choices as parts of
 * ε, each on all rows or on a {@link dev.demilune.feasibility.RowSample} of its own. The best point
 * is as good as the best halfspace without rows on its border, by the claim of FaceLattice, and
 * with a threshold as good as any: lowering it a little moves the rows on the border, which are
 * counted as negative, behind it. Points with more than m mistakes more than the best have
 * together, in proportion to its weight, at most N·exp(-ε'm/r). ∎
 *
 * <p>The claim on mistakes is about the point as it is, in integers of 62 bits. The model has
 * doubles: a row within some 2^-50 of the border, relative to the largest row, may be predicted
 * otherwise. Privacy does not depend on it.
 *
 * <p><b>Sampling.</b> Exact: counts of lattice points in integers, and one race among them.
 *
 * <p><b>Relies on.</b> Ranges, labels and settings chosen without the data; one row per person. The
 * running time depends on the rows a little: see docs/limits.md.
 *
 * <p><b>Source.</b> The form in three dimensions of Huang, Chen and Tsai, "On the sample complexity
 * of privately learning half-spaces" (2024), repaired as in {@link AngleHalfspace}: their grid of
 * angles does not have all halfspaces of the integer grid in three dimensions, and their choice is
 * not private. It learns the halfspaces of Kaplan, Mansour, Stemmer and Tsfadia (2020), as {@link
 * GridHalfspaceLearner} does, by one choice in place of three. The exponential mechanism over a
 * finite class is that of Kasiviswanathan, Lee, Nissim, Raskhodnikova and Smith (2011). The exact
 * counts are ours.
 *
 * @param values of the settings
 */
public record PlaneChoice(Settings values) implements ConfiguredLearner<PlaneChoice> {

  private static final int MOST_FEATURES = FaceLattice.SPACE;

  /** How many rows are drawn. */
  public static final Setting<Integer> SAMPLE = GridHalfspaceLearner.SAMPLE;

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "plane-choice",
          "private choice from all halfspaces of two features and a threshold, or of three, δ = 0,"
              + " no margin needed",
          "repaired from Huang, Chen, Tsai",
          List.of(GridSettings.PROJECTION, Projection.DRAW, SAMPLE),
          LearnerDescription.ROW_ADJACENCIES,
          LearnerDescription.ANY_GUARANTEE,
          // The law of the choice itself is tested instead.
          AuditCase.on(AuditCase.Table.TWO_FEATURES).by(AuditCase.Statistic.SIDE).refuting(0),
          "plane");

  /** Returns the learner in its default configuration. */
  public static PlaneChoice withDefaults() {
    return new PlaneChoice(DESCRIPTION.defaults());
  }

  @Override
  public LearnerDescription description() {
    return DESCRIPTION;
  }

  @Override
  public PlaneChoice withValues(Settings others) {
    return new PlaneChoice(others);
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    return Plan.of(this, () -> planned(shape, guarantee));
  }

  private Plan planned(Shape shape, Guarantee guarantee) {
    ModelMemory.require(shape);
    int features = requireFew(shape.features());
    CellPlan plan = CellPlan.of(shape, guarantee, values.get(SAMPLE));
    return TrainingPlan.of(
            this,
            shape,
            guarantee,
            plan.event(),
            plan.outlook(shape, features),
            (rows, run) -> TrainedModel.of(train(rows, plan, run)))
        .inOnePlace();
  }

  /**
   * {@inheritDoc}
   *
   * <p>Let some halfspace be right about all rows, and let m be the mistakes of the claim but for
   * half of the failure β, on all rows. A point that is wrong on more than α of new rows is wrong
   * on at most α/2 of n rows with probability exp(-αn/8) (Chernoff), and any of the N points with N
   * times that. So n = max(2m/α, (8/α)·ln(2N/β)) is enough: the chosen point has m ≤ αn/2 mistakes.
   *
   * <p>Expected to be enough are fewer, where rows keep a margin γ: normals within γ of the best
   * are as good, about a share of γ²/4 of all, so that a single choice makes some (r/ε)·ln(4/(γ²β))
   * mistakes, at most αn. It is no theorem, because it says nothing of new rows.
   */
  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    if (shape.classes() != 2 || GridSettings.features(values, shape.features()) > MOST_FEATURES) {
      return RowsNeeded.unknown();
    }
    double failure = goal.failure() / 2;
    PureChoices one =
        new PureChoices(guarantee.epsilon(), 1, shape.adjacency().contributionsChanged());
    double loss = one.scoreRange() / one.epsilon();
    double logarithm = CellPlan.logPoints() - Math.log(failure);
    double rows = Math.max(2 * loss, 8) * logarithm / goal.error();
    double expected =
        loss * Math.log(4 / (goal.margin() * goal.margin() * goal.failure())) / goal.error();
    return new RowsNeeded(
        OptionalDouble.empty(),
        OptionalDouble.of(Math.ceil(rows)),
        OptionalDouble.of(Math.ceil(expected)),
        String.format(
            Locale.ROOT,
            "without a margin: at most %.3g mistakes among 10^%.3g points of the lattice, if all"
                + " rows are used, and new rows by Chernoff's bound",
            loss * logarithm,
            CellPlan.logPoints() / Math.log(10)));
  }

  private int requireFew(int all) {
    int features = GridSettings.features(values, all);
    if (features > MOST_FEATURES) {
      throw new DemiluneException(
          name()
              + " is for one or two features and a threshold, or for three features without, and"
              + " not for "
              + features
              + ": set projection to 2, or use "
              + GridSettings.others(features));
    }
    GridSettings.projection(values).requireMemory(all, features);
    return features;
  }

  private LinearClassifier train(BoundedDataset data, CellPlan plan, TrainingRun run) {
    if (data.adjacency().rowCountIsPublic()) { // what the plan may not have known
      plan.requireTimeFor(data.publicSize());
    }
    return learn(
        data,
        (number, rows, positive) -> {
          Randomness stream = run.randomness().stream("halfspace " + number);
          int[] drawn = plan.sample().draw(rows.size(), stream.stream("sample"));
          long[] chosen =
              new CellChoice(FaceLattice.FINE, inSpace(rows, drawn, positive))
                  .choose(plan.choices().mechanism(), stream.stream("choice"));
          run.progress().step(number + 1, plan.choices().choices());
          return chosen;
        });
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    requireFew(data.features());
    return new UnprotectedFit(
        learn(
            data,
            (number, rows, positive) -> {
              int[] all = IntStream.range(0, rows.size()).toArray();
              return new CellChoice(FaceLattice.FINE, inSpace(rows, all, positive)).best();
            }));
  }

  /** Chooses the normal of one halfspace. */
  private interface Choice {
    long[] of(int number, RowBlocks.Part rows, int positive);
  }

  private LinearClassifier learn(BoundedDataset data, Choice choice) {
    ClassHalfspaces halfspaces = GridSettings.halfspaces(values, data);
    BoundedDataset view = halfspaces.images();
    RowBlocks.Part rows = RowBlocks.all(view, /* constant= */ 0);
    double[][] normals = new double[Shape.outputs(data.classes())][];
    for (int number = 0; number < normals.length; number++) {
      long[] chosen = choice.of(number, rows, Halfspaces.positive(number, data.classes()));
      normals[number] = weights(chosen, view.features());
    }
    return Projection.pullBack(
        data, halfspaces.map(), Halfspaces.classifier(view, normals, /* constant= */ 1));
  }

  /** The weights of the features and, unless there are three, that of the constant. */
  private static double[] weights(long[] normal, int features) {
    double[] weights = Arrays.stream(normal).asDoubleStream().toArray();
    double constant = weights[MOST_FEATURES - 1];
    if (features == 1) {
      return new double[] {weights[0], constant}; // the second coordinate of all rows is zero
    }
    return weights;
  }

  /** Some rows as three integers: the features, zero for a missing one, and the constant. */
  private static SpaceRows inSpace(RowBlocks.Part rows, int[] drawn, int positive) {
    int[] values = new int[FaceLattice.SPACE * drawn.length];
    boolean[] positives = new boolean[drawn.length];
    for (int i = 0; i < drawn.length; i++) {
      short[] row = rows.rows()[drawn[i]];
      values[FaceLattice.SPACE * i + MOST_FEATURES - 1] = BoundedDataset.GRID_RADIUS;
      for (int j = 0; j < row.length; j++) {
        values[FaceLattice.SPACE * i + j] = row[j]; // a third feature takes the constant's place
      }
      positives[i] = rows.labels()[drawn[i]] == positive;
    }
    return new SpaceRows(values, positives);
  }
}
