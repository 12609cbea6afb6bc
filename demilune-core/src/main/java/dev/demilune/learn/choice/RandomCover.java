// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import dev.demilune.embed.PublicDraw;

/** Random directions, uniform on the sphere: a public draw, which anybody can repeat. */
final class RandomCover implements Cover {

  private final int dimension;
  private final long count;
  private final double margin;
  private final PublicDraw draw;
  private final double[] direction;
  private long made;

  private RandomCover(int dimension, long count, double margin, PublicDraw draw) {
    this.dimension = dimension;
    this.count = count;
    this.margin = margin;
    this.draw = draw;
    this.direction = new double[dimension];
  }

  /** Returns so many directions, independent and uniform, that rows must lean to by a margin. */
  static RandomCover ofSphere(int dimension, long count, double margin, PublicDraw draw) {
    return new RandomCover(dimension, count, margin, draw);
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
    for (int j = 0; j < dimension; j++) {
      direction[j] = draw.normal();
    }
  }
}
