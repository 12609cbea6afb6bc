// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

/**
 * Some halfspaces to choose from: integer vectors, and for each the score below which a row counts
 * as a mistake.
 *
 * <p>All first coordinates lie together, then all second ones, so that one row meets many
 * candidates at once ({@link MistakeCounts}).
 */
final class CandidateBlock {

  /** With twenty coordinates each, this many fit into the first-level cache. */
  static final int SIZE = 256;

  /**
   * Length that directions are brought to before rounding. A row is no longer than 2^15 and a
   * candidate no longer than this and the rounding, so that all sums fit 32 bits.
   */
  static final int RADIUS = 32_000;

  private final int[][] weights;
  private final int[] thresholds = new int[SIZE];
  private int size;

  CandidateBlock(int dimension) {
    weights = new int[dimension][SIZE];
  }

  int dimension() {
    return weights.length;
  }

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  boolean isFull() {
    return size == SIZE;
  }

  /**
   * Adds a candidate.
   *
   * @param threshold a row y·z counts as a mistake if its product with the vector is below this
   */
  void add(int[] vector, int threshold) {
    for (int j = 0; j < weights.length; j++) {
      weights[j][size] = vector[j]; // by coordinates, so that MistakeCounts reads in order
    }
    thresholds[size++] = threshold;
  }

  /** Adds a direction, brought to the length {@link #RADIUS}, that rows must lean to by a part. */
  void addDirection(double[] direction, double margin) {
    double squares = 0;
    for (double value : direction) {
      squares += value * value;
    }
    // Candidates are public: doubles decide which vectors there are, never how a row is counted.
    double factor = squares > 0 ? RADIUS / Math.sqrt(squares) : 0;
    for (int j = 0; j < weights.length; j++) {
      weights[j][size] = (int) Math.rint(direction[j] * factor);
    }
    thresholds[size++] = threshold(margin, RADIUS);
  }

  /** The product from which on a unit row is right by a margin; zero counts as wrong. */
  static int threshold(double margin, double length) {
    // Up: never less than the margin is asked for. Public, and so the same for both tables.
    return (int) Math.max(1, Math.ceil(margin * length * UnitRows.LENGTH));
  }

  int[] coordinate(int j) {
    return weights[j];
  }

  int[] thresholds() {
    return thresholds;
  }

  int[] vector(int candidate) {
    int[] vector = new int[weights.length];
    for (int j = 0; j < vector.length; j++) {
      vector[j] = weights[j][candidate];
    }
    return vector;
  }
}
