// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import dev.demilune.DemiluneException;
import dev.demilune.budget.Allowance;
import dev.demilune.embed.LinearEmbedding;
import dev.demilune.internal.Check;
import dev.demilune.learn.ChargedPlan;
import dev.demilune.learn.Goal;
import dev.demilune.learn.Learner;
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
import dev.demilune.mechanism.FlatSearch;
import dev.demilune.mechanism.InteriorPoint;
import dev.demilune.mechanism.StepFunction;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Divides the rows into blocks, finds the best halfspace of each without privacy, and combines them
 * weight after weight by private interior points: sample and aggregate on a grid of weights.
 *
 * <p>For every weight but the last, each block finds its best halfspace with the weights already
 * released ({@link BlockHinge}) and gives that halfspace's next weight, as a point of a public
 * grid. What is released is an {@link InteriorPoint} of these numbers; then the blocks begin again.
 * The last weight needs no blocks: along the line that is left the mistakes of all rows are counted
 * exactly ({@link LastWeight}), and one is chosen by the exponential mechanism. For more than two
 * classes there is a halfspace for each class against the others.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency; it is as
 * many exponential choices as there are weights, each of bounded range ε'. But for one fit in
 * twenty every weight but the last has as many blocks on either side as the plan says, and the last
 * one loses at most as many rows as it says. What follows for the loss of the halfspace is in
 * docs/proofs/grid-aggregate.md.
 *
 * <p><b>Proof.</b> A row belongs to one block, by a number that depends on no row ({@link
 * RowBlocks}); divide two neighbouring tables together. Given what was released before, the answer
 * of a block is a function of its rows, so one answer at most differs. It is <i>replaced</i>, also
 * where a row is added or removed, because a block answers without rows too: counts of blocks may
 * move either way. For the last weight one row of all is added, removed or replaced. Each choice
 * has the bounded range of {@link FlatSearch}, given what came before, so they compose adaptively.
 * ∎
 *
 * <p><b>Sampling.</b> Exact, through {@link FlatSearch}.
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
 * @param projection of the rows; none by default
 * @param intercept whether the schema's constant is one more coordinate
 * @param blocks into which rows are divided; 0 for the rule
 * @param bits of the grid: 2^bits weights on either side of zero
 * @param regularization λ beside the mean loss of a block
 */
public record GridAggregate(
    Projection projection, boolean intercept, int blocks, int bits, double regularization)
    implements Learner {

  private static final int BITS = 20;
  private static final double REGULARIZATION = 1e-3;
  private static final double LEAST_REGULARIZATION = 1e-6;
  private static final int MOST_BLOCKS = 1 << 24;

  public GridAggregate {
    Objects.requireNonNull(projection, "projection");
    Check.between("blocks", blocks, 0, MOST_BLOCKS);
    Check.between("bits", bits, 1, WeightGrid.MOST_BITS);
    Check.positive("regularization", regularization);
  }

  /** Returns the learner in its default configuration. */
  public static GridAggregate withDefaults() {
    return new GridAggregate(
        new Projection(Projection.Kind.SIGNS, Integer.MAX_VALUE, 1),
        /* intercept= */ true,
        0,
        BITS,
        REGULARIZATION);
  }

  @Override
  public String name() {
    return "grid-aggregate";
  }

  @Override
  public String summary() {
    return "best halfspaces of blocks of rows, combined weight after weight by private interior"
        + " points, few features, no margin needed (sample and aggregate)";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("blocks", blocks == 0 ? "auto" : Integer.toString(blocks));
    settings.put("bits", Integer.toString(bits));
    settings.put("regularization", Double.toString(regularization));
    settings.put(Projection.KEY, projection.text());
    settings.put("draw", Integer.toString(projection.draw()));
    settings.put("intercept", LegacySetting.text(intercept));
    return settings;
  }

  @Override
  public GridAggregate with(String key, String value) {
    return switch (key) {
      case "blocks" ->
          new GridAggregate(
              projection,
              intercept,
              LegacySetting.wholeNumberOrAuto(key, value, MOST_BLOCKS),
              bits,
              regularization);
      case "bits" ->
          new GridAggregate(
              projection,
              intercept,
              blocks,
              LegacySetting.wholeNumber(key, value, 1, WeightGrid.MOST_BITS),
              regularization);
      case "regularization" ->
          new GridAggregate(
              projection,
              intercept,
              blocks,
              bits,
              LegacySetting.number(key, value, LEAST_REGULARIZATION, 1));
      case Projection.KEY -> withProjection(projection.with(value));
      case "draw" ->
          withProjection(
              projection.withDraw(LegacySetting.wholeNumber(key, value, 0, Integer.MAX_VALUE)));
      case "intercept" ->
          new GridAggregate(
              projection, LegacySetting.onOff(key, value), blocks, bits, regularization);
      default -> throw LegacySetting.unknown(name(), key, settings());
    };
  }

  private GridAggregate withProjection(Projection other) {
    return new GridAggregate(other, intercept, blocks, bits, regularization);
  }

  /** Returns the weights to choose from. */
  WeightGrid grid() {
    return WeightGrid.forPenalty(bits, regularization);
  }

  /** How many features are left; the number that would be best is not known without a margin. */
  int features(int all) {
    return projection.outputsOrAll(all, Double.POSITIVE_INFINITY);
  }

  /** Returns how many weights of a halfspace are planned for. */
  int unknowns(int all) {
    return features(all) + (intercept ? 1 : 0);
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    try {
      return planned(shape, guarantee).describe(this, shape);
    } catch (DemiluneException e) {
      return new Plan.Refused(name(), e.getMessage());
    }
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    return RowsNeeded.asymptotic(
        OptionalDouble.empty(),
        "(features/ε) · ln(weights of the grid) blocks, of 1/error² rows each at least: a rate for"
            + " its convex loss, see docs/proofs/grid-aggregate.md");
  }

  private AggregatePlan planned(Shape shape, Guarantee guarantee) {
    ModelMemory.require(shape);
    projection.requireMemory(shape.features(), features(shape.features()));
    return AggregatePlan.of(this, shape, guarantee);
  }

  @Override
  public PrivateFit fit(BoundedDataset data, Allowance allowance, Progress progress) {
    allowance.requireAdjacency(data.adjacency());
    AggregatePlan plan =
        ChargedPlan.of(
            data, allowance, shape -> planned(shape, allowance.guarantee()), AggregatePlan::event);
    Randomness randomness = allowance.use(data.adjacency());
    Search search = Search.of(data, this, plan.blocks(), randomness.stream("blocks"));
    int[][] chosen = new int[Shape.outputs(data.classes())][];
    for (int problem = 0; problem < chosen.length; problem++) {
      int positive = Halfspaces.positive(problem, data.classes());
      int[] weights = search.weights();
      for (int j = 0; j < plan.unknowns(); j++) {
        Randomness stream = randomness.stream("weight " + j + " of " + problem);
        if (j < weights.length - 1) {
          long[] answers = search.answers(positive, weights, j);
          weights[j] = grid().at(plan.among().choose(answers, plan.blocks(), stream));
        } else if (j < weights.length) { // without a constant there is one weight less
          StepFunction right = search.right(positive, weights);
          weights[j] = grid().at(plan.last().choose(right, 0, stream));
        }
        progress.step(problem * plan.unknowns() + j + 1, chosen.length * plan.unknowns());
      }
      chosen[problem] = weights;
    }
    return new PrivateFit(
        search.classifier(chosen), allowance.certify(name(), settings(), plan.event()));
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    projection.requireMemory(data.features(), features(data.features()));
    Search search = Search.of(data, this, /* blocks= */ 1, Randomness.reproducible(0));
    int[][] chosen = new int[Shape.outputs(data.classes())][];
    for (int problem = 0; problem < chosen.length; problem++) {
      int positive = Halfspaces.positive(problem, data.classes());
      int[] weights = search.weights();
      for (int j = 0; j < weights.length - 1; j++) {
        weights[j] = grid().at(BigInteger.valueOf(search.answers(positive, weights, j)[0]));
      }
      weights[weights.length - 1] = best(search.right(positive, weights));
      chosen[problem] = weights;
    }
    return new UnprotectedFit(search.classifier(chosen));
  }

  /** The middle of the first stretch of weights that get most rows right. */
  private int best(StepFunction right) {
    int best = 0;
    for (int piece = 1; piece < right.pieces(); piece++) {
      best = right.value(piece) > right.value(best) ? piece : best;
    }
    return grid().at(right.first(best).add(right.last(best)).shiftRight(1));
  }

  /** The rows in blocks, what they answer, and the way back to a model of the data. */
  record Search(
      BoundedDataset data,
      Optional<LinearEmbedding> map,
      BoundedDataset view,
      RowBlocks rows,
      GridAggregate settings) {

    static Search of(
        BoundedDataset data, GridAggregate settings, int blocks, Randomness randomness) {
      Optional<LinearEmbedding> map =
          settings.projection.mapTo(data.features(), settings.features(data.features()));
      BoundedDataset view = Projection.images(data, map);
      int constant = settings.intercept ? view.gridIntercept() : 0;
      return new Search(
          data, map, view, RowBlocks.of(view, constant, blocks, randomness), settings);
    }

    /** Returns weights to be filled in, one for each feature and for a constant if there is one. */
    int[] weights() {
      return new int[view.features() + (settings.intercept && view.gridIntercept() > 0 ? 1 : 0)];
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
                int[] best =
                    BlockHinge.solve(
                        rows.part(number), positive, settings.regularization, grid, weights, given);
                return grid.place(best[given]).longValueExact();
              })
          .toArray();
    }

    /** Counts, for every last weight, the rows that it gets right: private. */
    StepFunction right(int positive, int[] weights) {
      return LastWeight.right(rows, positive, settings.grid(), weights);
    }

    LinearClassifier classifier(int[][] chosen) {
      return Projection.pullBack(data, map, Halfspaces.classifier(view, chosen));
    }
  }
}
