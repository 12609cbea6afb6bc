// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import dev.demilune.mechanism.NoisySum;
import dev.demilune.random.Randomness;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/**
 * The mean of the directions of many blocks, released in rounds: each looks only at a ball around
 * the mean that was released before, and adds noise in proportion to the ball.
 *
 * <p><b>Claim.</b> If a neighbor replaces one of the directions, round k is a sum of L2 sensitivity
 * 2·r_k, given the rounds before it, r_k being its public radius; so all rounds together cost the
 * composition of their events.
 *
 * <p><b>Proof.</b> Let c be the center that was released before, at first 0. A direction p adds p -
 * c, an integer vector, to the sum, if its norm is at most r_k, and otherwise a shorter one, whose
 * norm is checked in integers. It depends on p, c and r_k only. So replacing one direction moves
 * the sum by at most 2·r_k. The next center is c plus the noisy sum over the public number of
 * blocks, rounded and clamped: post-processing. ∎
 *
 * <p>Radii follow from the noise: {@link #SHRINK} times its length in the mean, so that the next
 * ball holds the mean of the blocks in most runs. What is far away counts, too, but as if it were
 * on the ball. docs/proofs/grid-aggregate.md says what follows for the error.
 *
 * <p><b>Sampling.</b> That of the {@link NoisySum}.
 *
 * <p><b>Relies on.</b> Blocks of which a neighbor changes one ({@link RowBlocks}).
 *
 * <p><b>Source.</b> Means of clipped answers are of Nissim, Raskhodnikova and Smith (2007); balls
 * that shrink are of Biswas, Dong, Kamath and Ullman (2020). Radii and integers are ours.
 *
 * @param blocks how many directions there are: public
 * @param rounds in order
 */
record BlockMean(int blocks, List<Round> rounds) {

  /** Radius of the next ball over the length of the noise of a mean. */
  private static final double SHRINK = 2;

  /** The largest norm of a direction for which sums of squares are exact. */
  static final long MOST_UNIT = 1 << 24;

  /** Integers as small as this would be lost in rounding. */
  private static final long LEAST_RADIUS = 64;

  /**
   * One release.
   *
   * @param radius of the ball around the last center
   * @param noise for the sensitivity of twice that
   */
  record Round(long radius, NoisySum noise) {

    /** Returns the root mean square of the length of the noise in a mean of directions. */
    double noiseLength(int features, int blocks) {
      return noise.noiseStandardDeviation(features) * Math.sqrt(features) / blocks;
    }
  }

  BlockMean {
    rounds = List.copyOf(rounds);
  }

  /**
   * Returns the rounds.
   *
   * @param unit the largest norm of a direction
   * @param noise for a sum of a given sensitivity
   */
  static BlockMean of(
      int blocks, int features, long unit, int rounds, LongFunction<NoisySum> noise) {
    List<Round> all = new ArrayList<>();
    long radius = unit;
    for (int k = 0; k < rounds; k++) {
      Round round = new Round(radius, noise.apply(2 * radius)); // one direction is replaced
      all.add(round);
      double next = Math.ceil(SHRINK * round.noiseLength(features, blocks));
      radius = (long) Math.max(LEAST_RADIUS, Math.min((double) radius, next));
    }
    return new BlockMean(blocks, all);
  }

  /** Returns the largest norm of a direction. */
  long unit() {
    return rounds.get(0).radius();
  }

  /** Returns by which share the second ball is smaller than the first; 1 if there is none. */
  double contraction() {
    return rounds.size() == 1 ? 1 : (double) rounds.get(1).radius() / unit();
  }

  /**
   * Returns the length of the noise of the last round, in units of a direction.
   *
   * @param features of a direction
   */
  double noiseLength(int features) {
    return rounds.get(rounds.size() - 1).noiseLength(features, blocks) / unit();
  }

  /**
   * Releases the mean.
   *
   * @param directions one for each block, of norm {@link #unit} at most: private
   */
  int[] release(long[][] directions, Randomness randomness) {
    long[] center = new long[directions[0].length];
    long largest = 2 * unit(); // clamps what is noise alone, so that scores stay exact
    for (int k = 0; k < rounds.size(); k++) {
      long[] sum = new long[center.length];
      for (long[] direction : directions) {
        long[] part = direction.clone();
        for (int j = 0; j < part.length; j++) {
          part[j] -= center[j];
        }
        clip(part, rounds.get(k).radius());
        for (int j = 0; j < sum.length; j++) {
          sum[j] += part[j];
        }
      }
      rounds.get(k).noise().release(sum, randomness.stream("round " + k));
      for (int j = 0; j < center.length; j++) {
        long moved = center[j] + Math.round((double) sum[j] / blocks);
        center[j] = Math.max(-largest, Math.min(largest, moved));
      }
    }
    int[] mean = new int[center.length];
    for (int j = 0; j < mean.length; j++) {
      mean[j] = Math.toIntExact(center[j]);
    }
    return mean;
  }

  /**
   * Returns the direction of some weights, as integers of norm at most {@code unit}; zeros if they
   * are zeros.
   */
  static long[] direction(int[] weights, int features, long unit) {
    double squares = 0;
    for (int j = 0; j < features; j++) {
      squares += (double) weights[j] * weights[j];
    }
    long[] direction = new long[features];
    double factor = squares > 0 ? unit / Math.sqrt(squares) : 0;
    for (int j = 0; j < features; j++) {
      direction[j] = Math.round(weights[j] * factor);
    }
    clip(direction, unit);
    return direction;
  }

  /** Shortens a vector to a norm, in integers: doubles propose, the sum of squares decides. */
  static void clip(long[] vector, long norm) {
    double length = Math.sqrt((double) squares(vector));
    if (length > norm) {
      for (int j = 0; j < vector.length; j++) {
        vector[j] = (long) (vector[j] * (norm / length)); // toward zero
      }
    }
    while (squares(vector) > norm * norm) { // ends at the latest with zeros
      for (int j = 0; j < vector.length; j++) {
        vector[j] -= Long.signum(vector[j]);
      }
    }
  }

  /** At most 64 squares of numbers below 2^27, which differences from a center are: exact. */
  private static long squares(long[] vector) {
    long sum = 0;
    for (long value : vector) {
      sum += value * value;
    }
    return sum;
  }
}
