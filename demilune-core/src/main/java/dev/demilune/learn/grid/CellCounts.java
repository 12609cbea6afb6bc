// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import java.math.BigInteger;
import java.util.stream.IntStream;

/**
 * How many points of one piece of a {@link FaceLattice} make how many mistakes: private.
 *
 * <p><b>Claim.</b> The counts are exact, in about n² steps for n rows and a sort for each.
 *
 * <p><b>Proof.</b> In a column let g_1 ≤ ... ≤ g_n be the numbers of points below the lines that
 * pass between its points, in order, and s_0, ..., s_n the mistakes between them, from the lowest
 * points to the highest. The points with s mistakes are then the sum over i of g_i·([s_(i-1) = s] -
 * [s_i = s]), and 2V·[s_n = s]. So every line adds, by itself, the points below it to the count of
 * the mistakes just below it and takes them off the count just above it; along a line these
 * mistakes change where it crosses another, which needs a sort, and between two crossings {@link
 * CutSum} has the sum over all columns. ∎
 *
 * <p>Each line takes part in it by itself, so that cores share the work; sums of integers do not
 * depend on their order.
 */
final class CellCounts {

  /** Fewer lines are done sooner by one core. */
  private static final int WORTH_SHARING = 64;

  private final long[] counts; // two longs for each number of mistakes

  private CellCounts(int rows) {
    this.counts = new long[2 * (rows + 1)];
  }

  static CellCounts of(FaceLattice lattice, FaceLines lines) {
    IntStream numbers = IntStream.range(0, lines.count());
    CellCounts all =
        (lines.count() < WORTH_SHARING ? numbers : numbers.parallel())
            .collect(
                () -> new CellCounts(lines.count()),
                (counts, line) -> counts.addLine(lines, line),
                CellCounts::addAll);
    all.addTop(lattice, lines);
    return all;
  }

  /** Returns how many points make so many mistakes. */
  BigInteger points(int mistakes) {
    return WideCount.of(counts, mistakes);
  }

  private void addLine(FaceLines lines, int line) {
    LineSums sums = new LineSums(lines, line);
    lines.visit(
        line,
        (from, end, below) -> {
          WideCount points = sums.over(from, end);
          points.addTo(counts, below);
          points.negate();
          points.addTo(counts, below + lines.change(line));
        });
  }

  private void addTop(FaceLattice lattice, FaceLines lines) {
    WideCount points = new WideCount();
    lines.visitTop(
        (from, end, mistakes) -> {
          points.clear();
          points.addProduct(end - from, 2 * lattice.half());
          points.addTo(counts, mistakes);
        });
  }

  private void addAll(CellCounts others) {
    WideCount count = new WideCount();
    for (int mistakes = 0; 2 * mistakes < counts.length; mistakes++) {
      count.clear();
      count.addFrom(others.counts, mistakes);
      count.addTo(counts, mistakes);
    }
  }

  /** Sums over the columns of a line, visited in order. */
  private static final class LineSums {
    private final FaceLines lines;
    private final int line;
    private final WideCount before = new WideCount();
    private final WideCount here = new WideCount();
    private final WideCount scratch = new WideCount();
    private CutSum sum;

    LineSums(FaceLines lines, int line) {
      this.lines = lines;
      this.line = line;
    }

    /** The points below, from the column where the last call ended. */
    WideCount over(long from, long end) {
      if (sum == null) {
        sum = lines.sum(line, from);
      }
      sum.before(end, here, scratch);
      scratch.set(here);
      scratch.subtract(before);
      before.set(here);
      return scratch;
    }
  }
}
