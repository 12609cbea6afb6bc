// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.network;

import dev.demilune.embed.PublicDraw;

/**
 * The public candidates of one round: all over the networks in the first, around the last winner in
 * the others.
 *
 * <p>The numbers of each layer have a fixed length, and a candidate's are those of a uniform
 * direction, or of the winner moved in a uniform direction. They depend on the draw, on the round
 * and on the winner; the winner itself is the first candidate.
 */
final class NetworkCover {

  private final NetworkShape shape;
  private final PublicDraw draw;
  private final double[] winner; // null in the first round
  private final double radius; // relative to a layer's length
  private boolean begun;

  private NetworkCover(NetworkShape shape, PublicDraw draw, double[] winner, double radius) {
    this.shape = shape;
    this.draw = draw;
    this.winner = winner;
    this.radius = radius;
  }

  static NetworkCover everywhere(NetworkShape shape) {
    return new NetworkCover(shape, new PublicDraw(shape.draw(), "network cover"), null, 0);
  }

  static NetworkCover around(NetworkShape shape, double[] winner, double radius, int round) {
    PublicDraw draw = new PublicDraw(shape.draw(), "network cover, round " + round);
    return new NetworkCover(shape, draw, winner, radius);
  }

  /** Returns the numbers of the next candidate. */
  double[] next() {
    if (winner != null && !begun) {
      begun = true;
      return winner.clone();
    }
    double[] numbers = new double[shape.numbers()];
    int start = 0;
    for (int layer = 0; layer < shape.depth(); layer++) {
      int end = start + shape.numbers(layer);
      double length = shape.length(layer);
      for (int i = start; i < end; i++) {
        numbers[i] = draw.normal();
      }
      if (winner != null) {
        lengthen(numbers, start, end, length * radius);
        for (int i = start; i < end; i++) {
          numbers[i] += winner[i];
        }
      }
      lengthen(numbers, start, end, length);
      start = end;
    }
    return numbers;
  }

  private static void lengthen(double[] numbers, int start, int end, double length) {
    double squares = 0;
    for (int i = start; i < end; i++) {
      squares += numbers[i] * numbers[i];
    }
    if (!(squares > 0)) { // a single number, moved by its opposite
      numbers[start] = 1;
      squares = 1;
    }
    double factor = length / Math.sqrt(squares);
    for (int i = start; i < end; i++) {
      numbers[i] *= factor;
    }
  }
}
