// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * The points of one piece that make a given number of mistakes, in a fixed order: by columns, and
 * upward in each. Finds the point of a number: private, until one is chosen.
 *
 * <p>As in {@link CellCounts}, points are what lies below some edges of lines less what lies below
 * others. Halving the columns finds the one with the point; edges that lie outside what is left are
 * dropped.
 */
final class CellPoints {

  /**
   * Part of a line, or of the upper border.
   *
   * @param sum of the points below, {@code null} for the upper border
   * @param added whether points below are among those that make so many mistakes, or are not
   */
  private record Edge(long from, long end, CutSum sum, boolean added) {}

  private final FaceLattice lattice;
  private final FaceLines lines;
  private final int mistakes;

  CellPoints(FaceLattice lattice, FaceLines lines, int mistakes) {
    this.lattice = lattice;
    this.lines = lines;
    this.mistakes = mistakes;
  }

  /**
   * Returns a point.
   *
   * @param number from 0, below the number of such points
   */
  FaceLattice.Point point(int piece, BigInteger number) {
    List<Edge> edges = edges();
    BigInteger left = number;
    long from = 0;
    long end = lattice.columns();
    while (end - from > 1) {
      long middle = from + (end - from) / 2;
      BigInteger before = points(edges, from, middle);
      if (left.compareTo(before) < 0) {
        end = middle;
      } else {
        left = left.subtract(before);
        from = middle;
      }
      edges = within(edges, from, end);
    }
    return new FaceLattice.Point(piece, from, height(from, left.longValueExact()));
  }

  private List<Edge> edges() {
    List<Edge> edges = new ArrayList<>();
    for (int line = 0; line < lines.count(); line++) {
      int number = line;
      lines.visit(
          line,
          (from, end, below) -> {
            int above = below + lines.change(number);
            if (below == mistakes || above == mistakes) {
              edges.add(new Edge(from, end, lines.sum(number, from), below == mistakes));
            }
          });
    }
    lines.visitTop(
        (from, end, top) -> {
          if (top == mistakes) {
            edges.add(new Edge(from, end, null, true));
          }
        });
    return edges;
  }

  private BigInteger points(List<Edge> edges, long from, long end) {
    WideCount points = new WideCount();
    WideCount below = new WideCount();
    WideCount scratch = new WideCount();
    for (Edge edge : edges) {
      long first = Math.max(from, edge.from);
      long last = Math.min(end, edge.end);
      if (first < last) {
        below.clear();
        if (edge.sum == null) {
          below.addProduct(last - first, 2 * lattice.half());
        } else {
          edge.sum.over(first, last, below, scratch);
        }
        if (!edge.added) {
          below.negate();
        }
        points.add(below);
      }
    }
    return points.toBigInteger();
  }

  private static List<Edge> within(List<Edge> edges, long from, long end) {
    List<Edge> kept = new ArrayList<>();
    for (Edge edge : edges) {
      if (edge.from < end && edge.end > from) {
        kept.add(edge);
      }
    }
    return kept;
  }

  /** The height of the point of a number within its column. */
  private long height(long column, long number) {
    long[] left = {number};
    long[] found = {-1};
    lines
        .column(column)
        .visit(
            (from, end, some) -> {
              if (some == mistakes && found[0] < 0) {
                found[0] = left[0] < end - from ? from + left[0] : -1;
                left[0] -= end - from;
              }
            });
    return found[0] - lattice.half();
  }
}
