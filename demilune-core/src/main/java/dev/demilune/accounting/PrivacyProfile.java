// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import java.util.ArrayList;
import java.util.List;

/**
 * The privacy cost at many ε at once, ε increasing.
 *
 * @param points for each ε the two ends of its δ
 */
public record PrivacyProfile(List<Point> points) {

  /** Where the default profile ends: a smaller δ is negligible. */
  private static final double SMALLEST_DELTA = 1e-12;

  private static final double LARGEST_EPSILON = 1e4;

  /** At this ε, δ lies between the two ends. */
  public record Point(double epsilon, double deltaLower, double deltaUpper) {}

  public PrivacyProfile {
    points = List.copyOf(points);
    for (int i = 1; i < points.size(); i++) {
      if (!(points.get(i).epsilon() > points.get(i - 1).epsilon())) {
        throw new IllegalArgumentException("the epsilons of a profile must increase");
      }
    }
  }

  static PrivacyProfile of(Accountant accountant, double... epsilons) {
    List<Point> points = new ArrayList<>();
    for (double epsilon : epsilons) {
      Interval delta = accountant.deltaBetween(epsilon);
      points.add(new Point(epsilon, delta.lower(), delta.upper()));
    }
    return new PrivacyProfile(points);
  }

  /** Evenly spaced ε from 0 to where δ is 1e-12. */
  static PrivacyProfile of(Accountant accountant, int steps) {
    double last = Math.min(accountant.epsilon(SMALLEST_DELTA), LARGEST_EPSILON);
    if (!(last > 0)) { // ε = 0 meets δ = 1e-12: one point is enough
      return of(accountant, 0.0);
    }
    double[] epsilons = new double[steps + 1];
    for (int i = 0; i <= steps; i++) {
      epsilons[i] = last * i / steps;
    }
    return of(accountant, epsilons);
  }
}
