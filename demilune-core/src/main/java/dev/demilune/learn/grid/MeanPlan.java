// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Projection;
import dev.demilune.learn.Shape;
import dev.demilune.learn.choice.PureChoices;
import dev.demilune.mechanism.FlatSearch;
import dev.demilune.mechanism.L2Laplace;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.mechanism.NoisySum;
import dev.demilune.mechanism.ValueShift;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.RoundedGaussian;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.function.LongFunction;

/**
 * What a {@link GridAggregate} would do that averages the directions of blocks, from public
 * quantities alone, and what it refuses.
 *
 * @param mean of the directions of one halfspace
 * @param last chooses its threshold by the rows
 * @param halfspaces how many there are
 * @param features of each
 */
record MeanPlan(BlockMean mean, FlatSearch last, int halfspaces, int features) {

  /** The share of the budget for directions; thresholds have the rest. */
  private static final double FOR_DIRECTIONS = 0.8;

  /** A block should have this number of rows for each feature. */
  private static final double ROWS_PER_FEATURE = 4;

  /** But so many blocks that noise has this share of the length of a direction. */
  private static final double NOISE_WANTED = 0.1;

  /** With more the direction would be little more than noise. */
  private static final double MOST_NOISE = 0.5;

  private static final int MOST_ROUNDS = 4;
  private static final double LEAST_CONTRACTION = 1.0 / 3;
  private static final int MOST_BLOCKS = 1 << 24;

  static MeanPlan of(GridAggregate learner, Shape shape, Guarantee guarantee) {
    int halfspaces = Shape.outputs(shape.classes());
    int features = GridSettings.features(learner.values(), shape.features());
    double forChoices = learner.values().get(GridAggregate.INTERCEPT) ? 1 - FOR_DIRECTIONS : 0;
    double epsilon = guarantee.epsilon() * Rounding.PART_DOWN;
    Guarantee forSums = part(guarantee, epsilon * (1 - forChoices));
    long unit = unit(learner.grid());
    int blocks = blocks(learner, shape, features, noise(forSums, halfspaces).apply(2 * unit), unit);
    IntFunction<BlockMean> rounds =
        count -> BlockMean.of(blocks, features, unit, count, noise(forSums, halfspaces * count));
    return new MeanPlan(
        rounds(learner, rounds),
        new FlatSearch(
            learner.grid().size(),
            ValueShift.ofCounts(shape.adjacency()),
            // Without a constant nothing is chosen, and this is not part of the event.
            (forChoices > 0 ? epsilon * forChoices : epsilon) / halfspaces,
            AggregatePlan.FAILURE / halfspaces),
        halfspaces,
        features);
  }

  private static Guarantee part(Guarantee guarantee, double epsilon) {
    return guarantee instanceof PureDp
        ? PureDp.of(epsilon)
        : ApproximateDp.of(epsilon, guarantee.delta() * Rounding.PART_DOWN);
  }

  /** The norm of a direction: from 9 bits on thresholds on the grid reach beyond unit rows. */
  private static long unit(WeightGrid grid) {
    return Math.max(64, Math.min(BlockMean.MOST_UNIT, grid.radius() / 8));
  }

  /** Noise of the L2 ball for δ = 0, Gaussian noise otherwise. */
  private static LongFunction<NoisySum> noise(Guarantee guarantee, int releases) {
    if (guarantee instanceof PureDp) {
      double epsilon = guarantee.epsilon() * Rounding.PART_DOWN / releases; // basic composition
      return sensitivity -> {
        require(L2Laplace.canBeDrawn((double) sensitivity, epsilon), guarantee);
        return L2Laplace.of(sensitivity, epsilon);
      };
    }
    double multiplier = GaussianCalibration.noiseMultiplier(guarantee, releases);
    return sensitivity -> {
      NoisyIntegerSum sum = NoisyIntegerSum.of(sensitivity * sensitivity, multiplier);
      require(sum.noiseStandardDeviation() < RoundedGaussian.LARGEST_SIGMA, guarantee);
      return sum;
    };
  }

  private static void require(boolean canBeDrawn, Guarantee guarantee) {
    if (!canBeDrawn) {
      throw new DemiluneException(
          "the noise for " + guarantee.describe() + " cannot be drawn: use an ε nearer to 1");
    }
  }

  private static int blocks(
      GridAggregate learner, Shape shape, int features, NoisySum noise, long unit) {
    // The length of the noise of a sum, in directions; of a mean it is that over the blocks.
    double length = noise.noiseStandardDeviation(features) * Math.sqrt(features) / unit;
    int wanted = learner.values().get(GridAggregate.BLOCKS);
    if (wanted > 0) {
      return wanted; // whoever sets the blocks is told what that means
    }
    double rows = shape.rows() > 0 ? (double) shape.rows() : Double.POSITIVE_INFINITY;
    double blocks =
        Math.max(
            shape.rows() / (ROWS_PER_FEATURE * features),
            Math.min(rows, Math.ceil(length / NOISE_WANTED)));
    if (length > MOST_NOISE * Math.min(blocks, MOST_BLOCKS)) {
      throw new DemiluneException(
          String.format(
              Locale.ROOT,
              "the noise in a mean of %.0f directions of %d features would be %.2g of their length:"
                  + " bring at least %.0f rows, ask for a larger ε, set projection to fewer"
                  + " features, or use net-choice, or with a δ noisy-descent",
              blocks,
              features,
              length / blocks,
              Math.ceil(length / MOST_NOISE)));
    }
    return (int) Math.max(1, Math.min(MOST_BLOCKS, blocks));
  }

  private static BlockMean rounds(GridAggregate learner, IntFunction<BlockMean> rounds) {
    int wanted = learner.values().get(GridAggregate.ROUNDS);
    if (wanted > 0) {
      return rounds.apply(wanted);
    }
    for (int count = MOST_ROUNDS; count > 1; count--) {
      BlockMean mean = rounds.apply(count);
      if (mean.contraction() <= LEAST_CONTRACTION) {
        return mean;
      }
    }
    return rounds.apply(1);
  }

  PrivacyEvent event(boolean choosesThresholds) {
    List<PrivacyEvent> events = new ArrayList<>();
    for (BlockMean.Round round : mean.rounds()) {
      events.add(new PrivacyEvent.Repeated(round.noise().event(), halfspaces));
    }
    if (choosesThresholds) {
      events.add(new PrivacyEvent.Repeated(last.event(), halfspaces));
    }
    return new PrivacyEvent.Composed(events);
  }

  Outlook outlook(GridAggregate learner, Shape shape) {
    Outlook outlook =
        Outlook.of(expectation(learner, shape))
            .inSecretTime() // a block takes as many Newton steps as it needs
            .with("rows", PureChoices.rows(shape))
            .with(Projection.KEY, shape.features() + " to " + features + " features")
            .with("combine", "mean")
            .with("rounds", Integer.toString(mean.rounds().size()))
            .with("blocks", Integer.toString(mean.blocks()));
    if (shape.rows() > 0) {
      outlook =
          outlook.with(
              "rowsPerBlock",
              String.format(Locale.ROOT, "%.3g", (double) shape.rows() / mean.blocks()));
    }
    return outlook.inRandomOrder(); // rows are given to blocks by chance
  }

  private String expectation(GridAggregate learner, Shape shape) {
    String start =
        shape.rows() > 0
            ? ""
            : shape.adjacency().rowCountIsPublic()
                ? "the row count is public and known once the rows are read; "
                : "the row count is private and not needed; ";
    String direction =
        String.format(
            Locale.ROOT,
            "noise moves the mean direction of %d blocks by about %.2g of its length%s",
            mean.blocks(),
            mean.noiseLength(features),
            mean.noiseLength(features) > MOST_NOISE ? ", which leaves little of it" : "");
    return learner.values().get(GridAggregate.INTERCEPT)
        ? start
            + direction
            + String.format(
                Locale.ROOT,
                ", and the threshold gets at most %d rows fewer right than the best there is (with"
                    + " probability 0.95)",
                last.loss())
        : start + direction;
  }
}
