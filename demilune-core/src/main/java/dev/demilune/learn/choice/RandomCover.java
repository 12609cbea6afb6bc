// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import dev.demilune.embed.PublicDraw;

/**
 * Random directions, uniform on the sphere or at given angles around one: a public draw, which
 * anybody can repeat.
 */
final class RandomCover implements Cover {

  private final int dimension;
  private final long count;
  private final double margin;
  private final PublicDraw draw;
  private final double[] center;
  private final double[] angles;
  private final double[] direction;
  private long made;

  private RandomCover(
      int dimension, long count, double margin, PublicDraw draw, double[] center, double[] angles) {
    this.dimension = dimension;
    this.count = count;
    this.margin = margin;
    this.draw = draw;
    this.center = center;
    this.angles = angles;
    this.direction = new double[dimension];
  }

  /**
   * Returns the candidates of a round of refinement: all over the sphere in the first, and later
   * around the winner of the round before.
   *
   * @param problem which halfspace of a model they are for
   */
  static RandomCover of(
      int dimension, long count, double margin, int draw, int problem, int round, int[] winner) {
    PublicDraw some = new PublicDraw(draw, "cover " + problem + ", round " + round);
    return round == 1
        ? ofSphere(dimension, count, margin, some)
        : around(winner, Refinement.angles(dimension, count, round), count, margin, some);
  }

  /** Returns this many directions, independent and uniform, for which rows must have a margin. */
  static RandomCover ofSphere(int dimension, long count, double margin, PublicDraw draw) {
    return new RandomCover(dimension, count, margin, draw, new double[0], new double[0]);
  }

  /**
   * Returns a direction, and others around it, at the angles given by turns.
   *
   * @param angles whose tangents are taken, in radians and below a quarter of the circle
   */
  static RandomCover around(
      int[] center, double[] angles, long count, double margin, PublicDraw draw) {
    double[] unit = new double[center.length];
    double squares = 0;
    for (int value : center) {
      squares += (double) value * value;
    }
    for (int j = 0; j < unit.length; j++) {
      unit[j] = squares > 0 ? center[j] / Math.sqrt(squares) : 0;
    }
    return new RandomCover(center.length, count, margin, draw, unit, angles);
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public double size() {
    return (double) count;
  }

  @Override
  public void fill(CandidateBlock block) {
    while (made < count && !block.isFull()) {
      draw();
      block.addDirection(direction, margin);
      made++;
    }
  }

  private void draw() {
    if (center.length > 0 && made == 0) {
      // The winner itself competes again: a round cannot lose it but by its own choice.
      System.arraycopy(center, 0, direction, 0, dimension);
      return;
    }
    double along = 0;
    for (int j = 0; j < dimension; j++) {
      direction[j] = draw.normal(); // normal in every coordinate: uniform as a direction
      along += center.length > 0 ? direction[j] * center[j] : 0;
    }
    if (center.length > 0) {
      turn(along, angles[(int) (made % angles.length)]);
    }
  }

  /** Turns the center by an angle toward the part of a normal vector that is orthogonal to it. */
  private void turn(double along, double angle) {
    double squares = 0;
    for (int j = 0; j < dimension; j++) {
      direction[j] -= along * center[j];
      squares += direction[j] * direction[j];
    }
    // In one dimension nothing is orthogonal to the center, which is then returned as it is.
    double factor = squares > 0 ? StrictMath.tan(angle) / Math.sqrt(squares) : 0;
    for (int j = 0; j < dimension; j++) {
      direction[j] = center[j] + factor * direction[j];
    }
  }
}
