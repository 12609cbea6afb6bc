// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

/**
 * Rows as lines of one piece of a {@link FaceLattice}, with the number of mistakes that the points
 * between them make: private.
 *
 * <p>A row with the coefficients (a, b, c), c ≥ 0, has the points (u, v) with a·M + b·u + c·2^s·v ≥
 * h above it, s being the lattice's shift; signs are changed where c would be negative, and h is 1
 * or 0 so that a product of zero, which is no positive one, goes to the other side. No point lies
 * on a line then, and lines that cross between two columns cross nowhere else.
 *
 * <p>Lines are ordered in a column by (h - a·M - b·u)/c, and equal ones by their number. This is an
 * order of the numbers of points below them, too. Where it changes is found by one division in
 * integers.
 */
final class FaceLines {

  private final FaceLattice lattice;
  private final int count;
  private final int[] a;
  private final int[] b;
  private final int[] c;
  private final int[] h;

  /** 1 if points above the line are wrong about the row, and -1 if points below are. */
  private final int[] change;

  private final int wrongBelowAll;

  /** Hears where a line has so many mistakes just below it. */
  @FunctionalInterface
  interface Visitor {

    /**
     * Called for consecutive columns, from left to right.
     *
     * @param from the first column
     * @param end the first column behind
     */
    void edge(long from, long end, int mistakesBelow);
  }

  FaceLines(FaceLattice lattice, SpaceRows rows, int piece) {
    this.lattice = lattice;
    this.count = rows.size();
    this.a = new int[count];
    this.b = new int[count];
    this.c = new int[count];
    this.h = new int[count];
    this.change = new int[count];
    int wrong = 0;
    for (int i = 0; i < count; i++) {
      int up = rows.value(i, FaceLattice.up(piece));
      int sign = up < 0 ? -1 : 1;
      a[i] = sign * FaceLattice.fixedSign(piece) * rows.value(i, FaceLattice.fixed(piece));
      b[i] = sign * FaceLattice.alongSign(piece) * rows.value(i, FaceLattice.along(piece));
      c[i] = sign * up;
      h[i] = sign > 0 ? 1 : 0; // above: a product of at least 1, or of at most 0 if signs changed
      boolean positiveAbove = sign > 0;
      change[i] = positiveAbove == rows.isPositive(i) ? -1 : 1;
      wrong += change[i] < 0 ? 1 : 0;
    }
    this.wrongBelowAll = wrong;
  }

  int count() {
    return count;
  }

  /** The mistakes that a point just above a line makes more than one just below: 1 or -1. */
  int change(int line) {
    return change[line];
  }

  /** Returns sums of the points below a line, from a column on that the line passes through. */
  CutSum sum(int line, long origin) {
    return new CutSum(lattice, a[line], b[line], c[line], h[line], origin);
  }

  /** Visits the columns in which a line passes between points. */
  void visit(int line, Visitor visitor) {
    if (c[line] == 0) {
      return; // between columns, or nowhere
    }
    long from = 0;
    long end = lattice.columns();
    // The lowest point is below the line: b·u ≤ h - 1 - (a - c)·M.
    long fixed = (long) a[line] - c[line];
    if (b[line] == 0) {
      end = fixed < 0 || (fixed == 0 && h[line] == 1) ? end : 0;
    } else if (b[line] > 0) {
      end = lattice.floorQuotient(-fixed, h[line] - 1, b[line]) + 1;
    } else {
      from = lattice.ceilQuotient(fixed, 1 - h[line], -b[line]);
    }
    // The highest point is above: -b·u ≤ (a + c)·M - c·2^s - h.
    fixed = (long) a[line] + c[line];
    long less = -((long) c[line] << lattice.shift()) - h[line];
    if (b[line] == 0) {
      end = fixed > 0 ? end : 0;
    } else if (b[line] < 0) {
      end = Math.min(end, lattice.floorQuotient(fixed, less, -b[line]) + 1);
    } else {
      from = Math.max(from, lattice.ceilQuotient(-fixed, -less, b[line]));
    }
    end = Math.min(end, lattice.columns());
    if (from < end) {
      mistakesBelow(line, from, end).visit(visitor::edge);
    }
  }

  private Steps mistakesBelow(int line, long from, long end) {
    Steps steps = new Steps(from, end, count);
    steps.everywhere(wrongBelowAll);
    long ai = a[line];
    long bi = b[line];
    long ci = c[line];
    for (int j = 0; j < count; j++) {
      if (j == line) {
        continue; // below itself
      }
      // Row j is below if A·M + B·u + E < τ. One that is between columns is passed if its own
      // a·M + b·u is at least h.
      int tau = j < line || c[j] == 0 ? 1 : 0;
      long fixed = c[j] * ai - ci * a[j];
      long slope = c[j] * bi - ci * b[j];
      long most = tau - 1 - (ci * h[j] - (long) c[j] * h[line]); // B·u ≤ most - A·M
      if (slope == 0) {
        if (fixed < 0 || (fixed == 0 && most >= 0)) {
          steps.everywhere(change[j]);
        }
      } else if (slope > 0) {
        steps.before(lattice.floorQuotient(-fixed, most, slope) + 1, change[j]);
      } else {
        steps.from(lattice.ceilQuotient(fixed, -most, -slope), change[j]);
      }
    }
    return steps;
  }

  /** Visits all columns with the mistakes of their highest points. */
  void visitTop(Visitor visitor) {
    Steps steps = new Steps(0, lattice.columns(), count);
    steps.everywhere(wrongBelowAll);
    for (int j = 0; j < count; j++) {
      // The highest point is above: -b·u ≤ (a + c)·M - c·2^s - h.
      long fixed = (long) a[j] + c[j];
      long less = -((long) c[j] << lattice.shift()) - h[j];
      if (b[j] == 0) {
        if (fixed > 0) {
          steps.everywhere(change[j]);
        }
      } else if (b[j] < 0) {
        steps.before(lattice.floorQuotient(fixed, less, -b[j]) + 1, change[j]);
      } else {
        steps.from(lattice.ceilQuotient(-fixed, -less, b[j]), change[j]);
      }
    }
    steps.visit(visitor::edge);
  }

  /** Returns the mistakes of the points of a column by their number, counted from the lowest. */
  Steps column(long column) {
    Steps steps = new Steps(0, 2 * lattice.half(), count);
    steps.everywhere(wrongBelowAll);
    for (int j = 0; j < count; j++) {
      if (c[j] > 0) {
        steps.from(CutSum.cut(lattice, a[j], b[j], c[j], h[j], column), change[j]);
      } else if (isPassed(j, column)) {
        steps.everywhere(change[j]);
      }
    }
    return steps;
  }

  /** Whether a·M + b·u is at least h, for a row that is between columns. */
  private boolean isPassed(int row, long column) {
    if (b[row] == 0) {
      return a[row] > 0;
    }
    return b[row] < 0
        ? column <= lattice.floorQuotient(a[row], -h[row], -b[row])
        : column >= lattice.ceilQuotient(-a[row], h[row], b[row]);
  }
}
