// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

/**
 * Chooses a grid's offset, as a fraction of its spacing, so that a law with a narrow bulk loses
 * little.
 *
 * <p>The lower curve of {@link LossMasses} is exact at a point if the lines of the two buckets
 * beside it cross there, that is at e^t = P/Q of the losses between the buckets' middles. If most
 * of the mass is between two middles, it is all merged to one loss, and only the position of that
 * loss matters: off the grid, it would move down by a fraction of the spacing in every step. So the
 * grid is moved to it.
 */
final class GridOffset {

  /** Offsets are multiples of this, so that sums of them are exact. */
  private static final double UNIT = 0x1p-20;

  /** Beyond this number of steps sums of offsets are not exact. */
  private static final double MOST_STEPS = 0x1p32;

  private GridOffset() {}

  static double of(LossLaw law, double spacing, double totalTimes, double bottom, double top) {
    // The offset only decides how tight the bounds are: where in doubt, 0.
    if (spacing < 1e-10 || totalTimes > MOST_STEPS || isAnchored(law)) {
      return 0;
    }
    double low = bottom;
    double high = top;
    for (int i = 0; i < 30; i++) { // the median of L, to 2^-30 of the range
      double middle = (low + high) / 2;
      if (pUpTo(law, middle) < 0.5) {
        low = middle;
      } else {
        high = middle;
      }
    }
    double point = high;
    for (int i = 0; i < 4; i++) {
      // the masses between the middles of the two buckets
      double p = pUpTo(law, point + spacing / 2) - pUpTo(law, point - spacing / 2);
      double q = qUpTo(law, point + spacing / 2) - qUpTo(law, point - spacing / 2);
      double next = Math.log(p / q); // where the two lines cross
      if (!(Math.abs(next - point) < spacing)) { // NaN too: the bulk is not narrow
        return 0;
      }
      point = next;
    }
    double knots = point / spacing;
    return Math.rint((knots - Math.rint(knots)) / UNIT) * UNIT; // from -1/2 to 1/2
  }

  /** Whether the law's losses, or an atom at the highest, need a grid with knots at them. */
  static boolean isAnchored(LossLaw law) {
    return law.lattice() > 0
        || (law.highest() < Double.POSITIVE_INFINITY
            && law.highest() > 0
            && law.pAbove(law.highest() * (1 - 1e-12)) > 1e-9);
  }

  private static double pUpTo(LossLaw law, double t) {
    // laws are asked about each half by its own methods
    return t <= 0 ? law.pUpTo(t) : 1 - law.pAbove(t);
  }

  private static double qUpTo(LossLaw law, double t) {
    return t <= 0 ? law.qUpTo(t) * Math.exp(-t) : 1 - law.qAbove(t) * Math.exp(-t);
  }
}
