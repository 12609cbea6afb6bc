// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.robust;

import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.RowBound;

/**
 * Converts a distance in the unit ball to one in the row's own units.
 *
 * <p><b>Claim.</b> If the prediction is the same for all bounded rows within ρ of the bounded row
 * x, it is the same for all rows within the returned radius of x.
 *
 * <p><b>Proof.</b> Under clipping to the norm B the bounded row is a 1/B-Lipschitz function of the
 * row, so the radius is ρB. Under scaling, moving x by R &lt; |x| rotates it by an angle of at most
 * arcsin(R/|x|), and unit vectors at an angle α are 2 sin(α/2) apart; so for ρ ≤ √2 the radius is
 * |x|·sin α with sin(α/2) = ρ/2, that is |x|·ρ·√(1 - ρ²/4). For ρ beyond √2 it is |x| less its
 * rounding, since unit vectors at an acute angle are closer than √2. For ρ &gt; 2 all bounded rows
 * are within ρ. The zero row is at distance 1 from all others. The result is lowered by a relative
 * 1e-12, more than the rounding of a dozen operations. Rows whose norm is too large or too small
 * for {@link EncodedRow} have radius 0, as has NaN. ∎
 */
final class UnitBallRadius {

  /** Below one by more than the rounding of a dozen operations. */
  static final double LOWER = 1 - 1e-12;

  private static final double SMALLEST = 1e-80;
  private static final double LARGEST = 1e80;

  private UnitBallRadius() {}

  static double ofRow(RowBound bound, double length, double inBall) {
    boolean scaled = bound.rule() == RowBound.Rule.SCALE;
    double clip = scaled ? 0 : bound.norm();
    if (inBall > 2) { // the diameter of the ball: no row is farther
      return Double.POSITIVE_INFINITY;
    }
    if (!(inBall > 0)) {
      return 0; // NaN included
    }
    if (scaled && length == 0) {
      return inBall > 1 ? Double.POSITIVE_INFINITY : 0; // all other rows are at distance 1
    }
    if (!(length + clip >= SMALLEST && length + clip <= LARGEST)) { // NaN too
      return 0;
    }
    if (!scaled) {
      return inBall * clip * LOWER;
    }
    // ρ ≥ √2: any rotation below a right angle
    double sine = inBall * inBall >= 2 ? 1 : inBall * Math.sqrt(1 - inBall * inBall / 4);
    return sine * length * LOWER;
  }
}
