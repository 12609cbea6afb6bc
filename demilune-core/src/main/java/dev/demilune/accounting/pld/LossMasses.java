// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import dev.demilune.accounting.numeric.Rounding;

/**
 * A privacy loss moved to multiples of a grid's spacing: once so that the privacy cost cannot fall,
 * once so that it cannot rise.
 *
 * <p><b>Claim.</b> Write c(a) for the sum over knots g of mass(g) (1 - a e^-g)₊, plus the mass at
 * infinity. Then for every a &gt; 0, c(a) with the lower masses ≤ H(a) ≤ c(a) with the upper ones,
 * where H(e^t) = P(L &gt; t) - e^t Q(L &gt; t) is the divergence of the pair. The same holds under
 * composition: replacing any number of steps by their upper (lower) masses does not lower (raise)
 * the divergence of the composition.
 *
 * <p><b>Proof that it composes.</b> The divergence of a composition, at e^ε, is the mean of H(e^(ε
 * - Y)) over the sum Y of the other steps' losses under P. It is monotone in H, and stays so if Y
 * has any measure that is not negative, of total mass 1 or not; so the steps can be replaced one by
 * one.
 *
 * <p><b>Proof of the upper masses.</b> H is convex in a = e^t. Values w(g) ≥ H(e^g) at the knots,
 * joined by straight lines in a, with w(last) as the constant after the last knot and a line to (0,
 * 1) before the first, are above H everywhere. Such a broken line is c(a) for the masses "jump of
 * the slope times e^g". Rounding errors are added to each mass, and a mass that is negative because
 * the w are not quite convex is made 0; both only raise c. (This is the connect-the-dots rule.)
 *
 * <p><b>Proof of the lower masses.</b> Every event S gives a line P(S) - aQ(S) below H. In each
 * bucket between two knots take the event {L &gt; middle of the bucket}, or, where its line is
 * negative at the far end, the empty event. If v(g) is at most the value at e^g of the lines on
 * both sides of g, then the broken line through the v is below those lines, and so below H. It ends
 * at a constant that is at most P(L = ∞), and begins with the least possible curve, 1 - a. For
 * smooth laws the two distributions differ by a square: their means agree, their variances differ
 * by about a quarter of the square of a bucket's width. Each mass is lowered by its rounding error,
 * and where this makes it negative, what is missing is taken from masses at higher knots: (1 - a
 * e^-g)₊ grows with g, so this only lowers c.
 *
 * <p><b>Source.</b> Doroshenko, Ghazi, Kamath, Kumar and Manurangsi, PoPETs 2022, for the upper
 * masses. The lower ones are ours.
 */
final class LossMasses {

  private static final double U = Rounding.UNIT;

  /**
   * The upper masses are at points this much further from 0 than the knots say, the lower ones this
   * much nearer, relatively. So a loss that is meant to be at a knot is, after any rounding, not
   * beyond it in the first case and not short of it in the second; it would be moved a whole
   * bucket.
   */
  static final double STRETCH = 0x1p-44;

  final int[] knots;

  /** All knots are moved up by this part of the spacing. */
  final double offset;

  final double[] upper;
  final double[] lower;
  final double infiniteUpper;
  final double infiniteLower;

  private LossMasses(
      int[] knots,
      double offset,
      double[] upper,
      double[] lower,
      double infiniteUpper,
      double infiniteLower) {
    this.knots = knots;
    this.offset = offset;
    this.upper = upper;
    this.lower = lower;
    this.infiniteUpper = infiniteUpper;
    this.infiniteLower = infiniteLower;
  }

  /**
   * Moves a loss to some points of a grid.
   *
   * @param knots increasing, the first below 0, the last above; the points are (knot + offset)
   *     times the spacing
   * @throws LostException if the masses do not add up: a fault of the grid, not of the law
   */
  static LossMasses of(LossLaw law, double spacing, double offset, int[] knots) {
    int count = knots.length;
    PiecewiseLinear above =
        PiecewiseLinear.above(
            // Upper masses further from 0, lower ones nearer; ComposedLoss allows for it.
            law, new PiecewiseLinear.Grid(spacing * (1 + STRETCH), offset, knots));
    double[] upper = new double[count];
    for (int i = 0; i < count; i++) {
      upper[i] = Math.max(0, above.mass(i) + above.massError(i)); // both only raise c
    }
    // At a = 0 every curve is 1. Masses below 1 would understate the privacy cost.
    if (!(total(upper) + above.last() >= 1 - 1e-9)) { // written so that NaN fails too
      throw new LostException();
    }
    PiecewiseLinear below =
        PiecewiseLinear.below(
            law, new PiecewiseLinear.Grid(spacing * (1 - STRETCH), offset, knots));
    double[] lower = new double[count];
    double missing = 0;
    for (int i = 0; i < count; i++) {
      double rest = below.mass(i) - below.massError(i) - missing; // rounded down
      lower[i] = Math.max(0, rest);
      missing = Math.max(0, -rest); // taken from higher knots, which lowers c
    }
    double infiniteLower = below.last() - missing; // infinity is the highest knot
    // The last knot stands for all losses above it. A tilt would overweight it: leave it out.
    lower[count - 1] = 0;
    if (infiniteLower < 0) { // the missing part cannot be taken from anywhere: say nothing
      return new LossMasses(knots, offset, upper, new double[count], above.last(), 0);
    }
    return new LossMasses(knots, offset, upper, lower, above.last(), infiniteLower);
  }

  /** Thrown when a law cannot be put on a grid. */
  static final class LostException extends RuntimeException {
    private static final long serialVersionUID = 1;

    LostException() {
      super("the upper masses of a loss add up to less than 1");
    }
  }

  /** Sum of masses, rounded up. */
  static double total(double[] masses) {
    double sum = 0;
    for (double mass : masses) {
      sum += mass;
    }
    return sum * (1 + masses.length * U); // terms of one sign: u per addition, rounded up
  }
}
