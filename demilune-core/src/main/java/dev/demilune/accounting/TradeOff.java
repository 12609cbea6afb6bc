// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.accounting.numeric.Rounding;
import java.util.ArrayList;
import java.util.List;

/**
 * The best membership attack: for each false positive rate, the smallest possible miss rate.
 *
 * <p><b>Claim.</b> An attacker who must say which of two neighboring tables was used, and is wrong
 * on the first with probability x (false positives), is wrong on the second with probability at
 * least f(x) ≥ {@code lower}, where f is the largest function that the event's true profile δ(ε)
 * implies; and f(x) ≤ {@code upper}.
 *
 * <p><b>Proof.</b> Write a = e^ε. (ε, δ)-DP in both directions says that the miss rate is at least
 * 1 - δ - a x and (1 - δ - x)/a; f(x) is the supremum of these over all a ≥ 1, or 0 (Dong, Roth and
 * Su 2022, Proposition 6). For {@code lower} the points of a profile are tried with their upper δ.
 *
 * <p>For {@code upper} all a must be covered, with a δ that is surely not above the true one. As a
 * function of a, δ is convex, decreasing, and of slope at least -1 (it is an integral of (p - a
 * q)⁺). So between two points of the profile it lies above the line through the two points to the
 * left, continued, and above the line through the two points to the right; both stay valid when the
 * nearer point takes its lower δ and the farther one its upper δ. Beyond the last point the
 * right-hand line is 0. With δ replaced by the larger of two lines, both expressions are minima of
 * two monotone functions of a: they are largest at an end or where the lines cross. 1e-14 covers
 * roundings. ∎
 *
 * @param points in the order asked for
 */
public record TradeOff(List<Point> points) {

  /** Above it e^ε overflows; such points of a profile are ignored. */
  private static final double LARGEST_EPSILON = 700;

  /**
   * With this rate of false positives, the best attack's rate of false negatives.
   *
   * @param slope of a line through the lower end that stays below f at every rate
   */
  public record Point(
      double falsePositiveRate,
      double falseNegativeLower,
      double falseNegativeUpper,
      double slope) {}

  public TradeOff {
    points = List.copyOf(points);
  }

  /** Returns the trade-off that a profile implies, at the given rates of false positives. */
  public static TradeOff of(PrivacyProfile profile, double... falsePositiveRates) {
    List<PrivacyProfile.Point> known =
        profile.points().stream().filter(p -> p.epsilon() <= LARGEST_EPSILON).toList();
    List<Point> points = new ArrayList<>();
    for (double rate : falsePositiveRates) {
      if (!(rate >= 0 && rate <= 1)) {
        throw new IllegalArgumentException(
            "false positive rate must be between 0 and 1, got " + rate);
      }
      points.add(point(known, rate));
    }
    return new TradeOff(points);
  }

  private static Point point(List<PrivacyProfile.Point> known, double rate) {
    double best = 0;
    double slope = 0;
    for (PrivacyProfile.Point point : known) {
      // every point forces its own miss rate
      double a = Math.exp(point.epsilon());
      double steep = 1 - point.deltaUpper() - a * rate;
      double flat = (1 - point.deltaUpper() - rate) / a;
      if (Math.max(steep, flat) > best) {
        best = Math.max(steep, flat);
        slope = steep >= flat ? -a : -1 / a;
      }
    }
    double lower = Math.max(0, best - Rounding.PROBABILITY); // rounded down
    return new Point(rate, lower, Math.max(lower, upper(known, rate)), lower > 0 ? slope : 0);
  }

  private static double upper(List<PrivacyProfile.Point> known, double rate) {
    if (known.isEmpty() || known.get(0).epsilon() > 0) {
      return 1 - rate; // guessing reaches this without any data
    }
    double best = 0;
    for (int i = 0; i < known.size(); i++) {
      Line left = toTheRightOf(known, i);
      Line right = toTheLeftOf(known, i + 1);
      double from = left.x;
      double to = right.x; // infinity after the last point
      // At the ends the larger line is the better bound on δ; where they cross both are equal.
      best = Math.max(best, missed(from, Math.max(left.at(from), right.at(from)), rate));
      if (to < Double.POSITIVE_INFINITY) {
        best = Math.max(best, missed(to, Math.max(left.at(to), right.at(to)), rate));
      }
      double crossing = left.crossing(right);
      if (crossing > from && crossing < to) {
        best =
            Math.max(best, missed(crossing, Math.min(left.at(crossing), right.at(crossing)), rate));
      }
    }
    return Math.min(1 - rate, best + Rounding.PROBABILITY); // rounded up; guessing reaches 1 - rate
  }

  /** The miss rate that (ln a, δ) forces on an attack of this false positive rate. */
  private static double missed(double a, double delta, double rate) {
    return Math.max(1 - delta - a * rate, (1 - delta - rate) / a);
  }

  /** Below δ from point i on: the line through points i-1 and i, continued. */
  private static Line toTheRightOf(List<PrivacyProfile.Point> known, int i) {
    PrivacyProfile.Point near = known.get(i);
    double a = Math.exp(near.epsilon());
    double slope = -1; // the least slope there is, where no point lies to the left
    if (i > 0) {
      PrivacyProfile.Point far = known.get(i - 1);
      slope = slope(near.deltaLower(), far.deltaUpper(), a, Math.exp(far.epsilon()));
    } else if (known.size() > 1) {
      // Both directions have this profile, so δ at 1/a is δ(a)/a + 1 - 1/a: a point to the left.
      double mirrored = Math.exp(-known.get(1).epsilon());
      double far = known.get(1).deltaUpper() * mirrored + 1 - mirrored;
      slope = slope(near.deltaLower(), far, a, mirrored);
    }
    return new Line(a, near.deltaLower(), Math.min(0, slope));
  }

  private static double slope(double near, double far, double a, double farA) {
    return Math.max(-1, (near - far) / (a - farA));
  }

  /** Below δ up to point i: the line through points i and i+1, continued. */
  private static Line toTheLeftOf(List<PrivacyProfile.Point> known, int i) {
    if (i == known.size()) {
      return new Line(Double.POSITIVE_INFINITY, 0, 0); // δ is at least 0
    }
    PrivacyProfile.Point near = known.get(i);
    double a = Math.exp(near.epsilon());
    double slope = 0;
    if (i + 1 < known.size()) {
      PrivacyProfile.Point far = known.get(i + 1);
      slope = (far.deltaUpper() - near.deltaLower()) / (Math.exp(far.epsilon()) - a);
    }
    return new Line(a, near.deltaLower(), Math.min(0, slope));
  }

  private record Line(double x, double y, double slope) {
    double at(double a) {
      return slope == 0 ? y : y + slope * (a - x);
    }

    /** NaN or infinite where there is none. */
    double crossing(Line other) {
      double here = slope == 0 ? y : y - slope * x;
      double there = other.slope == 0 ? other.y : other.y - other.slope * other.x;
      return (there - here) / (slope - other.slope);
    }
  }
}
