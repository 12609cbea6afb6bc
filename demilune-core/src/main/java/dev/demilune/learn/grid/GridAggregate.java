// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

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
import dev.demilune.learn.choice.PureChoices;
import dev.demilune.mechanism.FlatSearch;
import dev.demilune.mechanism.InteriorPoint;
import dev.demilune.mechanism.StepFunction;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.math.BigInteger;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Divides the rows into blocks, finds the best halfspace of each without privacy, and combines
 * them, weight after weight by private interior points or by a private mean of their directions:
 * sample and aggregate on a grid of weights.
 *
 * <p>By interior points, for every weight but the last, each block finds its best halfspace with
 * the weights already released ({@link BlockHinge}) and gives that halfspace's next weight, as a
 * point of a public grid. What is released is an {@link InteriorPoint} of these numbers; then the
 * blocks begin again. The last weight needs no blocks: along the line that is left the mistakes of
 * all rows are counted exactly ({@link LastWeight}), and one is chosen by the exponential
 * mechanism. This asks for some hundred blocks at least. By the mean, which asks for fewer, blocks
 * answer once, what is released is the mean of their normals' directions ({@link BlockMean}), and
 * the threshold is chosen as the last weight is. For more than two classes there is a halfspace for
 * each class against the others.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency. By interior
 * points it is as many exponential choices as there are weights, each of bounded range ε'; by the
 * mean it is the rounds of BlockMean and a choice of bounded range for each halfspace. By interior
 * points, but for one fit in twenty, every weight but the last has as many blocks on either side as
 * the plan says, and the last one loses at most as many rows as it says. What follows for the loss
 * of the halfspace is in docs/proofs/grid-aggregate.md.
 *
 * <p><b>Proof.</b> A row belongs to one block, by a number that depends on no row ({@link
 * RowBlocks}); divide two neighboring tables together. Given what was released before, the answer
 * of a block is a function of its rows, so one answer at most differs. It is <i>replaced</i>, also
 * where a row is added or removed, because a block answers without rows too: counts of blocks may
 * move either way. For the last weight one row of all is added, removed or replaced. Each choice
 * has the bounded range of {@link FlatSearch}, given what came before, so they compose adaptively.
 * By the mean a block answers once for each halfspace, with a direction in place of a number: the
 * claim of BlockMean, and the same last choice. ∎
 *
 * <p><b>Sampling.</b> Exact, through {@link FlatSearch} and the sums of BlockMean.
 *
 * <p><b>Relies on.</b> Ranges, labels and settings chosen without the data; one row per person.
 * Blocks compute with floating point; that needs no bound, because any function of one block will
 * do. The time of a fit depends on the rows (docs/limits.md).
 *
 * <p><b>Source.</b> Sample and aggregate is of Nissim, Raskhodnikova and Smith (2007); weight after
 * weight is the way of Kaplan, Mansour, Stemmer and Tsfadia (2020). Compare Nissim, Tsfadia and Yan
 * (2025), who aggregate samples of quasi-concave functions; their bounds are not claimed. The
 * block's loss, the last weight and the proof are ours.
 *
 * @param values of the settings
 */
public record GridAggregate(Settings values) implements ConfiguredLearner<GridAggregate> {

  /** How many blocks. */
  public static final Setting<Integer> BLOCKS =
      Setting.integer(
              "blocks",
              1,
              1 << 24,
              0,
              "number of blocks into which rows are divided; by rule four times what a choice may"
                  + " lose, and one")
          .or("auto", 0);

  /** How the answers of blocks become one. */
  public enum Combine {
    /** Interior points where there are rows for enough blocks, else the mean. */
    AUTO,
    /** An interior point of each weight. */
    INTERIOR_POINTS,
    /** The mean of directions. */
    MEAN
  }

  /** How the answers of blocks become one. */
  public static final Setting<Combine> COMBINE =
      Setting.oneOf(
          "combine",
          Combine.AUTO,
          "interior points of weights, or the mean of directions; by rule interior points where"
              + " there are rows for enough blocks");

  /** How often the mean is refined. */
  public static final Setting<Integer> ROUNDS =
      Setting.integer(
              "rounds",
              1,
              20,
              0,
              "releases of the mean, each in a smaller ball; by rule up to four, as long as balls"
                  + " shrink to a third")
          .or("auto", 0);

  /** How fine the grid is. */
  public static final Setting<Integer> BITS =
      Setting.integer(
          "bits",
          1,
          WeightGrid.MOST_BITS,
          20,
          "weights are multiples of a step, 2^bits of them on either side of zero");

  /** The weight of the penalty. */
  public static final Setting<Double> REGULARIZATION =
      Setting.number(
          "regularization",
          1e-6,
          1,
          1e-3,
          "penalty of a block's weights beside its mean hinge loss");

  /** Whether there is a constant. */
  public static final Setting<Boolean> INTERCEPT =
      Setting.onOff("intercept", true, "whether the schema's constant is one more weight");

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "grid-aggregate",
          "best halfspaces of blocks of rows, combined by private interior points or by a private"
              + " mean of directions, no margin needed",
          "sample and aggregate",
          List.of(
              COMBINE,
              BLOCKS,
              ROUNDS,
              BITS,
              REGULARIZATION,
              GridSettings.PROJECTION,
              Projection.DRAW,
              INTERCEPT),
          LearnerDescription.ROW_ADJACENCIES,
          LearnerDescription.ANY_GUARANTEE,
          // One weight, so that one choice has all of ε; one block, and a coarse grid, to be fast.
          AuditCase.on(AuditCase.Table.ONE_FEATURE)
              .by(AuditCase.Statistic.SIDE)
              .with("blocks", "1")
              .with("bits", "2")
              .with("regularization", "1")
              .with("intercept", "off")
              .refuting(0),
          "grid-aggregate");

  /** Returns the learner in its default configuration. */
  public static GridAggregate withDefaults() {
    return new GridAggregate(DESCRIPTION.defaults());
  }

  @Override
  public LearnerDescription description() {
    return DESCRIPTION;
  }

  @Override
  public GridAggregate withValues(Settings others) {
    return new GridAggregate(others);
  }

  /** Returns the weights to choose from. */
  WeightGrid grid() {
    return WeightGrid.forPenalty(values.get(BITS), values.get(REGULARIZATION));
  }

  /** Returns how many weights of a halfspace are planned for. */
  int unknowns(int all) {
    return GridSettings.features(values, all) + (values.get(INTERCEPT) ? 1 : 0);
  }

  private void requireMemory(int all) {
    GridSettings.projection(values).requireMemory(all, GridSettings.features(values, all));
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    return Plan.of(this, () -> planned(shape, guarantee));
  }

  private Plan planned(Shape shape, Guarantee guarantee) {
    ModelMemory.require(shape);
    requireMemory(shape.features());
    AggregatePlan.requireFew(this, shape, unknowns(shape.features()));
    if (values.get(COMBINE) == Combine.MEAN) {
      return byMean(shape, guarantee);
    }
    PureChoices choices = AggregatePlan.choices(this, shape, guarantee);
    if (values.get(COMBINE) == Combine.AUTO
        && values.get(BLOCKS) == 0
        && !AggregatePlan.hasRows(this, shape, choices)) {
      return byMean(shape, guarantee); // too few rows for interior points
    }
    AggregatePlan plan = AggregatePlan.of(this, shape, choices);
    return TrainingPlan.of(
            this,
            shape,
            guarantee,
            plan.event(),
            plan.outlook(this, shape),
            (rows, run) -> TrainedModel.of(train(rows, plan, run)))
        .inOnePlace();
  }

  private Plan byMean(Shape shape, Guarantee guarantee) {
    MeanPlan plan = MeanPlan.of(this, shape, guarantee);
    return TrainingPlan.of(
            this,
            shape,
            guarantee,
            plan.event(values.get(INTERCEPT)),
            plan.outlook(this, shape),
            (rows, run) -> TrainedModel.of(train(rows, plan, run)))
        .inOnePlace();
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    return RowsNeeded.asymptotic(
        OptionalDouble.empty(),
        "(features/ε) · ln(weights of the grid) blocks, of 1/error² rows each at least: a rate for"
            + " its convex loss, see docs/proofs/grid-aggregate.md");
  }

  private LinearClassifier train(BoundedDataset data, MeanPlan plan, TrainingRun run) {
    Randomness randomness = run.randomness();
    Search search = Search.of(data, this, plan.mean().blocks(), randomness.stream("blocks"));
    return search.halfspaces.learn(
        (problem, positive) -> {
          int[] weights = search.weights();
          // One direction per block, empty or not: a neighbor replaces one of them.
          long[][] directions = search.directions(positive, plan.features(), plan.mean().unit());
          int[] mean =
              plan.mean().release(directions, randomness.stream("directions of " + problem));
          System.arraycopy(mean, 0, weights, 0, mean.length);
          if (weights.length > mean.length) { // there is a constant, and all rows choose its weight
            StepFunction right = search.right(positive, weights);
            Randomness stream = randomness.stream("threshold of " + problem);
            weights[mean.length] = grid().at(plan.last().choose(right, 0, stream));
          }
          run.progress().step(problem + 1, plan.halfspaces());
          return weights;
        });
  }

  private LinearClassifier train(BoundedDataset data, AggregatePlan plan, TrainingRun run) {
    Randomness randomness = run.randomness();
    Search search = Search.of(data, this, plan.blocks(), randomness.stream("blocks"));
    int steps = Shape.outputs(data.classes()) * plan.unknowns();
    return search.halfspaces.learn(
        (problem, positive) -> {
          int[] weights = search.weights();
          for (int j = 0; j < plan.unknowns(); j++) {
            Randomness stream = randomness.stream("weight " + j + " of " + problem);
            if (j < weights.length - 1) {
              // One answer per block, empty or not: a neighbor replaces one of them. The weights up
              // to j are released, so the choices compose adaptively.
              long[] answers = search.answers(positive, weights, j);
              weights[j] = grid().at(plan.among().choose(answers, plan.blocks(), stream));
            } else if (j < weights.length) { // without a constant there is one weight less
              // All rows count by themselves here: no block between a row and the choice.
              StepFunction right = search.right(positive, weights);
              weights[j] = grid().at(plan.last().choose(right, 0, stream));
            }
            // As many reports as planned, whether or not the schema has a constant.
            run.progress().step(problem * plan.unknowns() + j + 1, steps);
          }
          return weights;
        });
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    requireMemory(data.features());
    Search search = Search.of(data, this, /* blocks= */ 1, Randomness.reproducible(0));
    return new UnprotectedFit(
        search.halfspaces.learn(
            (problem, positive) -> {
              int[] weights = search.weights();
              for (int j = 0; j < weights.length - 1; j++) {
                weights[j] = grid().at(BigInteger.valueOf(search.answers(positive, weights, j)[0]));
              }
              weights[weights.length - 1] = best(search.right(positive, weights));
              return weights;
            }));
  }

  /** The middle of the first stretch of weights that get most rows right. */
  private int best(StepFunction right) {
    int best = 0;
    for (int piece = 1; piece < right.pieces(); piece++) {
      best = right.value(piece) > right.value(best) ? piece : best;
    }
    return grid().at(right.first(best).add(right.last(best)).shiftRight(1));
  }

  /** The rows in blocks, and what they answer. */
  record Search(ClassHalfspaces halfspaces, RowBlocks rows, GridAggregate settings) {

    static Search of(
        BoundedDataset data, GridAggregate settings, int blocks, Randomness randomness) {
      ClassHalfspaces halfspaces = GridSettings.halfspaces(settings.values, data);
      BoundedDataset view = halfspaces.images();
      int constant = settings.values.get(INTERCEPT) ? view.gridIntercept() : 0;
      return new Search(halfspaces, RowBlocks.of(view, constant, blocks, randomness), settings);
    }

    /** Returns weights to be filled in, one for each feature and for a constant if there is one. */
    int[] weights() {
      BoundedDataset view = halfspaces.images();
      boolean constant = settings.values.get(INTERCEPT) && view.gridIntercept() > 0;
      return new int[view.features() + (constant ? 1 : 0)];
    }

    /**
     * Returns the next weight of the best halfspace of every block, as places on the grid: private.
     *
     * @param given how many of the weights are released already
     */
    long[] answers(int positive, int[] weights, int given) {
      WeightGrid grid = settings.grid();
      return IntStream.range(0, rows.count())
          .parallel()
          .mapToLong(
              number -> {
                // Floating point within a block is harmless: any function of its rows will do.
                int[] best =
                    BlockHinge.solve(
                        rows.part(number),
                        positive,
                        settings.values().get(REGULARIZATION),
                        grid,
                        weights,
                        given);
                return grid.place(best[given]).longValueExact();
              })
          .toArray();
    }

    /** Returns the direction of the best halfspace of every block, as integers: private. */
    long[][] directions(int positive, int features, long unit) {
      WeightGrid grid = settings.grid();
      return IntStream.range(0, rows.count())
          .parallel()
          .mapToObj(
              number -> {
                int[] best =
                    BlockHinge.solve(
                        rows.part(number),
                        positive,
                        settings.values().get(REGULARIZATION),
                        grid,
                        weights(),
                        /* given= */ 0);
                return BlockMean.direction(best, features, unit);
              })
          .toArray(long[][]::new);
    }

    /** Counts, for every last weight, the rows that it gets right: private. */
    StepFunction right(int positive, int[] weights) {
      return LastWeight.right(rows, positive, settings.grid(), weights);
    }
  }
}
