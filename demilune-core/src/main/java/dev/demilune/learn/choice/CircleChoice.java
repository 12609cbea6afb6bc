// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import dev.demilune.mechanism.Exponential;
import dev.demilune.random.ExponentialRace;
import dev.demilune.random.Randomness;
import java.math.BigInteger;

/**
 * The exponential mechanism over all directions of a {@link PlaneDirections}, without visiting each
 * by itself for every row.
 *
 * <p><b>Claim.</b> The law of the choice is exactly that of {@link Exponential} among the {@link
 * PlaneDirections#POINTS} directions, scored by their mistakes.
 *
 * <p><b>Proof.</b> A row is right by the threshold for the directions of one arc around its own, of
 * less than a quarter of the circle to either side: so, going from its own direction to the
 * opposite one, the points are right up to some place and wrong from there on, and halving finds
 * the place by exact tests. Each arc raises the count of its points by one; its ends are sorted by
 * noting them at their points. Then the points are visited once around, and runs of equal counts
 * race as one group; a point of the winning run is drawn uniformly. Taking the count of right rows
 * from their number changes all scores alike, and so no probability. ∎
 */
final class CircleChoice {

  private final int[] right;

  /**
   * Counts, for every direction, the rows that it gets right.
   *
   * @param threshold at least 1, in the units of rows
   */
  CircleChoice(UnitRows rows, int positive, int threshold) {
    int[] changes = new int[PlaneDirections.POINTS];
    int everywhere = 0;
    for (int part = 0; part < rows.parts(); part++) {
      short[] values = rows.values(part);
      int[] labels = rows.labels(part);
      for (int i = 0; i < labels.length; i++) {
        // A row of the other classes is right for the opposite directions: y·z decides.
        int sign = labels[i] == positive ? 1 : -1;
        everywhere += add(sign * values[2 * i], sign * values[2 * i + 1], threshold, changes);
      }
    }
    right = changes; // becomes its running sum, in place
    right[0] += everywhere; // arcs that are open at point 0 began before it
    // Cannot overflow: no more arcs are open at a point than there are rows.
    for (int number = 1; number < right.length; number++) {
      right[number] += right[number - 1];
    }
  }

  /**
   * Notes both ends of a row's arc, and returns 1 if the arc began before point 0 and ends there or
   * later.
   */
  private static int add(int x, int y, int threshold, int[] changes) {
    if ((long) x * x + (long) y * y < (long) threshold * threshold) {
      return 0; // too short to be right for any direction
    }
    // The row's own direction lies between the points middle and middle + 1: one half of the
    // proof's arc begins at each.
    int middle = PlaneDirections.atOrBefore(x, y);
    int after = reach(x, y, threshold, middle + 1, 1);
    int before = reach(x, y, threshold, middle, -1);
    if (after + before == 0) {
      return 0; // the arc falls between two points
    }
    int first = Math.floorMod(middle - before + 1, PlaneDirections.POINTS);
    int end = Math.floorMod(middle + after + 1, PlaneDirections.POINTS);
    changes[first]++; // by one row, one arc: each count moves by at most one
    changes[end]--;
    return first > end ? 1 : 0;
  }

  /** How many points from one on are right, at most half of all. */
  private static int reach(int x, int y, int threshold, int from, int sense) {
    int least = 0;
    int most = PlaneDirections.POINTS / 2; // to the opposite direction, where every row is wrong
    while (least < most) {
      int some = (least + most + 1) / 2; // these are all right if the last of them is: see Proof
      // In integers, without rounding: a point is right or wrong by the same test for all rows.
      if (PlaneDirections.isRight(x, y, threshold, from + sense * (some - 1))) {
        least = some;
      } else {
        most = some - 1;
      }
    }
    return least;
  }

  /** The rows that a direction gets right: private. */
  int right(int number) {
    return right[number];
  }

  /** Chooses a direction. */
  int[] choose(Exponential mechanism, Randomness randomness) {
    ExponentialRace race = mechanism.race(randomness);
    for (int start = 0; start < right.length; ) {
      int end = start + 1;
      // Runs that meet at point 0 stay two groups: a group may be split without changing the law.
      while (end < right.length && right[end] == right[start]) {
        end++;
      }
      // Mistakes less the number of rows: all scores moved alike. Equal ones race as one group.
      race.enter(-right[start], BigInteger.valueOf(end - start));
      start = end;
    }
    // Uniform within the winning run, as the group's claim asks for.
    return PlaneDirections.point(race.place().intValueExact());
  }

  /** Returns the middle of the first run of directions that get most rows right. */
  int[] best() {
    int best = 0;
    for (int number = 1; number < right.length; number++) {
      best = right[number] > right[best] ? number : best;
    }
    int end = best;
    while (end + 1 < right.length && right[end + 1] == right[best]) {
      end++;
    }
    return PlaneDirections.point(best + (end - best) / 2);
  }
}
