// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * For every level the least and the largest coordinate seen at which the depth reaches it.
 *
 * <p>Threads read the doubles of the ends at any time, and change ends one at a time. An end only
 * moves outwards, so an old one that a thread reads is still an end of points that were seen.
 */
final class LevelEnds implements DepthRecords {

  private final Rational from;
  private final Rational to;
  private final long fromStep;
  private final long toStep;
  private final int depthAtFrom;
  private final int depthAtTo;
  private final Rational[] low; // changed and read exactly under the lock alone
  private final Rational[] high;
  private final AtomicLongArray lowStep;
  private final AtomicLongArray highStep;

  /** Starts with the greatest depths at the two ends; coordinates outside are ignored. */
  LevelEnds(int largestLevel, Rational from, int depthAtFrom, Rational to, int depthAtTo) {
    this.from = from;
    this.to = to;
    this.fromStep = Quotients.step(from.doubleValue());
    this.toStep = Quotients.step(to.doubleValue());
    this.depthAtFrom = depthAtFrom;
    this.depthAtTo = depthAtTo;
    this.low = new Rational[largestLevel + 1]; // null: the level has not been seen
    this.high = new Rational[largestLevel + 1];
    this.lowStep = new AtomicLongArray(largestLevel + 1);
    this.highStep = new AtomicLongArray(largestLevel + 1);
    for (int level = 0; level <= largestLevel; level++) {
      lowStep.set(level, Long.MAX_VALUE); // beyond all coordinates
      highStep.set(level, Long.MIN_VALUE);
    }
    // the ends of the range count as candidates for both sides
    offerLow(depthAtFrom, from, fromStep);
    offerHigh(depthAtFrom, from, fromStep);
    offerLow(depthAtTo, to, toStep);
    offerHigh(depthAtTo, to, toStep);
  }

  /** The largest level that is reached both at or before the range and at or after it. */
  @Override
  public int known(double rangeFrom, double rangeTo) {
    return Math.min(
        reachedBefore(Quotients.step(rangeFrom)), reachedAfter(Quotients.step(rangeTo)));
  }

  /** A level whose low is certainly before a step: the largest one, but for ends that are near. */
  private int reachedBefore(long step) {
    int reached = depthAtFrom; // at the end of the range, before all that counts
    int above = lowStep.length();
    while (above - reached > 1) { // lows grow with the level
      int middle = (reached + above) >>> 1;
      if (isCertainlyBelow(lowStep.get(middle), step)) {
        reached = middle;
      } else {
        above = middle;
      }
    }
    return reached;
  }

  private int reachedAfter(long step) {
    int reached = depthAtTo;
    int above = highStep.length();
    while (above - reached > 1) {
      int middle = (reached + above) >>> 1;
      if (isCertainlyBelow(step, highStep.get(middle))) {
        reached = middle;
      } else {
        above = middle;
      }
    }
    return reached;
  }

  /** Steps of levels that were not seen are the largest and the least: nothing may overflow. */
  private static boolean isCertainlyBelow(long step, long other) {
    return step < Long.MAX_VALUE - Quotients.MARGIN && step + Quotients.MARGIN <= other;
  }

  @Override
  public void offer(Flat line, LineSweep sweep, double rangeFrom, double rangeTo) {
    long least = Quotients.step(rangeFrom) - Quotients.MARGIN;
    long most = Quotients.step(rangeTo) + Quotients.MARGIN;
    // From the left only a depth above all before it can be new, and from the right likewise.
    int reached = depthAtFrom;
    for (int group = 0; group < sweep.groups(); group++) {
      int depth = sweep.depth(group);
      if (depth > reached) {
        int row = sweep.row(group);
        long step = Quotients.step(line.nearly(row, 0));
        if (step >= least && step <= most && isWithin(line, row, step)) {
          reached = depth;
          // A coordinate that is certainly larger is skipped before its fraction is formed.
          if (!isCertainlyBelow(lowStep.get(depth), step)) {
            offerLow(depth, line.quotient(row, 0), step);
          }
        }
      }
    }
    reached = depthAtTo;
    for (int group = sweep.groups() - 1; group >= 0; group--) {
      int depth = sweep.depth(group);
      if (depth > reached) {
        int row = sweep.row(group);
        long step = Quotients.step(line.nearly(row, 0));
        if (step >= least && step <= most && isWithin(line, row, step)) {
          reached = depth;
          if (!isCertainlyBelow(step, highStep.get(depth))) {
            offerHigh(depth, line.quotient(row, 0), step);
          }
        }
      }
    }
  }

  @Override
  public boolean isWithin(Flat flat, int row) {
    return isWithin(flat, row, Quotients.step(flat.nearly(row, 0)));
  }

  private boolean isWithin(Flat flat, int row, long step) {
    int aboveFrom = Quotients.compareSteps(step, fromStep);
    int aboveTo = Quotients.compareSteps(step, toStep);
    if (aboveFrom == 0) { // too near for doubles: decided exactly
      aboveFrom = flat.quotient(row, 0).compareTo(from);
    }
    if (aboveTo == 0) {
      aboveTo = flat.quotient(row, 0).compareTo(to);
    }
    return aboveFrom >= 0 && aboveTo <= 0;
  }

  @Override
  public void offer(int depth, Flat flat, int row) {
    if (isWithin(flat, row)) {
      Rational coordinate = flat.quotient(row, 0);
      long step = Quotients.step(coordinate.doubleValue());
      offerLow(depth, coordinate, step);
      offerHigh(depth, coordinate, step);
    }
  }

  /** A point that reaches a level reaches those below it, so lows grow with the level. */
  private synchronized void offerLow(int depth, Rational coordinate, long step) {
    for (int level = depth; level >= 0; level--) {
      if (low[level] != null && coordinate.compareTo(low[level]) >= 0) { // exact comparison decides
        return;
      }
      low[level] = coordinate;
      lowStep.set(level, step);
    }
  }

  private synchronized void offerHigh(int depth, Rational coordinate, long step) {
    for (int level = depth; level >= 0; level--) {
      if (high[level] != null && coordinate.compareTo(high[level]) <= 0) {
        return;
      }
      high[level] = coordinate;
      highStep.set(level, step);
    }
  }

  /** The least coordinate of each level; null where it is not reached. */
  synchronized Rational[] lows() {
    return low.clone();
  }

  /** The largest coordinate of each level; null where it is not reached. */
  synchronized Rational[] highs() {
    return high.clone();
  }
}
