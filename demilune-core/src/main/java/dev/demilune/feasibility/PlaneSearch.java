// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds the depths that are new on a plane, a {@link Flat} whose unknowns are t and y, without
 * visiting every crossing of its rows. The buffers serve one thread.
 *
 * <p><b>Claim.</b> For every floor f that is open and every row r that crosses it at a t in the
 * range, the depth at the crossing is offered, or was known when it was passed over. The same holds
 * for the greatest depth on every open upright row. Every depth offered is that of a point.
 *
 * <p><b>Proof.</b> The range of t is divided into slabs that overlap by more than an error of a t.
 * Heights are lines, so a row is above another somewhere in a slab only if it is so at one of its
 * two ends. At each end heights are replaced by ranks: the number of doubles of heights that are
 * smaller, a growing function of the height, rounded outwards by the error ({@link PlaneRows}). A
 * row's interval is from its least rank at the two ends to its largest. On the segment of f in the
 * slab a ceiling can hold only if its interval ends at or above the beginning of that of f, and
 * another floor only if its interval begins at or below the end of that of f. So the number of such
 * rows, with those that hold throughout, bounds the depth on the segment; if it is not above the
 * depth that is known in the slab, the segment is passed over. A row whose interval lies beyond
 * those of all other segments holds or fails on all of them and becomes a constant, or is dropped.
 * (Ranks and not heights, because lines that fan out do not cross.) What is left is divided into
 * narrower slabs, or each segment is swept by {@link LineSweep}, exactly, with the rows that are
 * not proved to be above or below it at both ends of the slab. Thresholds beyond the slab are not
 * offered. Points on upright rows have ranks as well: their depth is at most the greatest number of
 * rows that can hold at any one rank, and ranks where this is above what is known are kept as those
 * of segments are. ∎
 *
 * <p>Doubles decide what is looked at, never a depth or a coordinate. The time depends on how many
 * segments have to be looked at, and so on the rows.
 */
final class PlaneSearch {

  /** Slabs reach this many steps beyond their ends: more than the margin of offers and an error. */
  private static final int WIDER = 2 * Quotients.MARGIN;

  // Relative times of what follows, measured; they decide how slabs are divided, no results.
  private static final double SPLIT = 500; // of a row in two narrower slabs
  private static final double SCAN = 0.3; // of a row beside a segment
  private static final double SORT = 100; // of a row that crosses a segment
  private static final double SEGMENT = 400; // of a segment
  private static final double WORTHWHILE = 0.55; // of the time, for half of the slab

  private static final int LEAST_WIDENING = 8; // ranks that are kept beyond those that matter
  private static final int BLOCK = 32;
  private static final int PILOT_SEGMENTS = 8;
  private static final int PILOT_CROSSINGS = 16; // of each of them
  private static final int SEED_CROSSINGS = 1024;

  private final Slice slice;
  private final DepthRecords records;
  private final LineSweep sweep;
  private PlaneRows plane;
  private double[] left = new double[0]; // heights at the ends of the slab, by place among rows
  private double[] right = new double[0];
  private double[] error = new double[0];
  private long[] keys = new long[0];
  private int[] starts = new int[0]; // of a unit, by the order of keys
  private int[] ends = new int[0];
  private int[] low = new int[0]; // ranks
  private int[] high = new int[0];
  private int[] ceilingsFrom = new int[2]; // how many ceilings may hold at a rank
  private int[] floorsUpTo = new int[1];
  private int[] nextAbove = new int[1];
  private final double[] pilotCrossings = new double[PILOT_SEGMENTS * PILOT_CROSSINGS];
  private int crossingsKept;

  /**
   * A part of the range.
   *
   * @param rows floors and ceilings that matter, the segments to look at first
   * @param segments how many rows are segments to look at
   * @param steep how many of these, the last ones, leave the ranks that were kept
   * @param upright the upright rows whose t may be in the slab
   * @param constant the number of constraints that hold wherever it is looked
   * @param credit how much time may be spent on dividing it without gain
   */
  @SuppressWarnings("ArrayRecordComponent") // private, and nobody writes to the arrays
  private record Slab(
      double from,
      double to,
      int[] rows,
      int segments,
      int steep,
      int[] upright,
      int constant,
      double time,
      double credit) {

    Slab withSegments(int count) {
      return new Slab(from, to, rows, count, 0, upright, constant, time, credit);
    }

    Slab part(double partFrom, double partTo) {
      return new Slab(partFrom, partTo, rows, segments, steep, upright, constant, time, credit);
    }
  }

  PlaneSearch(Slice slice, DepthRecords records, LineSweep sweep) {
    this.slice = slice;
    this.records = records;
    this.sweep = sweep;
  }

  /** Divides a range at crossings into about this number of slabs. */
  static double[] ends(PlaneRows plane, double from, double to, int slabs) {
    int[] segments = plane.candidates();
    double[] crossings = plane.someCrossings(segments, plane.others(), from, to, 16 * slabs);
    List<Double> ends = new ArrayList<>(List.of(from));
    for (int i = 1; i < slabs && crossings.length > 0; i++) {
      double end = crossings[(int) ((long) i * crossings.length / slabs)];
      if (end > ends.get(ends.size() - 1)) {
        ends.add(end);
      }
    }
    ends.add(to);
    return ends.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** Searches a range of t. */
  void over(PlaneRows rows, double from, double to) {
    this.plane = rows;
    over(whole(from, to));
  }

  /**
   * Looks only at the segment that seems deepest in the middle of a range: what it finds makes
   * later searches faster.
   */
  void seed(PlaneRows rows, double from, double to) {
    this.plane = rows;
    Slab slab = whole(from, to);
    if (slab.segments == 0) {
      return;
    }
    double[] crossings = plane.someCrossings(slab.rows, slab.rows, from, to, SEED_CROSSINGS);
    double middle = crossings.length == 0 ? from : crossings[crossings.length / 2];
    locate(slab.rows, middle, middle);
    int deepest = 0;
    int most = -1;
    for (int i = 0; i < slab.segments; i++) {
      int depth = ceilingsFrom[low[i]] + floorsUpTo[high[i]];
      if (depth > most) {
        most = depth;
        deepest = i;
      }
    }
    int first = slab.rows[0];
    slab.rows[0] = slab.rows[deepest];
    slab.rows[deepest] = first;
    double widerFrom = Quotients.moved(from, -WIDER);
    double widerTo = Quotients.moved(to, WIDER);
    locate(slab.rows, widerFrom, widerTo);
    int[] places = IntStream.range(0, slab.rows.length).toArray();
    sweep(slab.withSegments(1), places, widerFrom, widerTo);
  }

  private Slab whole(double from, double to) {
    int[] segments = plane.candidates();
    int[] others = plane.others();
    int[] all = Arrays.copyOf(segments, segments.length + others.length);
    System.arraycopy(others, 0, all, segments.length, others.length);
    return new Slab(
        from,
        to,
        all,
        segments.length,
        0,
        plane.upright(),
        plane.constant(),
        Double.POSITIVE_INFINITY,
        0);
  }

  private void over(Slab slab) {
    double from = Quotients.moved(slab.from, -WIDER);
    double to = Quotients.moved(slab.to, WIDER);
    int known = records.known(from, to);
    // Upright rows whose t is elsewhere hold or fail throughout.
    int[] upright = new int[slab.upright.length];
    int uprights = 0;
    int constant = slab.constant;
    int bound = 0;
    boolean isOpen = false;
    for (int row : slab.upright) {
      int side = side(row, from, to);
      if (side == 0) {
        upright[uprights++] = row;
        bound += slice.weights().of(row);
        isOpen |= plane.isOpen(row);
      } else if (side == plane.flat().sign(row, 0)) {
        constant += slice.weights().of(row); // the slab lies where the row holds
      }
    }
    upright = Arrays.copyOf(upright, uprights);
    bound += constant;
    locate(slab.rows, from, to);

    // The ranks where more may hold than is known, and the next of them after each rank.
    int lowest = Integer.MAX_VALUE;
    int highest = -1;
    int next = Integer.MAX_VALUE;
    for (int rank = slab.rows.length; rank >= 0; rank--) {
      if (bound + ceilingsFrom[rank] + floorsUpTo[rank] > known) {
        next = rank;
        lowest = rank;
        highest = Math.max(highest, rank);
      }
      nextAbove[rank] = next;
    }
    if (highest < 0) {
      return;
    }
    int wider = (highest - lowest) / 2 + LEAST_WIDENING;
    lowest = Math.max(0, lowest - wider);
    highest = Math.min(slab.rows.length, highest + wider);
    int[] rows = new int[slab.rows.length];
    int[] places = new int[slab.rows.length]; // of the rows that are kept
    boolean[] isSegment = new boolean[slab.rows.length];
    int segments = 0;
    int steep = 0;
    for (int pass = 0; pass < 2; pass++) { // those that leave the ranks come last
      for (int i = 0; i < slab.segments; i++) {
        boolean leaves = i >= slab.segments - slab.steep || low[i] < lowest || high[i] > highest;
        if (leaves == (pass == 1)
            && nextAbove[low[i]] <= high[i]
            && bound + ceilingsFrom[low[i]] + floorsUpTo[high[i]] > known) {
          isSegment[i] = true;
          places[segments] = i;
          rows[segments++] = slab.rows[i];
          steep += pass;
        }
      }
    }
    if (segments == 0 && !isOpen) {
      return;
    }
    int kept = segments;
    for (int i = 0; i < slab.rows.length; i++) {
      if (isSegment[i]) {
        continue;
      }
      if (low[i] > highest || high[i] < lowest) {
        boolean above = low[i] > highest;
        constant += plane.isFloor(slab.rows[i]) != above ? slice.weights().of(slab.rows[i]) : 0;
      } else {
        places[kept] = i;
        rows[kept++] = slab.rows[i];
      }
    }
    double time = time(segments, rows, places, kept);
    boolean gains = time <= WORTHWHILE * slab.time;
    double credit = gains ? time : slab.credit / 2 - SPLIT * kept;
    Slab rest =
        new Slab(
            slab.from,
            slab.to,
            Arrays.copyOf(rows, kept),
            segments,
            steep,
            upright,
            constant,
            time,
            credit);
    double middle = credit > SPLIT * kept ? middle(slab.from, slab.to) : Double.NaN;
    if (middle > slab.from && middle < slab.to) {
      over(rest.part(slab.from, middle));
      over(rest.part(middle, slab.to));
    } else {
      sweep(rest, places, from, to);
      if (isOpen) {
        sweepUpright(rest);
      }
    }
  }

  /** Whether the slab lies before (-1) or after (1) the t of an upright row; 0 if not certain. */
  private int side(int row, double from, double to) {
    long step = Quotients.step(plane.flat().nearly(row, 0));
    if (Quotients.compareSteps(Quotients.step(from), step) > 0) {
      return 1;
    }
    return Quotients.compareSteps(Quotients.step(to), step) < 0 ? -1 : 0;
  }

  /** Computes heights and ranks, and counts the rows that may hold at each rank. */
  private void locate(int[] rows, double from, double to) {
    int count = rows.length;
    if (left.length < count) {
      left = new double[count];
      right = new double[count];
      error = new double[count];
      keys = new long[count];
      starts = new int[count];
      ends = new int[count];
      low = new int[count];
      high = new int[count];
      ceilingsFrom = new int[count + 2];
      floorsUpTo = new int[count + 1];
      nextAbove = new int[count + 1];
    }
    double most = Math.max(Math.abs(from), Math.abs(to));
    for (int i = 0; i < count; i++) {
      left[i] = plane.height(rows[i], from);
      right[i] = plane.height(rows[i], to);
      error[i] = plane.error(rows[i], most);
      if (!(Math.abs(left[i]) + Math.abs(right[i]) + error[i] < Double.POSITIVE_INFINITY)) {
        left[i] = 0; // nothing is known of this row
        right[i] = 0;
        error[i] = Double.POSITIVE_INFINITY;
      }
    }
    Arrays.fill(low, 0, count, Integer.MAX_VALUE);
    Arrays.fill(high, 0, count, 0);
    rank(left, count);
    rank(right, count);
    Arrays.fill(ceilingsFrom, 0, count + 2, 0);
    Arrays.fill(floorsUpTo, 0, count + 1, 0);
    for (int i = 0; i < count; i++) {
      int weight = slice.weights().of(rows[i]);
      if (plane.isFloor(rows[i])) {
        floorsUpTo[low[i]] += weight;
      } else {
        ceilingsFrom[high[i]] += weight;
      }
    }
    for (int rank = 1; rank <= count; rank++) {
      floorsUpTo[rank] += floorsUpTo[rank - 1];
    }
    for (int rank = count; rank >= 0; rank--) {
      ceilingsFrom[rank] += ceilingsFrom[rank + 1];
    }
  }

  /**
   * Widens the ranks by those at one end of the slab: from 0 to the number of rows. Heights are
   * sorted by their doubles, whose last bits are replaced by places; doubles equal but for these
   * bits are one unit, and ranks count units that are smaller, or not larger.
   */
  private void rank(double[] heights, int count) {
    int placeBits = Integer.SIZE - Integer.numberOfLeadingZeros(count);
    long placeMask = (1L << placeBits) - 1;
    for (int i = 0; i < count; i++) {
      keys[i] = (Quotients.step(heights[i] + 0.0) & ~placeMask) | i;
    }
    Arrays.sort(keys, 0, count);
    for (int k = 0; k < count; k++) {
      boolean isFirst = k == 0 || keys[k] >> placeBits != keys[k - 1] >> placeBits;
      starts[k] = isFirst ? k : starts[k - 1];
    }
    for (int k = count - 1; k >= 0; k--) {
      boolean isLast = k == count - 1 || starts[k + 1] == k + 1;
      ends[k] = isLast ? k + 1 : ends[k + 1];
    }
    for (int k = 0; k < count; k++) {
      int i = (int) (keys[k] & placeMask);
      long least = Quotients.step(heights[i] - error[i] + 0.0) >> placeBits;
      long most = Quotients.step(heights[i] + error[i] + 0.0) >> placeBits;
      int first = starts[k];
      while (first > 0 && keys[first - 1] >> placeBits >= least) { // seldom more than once
        first = starts[first - 1];
      }
      int end = ends[k];
      while (end < count && keys[end] >> placeBits <= most) {
        end = ends[end];
      }
      low[i] = Math.min(low[i], first);
      high[i] = Math.max(high[i], end);
    }
  }

  /** Whether one row is certainly above the other (1) or below it (-1) in the whole slab. */
  private int above(int place, int other) {
    double errors = error[place] + error[other];
    double first = left[place] - left[other];
    double last = right[place] - right[other];
    if (first > errors && last > errors) {
      return 1;
    }
    return first < -errors && last < -errors ? -1 : 0;
  }

  /** Estimates the time of sweeping all segments from some of them, whose crossings it keeps. */
  private double time(int segments, int[] rows, int[] places, int kept) {
    int pilots = Math.min(PILOT_SEGMENTS, segments);
    int crossings = 0;
    crossingsKept = 0;
    for (int i = 0; i < pilots; i++) {
      int segment = (int) ((long) i * segments / pilots);
      for (int j = 0; j < kept; j++) {
        if (j != segment && above(places[j], places[segment]) == 0) {
          if (crossings++ < (i + 1) * PILOT_CROSSINGS && crossingsKept < pilotCrossings.length) {
            pilotCrossings[crossingsKept++] = plane.crossing(rows[segment], rows[j]);
          }
        }
      }
    }
    double each = pilots == 0 ? 0 : SORT * crossings / pilots;
    return segments * (SEGMENT + SCAN * kept + each);
  }

  /** A t in the middle of some crossings of segments; no number if none was found. */
  private double middle(double from, double to) {
    int count = 0;
    for (int i = 0; i < crossingsKept; i++) {
      if (pilotCrossings[i] > from
          && pilotCrossings[i] < to) { // others are parallel, or just beyond
        pilotCrossings[count++] = pilotCrossings[i];
      }
    }
    Arrays.sort(pilotCrossings, 0, count);
    return count == 0 ? Double.NaN : pilotCrossings[count / 2];
  }

  /** Looks at every segment of a slab; heights and ranks are those of its rows, at their places. */
  private void sweep(Slab slab, int[] places, double from, double to) {
    RanksOfRows ranks = new RanksOfRows(slab, places);
    int[] crossing = new int[slab.rows.length + slab.upright.length];
    for (int i = 0; i < slab.segments; i++) {
      int segment = places[i];
      int constant = slab.constant + ranks.holdBeyond(low[segment], high[segment]);
      int count = 1; // the segment itself comes first
      crossing[0] = slab.rows[i];
      int most = slice.weights().of(slab.rows[i]);
      for (int block = 0; block < ranks.blocks(high[segment]); block++) {
        if (ranks.highest[block] < low[segment]) {
          continue; // all rows of the block are below
        }
        int end = Math.min(slab.rows.length, (block + 1) * BLOCK);
        for (int k = block * BLOCK; k < end; k++) {
          int j = ranks.byLow[k];
          int place = places[j];
          if (j == i || low[place] > high[segment] || high[place] < low[segment]) {
            continue;
          }
          int row = slab.rows[j];
          int above = above(place, segment);
          if (above == 0) {
            crossing[count++] = row;
            most += slice.weights().of(row);
          } else if (plane.isFloor(row) == (above < 0)) {
            constant += slice.weights().of(row);
          }
        }
      }
      for (int row : slab.upright) {
        crossing[count++] = row;
        most += slice.weights().of(row);
      }
      if (constant + most > records.known(from, to)) { // others may have found more by now
        boolean isCertain = i < slab.segments - slab.steep;
        Flat line = sweep(Arrays.copyOf(crossing, count), constant);
        if (isCertain) {
          records.offer(line, sweep, slab.from, slab.to);
        } else if (sweep.deepest() > records.known(from, to)) {
          sweepWholly(slab, slab.rows[i], from, to);
        }
      }
    }
  }

  /** Sweeps the line of the first row with the others. */
  private Flat sweep(int[] chosen, int constant) {
    Flat line = plane.flat().select(chosen).border(0, 1);
    sweep.over(line, slice.weights().select(chosen), constant);
    return line;
  }

  /** Sweeps a segment with all rows of the plane, not only those that were kept. */
  private void sweepWholly(Slab slab, int segment, double from, double to) {
    double most = Math.max(Math.abs(from), Math.abs(to));
    double atFrom = plane.height(segment, from);
    double atTo = plane.height(segment, to);
    double ownError = plane.error(segment, most);
    int constant = plane.constant();
    int[] crossing = new int[plane.flat().rows()];
    int count = 1;
    crossing[0] = segment;
    for (int row = 0; row < crossing.length; row++) {
      if (row == segment || plane.isConstant(row)) {
        continue;
      }
      int above = 0;
      if (plane.isUpright(row)) {
        above = side(row, from, to) * plane.flat().sign(row, 0); // 1 where it holds
        constant += above > 0 ? slice.weights().of(row) : 0;
      } else {
        double errors = ownError + plane.error(row, most);
        double first = plane.height(row, from) - atFrom;
        double last = plane.height(row, to) - atTo;
        above = first > errors && last > errors ? 1 : first < -errors && last < -errors ? -1 : 0;
        boolean holds = above != 0 && plane.isFloor(row) == (above < 0);
        constant += holds ? slice.weights().of(row) : 0;
      }
      if (above == 0) {
        crossing[count++] = row;
      }
    }
    Flat line = sweep(Arrays.copyOf(crossing, count), constant);
    records.offer(line, sweep, slab.from, slab.to);
  }

  /** The rows of a slab in the order of their least ranks, in blocks. */
  private final class RanksOfRows {

    private final int[] byLow;
    private final int[] highest; // rank of a block
    private final int[] startOf; // the first row with at least this low rank
    private final int[] ceilingsAbove; // ceilings with at least this low rank
    private final int[] floorsBelow; // floors with at most this high rank

    RanksOfRows(Slab slab, int[] places) {
      int rows = slab.rows.length;
      int ranks = 1;
      for (int i = 0; i < rows; i++) {
        ranks = Math.max(ranks, high[places[i]] + 1);
      }
      byLow = new int[rows];
      highest = new int[rows / BLOCK + 1];
      startOf = new int[ranks + 2];
      ceilingsAbove = new int[ranks + 2];
      floorsBelow = new int[ranks + 1];
      for (int i = 0; i < rows; i++) {
        int place = places[i];
        int weight = slice.weights().of(slab.rows[i]);
        startOf[low[place] + 1]++;
        if (plane.isFloor(slab.rows[i])) {
          floorsBelow[high[place]] += weight;
        } else {
          ceilingsAbove[low[place]] += weight;
        }
      }
      for (int rank = 1; rank <= ranks; rank++) {
        startOf[rank + 1] += startOf[rank];
        floorsBelow[rank] += floorsBelow[rank - 1];
      }
      for (int rank = ranks; rank >= 0; rank--) {
        ceilingsAbove[rank] += ceilingsAbove[rank + 1];
      }
      int[] next = startOf.clone();
      for (int i = 0; i < rows; i++) {
        int k = next[low[places[i]]]++;
        byLow[k] = i;
        highest[k / BLOCK] = Math.max(highest[k / BLOCK], high[places[i]]);
      }
    }

    /** How many constraints hold between two ranks because their rows lie beyond them. */
    int holdBeyond(int from, int to) {
      return ceilingsAbove[to + 1] + (from > 0 ? floorsBelow[from - 1] : 0);
    }

    /** How many blocks have rows that begin at or before a rank. */
    int blocks(int to) {
      return (startOf[to + 1] + BLOCK - 1) / BLOCK;
    }
  }

  /** Looks at the open upright rows of a slab, each at its own t. */
  private void sweepUpright(Slab slab) {
    int bound = slab.constant;
    for (int row : slab.upright) {
      bound += slice.weights().of(row);
    }
    for (int row : slab.upright) {
      if (plane.isOpen(row) && records.isWithin(plane.flat(), row)) {
        double t = plane.flat().nearly(row, 0);
        double from = Quotients.moved(t, -WIDER);
        double to = Quotients.moved(t, WIDER);
        locate(slab.rows, from, to);
        int peak = 0;
        for (int rank = 0; rank <= slab.rows.length; rank++) {
          peak = Math.max(peak, ceilingsFrom[rank] + floorsUpTo[rank]);
        }
        if (bound + peak > records.known(from, to)) {
          sweep.over(plane.flat().border(row, 0)); // all rows, along y
          records.offer(sweep.deepest(), plane.flat(), row);
        }
      }
    }
  }
}
