// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import dev.demilune.internal.Check;
import java.io.Serializable;
import java.util.Arrays;

/**
 * A division of the real line into cells, in which scores are counted. Public: chosen without
 * looking at the rows. Every score is in exactly one cell.
 *
 * <p>Cell i holds the scores from edge i - 1, included, to edge i, excluded; the first and the last
 * cell have no outer edge.
 */
public final class ScoreCells implements Serializable {

  private static final long serialVersionUID = 1;

  // Positive edges, in log odds. Narrow near zero, for models that say little; steps of 1/2 where
  // the sigmoid bends; wide beyond 4, where even a scale far from one leaves it flat.
  private static final double[] LOG_ODDS = {0.125, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 4, 6, 9, 14};

  private final double[] edges;

  private ScoreCells(double[] edges) {
    this.edges = edges;
  }

  /** Returns the cells between increasing edges; copies them. */
  public static ScoreCells between(double... edges) {
    for (int i = 0; i < edges.length; i++) {
      if (!Double.isFinite(edges[i]) || (i > 0 && !(edges[i - 1] < edges[i]))) {
        throw new IllegalArgumentException("edges must be finite and increasing");
      }
    }
    return new ScoreCells(edges.clone());
  }

  /**
   * Returns 26 cells, symmetric around zero, for scores that are log odds up to a factor that a
   * calibration has to find. With less than a sixteenth of the unit, or more than 14 units, scores
   * cannot be told from each other.
   *
   * @param unit of the scores: 1 for log odds
   */
  public static ScoreCells ofLogOdds(double unit) {
    Check.positive("unit", unit);
    int half = LOG_ODDS.length;
    double[] edges = new double[2 * half + 1];
    for (int i = 0; i < half; i++) {
      edges[half + 1 + i] = LOG_ODDS[i] * unit;
      edges[half - 1 - i] = -LOG_ODDS[i] * unit;
    }
    return between(edges);
  }

  /** Returns the number of cells. */
  public int count() {
    return edges.length + 1;
  }

  /** Returns the cell of a score. Infinite scores have one, and NaN has that of zero. */
  public int of(double score) {
    double clean = Double.isNaN(score) ? 0 : score + 0.0; // -0.0 is found before an edge at 0.0
    int at = Arrays.binarySearch(edges, clean);
    return at >= 0 ? at + 1 : -at - 1;
  }

  /** Returns the lower end of a cell: minus infinity for the first. */
  public double low(int cell) {
    return cell == 0 ? Double.NEGATIVE_INFINITY : edges[cell - 1];
  }

  /** Returns the upper end of a cell: infinity for the last. */
  public double high(int cell) {
    return cell == edges.length ? Double.POSITIVE_INFINITY : edges[cell];
  }

  /** Returns a score that stands for the cell: its middle; of an outer cell, near its edge. */
  public double middle(int cell) {
    if (edges.length == 0) {
      return 0;
    }
    if (cell == 0) {
      return edges[0] - Math.abs(edges[0]) / 4;
    }
    return cell == edges.length
        ? edges[cell - 1] + Math.abs(edges[cell - 1]) / 4
        : (edges[cell - 1] + edges[cell]) / 2;
  }
}
