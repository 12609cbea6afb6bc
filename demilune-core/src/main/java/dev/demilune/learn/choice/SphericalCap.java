// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import dev.demilune.internal.Check;
import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.numbers.gamma.RegularizedBeta;

/**
 * How much of a sphere lies within an angle of a direction, and how likely random directions come
 * so near to it.
 *
 * <p>Of the unit sphere in k dimensions the share I(sin²θ; (k - 1)/2, 1/2)/2 lies within an angle θ
 * of a given direction, for θ up to a quarter of the circle, where I is the regularized incomplete
 * beta function: the square of the part of a uniform direction that is orthogonal to the given one
 * follows the beta law, and half of the sphere is on the near side. Of N independent uniform
 * directions none is so near with probability (1 - share)^N.
 */
public final class SphericalCap {

  private SphericalCap() {}

  /**
   * Returns the share of the sphere within an angle of a direction.
   *
   * @param dimension of the space around the sphere, at least 1
   * @param angle in radians, from 0 to π
   */
  public static double share(int dimension, double angle) {
    Check.atLeastOne("dimension", dimension);
    if (!(angle >= 0 && angle <= Math.PI)) {
      throw new IllegalArgumentException("angle must be between 0 and π, got " + angle);
    }
    if (dimension == 1) {
      return angle < Math.PI ? 0.5 : 1; // two directions only
    }
    if (angle > Math.PI / 2) { // the formula holds up to a quarter of the circle
      return 1 - share(dimension, Math.PI - angle);
    }
    double sine = Math.sin(angle);
    return 0.5 * RegularizedBeta.value(sine * sine, 0.5 * (dimension - 1), 0.5);
  }

  /**
   * Returns the natural logarithm of a number that the share is not below, also where it is too
   * small for a double: the cap's projection along its axis is a ball of radius sin θ, so its area
   * is at least that ball's volume.
   */
  static double logShare(int dimension, double angle) {
    double share = share(dimension, angle);
    if (share > 1e-300) {
      return Math.log(share);
    }
    // Volume of the ball over the area of the sphere, by logarithms of the gamma function.
    double half = 0.5 * (dimension - 1);
    return (dimension - 1) * Math.log(Math.sin(angle))
        + LogGamma.value(half + 0.5)
        - LogGamma.value(half + 1)
        - Math.log(2 * Math.sqrt(Math.PI));
  }

  /** Returns the probability that one of some random directions lies within the angle. */
  public static double covered(int dimension, double angle, double directions) {
    // 1 - (1 - share)^N without cancellation, for shares far below 2^-53.
    return -Math.expm1(directions * Math.log1p(-share(dimension, angle)));
  }

  /** Returns the angle within which one of some random directions lies with a probability. */
  public static double angle(int dimension, double directions, double probability) {
    if (!(probability > 0 && probability < 1)) {
      throw new IllegalArgumentException(
          "probability must be above 0 and below 1, got " + probability);
    }
    double low = 0;
    double high = Math.PI;
    for (int i = 0; i < 100; i++) {
      double middle = 0.5 * (low + high);
      if (covered(dimension, middle, directions) < probability) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high; // the safe end of the bisection: at least the probability
  }

  /**
   * Returns by how much the best weights may be turned before a row that keeps a margin falls below
   * another one.
   *
   * <p>A unit row at an angle of at most arccos(margin) to some weights is at most an angle θ
   * further from weights that were turned by θ: arccos(kept) - arccos(margin).
   */
  public static double freedom(double margin, double kept) {
    return Math.acos(kept) - Math.acos(margin);
  }
}
