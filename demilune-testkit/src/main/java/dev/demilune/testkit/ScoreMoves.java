// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.mechanism.Exponential;
import dev.demilune.random.Randomness;
import dev.demilune.testkit.Recording.RecordedRace;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/**
 * By how much more a neighbor moves one candidate's score than another's. Candidates that raced in
 * groups are compared one by one, wherever the groups of either table end.
 */
final class ScoreMoves {

  /** Directions that are asked where candidates cannot be listed. */
  private static final int PROBES = 200;

  private ScoreMoves() {}

  static Move of(Exponential mechanism, Release one, Release other) {
    if (one.held() instanceof RecordedRace race) {
      return move(mechanism, ofRaces(one, race, (RecordedRace) other.held()));
    }
    if (one.held() instanceof long[] scores) {
      return move(mechanism, ofLists(one, scores, (long[]) other.held()));
    }
    Randomness randomness = Seeds.randomness("probes");
    if (one.output() instanceof long[]) {
      return move(mechanism, ofProbes(one, other, (long[] last) -> anyPoint(last, randomness)));
    }
    Generator generator = Generator.of(randomness);
    return move(mechanism, ofProbes(one, other, (int[] last) -> anyDirection(last, generator)));
  }

  private static Move move(Exponential mechanism, LongSummaryStatistics moved) {
    long range = Math.subtractExact(moved.getMax(), moved.getMin());
    return new Move(
        (double) range / mechanism.scoreRange(),
        range <= mechanism.scoreRange(),
        "scores by " + moved.getMin() + " to " + moved.getMax());
  }

  private static LongSummaryStatistics ofRaces(
      Release release, RecordedRace one, RecordedRace other) {
    Law.require(
        one.candidates().equals(other.candidates()),
        "%s has %s candidates, and %s on the neighboring table",
        release,
        one.candidates(),
        other.candidates());
    TreeSet<BigInteger> starts = new TreeSet<>(one.starts());
    starts.addAll(other.starts());
    LongSummaryStatistics moved = new LongSummaryStatistics();
    int mine = -1;
    int others = -1;
    for (BigInteger start : starts) {
      mine += begins(one.starts(), mine + 1, start) ? 1 : 0;
      others += begins(other.starts(), others + 1, start) ? 1 : 0;
      moved.accept(Math.subtractExact(one.scores().get(mine), other.scores().get(others)));
    }
    return moved;
  }

  private static boolean begins(List<BigInteger> starts, int group, BigInteger candidate) {
    return group < starts.size() && starts.get(group).equals(candidate);
  }

  private static LongSummaryStatistics ofLists(Release release, long[] one, long[] other) {
    Moves.requireSameSize(release, one.length, other.length);
    LongSummaryStatistics moved = new LongSummaryStatistics();
    for (int i = 0; i < one.length; i++) {
      moved.accept(Math.subtractExact(one[i], other[i]));
    }
    return moved;
  }

  /** Rejection from all directions: any vector is one. */
  private static int[] anyDirection(int[] returned, Generator generator) {
    int[] direction = new int[returned.length];
    Arrays.setAll(direction, j -> (int) Math.rint(generator.normal() * (1 << 16)));
    return direction;
  }

  /** Points of a lattice, named by numbers of which all bits may be used: any numbers are one. */
  private static long[] anyPoint(long[] returned, Randomness randomness) {
    long[] name = new long[returned.length];
    Arrays.setAll(name, j -> randomness.nextLong());
    return name;
  }

  /**
   * Choices without a list: candidates that are asked are the one that was returned and many at
   * random. Scores may all stay, by the claim of such a choice, so 0 is among their moves.
   */
  @SuppressWarnings("unchecked") // what a choice without a list holds
  private static <C> LongSummaryStatistics ofProbes(
      Release one, Release other, UnaryOperator<C> another) {
    ToLongFunction<C> mine = (ToLongFunction<C>) one.held();
    ToLongFunction<C> others = (ToLongFunction<C>) other.held();
    C candidate = (C) one.output();
    LongSummaryStatistics moved = new LongSummaryStatistics();
    moved.accept(0);
    for (int probe = 0; probe < PROBES; probe++) {
      moved.accept(Math.subtractExact(mine.applyAsLong(candidate), others.applyAsLong(candidate)));
      candidate = another.apply(candidate);
    }
    return moved;
  }
}
