// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.label;

import dev.demilune.accounting.numeric.Rounding;
import java.util.ArrayList;
import java.util.List;

/**
 * One choice of a {@link LabelCover}: how far its candidates are from the halfspace before, and
 * what it costs. A function of public sizes.
 *
 * <p>Among c directions at random in D dimensions the nearest to a given one leaves about
 * c^(-1/(D-1)) of the distance to it. So angles shrink by this factor from round to round, and
 * while they do, fewer rows tell candidates apart: budgets grow, by the root of the factor. Rounds
 * end when a choice that costs what is left would not see so small an angle: {@link #LEAST} times
 * ln(c)/ε rows. All three constants were chosen on rows of a normal distribution, see
 * docs/decisions.
 *
 * @param angle in radians, between unit vectors of whitened weights
 * @param epsilon of the exponential choice
 */
record CoverRound(double angle, double epsilon) {

  private static final int MOST_ROUNDS = 20;
  private static final double FASTEST = 0.4;
  private static final double SLOWEST = 0.85;
  private static final double LEAST = 3;

  /** Returns the rounds; their budgets, added up in doubles, are not above ε. */
  static List<CoverRound> of(int rows, int dimensions, int circles, double epsilon) {
    double nearest = StrictMath.pow(circles, -1.0 / Math.max(1, dimensions - 1));
    double factor = Math.max(FASTEST, Math.min(SLOWEST, nearest));
    double seen = LEAST * Math.PI * StrictMath.log(2.0 * circles) / (epsilon * (1 - factor));
    List<Double> angles = new ArrayList<>();
    double parts = 0;
    double angle = Math.PI / 2;
    do {
      angles.add(angle);
      parts += part(angle);
      angle *= factor;
    } while (angles.size() < MOST_ROUNDS && angle * rows > seen);
    double whole = epsilon * Rounding.PART_DOWN / parts;
    return angles.stream().map(each -> new CoverRound(each, whole * part(each))).toList();
  }

  private static double part(double angle) {
    return 1 / Math.sqrt(angle);
  }
}
