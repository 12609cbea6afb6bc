// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * The public cells of a number: {@value #CELLS} intervals of its position, finer toward the low end
 * of the range, toward its high end and around zero, where amounts tend to crowd.
 *
 * <p>Half of the edges are evenly spaced. The others approach the crowded places in steps of a
 * constant ratio, so that a range declared ten thousand times too wide still has cells to divide
 * the rows by. A number whose schema declares a scale, which already stretches the crowded places,
 * has even cells.
 */
public final class CellGrid {

  /** The number of cells, a power of two. */
  public static final int CELLS = 64;

  private static final int EVEN = CELLS / 2;
  private static final double FIRST = StrictMath.pow(2, -4.5); // of the width, where steps begin
  private static final double RATIO = StrictMath.pow(2, -0.75);
  private static final int AROUND_ZERO = 16; // on each side
  private static final int TOWARD_LOW = 20;
  private static final int TOWARD_HIGH = 12;

  private static final int SLOTS = 1 << 9; // a power of two: positions are multiplied exactly

  private final double[] edges; // CELLS + 1 of them, from 0 to 1

  private final double[] widths; // of the cells
  private final byte[] firstCells; // the cell in which each slot of [0, 1] begins

  private CellGrid(double[] edges) {
    this.edges = edges;
    widths = new double[CELLS];
    for (int i = 0; i < CELLS; i++) {
      widths[i] = edges[i + 1] - edges[i];
    }
    firstCells = new byte[SLOTS];
    for (int slot = 0, cell = 0; slot < SLOTS; slot++) {
      while (cell < CELLS - 1 && edges[cell + 1] <= (double) slot / SLOTS) {
        cell++;
      }
      firstCells[slot] = (byte) cell;
    }
  }

  /** Returns the cells of a number, from what the schema says of it. */
  public static CellGrid of(Part.Number part) {
    NavigableSet<Double> edges = new TreeSet<>();
    boolean scaled = part.scale() != AmountScale.LINEAR;
    int even = scaled ? CELLS : EVEN;
    for (int i = 0; i <= even; i++) {
      edges.add((double) i / even);
    }
    if (!scaled) {
      if (part.zeroInside()) {
        double zero = part.positionOf(0);
        edges.add(zero);
        addSteps(edges, zero, 1, AROUND_ZERO);
        addSteps(edges, zero, -1, AROUND_ZERO);
      } else {
        addSteps(edges, 0, 1, TOWARD_LOW);
        addSteps(edges, 1, -1, TOWARD_HIGH);
      }
    }
    while (edges.size() > CELLS + 1) {
      edges.remove(closest(edges));
    }
    while (edges.size() < CELLS + 1) {
      edges.add(middleOfWidest(edges));
    }
    return new CellGrid(edges.stream().mapToDouble(edge -> edge).toArray());
  }

  private static void addSteps(NavigableSet<Double> edges, double from, int direction, int steps) {
    double step = FIRST;
    for (int i = 0; i < steps; i++, step *= RATIO) {
      double edge = from + direction * step;
      if (edge > 0 && edge < 1) {
        edges.add(edge);
      }
    }
  }

  /** Returns an inner edge of the narrowest cell. */
  private static double closest(NavigableSet<Double> edges) {
    double previous = 0;
    double narrowest = Double.POSITIVE_INFINITY;
    double found = 0;
    for (double edge : edges.tailSet(0.0, false)) {
      if (edge - previous < narrowest) {
        narrowest = edge - previous;
        found = edge < 1 ? edge : previous; // the ends stay
      }
      previous = edge;
    }
    return found;
  }

  private static double middleOfWidest(NavigableSet<Double> edges) {
    double previous = 0;
    double widest = 0;
    double middle = 0;
    for (double edge : edges) {
      if (edge - previous > widest) {
        widest = edge - previous;
        middle = (edge + previous) / 2;
      }
      previous = edge;
    }
    return middle;
  }

  /** Returns the edges: {@value #CELLS} + 1 positions from 0 to 1. */
  public double[] edges() {
    return edges.clone();
  }

  /** Returns an edge. */
  public double edge(int index) {
    return edges[index];
  }

  /** Returns the cell of a position, which lies between 0 and 1. */
  int cell(double position) {
    int cell = firstCells[(int) Math.max(0, Math.min(SLOTS - 1, position * SLOTS))];
    while (cell < CELLS - 1 && edges[cell + 1] <= position) { // rarely more than once
      cell++;
    }
    return cell; // the last cell contains its upper edge
  }

  /** Returns how far a position is within its cell, from 0 to 1. */
  double place(int cell, double position) {
    return (position - edges[cell]) / widths[cell];
  }
}
