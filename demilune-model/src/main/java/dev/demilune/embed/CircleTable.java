// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

import dev.demilune.schema.RowGrid;

/**
 * Points of a circle as pairs of 16-bit integers, for images that have one point for each of m
 * angles.
 *
 * <p>Each point's integers (a, b) have m(a² + b²) ≤ RADIUS² by the choice of the circle's radius,
 * so no image exceeds the norm of a stored row.
 */
final class CircleTable {

  // The nearest point is at most 1/16384 of a turn away: a quarter of a grid unit for m = 2,500.
  static final int POINTS = 1 << 13;

  /** How many points of the table an angle of one radian passes. */
  static final double PLACES_PER_RADIAN = POINTS / (2 * Math.PI);

  // Adding this leaves the nearest integer in the lowest bits of the sum, up to 2^51.
  private static final double ROUNDER = 0x1.8p52;

  private final int[] points; // cosine in the low half, sine in the high half

  /**
   * @param count m, how many angles an image has
   */
  CircleTable(int count) {
    // Rounding moves a point by at most √(1/2), so m points by at most √(m/2).
    double radius = RowGrid.RADIUS / Math.sqrt(count) - Math.sqrt(0.5);
    double[] point = new double[2];
    points = new int[POINTS];
    for (int i = 0; i < POINTS; i++) {
      CosineSine.point(i / PLACES_PER_RADIAN, radius, point, 0);
      points[i] = ((int) Math.rint(point[1]) << 16) | ((int) Math.rint(point[0]) & 0xffff);
    }
  }

  /** Writes the points of all angles. */
  void write(double[] angles, short[] into) {
    for (int i = 0; i < angles.length; i++) {
      write(angles[i] * PLACES_PER_RADIAN, into, 2 * i);
    }
  }

  /** Writes the point nearest to a place, which counts points from angle zero. */
  void write(double place, short[] into, int at) {
    write((int) Double.doubleToRawLongBits(place + ROUNDER), into, at);
  }

  /** Writes a point, counted from angle zero, modulo whole turns. */
  void write(int number, short[] into, int at) {
    int point = points[number & (POINTS - 1)];
    into[at] = (short) point;
    into[at + 1] = (short) (point >> 16);
  }
}
