// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import java.util.Arrays;
import java.util.TreeSet;

/**
 * Chooses the points of a grid that a loss is moved to: its knots, as multiples of the spacing.
 *
 * <p>Buckets are as narrow as the spacing around the tilted mean and grow in proportion to the
 * distance from it: a bucket of width d adds about d² times its mass to the variance, and the
 * variance is already at least the square of the distance times the mass. They stay narrower than a
 * part of 1/λ, so that the tilt e^(λt) is nearly constant over a bucket. Losses on a lattice get
 * the knots beside each lattice point and no others. Whatever is chosen, the masses are bounds.
 */
final class GridPoints {

  /** More knots than this per kind of step cost time and gain little. */
  static final int MOST = 1 << 16;

  /** Knots are between this and its negative, so that no difference of two overflows. */
  static final int FARTHEST = (1 << 30) - 1;

  private GridPoints() {}

  /**
   * Chooses knots.
   *
   * @param bottom the lowest loss of interest, below 0
   * @param top the highest loss of interest, above 0
   * @param center the tilted mean
   * @param growth width of a bucket over its distance from the center
   * @param widest the largest width
   */
  static int[] choose(
      LossLaw law,
      double spacing,
      double offset,
      double bottom,
      double top,
      double center,
      double growth,
      double widest) {
    // 1e-6 of a knot more on each side, so that rounding leaves no loss of interest outside.
    int first =
        (int) Math.max(-FARTHEST, Math.min(-1, Math.floor(bottom / spacing - offset - 1e-6)));
    int last = (int) Math.min(FARTHEST, Math.max(1, Math.ceil(top / spacing - offset + 1e-6)));
    double lattice = law.lattice();
    // A lattice finer than the grid is treated as continuous.
    if (lattice >= spacing * (1 - 0x1p-30) && (top - bottom) / lattice < MOST / 2) {
      return beside(lattice / spacing, first, last);
    }
    int[] knots = new int[64];
    int count = 0;
    int knot = first;
    while (true) {
      if (count == knots.length) {
        knots = Arrays.copyOf(knots, 2 * count);
      }
      knots[count++] = knot;
      if (count > MOST) {
        // coarser buckets: still bounds
        return choose(law, spacing, offset, bottom, top, center, 2 * growth, 2 * widest);
      }
      if (knot >= last) {
        return Arrays.copyOf(knots, count);
      }
      // The distance of the bucket's nearer end, so that widths are narrow on both sides.
      double here = (knot + offset) * spacing;
      double distance = Math.abs(here - center);
      double width = Math.min(widest, growth * distance);
      if (here < center) {
        // the nearer end is the upper one here
        width = Math.min(width, growth / (1 + growth) * distance);
      }
      int step = (int) Math.max(1, Math.floor(width / spacing));
      // in longs: the sum may exceed an int
      knot = (int) Math.min(last, (long) knot + step);
    }
  }

  private static int[] beside(double stride, int first, int last) {
    TreeSet<Integer> knots = new TreeSet<>();
    knots.add(first);
    knots.add(0); // loss 0, where the curves change their representation
    knots.add(last);
    for (long i = (long) Math.ceil(first / stride); i * stride <= last + 0.5; i++) {
      double at = i * stride;
      long nearest = Math.round(at);
      // then one knot is enough; otherwise one on each side
      boolean onGrid = Math.abs(at - nearest) < 1e-9;
      knots.add((int) Math.max(first, Math.min(last, onGrid ? nearest : (long) Math.floor(at))));
      knots.add((int) Math.max(first, Math.min(last, onGrid ? nearest : (long) Math.ceil(at))));
    }
    return knots.stream().mapToInt(Integer::intValue).toArray();
  }
}
