// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.exhibit;

import dev.demilune.internal.Check;
import dev.demilune.mechanism.ThresholdChoice;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Halfspaces of the plane by a private threshold on angles, as published. NOT PRIVATE.
 *
 * <p><b>What it claims.</b> (ε, δ)-DP when one row is added or removed.
 *
 * <p><b>What it does.</b> A halfspace is the angle φ of its normal; it classifies a row x correctly
 * if cos φ·x₁ + sin φ·x₂ ≥ 0 agrees with its label. Rows are integers up to k, and the angles are
 * all multiples of γ = arcsin(1/(2k²)) up to 2π. (1) MakeData: every angle is listed max(⌈n +
 * Lap(2/ε)⌉, 1) times, where n counts the correctly classified rows whose own direction is less
 * than γ away. (2) MakeThrData: the C listed angles of the highest quality are kept, where the
 * quality counts the correctly classified rows and ties go to the larger angle; a random angle of
 * the others becomes the origin; kept angles up to the best one are labeled +1, those after it -1.
 * (3) A private learner of thresholds, with the other half of ε, finds where labels change.
 *
 * <p><b>Where the proof fails.</b> It calls (2) a post-processing of (1). But (2) reads the rows
 * again: one additional row can change which angle is best, and with it all C kept angles, not just
 * one of them. The threshold learner protects a change of one of its examples, not of all. (1) also
 * costs more than claimed: a row can be near two angles.
 *
 * <p><b>What the paper leaves open.</b> How ties between best angles are broken: {@link Tie}. Which
 * learner of thresholds: we use {@link ThresholdChoice}, which is proved private, so that the leak
 * is not its fault.
 *
 * <p><b>Source.</b> Huang, Chen and Tsai (ACML 2024), algorithms 1 to 3; that it is not private was
 * found by Nissim, Tsfadia and Yan (2025), appendix C.
 *
 * @param largest k
 * @param kept C
 * @param tie how ties between best angles are broken
 */
@NotPrivate("keeping the best angles reads the rows once more, and nobody pays for it")
public record HalfspacesViaThresholds(
    int largest, int kept, double epsilon, double delta, Tie tie) {

  private static final double FAILURE = 0.05;

  /** How ties between best angles are broken, in the order from the origin. */
  public enum Tie {
    /** The middle one: then the threshold stays among the best angles. */
    MIDDLE,
    /** The last one: then all labels are equal, and a threshold may lie anywhere after it. */
    LAST
  }

  public HalfspacesViaThresholds {
    Check.between("largest", largest, 1, 1000);
    Check.between("kept", kept, 1, 1_000_000);
    Check.positive("epsilon", epsilon);
    Check.notNegative("delta", delta);
    Objects.requireNonNull(tie, "tie");
  }

  /** One row: a nonzero point, and whether its label is +1. */
  public record Row(int x, int y, boolean positive) {}

  /** The counts that the steps read from the rows, for each angle. */
  static final class Counts {
    final long[] near; // n of step 1
    final long[] quality; // the rows that an angle classifies correctly

    Counts(int angles) {
      near = new long[angles];
      quality = new long[angles];
    }
  }

  /**
   * The examples for the threshold learner, whose positives are those labeled -1.
   *
   * @param origin the index of the angle at position 0
   */
  record ThresholdData(int origin, List<ThresholdChoice.Example> examples) {}

  /** γ. */
  double step() {
    return Math.asin(1 / (2.0 * largest * largest));
  }

  /** Returns the number of angles. */
  public int angles() {
    return (int) Math.floor(2 * Math.PI / step() + 1e-9) + 1; // includes 2π itself for k = 1
  }

  /** Returns the angle with this index. */
  double angle(int number) {
    return number * step();
  }

  /** Reads the rows. */
  Counts read(List<Row> rows) {
    Counts counts = new Counts(angles());
    for (Row row : rows) {
      double direction = Math.atan2(row.y(), row.x());
      direction += direction < 0 ? 2 * Math.PI : 0;
      for (int i = 0; i < angles(); i++) {
        double product = Math.cos(angle(i)) * row.x() + Math.sin(angle(i)) * row.y();
        if (product >= 0 == row.positive()) {
          counts.quality[i]++;
          counts.near[i] += Math.abs(direction - angle(i)) < step() ? 1 : 0;
        }
      }
    }
    return counts;
  }

  /** Step 1: how often each angle is listed. */
  long[] makeData(long[] near, Randomness randomness) {
    Geometric size =
        Geometric.of(epsilon / 2); // the integer part of the magnitude of Laplace noise
    long[] listed = new long[near.length];
    for (int i = 0; i < near.length; i++) {
      long whole = size.draw(randomness);
      long roundedUp = randomness.nextLong() < 0 ? -whole : whole + 1;
      listed[i] = Math.max(near[i] + roundedUp, 1);
    }
    return listed;
  }

  /** Step 2: the kept angles as examples of a threshold. It reads the rows: this is the leak. */
  ThresholdData makeThrData(long[] listed, long[] quality, Randomness randomness) {
    int[] best =
        IntStream.range(0, listed.length)
            .boxed()
            .sorted(
                (a, b) ->
                    quality[a] == quality[b]
                        ? Integer.compare(b, a)
                        : Long.compare(quality[b], quality[a]))
            .mapToInt(Integer::intValue)
            .toArray();
    long[] copies = new long[listed.length];
    long missing = kept;
    int different = 0;
    while (missing > 0 && different < best.length) {
      int angle = best[different++];
      copies[angle] = Math.min(listed[angle], missing);
      missing -= copies[angle];
    }
    int others = best.length - different;
    int origin = others == 0 ? 0 : best[different + (int) UniformInteger.below(others, randomness)];
    return label(origin, copies, quality, quality[best[0]]);
  }

  private ThresholdData label(int origin, long[] copies, long[] quality, long highest) {
    List<Integer> positions = new ArrayList<>(); // of the copies, in the order from the origin
    List<Integer> highestPositions = new ArrayList<>();
    for (int position = 0; position < copies.length; position++) {
      int angle = (origin + position) % copies.length;
      for (long copy = 0; copy < copies[angle]; copy++) {
        positions.add(position);
        if (quality[angle] == highest) {
          highestPositions.add(position);
        }
      }
    }
    int count = highestPositions.size();
    int best = highestPositions.get(tie == Tie.LAST ? count - 1 : count / 2);
    return new ThresholdData(
        origin,
        positions.stream()
            .map(position -> ThresholdChoice.Example.of(position, position > best))
            .toList());
  }

  /** Step 3: the angle at the threshold. */
  double threshold(ThresholdData data, Randomness randomness) {
    ThresholdChoice learner =
        ThresholdChoice.of(
            BigInteger.valueOf(angles()), Adjacency.ADD_OR_REMOVE_ONE, epsilon / 2, delta, FAILURE);
    int behind = learner.choose(data.examples(), 0, randomness).intValueExact();
    return angle((data.origin() + Math.max(0, behind - 1)) % angles());
  }

  /** Runs all steps on rows that were read, and returns the chosen angle. */
  double run(Counts counts, Randomness randomness) {
    long[] listed = makeData(counts.near, randomness);
    return threshold(makeThrData(listed, counts.quality, randomness), randomness);
  }

  /** Runs the algorithm and returns the angle of the normal that it chooses. */
  public double run(List<Row> rows, Randomness randomness) {
    return run(read(rows), randomness);
  }
}
