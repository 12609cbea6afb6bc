// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

/**
 * For every level the least and the largest coordinate seen at which the depth reaches it. Used by
 * one thread at a time.
 */
final class LevelEnds {

  private final Rational from;
  private final Rational to;
  private final long fromStep;
  private final long toStep;
  private final Rational[] low;
  private final Rational[] high;
  private final long[] lowStep;
  private final long[] highStep;
  private final int depthAtFrom;
  private final int depthAtTo;

  /** Starts with the greatest depths at the two ends; coordinates outside are ignored. */
  LevelEnds(int largestLevel, Rational from, int depthAtFrom, Rational to, int depthAtTo) {
    this.from = from;
    this.to = to;
    this.fromStep = Quotients.step(from.doubleValue());
    this.toStep = Quotients.step(to.doubleValue());
    this.low = new Rational[largestLevel + 1]; // null: the level has not been seen
    this.high = new Rational[largestLevel + 1];
    this.lowStep = new long[largestLevel + 1];
    this.highStep = new long[largestLevel + 1];
    this.depthAtFrom = depthAtFrom;
    this.depthAtTo = depthAtTo;
    // the ends of the range count as candidates for both sides
    offerLow(depthAtFrom, from, fromStep);
    offerHigh(depthAtFrom, from, fromStep);
    offerLow(depthAtTo, to, toStep);
    offerHigh(depthAtTo, to, toStep);
  }

  /** Notes the depths at the thresholds of a line, whose unknown is the coordinate. */
  void offer(Flat line, LineSweep sweep) {
    // From the left only a depth above all before it can be new, and from the right likewise.
    int reached = depthAtFrom;
    for (int group = 0; group < sweep.groups(); group++) {
      int depth = sweep.depth(group);
      if (depth > reached) {
        int row = sweep.row(group);
        long step = Quotients.step(line.nearly(row, 0));
        if (isWithin(line, row, step)) { // depths beyond the range do not count
          reached = depth;
          // A coordinate that is certainly larger is skipped before its fraction is formed.
          if (low[depth] == null || Quotients.compareSteps(step, lowStep[depth]) <= 0) {
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
        if (isWithin(line, row, step)) {
          reached = depth;
          if (high[depth] == null || Quotients.compareSteps(step, highStep[depth]) >= 0) {
            offerHigh(depth, line.quotient(row, 0), step);
          }
        }
      }
    }
  }

  /** Whether the coordinate of a row's threshold lies between the ends. */
  boolean isWithin(Flat flat, int row) {
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

  /** Notes that a depth is reached at a coordinate between the ends. */
  void offer(int depth, Rational coordinate) {
    long step = Quotients.step(coordinate.doubleValue());
    offerLow(depth, coordinate, step);
    offerHigh(depth, coordinate, step);
  }

  private void offerLow(int depth, Rational coordinate, long step) {
    if (low[depth] == null || coordinate.compareTo(low[depth]) < 0) { // exact comparison decides
      low[depth] = coordinate;
      lowStep[depth] = step;
    }
  }

  private void offerHigh(int depth, Rational coordinate, long step) {
    if (high[depth] == null || coordinate.compareTo(high[depth]) > 0) {
      high[depth] = coordinate;
      highStep[depth] = step;
    }
  }

  /** Notes all that another has seen between the same ends. */
  void offer(LevelEnds other) {
    for (int level = 0; level < low.length; level++) {
      if (other.low[level] != null) {
        offerLow(level, other.low[level], other.lowStep[level]);
      }
      if (other.high[level] != null) {
        offerHigh(level, other.high[level], other.highStep[level]);
      }
    }
  }

  /** The least coordinate of each level: a point that reaches a level reaches those below it. */
  Rational[] lows() {
    Rational[] lows = low.clone();
    for (int level = lows.length - 2; level >= 0; level--) {
      Rational above = lows[level + 1];
      // From the highest level down: each inherits the ends of the levels above it.
      if (lows[level] == null || (above != null && above.compareTo(lows[level]) < 0)) {
        lows[level] = above;
      }
    }
    return lows;
  }

  /** The largest coordinate of each level. */
  Rational[] highs() {
    Rational[] highs = high.clone();
    for (int level = highs.length - 2; level >= 0; level--) {
      Rational above = highs[level + 1];
      if (highs[level] == null || (above != null && above.compareTo(highs[level]) > 0)) {
        highs[level] = above;
      }
    }
    return highs;
  }
}
